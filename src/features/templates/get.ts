import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { text } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { TEMPLATES, templateOf } from './library/index.js';
import { template } from './template.js';

export const templateId = text(1, 64).describe("The template's id.");

/** The template with this id; the 404 lists the ones that exist. */
export function templateNamed(id: string) {
  const found = templateOf(id);
  if (!found)
    throw notFound(`No template has this id; the templates are: ${TEMPLATES.map((one) => one.id).join(', ')}`);
  return found;
}

export const get = defineOperation({
  id: 'templates.get',
  method: 'GET',
  path: '/templates/{id}',
  scope: 'read',
  group: 'Templates',
  summary: 'Get one template',
  input: z.object({ id: templateId }),
  output: template,
  example: { id: 'coding' },
  async handler(_request, { id }) {
    return templateNamed(id);
  },
});
