import { queryTerms } from '../../language/terms.js';
import { type Confidence, confidenceOf } from '../../ranking/confidence.js';
import { FUSION, POOL_SIZE } from '../../ranking/fusion.js';
import { type Candidate, type Part, type Ranked, rankHybrid, readQuestion } from '../../ranking/hybrid.js';
import { RERANK } from '../../ranking/rerank.js';
import { fromJson } from '../../storage/json.js';
import { among, sql } from '../../storage/sql.js';
import { type TenantTx, tenantSearch } from '../../storage/statement.js';
import type { HybridHit } from '../../storage/vectors.js';
import type { MemoryFilter } from './filter.js';
import { rounded } from './read-statements.js';
import type { MemoryRecord } from './record.js';
import { RECORD_COLUMNS, toRecord } from './row.js';
import { sourcesOf } from './sources.js';
import { visible } from './visible.js';

export interface HybridRequest {
  text: string;
  userId: string;
  filter: MemoryFilter;
  model: string;
  /** Null: none could be made for the question, its words alone count. */
  vector: Float32Array | null;
  /** Results wanted; some more are returned where the third stage reads more. */
  limit: number;
  minScore: number | null;
  now: number;
}
export interface HybridAnswer extends Confidence {
  memories: (MemoryRecord & { score: number | null; final_score: number; parts: Part[] })[];
  /** Pairs among them that are known to contradict each other. */
  contradicted: { older: string; newer: string }[];
  /** Those that are turns of conversations which statements were derived from. */
  turns: string[];
}

/** Meaning, words, time, speakers and neighbours: two stages, the second on the best of the first. */
export const searchHybrid = tenantSearch(
  'memories.searchHybrid',
  async (tx, input: HybridRequest): Promise<HybridAnswer> => {
    const hits = await tx.vectors.hybrid({
      userId: input.userId,
      model: input.model,
      vector: input.vector,
      terms: [...queryTerms(input.text).keys()],
      where: visible(tx.dialect, input.filter, input.now),
      columns: CANDIDATE_COLUMNS,
      limit: Math.max(POOL_SIZE, input.limit),
      now: input.now,
    });
    const byId = new Map(hits.map((hit) => [hit.row.id as string, hit]));
    const question = readQuestion(input.text, input.now);
    const derived = await derivedEpisodes(tx, hits);
    const sources = derived.size > 0 ? await sourcesAmong(tx, hits) : new Map<string, string[]>();
    const told = new Set([...sources.values()].flat());
    // Without a vector all are alike in meaning, which says nothing of any of them.
    const alike = input.vector === null ? FUSION.meaning : 0;
    const ranked = rankHybrid(
      question,
      hits.map((hit) => ({
        ...candidate({ ...hit, fused: hit.fused - alike }, derived, told),
        sources: sources.get(hit.row.id as string) ?? [],
      })),
      input.now,
    );
    const cosineOf = (id: string) => byId.get(id)?.cosine ?? null;
    const near = ({ id }: Ranked) => input.minScore === null || (cosineOf(id) ?? -1) >= input.minScore;
    const shown = await withRecords(tx, ranked.filter(near), Math.max(input.limit, RERANK.read));
    const memories = shown.map(({ record, ranked: { id, final, parts } }) => {
      const cosine = cosineOf(id);
      const score = cosine === null ? null : rounded(cosine);
      return { ...record, score, final_score: final, parts };
    });
    const contradicted = await contradictionsAmong(
      tx,
      memories.slice(0, CONTRADICTIONS_AMONG).map(({ id }) => id),
    );
    const turns = shown.flatMap(
      ({
        ranked: {
          id,
          candidate: { isTurn },
        },
      }) => (isTurn ? [id] : []),
    );
    return { memories, contradicted, turns, ...confidenceOf(question, ranked) };
  },
);

/** Of the episodes that were found a turn of, those that statements are derived from. */
async function derivedEpisodes(tx: TenantTx, hits: readonly HybridHit[]): Promise<ReadonlySet<string>> {
  const turns = hits.filter(({ row }) => row.kind === 'episodic' && row.group_id !== null);
  if (turns.length === 0) return new Set();
  const groups = [...new Set(turns.map(({ row }) => row.group_id as string))];
  const found = await tx.all<{
    id: string;
  }>(sql`select id from episodes where key_id = ${tx.keyId} and derive is not null
    and ${among(tx.dialect, 'id', groups)}`);
  return new Set(found.map(({ id }) => id));
}

/** The turns that statements among the hits were derived from, by statement. */
async function sourcesAmong(tx: TenantTx, hits: readonly HybridHit[]): Promise<Map<string, string[]>> {
  const ids = hits.filter(({ row }) => row.kind !== 'episodic').map(({ row }) => row.id as string);
  const found = await tx.all<{
    id: string;
    sources: unknown;
  }>(sql`select m.id, m.metadata -> 'derived_from' as sources from memories m
    where m.key_id = ${tx.keyId} and ${among(tx.dialect, 'm.id', ids)} and m.metadata -> 'derived_from' is not null`);
  return new Map(found.map(({ id, sources }) => [id, sourcesOf({ derived_from: fromJson(sources) })]));
}

/** Results among which contradictions are looked up. */
const CONTRADICTIONS_AMONG = 50;

async function contradictionsAmong(tx: TenantTx, ids: string[]): Promise<{ older: string; newer: string }[]> {
  if (ids.length < 2) return [];
  return tx.all<{ older: string; newer: string }>(sql`select memory_a as older, memory_b as newer from conflicts
    where key_id = ${tx.keyId} and ${among(tx.dialect, 'memory_a', ids)} and ${among(tx.dialect, 'memory_b', ids)}
      and (kept is null or kept = 'b') order by detected_at, id`);
}

/** What the second stage reads. The whole record is read of those only that are answered. */
const CANDIDATE_COLUMNS = [
  ...['kind', 'content', 'valid_from', 'created_at', 'group_id', 'position'],
  ...['importance', 'outcome_score', 'superseded_by'],
];

/** The first so many that are still there: on PostgreSQL somebody may have forgotten one since it was found. */
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

const candidate = (
  { row, cosine, lexical, fused }: HybridHit,
  derived: ReadonlySet<string>,
  told: ReadonlySet<string>,
): Candidate => ({
  id: row.id as string,
  content: row.content as string,
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
  isTurn: row.kind === 'episodic' && derived.has(row.group_id as string),
  isTold: told.has(row.id as string),
});
