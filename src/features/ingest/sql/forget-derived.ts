import { fromJson } from '../../../storage/json.js';
import { among, and, forUpdate, lookUp, raw, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead, tenantWrite } from '../../../storage/statement.js';
import { IS_PART } from '../../compress/sql/part.js';
import { holdersOf } from '../../compress/sql/propagate-vectors.js';
import { takeBack } from '../../compress/sql/undo.js';
import { type EpisodeFilter, inFilter } from '../../episodes/sql/rows.js';
import { emit, type JournalEntry } from '../../journal.js';
import { DERIVED_FROM_COLUMN, type Span, sourcesIn, sourcesOf, spansOf } from '../../memories/reading/sources.js';
import { removeTraces } from '../../memories/sql/traces.js';

export interface Turn {
  id: string;
  /** When it was said. */
  at: number;
}
interface ToForget {
  userId: string;
  /** The turns that statements may have been derived from. */
  turns: Turn[];
  /** Whether more is to be derived. */
  isDeriving: boolean;
}

/** The turns of an episode that is to be forgotten; null if there is no such episode. */
export const turnsToForget = tenantRead(
  'ingest.turnsToForget',
  async (tx, { id, ...scope }: EpisodeFilter & { id: string }): Promise<ToForget | null> => {
    const episode = await tx.get<{ user_id: string; derive: string | null; done: number; last: number }>(
      sql`select e.user_id, e.derive, e.derived_seq as done, e.last_seq as last from episodes e
        where ${and([...inFilter(tx, scope), sql`e.id = ${id}`])}`,
    );
    if (!episode) return null;
    const { user_id: userId, derive, done, last } = episode;
    const turns =
      derive === null
        ? []
        : await tx.all<Turn>(sql`select id, created_at as at from episode_events
            where key_id = ${tx.keyId} and episode_id = ${id} order by seq`);
    return { userId, turns, isDeriving: done < last };
  },
);

export interface Place {
  at: number;
  id: string;
}
interface Derived {
  ids: string[];
  /** Where the next page begins; null: there is none. */
  next: Place | null;
}

/** The memories of a user that were derived from any of these turns, among a page of those that were derived at all. */
export const derivedFrom = tenantRead(
  'ingest.derivedFrom',
  async (tx, input: { userId: string; turns: string[]; after: Place | null; limit: number }): Promise<Derived> => {
    const { userId, after, limit } = input;
    const later = after ? sql`(m.created_at, m.id) > (${after.at}, ${after.id})` : raw('1 = 1');
    const rows = await tx.all<
      Place & { derived_from: unknown }
    >(sql`select m.id, m.created_at as at, ${DERIVED_FROM_COLUMN}
      from memories m where m.key_id = ${tx.keyId} and m.user_id = ${userId} and ${later}
        and m.kind <> 'episodic' and m.metadata -> 'derived_from' is not null order by m.created_at, m.id limit ${limit}`);
    const turns = new Set(input.turns);
    const found = rows.filter(({ derived_from }) => sourcesIn(derived_from).some((id) => turns.has(id)));
    const last = rows.at(-1);
    return {
      ids: found.map(({ id }) => id),
      next: last && rows.length === limit ? { at: last.at, id: last.id } : null,
    };
  },
);

interface Statement {
  id: string;
  user_id: string;
  agent_id: string;
  metadata: Metadata;
  /** The metadata of its earlier versions, the oldest first. */
  before: Metadata[];
}
type Metadata = Record<string, unknown>;

/**
 * Forgets what was derived from these turns alone. What other turns state too stays, and so does what was stored without turns before it was said
 * here; both lose these sources. Returns how many were forgotten.
 */
