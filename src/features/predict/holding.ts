import { fromJson } from '../../storage/json.js';
import { sql } from '../../storage/sql.js';
import type { Row } from '../../storage/statement.js';
import { eraseFirst, type Holding, heldIn } from '../holdings.js';

/** Digits of the largest exact integer: as padded text, ids sort in the order of the numbers. */
const DIGITS = 16;

const toRecord = (row: Row) => ({
  id: String(row.seq).padStart(DIGITS, '0'),
  user_id: row.user_id,
  agent_id: row.agent_id,
  at: row.at,
  memory_ids: fromJson<string[]>(row.memory_ids),
  found: row.found,
  abstained: Boolean(row.abstained),
});

/** What was returned to whom and when. A history of use, not a memory: it is shown and erased, but not part of an import. */
export const retrievalsHolding: Holding = {
  name: 'retrievals',
  async erase(tx, scope) {
    return tx.run(sql`delete from retrievals where ${heldIn(tx, scope)}`);
  },
  eraseSome: (tx, scope, limit) => eraseFirst(tx, 'retrievals', 'seq', scope, limit),
  async page(tx, scope, after, limit) {
    const rows = await tx.all(sql`select seq, user_id, agent_id, at, memory_ids, found, abstained from retrievals
      where ${heldIn(tx, scope)} and seq > ${Number(after) || 0} order by seq limit ${limit}`);
    return rows.map(toRecord);
  },
};
