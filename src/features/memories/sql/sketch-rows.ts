import { atOnce, inTurns, type Work } from '../../../kernel/turns/turns.js';
import { hasOwnThreads, hasRoundTrips } from '../../../storage/dialect.js';
import { jsonRows } from '../../../storage/json.js';
import { among, byIdOnly, raw, type Slot, type Sql, sql } from '../../../storage/sql.js';
import type { Row, TenantTx } from '../../../storage/statement.js';
import { isNearDuplicate, READ_CHARACTERS, signatureOf, wordsAlone } from '../../../text/near-duplicate.js';
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

type Text = Pick<NewMemory, 'id' | 'user_id' | 'content' | 'agent_id' | 'namespace' | 'kind' | 'dedupe'>;
interface Asked<T> {
  memory: T;
  met: readonly string[];
}
interface Times {
  now: number;
  /** Storing the words of a memory that was retrieved after this is an echo: the caller gives back what it was given. */
  echoesSince: number;
}
export interface Near {
  row: Row;
  isEcho: boolean;
}

/**
 * For each text, one of the memories it met that is in force and says nearly the same for the same agent, namespace and kind: one that it echoes,
 * or else the most recently retrieved one. Texts without one are left out.
 */
export async function findNear<T extends Text>(
  tx: TenantTx,
  texts: readonly Asked<T>[],
  { now, echoesSince }: Times,
): Promise<Map<T, Near>> {
  const asked = texts
    .map(({ memory, met }) => ({ memory, met: met.filter((id) => id !== memory.id) }))
    .filter(({ met }) => met.length > 0);
  const work = nearest(asked, await candidatesOf(tx, asked, now), echoesSince);
  return hasOwnThreads(tx.dialect) ? atOnce(work) : inTurns(work);
}

function* nearest<T extends Text>(
  asked: readonly Asked<T>[],
  candidates: readonly Row[][],
  echoesSince: number,
): Work<Map<T, Near>> {
  const near = new Map<T, Near>();
  for (const [i, { memory }] of asked.entries()) {
    const signature = signatureOf(memory.content);
    yield read(memory.content);
    const alike: Row[] = [];
    for (const row of candidates[i] ?? []) {
      if (isNearDuplicate(signature, row.content as string)) alike.push(row);
      yield read(row.content as string);
    }
    const echoed = yield* echoedBy(memory, alike, echoesSince);
    const row = echoed ?? alike[0];
    if (row) near.set(memory, { row, isEcho: echoed !== undefined });
  }
  return near;
}

/** The one with the same words that the caller was given recently. */
function* echoedBy(memory: Text, alike: readonly Row[], since: number): Work<Row | undefined> {
  const given = memory.dedupe ? alike.filter((row) => Number(row.last_retrieved_at ?? 0) > since) : [];
  const words = given.length > 0 ? wordsAlone(memory.content) : null;
  if (words === null) return undefined;
  for (const row of given) {
    yield read(row.content as string);
    if (wordsAlone(row.content as string) === words) return row;
  }
  return undefined;
}

/** Units of work for reading a text once. */
const read = (text: string) => Math.min(text.length, READ_CHARACTERS);

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
