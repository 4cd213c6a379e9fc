import { product } from '../../../storage/dialect.js';
import { and, type Sql, sql } from '../../../storage/sql.js';
import { type Row, type TenantTx, tenantSnapshotSearch } from '../../../storage/statement.js';
import { fromVectorColumn } from '../../../storage/vectors.js';
import { rankTexts } from '../rank.js';
import type { EpisodeRecord } from '../record.js';
import { EPISODE_COLUMNS, type EpisodeFilter, FROM_EPISODES, inFilter, toEpisode } from './rows.js';

/** The newest episodes that a question is compared with: each takes a vector or two from disk. */
export const EPISODES_SEARCHED = 5_000;

export interface SearchRequest {
  q: string;
  filter: EpisodeFilter;
  model: string;
  /** Null: by words alone. */
  vector: Float32Array | null;
  offset: number;
  limit: number;
}
export type FoundEpisode = EpisodeRecord & { score: number };

/** By meaning and words over summaries and titles, best first, ties newest first. */
export const searchEpisodes = tenantSnapshotSearch(
  'episodes.search',
  async (tx, input: SearchRequest): Promise<FoundEpisode[]> => {
    const newest = sql`select * from episodes e where ${and(inFilter(tx, input.filter))}
      order by e.started_at desc, e.id desc limit ${EPISODES_SEARCHED}`;
    const rows = await tx.all(sql`select ${EPISODE_COLUMNS} ${FROM_EPISODES} where ${and(inFilter(tx, input.filter))}
      order by e.started_at desc, e.id desc limit ${EPISODES_SEARCHED}`);
    const cosines = input.vector ? await cosinesOf(tx, newest, input.model, input.vector) : new Map<string, number>();
    const episodes = rows.map(toEpisode);
    const byId = new Map(episodes.map((episode) => [episode.id, episode]));
    const ranked = rankTexts(
      input.q,
      episodes.map(({ id, title, summary }) => ({
        id,
        text: [title, summary].filter((part) => part !== null).join('\n'),
        cosine: cosines.get(id) ?? null,
      })),
    );
    return ranked
      .slice(input.offset, input.offset + input.limit)
      .map(({ id, score }) => ({ ...(byId.get(id) as EpisodeRecord), score: Math.round(score * 1e6) / 1e6 }));
  },
);

/** The best cosine of an episode's title and its summary's passages, by episode. PostgreSQL computes the products itself. */
async function cosinesOf(tx: TenantTx, newest: Sql, model: string, vector: Float32Array): Promise<Map<string, number>> {
  const compared = (column: string) => sql`${product(tx.dialect, column, vector)} as compared`;
  const found = await tx.all<Row & { id: string; compared: unknown }>(sql`with newest as (${newest})
    select n.id, ${compared('v.vector')} from newest n join memory_vectors v on v.key_id = n.key_id and v.user_id = n.user_id
      and v.memory_id = n.summary_memory_id and v.model = ${model}
    union all
    select n.id, ${compared('n.title_vector')} from newest n where n.title_model = ${model}`);
  const best = new Map<string, number>();
  for (const { id, compared: value } of found) {
    const cosine = typeof value === 'number' ? value : dot(vector, fromVectorColumn(value));
    best.set(id, Math.max(best.get(id) ?? -1, cosine));
  }
  return best;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] ?? 0);
  return sum;
}
