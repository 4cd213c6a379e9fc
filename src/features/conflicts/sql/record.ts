import { ID_PREFIXES, randomIds } from '../../../kernel/ids.js';
import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import { forKeyShare } from '../../../storage/dialect.js';
import { among, forUpdate, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import type { FoundConflict } from '../find-contradictions.js';
import type { ConflictRecord } from '../record.js';
import { link, supersede } from '../supersession.js';
import { CONFLICT_COLUMNS, CONFLICT_TABLES, toConflict } from './rows.js';

const ids = randomIds(() => Date.now());

interface RecordRequest {
  /** The memory that was checked. */
  checked: string;
  /** Of the statements as they were read. */
  versions: Record<string, number>;
  found: FoundConflict[];
  now: number;
}

/**
 * Records what contradicts a memory and marks the memory as checked. If everything the older statement says was replaced, it is superseded; otherwise
 * both stay, linked. If one of them has changed since it was read, nothing is recorded, and the background checks again. Returns the conflicts,
 * including those that a concurrent check recorded.
 */
export const recordConflicts = tenantWrite(
  'conflicts.record',
  async (tx, input: RecordRequest): Promise<ConflictRecord[]> => {
    const sides = await heldSides(tx, [input.checked, ...input.found.flatMap(({ older, newer }) => [older, newer])]);
    const isAsRead = (side: Side) => Number(side.version) === (input.versions[side.id] ?? Number(side.version));
    if (![...sides.values()].every(isAsRead)) return [];
    for (const found of input.found) await record(tx, found, sides, input.now);
    await tx.run(sql`update memories set conflicts_checked = 1 where key_id = ${tx.keyId} and id = ${input.checked}`);
    if (input.found.length === 0) return [];
    const found = (side: 'older' | 'newer') => input.found.map((pair) => pair[side]);
    const rows =
      await tx.all(sql`select ${CONFLICT_COLUMNS} from ${CONFLICT_TABLES[tx.dialect]} where c.key_id = ${tx.keyId}
    and ${among(tx.dialect, 'c.memory_a', found('older'))} and ${among(tx.dialect, 'c.memory_b', found('newer'))}
    order by c.confidence desc, c.id`);
    return rows.map(toConflict);
  },
);

interface Side {
  id: string;
  user_id: string;
  agent_id: string;
  superseded_by: string | null;
  risk: number;
  version: number;
  at: number;
  valid_until: number | null;
}
/** Those of the memories that exist, held until the transaction ends: nobody forgets one while a text about it is being written. */
export async function heldSides(
  tx: TenantTx,
  ids: readonly string[],
  lock = forUpdate(tx.dialect),
): Promise<Map<string, Side>> {
  const found =
    await tx.all<Side>(sql`select id, user_id, agent_id, superseded_by, risk, version, coalesce(valid_from, created_at) as at, valid_until
    from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', [...new Set(ids)])} order by id${lock}`);
  return new Map(found.map((side) => [side.id, side]));
}

async function record(tx: TenantTx, found: FoundConflict, sides: Map<string, Side>, now: number): Promise<void> {
  const [older, newer] = [sides.get(found.older), sides.get(found.newer)];
  if (!older || !newer) return; // one of the two was forgotten in the meantime
  if (older.valid_until !== null && older.valid_until <= newer.at) return; // each held in its own time
  // A text that looks like an attack is not shown, so it must not hide a fact either.
  const supersedes = found.supersedes && older.superseded_by === null && newer.risk < RISK_FLAGGED;
  if (!(await insert(tx, older, { ...found, supersedes }, now))) return;
  await link(tx, { from: found.newer, to: found.older, relationship: 'contradicts', now });
  if (!supersedes) return;
  await supersede(tx, { loser: found.older, winner: found.newer, until: newer.at, now });
  older.superseded_by = newer.id;
}

/** A link that a caller creates as a contradiction is also a conflict, if both memories belong to one user: conflicts belong to a user. */
export async function recordStated(tx: TenantTx, ends: readonly [string, string], now: number): Promise<void> {
  const sides = await heldSides(tx, ends, forKeyShare(tx.dialect));
  const [one, other] = [sides.get(ends[0]), sides.get(ends[1])];
  if (!one || !other || one.user_id !== other.user_id) return;
  const isOlder = one.at < other.at || (one.at === other.at && one.id < other.id);
  const [older, newer] = isOlder ? [one, other] : [other, one];
  const stated = { older: older.id, newer: newer.id, type: 'stated', confidence: 1, reason: STATED, part: null };
  await insert(tx, older, { ...stated, supersedes: false }, now);
}
const STATED = 'The two were linked as contradicting.';

/** The link is deleted, and so is the conflict, unless it has been resolved. */
export async function withdrawStated(tx: TenantTx, [one, other]: readonly [string, string]): Promise<void> {
  await tx.run(sql`delete from conflicts where key_id = ${tx.keyId} and type = 'stated' and status = 'open'
    and ((memory_a = ${one} and memory_b = ${other}) or (memory_a = ${other} and memory_b = ${one}))`);
}

/** Returns whether the conflict is new. */
async function insert(tx: TenantTx, older: Side, found: FoundConflict, now: number): Promise<boolean> {
  const { supersedes } = found;
  const id = ids.next(ID_PREFIXES.conflict);
  const inserted = await tx.run(sql`insert into conflicts
      (key_id, id, user_id, agent_id, memory_a, memory_b, type, confidence, reason, part, status, kept, detected_at, resolved_at)
    values (${tx.keyId}, ${id}, ${older.user_id}, ${older.agent_id}, ${found.older}, ${found.newer}, ${found.type}, ${found.confidence},
      ${found.reason}, ${found.part}, ${supersedes ? 'resolved' : 'open'}, ${supersedes ? 'b' : null}, ${now}, ${supersedes ? now : null})
    on conflict do nothing`);
  if (inserted === 0) return false;
  const about = { user_id: older.user_id, agent_id: older.agent_id };
  await emit(tx, now, [
    { kind: 'memory.conflict', ...about, subject: found.newer, data: { conflict_id: id, with: found.older } },
  ]);
  return true;
}
