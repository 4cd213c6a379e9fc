import * as z from 'zod';
import { userId, whole } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { defineOperation } from '../request.js';
import { receipt } from './receipt.js';
import { eraseUser } from './sql/erase.js';
import { eraseInSteps } from './sql/erase-steps.js';

export const erase = defineOperation({
  id: 'users.erase',
  method: 'DELETE',
  path: '/users/{id}/memories',
  scope: 'write',
  whenFull: true,
  group: 'Users',
  summary: 'Erase everything about a user',
  description:
    'Erases everything that is stored about one user under this key, of every kind, with history, indexes, journal ' +
    'and stored responses. It cannot be undone. An erasure that was interrupted, for example by a crash, may have ' +
    'removed only a part: repeat it. What remains is a receipt that contains neither the user nor any text, and the ' +
    'event `user.erased`. The event names the user, so that subscribers can erase their copies; it stays as long as ' +
    'the journal keeps it, at most 30 days. A user about whom nothing is stored gives zeros. Repeats of idempotent requests from the last 24 hours that named no ' +
    'user are no longer replayed and return 409.',
  input: z.object({ id: userId.describe('The user, as in `user_id`.') }),
  output: z.object({
    user_id: z.string(),
    forgotten: z.literal(true),
    rows_deleted: whole.describe('The sum of the counts.'),
    receipt,
  }),
  example: { id: 'nobody-yet' },
  async handler(request, { id }) {
    await request.retrievals.flushKey(request.db.keyId); // otherwise they would be counted for a user who no longer exists
    await request.audit.flush();
    const kept = await request.db.run(eraseUser, {
      erased: await eraseInSteps(request.db, id, request.now),
      userId: id,
      auditRef: request.audit.userRef(request.db.keyId, id),
      id: request.ids.next(ID_PREFIXES.erasure),
      now: request.now,
    });
    const rows_deleted = Object.values(kept.counts).reduce((sum, count) => sum + count, 0);
    return { user_id: id, forgotten: true as const, rows_deleted, receipt: kept };
  },
});
