import * as z from 'zod';
import { userId, whole } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { defineOperation, type Request } from '../request.js';
import { receipt } from './receipt.js';
import { eraseUser, type Receipt } from './sql/erase.js';
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
    const kept = await eraseUserOf(request, id);
    return { user_id: id, forgotten: true as const, rows_deleted: rowsOf(kept), receipt: kept };
  },
});

/** Erases everything that the key of `request.db` stores about the user. */
export async function eraseUserOf(request: Request, userId: string): Promise<Receipt> {
  const { db, audit, now } = request;
  await request.retrievals.flushKey(db.keyId); // otherwise they would be counted for a user who no longer exists
  await audit.flush();
  return db.run(eraseUser, {
    erased: await eraseInSteps(db, userId, now),
    userId,
    auditRef: audit.userRef(db.keyId, userId),
    id: request.ids.next(ID_PREFIXES.erasure),
    now,
  });
}

export const rowsOf = ({ counts }: Receipt): number => Object.values(counts).reduce((sum, count) => sum + count, 0);
