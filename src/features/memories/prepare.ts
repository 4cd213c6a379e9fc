import { SECOND } from '../../kernel/clock.js';
import { ID_PREFIXES, type IdSource } from '../../kernel/ids.js';
import { atOnce } from '../../kernel/turns.js';
import { dedupeKeyOf } from './dedupe.js';
import { importanceOf } from './importance.js';
import type { StoreInput } from './input.js';
import type { NewMemory } from './new-memory.js';
import { type Reading, reading } from './read-text.js';
import { spokenText } from './speaker.js';
import { traitsIn } from './traits.js';
import type { PackedVectors } from './vectors.js';

/** Where a memory stands before anybody reported how acting on it went. */
export const OUTCOME_START = { success: 1, failure: 0, unknown: 0.5 } as const;

export function prepareMemory(
  input: StoreInput,
  vectors: PackedVectors | null,
  ids: IdSource,
  now: number,
  read: Reading = atOnce(reading({ text: input.content, spoken: spokenText(input) })),
): NewMemory {
  const traits = traitsIn(vectors ?? read.own);
  return {
    id: ids.next(ID_PREFIXES.memory),
    user_id: input.user_id,
    agent_id: input.agent_id,
    namespace: input.namespace,
    kind: input.kind,
    content: input.content,
    dedupeKey: dedupeKeyOf(input),
    dedupe: input.dedupe,
    metadata: input.metadata ?? {},
    tags: [...new Set(input.tags ?? [])],
    ...importanceOf(input.importance, traits),
    outcome: input.outcome,
    outcome_score: OUTCOME_START.unknown,
    category: traits?.category ?? 'other',
    risk: Math.max(read.risk, traits?.risk ?? 0),
    valid_from: input.valid_from ?? null,
    valid_until: input.valid_until ?? null,
    expires_at: input.ttl_seconds === undefined ? null : now + Math.round(input.ttl_seconds * SECOND),
    group_id: null,
    position: null,
    vectors,
    words: read.words,
    bands: read.bands,
  };
}
