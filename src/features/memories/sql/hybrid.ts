import { DEFAULT_MODEL } from '../../../embedding/models/manifest.js';
import { FUSION, POOL_SIZE } from '../../../ranking/fusion.js';
import { type Confidence, confidenceOf } from '../../../ranking/hybrid/confidence.js';
import { type Candidate, type Part, type Ranked, rankHybrid, readQuestion } from '../../../ranking/hybrid/hybrid.js';
import { read } from '../../../ranking/hybrid/reading.js';
import { RERANK } from '../../../ranking/hybrid/rerank.js';
import { namesOfUser } from '../../../readers/user-names.js';
import { among, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantSearch } from '../../../storage/statement.js';
import type { HybridHit } from '../../../storage/vectors.js';
import { queryTerms } from '../../../text/terms.js';
import { CONFLICT_TABLES, HAS_ORDER } from '../../conflicts/sql/rows.js';
import { DERIVED_FROM_COLUMN, sourcesIn } from '../reading/sources.js';
import { SPEAKER_COLUMN, spokenText } from '../reading/speaker.js';
import type { MemoryRecord } from '../record.js';
import type { MemoryFilter } from '../search/filter.js';
import { rounded } from './read.js';
import { RECORD_COLUMNS, toRecord } from './row.js';
import { visible } from './visible.js';

interface HybridRequest {
  text: string;
  userId: string;
  filter: MemoryFilter;
  model: string;
  /** Null: none could be made for the question, so only its words count. */
  vector: Float32Array | null;
  /** Results wanted; a few more are returned if the third stage reads more. */
  limit: number;
  minScore: number | null;
  now: number;
}
export interface HybridResult extends Confidence {
  memories: (MemoryRecord & { score: number | null; final_score: number; parts: Part[] })[];
  /** For each statement, by id: the turn that it was derived from, and the turn's text if it is short. The third stage reads that text instead. */
  spoken: Record<string, { turn: string; text?: string }>;
  /** Pairs among them that are known to contradict each other. */
  contradicted: Compared[];
  /** Pairs that someone has decided: both hold, or the older one does. */
  decided: { older: string; newer: string }[];
  /** Those that are turns of conversations from which statements are derived. */
  turns: string[];
  /** Of those turns, the questions and what an assistant or a tool said. */
  echoes: string[];
  /** What the user is called, as far as the id and the candidates say. */
  names: string[];
}

