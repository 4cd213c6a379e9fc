import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { TEMPLATES } from './library/index.js';
import { template } from './template.js';

export const list = defineOperation({
  id: 'templates.list',
  method: 'GET',
  path: '/templates',
  scope: 'read',
  group: 'Templates',
  summary: 'List memory templates',
  description:
    'Plans for what agents of one profession should remember: namespaces, tags, kinds of memory, how important and ' +
    'for how long, and questions that find it again.',
  input: z.object({}),
  output: z.object({ count: whole, templates: z.array(template) }),
  example: {},
  async handler() {
    return { count: TEMPLATES.length, templates: [...TEMPLATES] };
  },
});
