import { CLOCK_SKEW_MS, MINUTE } from '../../../kernel/clock.js';
import { RISK_FLAGGED } from '../../../readers/risk/risk.js';
import type { Role } from '../../../readers/statements.js';
import { fromJson } from '../../../storage/json.js';
import { among, forUpdate, lookUp, type Sql, sql } from '../../../storage/sql.js';
import { systemRead, systemWrite, tenantWrite } from '../../../storage/statement.js';
import { emit } from '../../journal.js';
import type { NewMemory } from '../../memories/new-memory.js';
import { sourcesOf } from '../../memories/reading/sources.js';
import { speakerIn } from '../../memories/reading/speaker.js';
import type { Stored } from '../../memories/sql/confirm.js';
import { storeAll } from '../../memories/sql/store.js';

interface Waiting {
  key_id: string;
  id: string;
}

/**
 * How long a worker that derives from an episode keeps others away from it: longer than a language model and the vectors may take together. Whatever
 * a crashed process had claimed, and whatever failed, waits this long.
 */
export const CLAIM_MS = MINUTE;

/** Nobody derives from it now. A time further in the future than anyone would write was written before a clock was set back. */
const unclaimed = (now: number): Sql =>
  sql`derive is not null and derived_seq < last_seq and (derive_until <= ${now} or derive_until > ${now + CLAIM_MS + CLOCK_SKEW_MS})`;

/** Episodes with turns that nothing has been derived from yet: the longest waiting of each key before the second of any. */
export const waitingEpisodes = systemRead(
  'ingest.waiting',
  async (tx, { limit, now }: { limit: number; now: number }): Promise<Waiting[]> =>
    tx.all<Waiting>(sql`select key_id, id from (
        select key_id, id, last_event_at, row_number() over (partition by key_id order by last_event_at, id) as place
        from episodes where ${unclaimed(now)}) as waiting
      order by place, last_event_at limit ${limit}`),
);

/** If only one process can exist, whoever held a claim is dead. */
export const freeClaims = systemWrite('ingest.free', async (tx, _input: null): Promise<void> => {
  await tx.run(
    sql`update episodes set derive_until = 0 where derive is not null and derived_seq < last_seq and derive_until > 0`,
  );
});

export interface TurnToRead {
  id: string;
  seq: number;
  role: Role;
  name: string | null;
  content: string;
  at: number;
  namespace: string;
  metadata: Record<string, unknown>;
  tags: string[];
  expires_at: number | null;
}
export interface ToDerive {
  user_id: string;
  agent_id: string;
  session_id: string;
  /** How to derive from these turns: `auto` or `local`. */
  derive: string;
  /** The turn up to which deriving is done. */
  done: number;
  /** The turn up to which this batch goes. */
  upTo: number;
  /** Earlier turns, to resolve what the others refer to. */
  before: TurnToRead[];
  turns: TurnToRead[];
}

interface Claim {
  id: string;
  /** How many turns to take, and how many before them. */
  limit: number;
  before: number;
  now: number;
}

/**
 * Takes the next turns of an episode to derive statements from; null if there are none or another worker has them. Text that looks like instructions
 * to an agent is left out.
 */