/** Meaning, words, time, speakers and neighbours: two stages, the second on the best of the first. */
export const searchHybrid = tenantSearch(
  'memories.searchHybrid',
  async (tx, input: HybridRequest): Promise<HybridResult> => {
    const isDerived = await hasStatements(tx, input.userId);
    const pool = isDerived ? 2 * POOL_SIZE : POOL_SIZE;
    const hits = await tx.vectors.hybrid({
      userId: input.userId,
      model: input.model,
      vector: input.vector,
      terms: [...queryTerms(input.text).keys()],
      where: visible(tx.dialect, input.filter, input.now),
      columns: CANDIDATE_COLUMNS,
      limit: Math.max(pool, input.limit),
      now: input.now,
    });
    const byId = new Map(hits.map((hit) => [hit.row.id as string, hit]));
    const question = readQuestion(input.text, input.now);
    const events = await eventsAmong(tx, hits);
    const sources = isDerived ? await sourcesAmong(tx, hits) : new Map<string, string[]>();
    const withStatement = new Set([...sources.values()].flat());
    // Without a vector all have the same meaning score, which says nothing about any of them.
    const alike = input.vector === null ? FUSION.meaning : 0;
    const ranked = rankHybrid(
      question,
      hits.map((hit) => ({
        ...candidate({ ...hit, fused: hit.fused - alike }, events.get(hit.row.id as string)),
        hasStatement: withStatement.has(hit.row.id as string),
        sources: sources.get(hit.row.id as string) ?? [],
      })),
      input.now,
    );
    const cosineOf = (id: string) => byId.get(id)?.cosine ?? null;
    const near = ({ id }: Ranked) => input.minScore === null || (cosineOf(id) ?? -1) >= input.minScore;
    // Several may be statements of one turn, of which only one is read.
    const least = isDerived ? 2 * RERANK.read : RERANK.read;
    const shown = await withRecords(tx, ranked.filter(near), Math.max(input.limit, least));
    const memories = shown.map(({ record, ranked: { id, final, parts } }) => {
      const cosine = cosineOf(id);
      const score = cosine === null ? null : rounded(cosine);
      return { ...record, score, final_score: final, parts };
    });
    const conflicts = await conflictsAmong(
      tx,
      memories.slice(0, CONTRADICTIONS_AMONG).map(({ id }) => id),
    );
    const turns = shown.flatMap(({ ranked: { candidate } }) => (candidate.isTurn ? [candidate] : []));
    const echoes = turns.filter((turn) => events.get(turn.id)?.type !== 'user' || read(turn).asks);
    const candidates = new Map(ranked.map(({ id, candidate }) => [id, candidate]));
    const spoken = Object.fromEntries(
      shown.flatMap(({ ranked: { id, candidate } }) => {
        const turn = candidates.get(candidate.sources?.at(-1) ?? '');
        const text = turn && turn.content.length <= SHORT_TURN ? { text: turn.content } : {};
        return turn ? [[id, { turn: turn.id, ...text }]] : [];
      }),
    );
    const ids = (candidates: readonly Candidate[]) => candidates.map(({ id }) => id);
    const [contradicted, decided] = [true, false].map((holds) =>
      conflicts.filter(({ kept }) => (kept === null || kept === 'b') === holds),
    ) as [typeof conflicts, typeof conflicts];
    // What an assistant or a tool is called says nothing about the user.
    const ofUser = hits.filter(({ row }) => (events.get(row.id as string)?.type ?? 'user') === 'user');
    const names = namesOfUser(
      input.userId,
      ofUser.map(({ row }) => row.content as string),
    );
    return {
      ...{ memories, contradicted, decided, spoken, turns: ids(turns), echoes: ids(echoes), names },
      ...confidenceOf(question, ranked, input.model === DEFAULT_MODEL),
    };
  },
);

type WordsRequest = Pick<HybridRequest, 'text' | 'userId' | 'filter' | 'model' | 'limit' | 'now'>;

/** Every memory that shares a word with the text, ranked by its words alone (BM25). */
export const searchWords = tenantSearch(
  'memories.searchWords',
  async (tx, input: WordsRequest): Promise<(MemoryRecord & { score: null; final_score: number })[]> => {
    const hits = await tx.vectors.hybrid({
      ...{ userId: input.userId, model: input.model, vector: null, terms: [...queryTerms(input.text).keys()] },
      ...{ where: visible(tx.dialect, input.filter, input.now), columns: ['created_at'] },
      ...{ limit: input.limit, now: input.now },
    });
    const found = hits.filter(({ lexical }) => lexical > 0);
    const records = await recordsOf(
      tx,
      found.map(({ row }) => row.id as string),
    );
    return found.flatMap(({ row, lexical }) => {
      const record = records.get(row.id as string);
      return record ? [{ ...record, score: null, final_score: rounded(lexical) }] : [];
    });
  },
);

/** An event of an episode among the hits. */
interface EpisodeEvent {
  id: string;
  speaker: unknown;
  /** For a turn, the role of its speaker. */
  type: string | null;
  /** How statements are derived from it; null if they are not. */
  derive: string | null;
}

/** Whether statements are derived from this user's conversations: each is found along with its turn, so there are twice as many candidates. */
const hasStatements = async (tx: TenantTx, userId: string): Promise<boolean> =>
  (
    await tx.all(sql`select 1 from episodes where key_id = ${tx.keyId} and user_id = ${userId} and derive is not null
    limit 1`)
  ).length > 0;

