import { SECOND } from '../../kernel/clock.js';
import { ID_PREFIXES, type IdSource } from '../../kernel/ids.js';
import { atOnce } from '../../kernel/turns/turns.js';
import { dedupeKeyOf } from './dedupe.js';
import type { StoreInput } from './input.js';
import type { NewMemory } from './new-memory.js';
import { importanceOf } from './reading/importance.js';
import { type Reading, reading } from './reading/read-text.js';
import { spokenText } from './reading/speaker.js';
import { traitsIn } from './reading/traits.js';
import type { PackedVectors } from './sql/vectors.js';

/** The score of a memory before anyone has reported how acting on it went. */
const OUTCOME_START = { success: 1, failure: 0, unknown: 0.5 } as const;

export function prepareMemory(
  input: StoreInput,
  vectors: PackedVectors | null,
  ids: IdSource,
  now: number,
  read: Reading = atOnce(reading({ text: input.content, spoken: spokenText(input) })),
): NewMemory {
  const traits = traitsIn(vectors ?? read.own, input);
  const { ttl_seconds, detect_conflicts, ...given } = input;
  return {
    ...given,
    id: ids.next(ID_PREFIXES.memory),
    dedupeKey: dedupeKeyOf(input),
    metadata: input.metadata ?? {},
    tags: [...new Set(input.tags ?? [])],
    ...importanceOf(input.importance, traits),
    outcome_score: OUTCOME_START.unknown,
    category: traits?.category ?? 'other',
    risk: Math.max(read.risk, traits?.risk ?? 0),
    valid_from: input.valid_from ?? null,
    valid_until: input.valid_until ?? null,
    expires_at: ttl_seconds === undefined ? null : now + Math.round(ttl_seconds * SECOND),
    group_id: null,
    position: null,
    vectors,
    words: read.words,
    bands: read.bands,
  };
}
