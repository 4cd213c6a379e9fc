import { z } from 'zod';
import { MODELS } from '../../embedding/models/manifest.js';
import { defineOperation } from '../request.js';
import { idOf } from './source.js';

export const changing = z
  .object({
    from: z.string().describe('The model that answers until the switch.'),
    to: z.string(),
    done: z.number().int().describe('Memories that were gone over so far.'),
    total: z.number().int(),
    detail: z.string().optional().describe('Why it stands still, if it does.'),
  })
  .describe('A change of the embedding model under way.');

export const useModel = defineOperation({
  id: 'model.use',
  method: 'POST',
  path: '/admin/model',
  scope: 'admin',
  group: 'Service',
  summary: 'Change the embedding model',
  description:
    'Makes a local model the wanted one, now and after a restart. All memories are embedded anew in the background; until then the old ' +
    'model answers, see `changing` in `GET /health`. Naming the model in use ends a change. 409 when a setting names the model or the ' +
    'embedder: settings go first.',
  input: z.object({ model: z.enum(MODELS.map((model) => model.name)) }),
  output: z.object({
    model: z.string().describe('The model that answers now.'),
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