async function eventsAmong(tx: TenantTx, hits: readonly HybridHit[]): Promise<Map<string, EpisodeEvent>> {
  const ids = hits.flatMap(({ row }) => (row.kind === 'episodic' && row.group_id !== null ? [row.id as string] : []));
  if (ids.length === 0) return new Map();
  const found = await tx.all<EpisodeEvent>(sql`select m.id, ${SPEAKER_COLUMN}, v.type,
      nullif(coalesce(v.derive, e.derive), 'turns') as derive from memories m
    left join episodes e on e.key_id = m.key_id and e.id = m.group_id
    left join episode_events v on v.key_id = m.key_id and v.episode_id = m.group_id and v.seq = m.position
    where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', ids)}`);
  return new Map(found.map((event) => [event.id, event]));
}

/** The turns that statements among the hits were derived from, by statement. */
async function sourcesAmong(tx: TenantTx, hits: readonly HybridHit[]): Promise<Map<string, string[]>> {
  const ids = hits.filter(({ row }) => row.kind !== 'episodic').map(({ row }) => row.id as string);
  const found = await tx.all<{
    id: string;
    derived_from: unknown;
  }>(sql`select m.id, ${DERIVED_FROM_COLUMN} from memories m
    where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', ids)} and m.metadata -> 'derived_from' is not null`);
  return new Map(found.map(({ id, derived_from }) => [id, sourcesIn(derived_from)]));
}

/** Characters up to which a turn is read as a whole. */
const SHORT_TURN = 320;

/** The number of results among which contradictions are looked up. */
const CONTRADICTIONS_AMONG = 50;

interface Compared {
  older: string;
  newer: string;
  part: string | null;
  kept: string | null;
  confidence: number;
}

async function conflictsAmong(tx: TenantTx, ids: string[]): Promise<Compared[]> {
  if (ids.length < 2) return [];
  return tx.all<Compared>(sql`select c.memory_a as older, c.memory_b as newer, c.part, c.kept, c.confidence from ${CONFLICT_TABLES[tx.dialect]}
    where c.key_id = ${tx.keyId} and ${among(tx.dialect, 'c.memory_a', ids)} and ${among(tx.dialect, 'c.memory_b', ids)}
      and (c.kept is not null or ${HAS_ORDER})
    order by c.detected_at, c.id`);
}

/** The columns that the second stage reads. The whole record is read only for memories that are returned. */
const CANDIDATE_COLUMNS = [
  ...['kind', 'content', 'valid_from', 'created_at', 'group_id', 'position'],
  ...['importance', 'outcome_score', 'superseded_by'],
];

/** The first `limit` memories that still exist: on PostgreSQL one may have been forgotten since it was found. */
async function withRecords(tx: TenantTx, ranked: readonly Ranked[], limit: number) {
  const shown: { ranked: Ranked; record: MemoryRecord }[] = [];
  for (let at = 0; at < ranked.length && shown.length < limit; ) {
    const next = ranked.slice(at, at + limit - shown.length);
    at += next.length;
    const ids = next.map(({ id }) => id);
    const records = await recordsOf(tx, ids);
    for (const one of next) {
      const record = records.get(one.id);
      if (record) shown.push({ ranked: one, record });
    }
  }
  return shown;
}

async function recordsOf(tx: TenantTx, ids: string[]): Promise<Map<string, MemoryRecord>> {
  const rows = await tx.all(sql`select ${RECORD_COLUMNS} from memories m
    where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', ids)}`);
  return new Map(rows.map((row) => [row.id as string, toRecord(row)]));
}

const candidate = ({ row, cosine, lexical, fused }: HybridHit, event: EpisodeEvent | undefined): Candidate => ({
  id: row.id as string,
  content: spokenText({ kind: row.kind as string, content: row.content as string, speaker: event?.speaker }),
  cosine: cosine ?? 0,
  lexical,
  fused,
  at: (row.valid_from ?? row.created_at) as number,
  createdAt: row.created_at as number,
  group: row.group_id as string | null,
  position: row.position as number | null,
  importance: row.importance as number,
  outcomeScore: row.outcome_score as number,
  supersededBy: row.superseded_by as string | null,
  isTurn: (event?.derive ?? null) !== null,
});
