import { z } from 'zod';
import { userId } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { defineOperation } from '../request.js';
import { eraseUser } from './erase-statement.js';
import { eraseInSteps } from './erase-steps.js';
import { receipt } from './receipt.js';

export const erase = defineOperation({
  id: 'users.erase',
  method: 'DELETE',
  path: '/users/{id}/memories',
  scope: 'write',
  whenFull: true,
  group: 'Users',
  summary: 'Erase everything about a user',
  description:
    'Removes everything that is kept about one person under this key, of every kind, with history, indexes, journal and stored answers. ' +
    'It cannot be undone. One that was cut off, by a crash say, may have removed a part: repeat it. What is left is a receipt that holds neither the user nor a text, and for 30 days the ' +
    'event `user.erased`, which names the user so that subscribers can erase what they hold. A user of whom nothing is known gives zeros. ' +
    'Repeatable requests of the last 24 hours that named no user are no longer answered again, but with 409.',
  input: z.object({ id: userId.describe('The user, as in `user_id`.') }),
  output: z.object({
    user_id: z.string(),
    forgotten: z.literal(true),
    rows_deleted: z.number().int().describe('The sum of the counts.'),
    receipt,
  }),
  example: { id: 'nobody-yet' },
  async handler(request, { id }) {
    await request.retrievals.settle(request.db.keyId); // else they would be counted for a user who is gone
    const kept = await request.db.run(eraseUser, {
      erased: await eraseInSteps(request.db, id, request.now),
      userId: id,
      id: request.ids.next(ID_PREFIXES.erasure),
      now: request.now,
    });
    const rows_deleted = Object.values(kept.counts).reduce((sum, count) => sum + count, 0);
    return { user_id: id, forgotten: true as const, rows_deleted, receipt: kept };
  },
});
