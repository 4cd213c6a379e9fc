import { sql } from '../../../storage/sql.js';
import { tenantWrite } from '../../../storage/statement.js';
import { encodeVector } from '../../../storage/vectors.js';
import { emit } from '../../journal.js';
import type { PackedVectors } from '../../memories/sql/vectors.js';
import type { EpisodeRecord } from '../record.js';
import { readEpisode } from './rows.js';

export interface StartRequest {
  id: string;
  user_id: string;
  agent_id: string;
  title: string | null;
  titleVectors: PackedVectors | null;
  metadata: Record<string, unknown>;
  now: number;
}

/** Opens an episode. The id already exists when a repeated request finds what its first run wrote. */
export const startEpisode = tenantWrite('episodes.start', async (tx, input: StartRequest): Promise<EpisodeRecord> => {
  const { id, user_id, agent_id, title, titleVectors, metadata, now } = input;
  const vector = titleVectors?.numbers.subarray(0, titleVectors.dimensions);
  const started =
    await tx.run(sql`insert into episodes (key_id, id, user_id, agent_id, title, title_vector, title_model,
      metadata, status, last_event_at, started_at)
    values (${tx.keyId}, ${id}, ${user_id}, ${agent_id}, ${title}, ${vector ? encodeVector(tx.dialect, vector) : null},
      ${titleVectors?.model ?? null}, ${JSON.stringify(metadata)}, 'open', ${now}, ${now})
    on conflict do nothing`);
  if (started === 1) await emit(tx, now, [{ kind: 'episode.started', user_id, agent_id, subject: id }]);
  return (await readEpisode(tx, id)) as EpisodeRecord;
});
