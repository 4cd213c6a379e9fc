import * as z from 'zod';
import { LIMITS, pageInput, text, whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { listUsers } from './sql/list.js';

export const list = defineOperation({
  id: 'users.list',
  method: 'GET',
  path: '/users',
  scope: 'read',
  group: 'Users',
  summary: 'List the users of the key',
  description:
    'Everyone the key stores something about: a memory, an episode, an emotional record or an item of working memory. Sorted by name, byte by byte.',
  input: z.object({
    prefix: text(0, LIMITS.name).default('').describe('What the names begin with.'),
    ...pageInput(50, 200),
  }),
  output: z.object({
    count: whole,
    users: z.array(
      z.object({
        user_id: z.string(),
        memories: whole.describe('As many as `GET /memory` lists without further filters.'),
        last_stored_at: whole.nullable().describe('When the newest of them was stored. Unix milliseconds.'),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  example: { prefix: 'a', limit: 20 },
  async handler(request, { prefix, limit, cursor: given }) {
    const name = JSON.stringify(['users.list', request.db.keyId, prefix]);
    const [after = ''] = request.cursors.read(name, given);
    const found = await request.db.run(listUsers, { prefix, after: String(after), limit: limit + 1, now: request.now });
    const { page: users, next_cursor } = request.cursors.page(name, found, limit, ['user_id']);
    return { count: users.length, users, next_cursor };
  },
});
