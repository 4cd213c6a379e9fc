import type { IdSource } from '../../kernel/ids.js';
import type { NewMemory } from '../memories/new-memory.js';
import { prepareMemory } from '../memories/prepare.js';
import type { Reading } from '../memories/reading/read-text.js';
import type { PackedVectors } from '../memories/sql/vectors.js';

export interface EpisodicText {
  content: string;
  metadata: Record<string, unknown>;
  outcome: 'success' | 'failure' | 'unknown';
  vectors: PackedVectors | null;
  /** Determined here if absent. */
  read?: Reading;
}

/**
 * A memory of an episode, about to be stored. Its owner and position are filled in by the statement that knows the episode. Never a duplicate: the
 * same words said twice are two events.
 */
export function episodicMemory(given: EpisodicText, ids: IdSource, now: number): NewMemory {
  const { content, metadata, outcome, vectors, read } = given;
  const whose = { user_id: '', agent_id: '', namespace: 'default', kind: 'episodic' as const };
  const rest = { detect_conflicts: false, dedupe: false };
  return prepareMemory({ ...whose, content, metadata, outcome, ...rest }, vectors, ids, now, read);
}