export const claimTurns = tenantWrite(
  'ingest.claim',
  async (tx, { id, limit, before, now }: Claim): Promise<ToDerive | null> => {
    const claimed = await tx.run(sql`update episodes set derive_until = ${now + CLAIM_MS}
      where key_id = ${tx.keyId} and id = ${id} and ${unclaimed(now)}`);
    if (claimed === 0) return null;
    const episode = await tx.get<
      Omit<ToDerive, 'before' | 'turns' | 'session_id'> & { metadata: unknown; last: number }
    >(
      sql`select user_id, agent_id, derive, derived_seq as done, last_seq as last, metadata from episodes
        where key_id = ${tx.keyId} and id = ${id} and derive is not null and derived_seq < last_seq`,
    );
    if (!episode) return null;
    const { metadata, last, ...rest } = episode;
    const end = Math.min(last, rest.done + limit);
    const memory = lookUp(tx.dialect, 'inner', 'memories', 'm', sql`m.key_id = ${tx.keyId} and m.id = v.id`);
    const found = await tx.all<
      Omit<TurnToRead, 'name' | 'metadata' | 'tags'> & {
        metadata: unknown;
        tags: unknown;
        risk: number;
        derive: string | null;
      }
    >(sql`select v.id, v.seq,
        v.type as role, m.content, v.created_at as at, m.namespace, m.metadata, m.tags, m.expires_at, m.risk, v.derive
      from episode_events v ${memory}
      where v.key_id = ${tx.keyId} and v.episode_id = ${id} and v.seq > ${rest.done - before} and v.seq <= ${end} order by v.seq`);
    const read = found
      .filter((turn) => turn.risk < RISK_FLAGGED)
      .map(({ risk, derive, ...turn }) => {
        const { name, rest: metadata } = speakerIn(fromJson(turn.metadata));
        const mode = derive ?? rest.derive;
        return { mode, turn: { ...turn, name, metadata, tags: fromJson(turn.tags) as string[] } };
      });
    // Turns of one mode are taken together; what lies before them needs nothing, but helps to understand them.
    const first = read.find(({ turn, mode }) => turn.seq > rest.done && mode !== 'turns');
    const other = first && read.find(({ turn, mode }) => turn.seq > first.turn.seq && mode !== first.mode);
    const [from, upTo] = [first?.turn.seq ?? end + 1, other ? other.turn.seq - 1 : end];
    const turns = read.map(({ turn }) => turn);
    // What must not reach the language model does not explain to it what follows either.
    const known = first?.mode === 'auto' ? read.filter(({ mode }) => mode !== 'local').map(({ turn }) => turn) : turns;
    const { session_id = id } = fromJson(metadata) as { session_id?: string };
    return {
      ...rest,
      ...{ session_id, upTo, derive: first?.mode ?? rest.derive },
      before: known.filter((turn) => turn.seq < from).slice(-before),
      turns: turns.filter((turn) => turn.seq >= from && turn.seq <= upTo),
    };
  },
);

interface DerivedRequest {
  id: string;
  done: number;
  upTo: number;
  statements: NewMemory[];
  /** Turns that state nothing: they are less important. */
  idle: string[];
  quota: { month: string; limit: null; resetAt: number; now: number };
  now: number;
}

/** Writes statements and records the progress; null if another worker already did. */
export const writeDerived = tenantWrite(
  'ingest.derived',
  async (tx, input: DerivedRequest): Promise<Stored[] | null> => {
    const { id, done, upTo, statements, idle, quota, now } = input;
    const episode = await tx.get<{ user_id: string; agent_id: string }>(sql`select user_id, agent_id from episodes
    where key_id = ${tx.keyId} and id = ${id} and derived_seq = ${done} and last_seq >= ${upTo}${forUpdate(tx.dialect)}`);
    if (!episode) return null;
    // A turn that was forgotten in the meantime must not live on in what was derived from it.
    const sources = statements.flatMap(({ metadata }) => sourcesOf(metadata));
    const there = new Set(
      (
        await tx.all<{ id: string }>(
          sql`select id from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', sources)}`,
        )
      ).map((row) => row.id),
    );
    const memories = statements.filter(({ metadata }) => sourcesOf(metadata).every((source) => there.has(source)));
    const stored = memories.length ? await storeAll(tx, { memories, quota, now }) : [];
    if (idle.length) {
      await tx.run(sql`update memories set importance = 0 where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', idle)}
      and importance_estimated = 1`);
    }
    await tx.run(
      sql`update episodes set derived_seq = ${upTo}, derive_until = 0 where key_id = ${tx.keyId} and id = ${id}`,
    );
    await emit(
      tx,
      now,
      stored.flatMap(({ status, record }) => {
        const { user_id, agent_id, id: subject } = record;
        const data = { episode_id: id, turns: sourcesOf(record.metadata) };
        return status === 'stored' ? [{ kind: 'memory.derived' as const, user_id, agent_id, subject, data }] : [];
      }),
    );
    return stored;
  },
);