export const forgetDerived = tenantWrite(
  'ingest.forgetDerived',
  async (tx, { ids, turns, now }: { ids: string[]; turns: Turn[]; now: number }): Promise<number> => {
    const gone = new Set(turns.map(({ id }) => id));
    const found = await statementsOf(tx, ids);
    // What is said again names its latest turns; those before are in its history.
    const spansIn = ({ metadata, before }: Statement) => [...before, metadata].flatMap(spansOf);
    const others = found.flatMap(spansIn).flatMap(({ id }) => (gone.has(id) ? [] : [id]));
    const sessions = await sessionsOf(tx, others);
    const forgotten: Statement[] = [];
    for (const statement of found) {
      const spans = spansIn(statement).filter(({ id }) => !gone.has(id) && sessions.has(id));
      const left = [...new Map(spans.map((span) => [JSON.stringify(span), span])).values()];
      const isOwn = statement.before.some((metadata) => sourcesOf(metadata).length === 0);
      if (left.length === 0 && !isOwn) forgotten.push(statement);
      else await keepWith(tx, statement, left, sessions.get(left.at(-1)?.id ?? ''), now);
    }
    return forgetThese(tx, forgotten, now);
  },
);

async function statementsOf(tx: TenantTx, ids: readonly string[]): Promise<Statement[]> {
  const rows = await tx.all<Omit<Statement, 'metadata' | 'before'> & { metadata: unknown }>(
    sql`select id, user_id, agent_id, metadata from memories
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)} order by id${forUpdate(tx.dialect)}`,
  );
  const versions = await tx.all<{
    id: string;
    metadata: string | null;
  }>(sql`select memory_id as id, record ->> 'metadata' as metadata
    from memory_versions where key_id = ${tx.keyId} and ${among(tx.dialect, 'memory_id', ids)} order by memory_id, version`);
  const before = new Map<string, Metadata[]>();
  for (const { id, metadata } of versions) before.set(id, [...(before.get(id) ?? []), JSON.parse(metadata ?? '{}')]);
  return rows.map((row) => ({ ...row, metadata: fromJson(row.metadata), before: before.get(row.id) ?? [] }));
}

/** The session of each turn that still exists. */
async function sessionsOf(tx: TenantTx, turns: readonly string[]): Promise<Map<string, unknown>> {
  if (turns.length === 0) return new Map();
  const episode = lookUp(tx.dialect, 'inner', 'episodes', 'e', sql`e.key_id = ${tx.keyId} and e.id = v.episode_id`);
  const found = await tx.all<{
    id: string;
    metadata: unknown;
  }>(sql`select v.id, e.metadata from episode_events v ${episode}
    where v.key_id = ${tx.keyId} and ${among(tx.dialect, 'v.id', turns)}`);
  return new Map(found.map(({ id, metadata }) => [id, fromJson<{ session_id?: string }>(metadata).session_id]));
}

async function keepWith(
  tx: TenantTx,
  { id, user_id, agent_id, metadata }: Statement,
  derived_from: readonly Span[],
  session_id: unknown,
  now: number,
): Promise<void> {
  const { derived_from: _, session_id: __, ...rest } = metadata;
  const from = derived_from.length > 0 ? { session_id, derived_from } : {};
  await tx.run(sql`update memories set metadata = ${JSON.stringify({ ...rest, ...from })}, updated_at = ${now}
    where key_id = ${tx.keyId} and id = ${id}`);
  await emit(tx, now, [{ kind: 'memory.updated', user_id, agent_id, subject: id }]);
}

async function forgetThese(tx: TenantTx, statements: readonly Statement[], now: number): Promise<number> {
  if (statements.length === 0) return 0;
  const ids = statements.map(({ id }) => id);
  // Their texts must not live on in a summary, and what was merged into them may have been said elsewhere.
  for (const end of ['from_id', 'to_id']) {
    const tied = await tx.all<{ id: string }>(sql`select distinct ${raw(`l.${end}`)} as id from links l
      where l.key_id = ${tx.keyId} and ${among(tx.dialect, `l.${end}`, ids)} and ${IS_PART}`);
    for (const { id } of tied) {
      const compressed = end === 'from_id' ? (await holdersOf(tx, id)).reverse() : [id];
      for (const whole of compressed) await takeBack(tx, whole, now);
    }
  }
  const gone = await tx.all<Pick<Statement, 'id' | 'user_id' | 'agent_id'>>(
    sql`delete from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)} returning id, user_id, agent_id`,
  );
  await removeTraces(tx, gone, now);
  const news = gone.map(
    (one): JournalEntry => ({
      kind: 'memory.forgotten',
      user_id: one.user_id,
      agent_id: one.agent_id,
      subject: one.id,
    }),
  );
  await emit(tx, now, news);
  return gone.length;
}
