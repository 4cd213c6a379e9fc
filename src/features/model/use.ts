import * as z from 'zod';
import { MODELS } from '../../embedding/models/manifest.js';
import { whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { idOf } from './source.js';

export const changing = z
  .object({
    from: z.string().describe('The model in use until the switch.'),
    to: z.string(),
    done: whole.describe('Memories processed so far.'),
    total: whole,
    detail: z.string().optional().describe('Why it is stalled, if it is.'),
  })
  .describe('A change of the embedding model in progress.');

export const useModel = defineOperation({
  id: 'model.use',
  method: 'POST',
  path: '/admin/model',
  scope: 'admin',
  group: 'Service',
  summary: 'Change the embedding model',
  description:
    'Makes a local model the wanted one, now and after a restart. All memories are embedded again in the ' +
    'background; until then the old model stays in use (see `changing` in `GET /health`). Naming the model in use ' +
    'cancels a change. 409 if a setting names the model or the embedder: settings take precedence.',
  input: z.object({ model: z.enum(MODELS.map((model) => model.name)) }),
  output: z.object({
    model: z.string().describe('The model in use now.'),
    wanted: z.string(),
    changing: changing.nullable(),
  }),
  example: { model: 'all-MiniLM-L6-v2' },
  async handler(request, input) {
    const { active, wanted } = await request.models.use(input.model);
    const model = active ? idOf(active) : input.model;
    return { model, wanted: wanted ? idOf(wanted) : model, changing: request.models.changing() };
  },
});
