import * as z from 'zod';
import { LIMITS, pageLimit, text, whole } from '../../../kernel/fields.js';
import { defineOperation } from '../../request.js';
import { listNames, NAME_FIELDS, NEWEST_LOOKED_AT } from '../sql/names.js';

export const names = defineOperation({
  id: 'memory.names',
  method: 'GET',
  path: '/memory/names',
  scope: 'read',
  group: 'Memories',
  summary: 'List the users, agents or namespaces that have memories',
  description: `For autocompletion and pickers. Agents and namespaces are those of the ${NEWEST_LOOKED_AT} newest memories.`,
  input: z.object({
    field: z.enum(NAME_FIELDS).describe('Which names to list.'),
    prefix: text(0, LIMITS.name).default('').describe('What they begin with.'),
    limit: pageLimit(100, 1_000),
  }),
  output: z.object({ field: z.enum(NAME_FIELDS), count: whole, names: z.array(z.string()) }),
  example: { field: 'user_id', prefix: 'a' },
  async handler(request, { field, prefix, limit }) {
    const found = await request.db.run(listNames, { field, prefix, limit });
    return { field, count: found.length, names: found };
  },
});
