import { sql } from '../../../storage/sql.js';
import { systemRead, systemWrite } from '../../../storage/statement.js';

interface UserOverLimit {
  keyId: string;
  userId: string;
}

/** Users with more retrievals than are kept. Reads only an index. */
export const usersOverLimit = systemRead(
  'retrievals.usersOverLimit',
  async (tx, input: { most: number; limit: number }): Promise<UserOverLimit[]> => {
    const found = await tx.all<{ key_id: string; user_id: string }>(sql`select key_id, user_id from retrievals
      group by key_id, user_id having count(*) > ${input.most} order by key_id, user_id limit ${input.limit}`);
    return found.map((row) => ({ keyId: row.key_id, userId: row.user_id }));
  },
);

/** Deletes the oldest retrievals of a user beyond the limit; returns how many. */
export const trimUser = systemWrite(
  'retrievals.trimUser',
  async (tx, input: UserOverLimit & { most: number; limit: number }): Promise<number> =>
    tx.run(sql`delete from retrievals where key_id = ${input.keyId} and seq in (select seq from retrievals
      where key_id = ${input.keyId} and user_id = ${input.userId}
      order by at desc, seq desc limit ${input.limit} offset ${input.most})`),
);

/** Deletes retrievals past their retention; returns how many. */
export const removeOldRetrievals = systemWrite(
  'retrievals.removeOld',
  async (tx, input: { before: number; limit: number }): Promise<number> =>
    tx.run(sql`delete from retrievals where seq in (select seq from retrievals where at < ${input.before}
      order by at limit ${input.limit})`),
);
