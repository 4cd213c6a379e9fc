import * as z from 'zod';
import { pageInput, whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { listSessions } from './sql/read.js';

export const sessions = defineOperation({
  id: 'working.sessions',
  method: 'GET',
  path: '/memory/working/sessions',
  scope: 'read',
  group: 'Working memory',
  summary: 'List the sessions that have working memory',
  description: 'Those with an item that has not expired, sorted by name, byte by byte.',
  input: z.object(pageInput(50, 200)),
  output: z.object({
    count: whole,
    sessions: z.array(
      z.object({
        session_id: z.string(),
        items: whole.describe('Items that have not expired.'),
        last_at: whole.describe('When the latest of them was stored. Unix milliseconds.'),
        expires_at: whole.describe('When the last of them expires. Unix milliseconds.'),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  example: { limit: 20 },
  async handler(request, { limit, cursor: given }) {
    const name = JSON.stringify(['working.sessions', request.db.keyId]);
    const [after = ''] = request.cursors.read(name, given);
    const found = await request.db.run(listSessions, { after: String(after), limit: limit + 1, now: request.now });
    const { page, next_cursor } = request.cursors.page(name, found, limit, ['session_id']);
    return { count: page.length, sessions: page, next_cursor };
  },
});
