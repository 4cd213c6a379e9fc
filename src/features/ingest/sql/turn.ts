import { fromJson } from '../../../storage/json.js';
import { forUpdate, lookUp, rows, type SqlValue, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead, tenantWrite } from '../../../storage/statement.js';
import { MAX_EVENTS } from '../../episodes/record.js';
import { emit } from '../../journal.js';
import { type QuotaRequest, takeQuota } from '../../keys/sql/quota.js';
import type { NewMemory } from '../../memories/new-memory.js';
import { speakerIn } from '../../memories/reading/speaker.js';
import { insertMemories } from '../../memories/sql/insert.js';
import { type Kept, type Known, partOf } from '../session.js';

interface Part {
  id: string;
  status: string;
  last_seq: number;
  event_count: number;
  derive: string | null;
  derived_seq: number;
}

interface SessionRequest {
  /** The id of the session's first episode. */
  first: string;
  /** How many turns to read at each end. */
  turns: number;
  /** The position at which the first ones begin. */
  from: number;
}

/** The part of a session that the given turns can be compared with. */
export const readSession = tenantRead('ingest.session', async (tx, input: SessionRequest): Promise<Known> => {
  const parts = await partsOf(tx, input.first);
  const total = lengthOf(parts);
  const head = await turnsAt(tx, parts, Math.min(input.from, total), Math.min(input.from + input.turns, total));
  const tail = await turnsAt(tx, parts, Math.max(0, total - input.turns), total);
  return { total, head, tail };
});

const lengthOf = (parts: readonly Part[]) => parts.reduce((sum, part) => sum + part.last_seq, 0);

/** The session's episodes, in order. */
export async function partsOf(tx: TenantTx, first: string): Promise<Part[]> {
  const columns = sql`id, status, last_seq, event_count, derive, derived_seq`;
  // `\`` is the character after `_`.
  return tx.all<Part>(sql`select ${columns} from episodes where key_id = ${tx.keyId}
    and (id = ${first} or (id > ${`${first}_`} and id < ${`${first}\``})) order by length(id), id`);
}

/** The turns from one position up to another; null for each one that was forgotten or edited. */
async function turnsAt(tx: TenantTx, parts: readonly Part[], from: number, to: number): Promise<Kept[]> {
  const found: Kept[] = Array.from({ length: to - from }, () => null);
  let begin = 0;
  for (const part of parts) {
    const [low, high] = [Math.max(from, begin) - begin, Math.min(to, begin + part.last_seq) - begin];
    if (low < high) {
      const memory = lookUp(tx.dialect, 'inner', 'memories', 'm', sql`m.key_id = ${tx.keyId} and m.id = v.id`);
      const events = await tx.all<{
        seq: number;
        type: string;
        content: string;
        metadata: unknown;
        version: number;
      }>(sql`select v.seq, v.type,
          m.content, m.metadata, m.version from episode_events v ${memory}
        where v.key_id = ${tx.keyId} and v.episode_id = ${part.id} and v.seq > ${low} and v.seq <= ${high}`);
      for (const { seq, type, content, metadata, version } of events) {
        const { name } = speakerIn(fromJson(metadata));
        if (version === 1) found[begin + seq - 1 - from] = { role: type, name, content };
      }
    }
    begin += part.last_seq;
  }
  return found;
}

export interface NewTurn {
  role: string;
  at: number;
  /** Its user, agent and position are those of the session. */
  memory: NewMemory;
}
interface AppendTurns {
  first: string;
  sessionId: string;
  user_id: string;
  agent_id: string;
  /** How many turns the session had when these were compared with it. */
  total: number;
  turns: NewTurn[];
  /** How to derive statements; `turns`: not at all. */
  mode: string;
  metadata: Record<string, unknown>;
  quota: Omit<QuotaRequest, 'count'>;
  now: number;
}

/** Appends turns to a session, all or none. Null: another writer was faster, and the turns must be compared again. */
export const appendTurns = tenantWrite('ingest.append', async (tx, input: AppendTurns): Promise<string | null> => {
  const { first, user_id, agent_id, turns, mode, now } = input;
  const at = turns[0]?.at ?? now;
  const isNew = await startPart(tx, input, first, at);
  // Every writer to a session locks its first episode.
  await tx.get(sql`select id from episodes where key_id = ${tx.keyId} and id = ${first}${forUpdate(tx.dialect)}`);
  const parts = await partsOf(tx, first);
  if (lengthOf(parts) !== input.total) return null;
  await takeQuota(tx, { ...input.quota, count: turns.length });
  let part = parts.at(-1) as Part;
  if (part.status !== 'open' || part.event_count + turns.length > MAX_EVENTS) {
    const id = partOf(first, parts.length + 1);
    await startPart(tx, input, id, at);
    part = { id, status: 'open', last_seq: 0, event_count: 0, derive: null, derived_seq: 0 };
  }
  if (isNew || part.id !== parts.at(-1)?.id)
    await emit(tx, now, [{ kind: 'episode.started', user_id, agent_id, subject: part.id }]);
  const placed = turns.map(({ memory, at: created_at }, i) => {
    const place = { group_id: part.id, position: part.last_seq + 1 + i };
    return { ...memory, user_id, agent_id, created_at, ...place };
  });
  await insertMemories(tx, placed, new Set(), now);
  const values = turns.map((turn, i): SqlValue[] => [
    ...[tx.keyId, part.id, part.last_seq + 1 + i, turn.memory.id, user_id, turn.role, turn.at, mode],
  ]);
  await tx.run(
    sql`insert into episode_events (key_id, episode_id, seq, id, user_id, type, created_at, derive) values ${rows(values)}`,
  );
  // Earlier turns that wait to be derived still do, whatever the mode of these.
  const done = part.last_seq + (mode === 'turns' ? turns.length : 0);
  await tx.run(sql`update episodes set last_seq = last_seq + ${turns.length}, event_count = event_count + ${turns.length},
      last_event_at = ${now}, derive = ${mode === 'turns' ? sql`derive` : mode},
      derived_seq = case when derive is not null and derived_seq < last_seq then derived_seq else ${done} end
    where key_id = ${tx.keyId} and id = ${part.id}`);
  return part.id;
});

async function startPart(tx: TenantTx, input: AppendTurns, id: string, at: number): Promise<boolean> {
  const metadata = JSON.stringify({ ...input.metadata, session_id: input.sessionId });
  const added =
    await tx.run(sql`insert into episodes (key_id, id, user_id, agent_id, metadata, status, last_event_at, started_at)
    values (${tx.keyId}, ${id}, ${input.user_id}, ${input.agent_id}, ${metadata}, 'open', ${input.now}, ${at})
    on conflict do nothing`);
  return added === 1;
}
