import { sql } from '../../../storage/sql.js';
import type { Row } from '../../../storage/statement.js';
import { type TenantTx, tenantRead } from '../../../storage/statement.js';
import { sourcesOf } from '../../memories/reading/sources.js';
import type { MemoryRecord } from '../../memories/record.js';
import { RECORD_COLUMNS, toRecord } from '../../memories/sql/row.js';
import { partsOf } from './turn.js';

/** Turns of a session, from one position up to another. */
export interface SentTurns {
  /** The id of the session's first episode. */
  first: string;
  from: number;
  to: number;
}

/** The positions of these turns in the episodes of their session: after `low`, up to `high`. */
async function placesOf(tx: TenantTx, { first, from, to }: SentTurns) {
  let begin = 0;
  return (await partsOf(tx, first)).flatMap((part) => {
    const [low, high] = [Math.max(from - begin, 0), Math.min(to - begin, part.last_seq)];
    begin += part.last_seq;
    return low < high ? [{ ...part, low, high }] : [];
  });
}

/** The episodes that still have statements to be derived from these turns. */
export const waitingParts = tenantRead('ingest.waitingParts', async (tx, sent: SentTurns): Promise<string[]> => {
  const places = await placesOf(tx, sent);
  return places.flatMap(({ id, derive, derived_seq, high }) => (derive !== null && derived_seq < high ? [id] : []));
});

interface FromTurns {
  /** The turns that still exist, in order. */
  turns: string[];
  /** Those about as old as the turns: what was known before the turns were said has to be found some other way. */
  statements: MemoryRecord[];
}

/** The statements derived from these turns. */
export const statementsFrom = tenantRead(
  'ingest.statementsFrom',
  async (tx, { userId, ...sent }: SentTurns & { userId: string }): Promise<FromTurns> => {
    const events: { id: string; created_at: number }[] = [];
    for (const { id, low, high } of await placesOf(tx, sent)) {
      events.push(
        ...(await tx.all<{ id: string; created_at: number }>(sql`select id, created_at from episode_events
          where key_id = ${tx.keyId} and episode_id = ${id} and seq > ${low} and seq <= ${high} order by seq`)),
      );
    }
    if (events.length === 0) return { turns: [], statements: [] };
    const times = events.map(({ created_at }) => Number(created_at));
    // A statement has the time of the turn that made it.
    const found = await tx.all<Row>(sql`select ${RECORD_COLUMNS} from memories m
      where m.key_id = ${tx.keyId} and m.user_id = ${userId} and m.kind = 'semantic' and m.metadata -> 'derived_from' is not null
        and m.created_at >= ${Math.min(...times)} and m.created_at <= ${Math.max(...times)} order by m.created_at, m.id`);
    const turns = events.map(({ id }) => id);
    const known = new Set(turns);
    const statements = found.map(toRecord).filter(({ metadata }) => sourcesOf(metadata).some((id) => known.has(id)));
    return { turns, statements };
  },
);
