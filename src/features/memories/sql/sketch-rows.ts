import { hasRoundTrips } from '../../../storage/dialect.js';
import { jsonRows } from '../../../storage/json.js';
import { among, byIdOnly, raw, type Slot, type Sql, sql } from '../../../storage/sql.js';
import type { Row, TenantTx } from '../../../storage/statement.js';
import { hasSameWords, isNearDuplicate, signatureOf } from '../../../text/near-duplicate.js';
import { sketchOf } from '../../../text/sketch.js';
import type { NewMemory } from '../new-memory.js';
import { RECORD_COLUMNS } from './row.js';

/** How many memories that share a number with a text are examined: there are hardly ever more. */
export const MET = 64;
/** How many of them are compared in full. */
const COMPARED = 8;

/** Replaces the sketch of a memory with that of this text. */
export async function changeSketch(tx: TenantTx, memory: { id: string; user_id: string; content: string }) {
  await tx.sketches.replace({ ...memory, bands: sketchOf(memory.content) });
}

type Text = Pick<NewMemory, 'id' | 'user_id' | 'content' | 'agent_id' | 'namespace' | 'kind'>;
interface Asked<T> {
  memory: T;
  met: readonly string[];
}

/**
 * For each text, one of the memories it met that is in force and says nearly the same for the same agent, namespace and kind; one with the same words
 * is preferred, then the most recently retrieved one. Texts without one are left out.
 */
export async function findNear<T extends Text>(
  tx: TenantTx,
  texts: readonly Asked<T>[],
  now: number,
): Promise<Map<T, Row>> {
  const near = new Map<T, Row>();
  const asked = texts
    .map(({ memory, met }) => ({ memory, met: met.filter((id) => id !== memory.id) }))
    .filter(({ met }) => met.length > 0);
  const candidates = await candidatesOf(tx, asked, now);
  for (const [i, { memory }] of asked.entries()) {
    const signature = signatureOf(memory.content);
    const all = candidates[i]?.filter((row) => isNearDuplicate(signature, row.content as string)) ?? [];
    const found = all.find((row) => hasSameWords(row.content as string, memory.content)) ?? all[0];
    if (found) near.set(memory, found);
  }
  return near;
}

/** The memories that each text is compared with; if there are round trips, found for all texts at once. */
async function candidatesOf(tx: TenantTx, asked: readonly Asked<Text>[], now: number): Promise<Row[][]> {
  const those = (
    ids: Sql,
    user: Slot,
    agent: Slot,
    namespace: Slot,
    kind: Slot,
  ) => sql`select ${RECORD_COLUMNS}, m.version from memories m
    where m.key_id = ${tx.keyId} and ${ids} and ${byIdOnly(tx.dialect, 'm.user_id')} = ${user}
      and m.agent_id = ${agent} and m.namespace = ${namespace} and m.kind = ${kind}
      and m.superseded_by is null and (m.expires_at is null or m.expires_at > ${now}) and (m.valid_until is null or m.valid_until > ${now})
    order by coalesce(m.last_retrieved_at, 0) desc, m.id desc limit ${COMPARED}`;
  const found: Row[][] = asked.map(() => []);
  if (!hasRoundTrips(tx.dialect)) {
    for (const [i, { memory: m, met }] of asked.entries())
      found[i] = await tx.all(those(among(tx.dialect, 'm.id', met), m.user_id, m.agent_id, m.namespace, m.kind));
    return found;
  }
  if (asked.length === 0) return found;
  const places = asked.map(({ memory: m, met }, i) => [
    i,
    JSON.stringify(met),
    m.user_id,
    m.agent_id,
    m.namespace,
    m.kind,
  ]);
  const ids = raw('m.id = any(array(select jsonb_array_elements_text(cast(value ->> 1 as jsonb))))');
  const [user, agent, namespace, kind] = [2, 3, 4, 5].map((place) => raw(`value ->> ${place}`));
  const rows = await tx.all(sql`select cast(value ->> 0 as int) as asked, m.* from ${jsonRows(tx.dialect, places)}
    cross join lateral (${those(ids, user, agent, namespace, kind)}) m order by coalesce(m.last_retrieved_at, 0) desc, m.id desc`);
  for (const { asked: i, ...row } of rows) found[i as number]?.push(row);
  return found;
}
