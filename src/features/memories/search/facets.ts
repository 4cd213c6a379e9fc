import * as z from 'zod';
import { userId, whole } from '../../../kernel/fields.js';
import { defineOperation } from '../../request.js';
import { countFacets } from '../sql/facets.js';
import { filterFields, filterOf } from './filter.js';

const VALUES = 50;
const counts = (what: string) =>
  z
    .array(z.object({ value: z.string(), count: whole }))
    .max(VALUES)
    .describe(what);

export const facets = defineOperation({
  id: 'memory.facets',
  method: 'GET',
  path: '/memory/facets',
  scope: 'read',
  bound: 'fields',
  group: 'Memories',
  summary: 'Count memories by category, tag, agent, user, namespace and month',
  description:
    `Takes the filters of the list and counts exactly what it would return. At most ${VALUES} values of each, those ` +
    'with the most memories first; months newest first. A memory counts once for each of its tags. Without ' +
    '`user_id`, counts the memories of all users of the key.',
  input: z.object({ user_id: userId.optional(), ...filterFields }),
  output: z.object({
    total: whole.describe('Memories that pass the filters.'),
    facets: z.object({
      category: counts('By category.'),
      tag: counts('By tag.'),
      agent_id: counts('By agent.'),
      user_id: counts('By user.'),
      namespace: counts('By namespace.'),
      month: counts('By the month they were stored in, in UTC (`2027-01`); from 1970 to 9999.'),
    }),
  }),
  example: { user_id: 'ada' },
  handler: (request, input) =>
    request.db.run(countFacets, {
      ...{ userId: input.user_id ?? null, filter: filterOf(input), limit: VALUES, now: request.now },
    }),
});
