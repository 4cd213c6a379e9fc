import { dedupeKeyOf } from '../../src/features/memories/dedupe.js';
import type { NewMemory } from '../../src/features/memories/new-memory.js';
import { monthOf, nextMonth } from '../../src/kernel/clock.js';
import { ID_PREFIXES, randomIds } from '../../src/kernel/ids.js';

/** Reproducible random numbers in 0–1. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

export function unitVector(dimensions: number, random: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

const ids = randomIds(() => Date.now());

/** A memory ready for the store statement, with the fields that the test sets. */
export function newMemory(overrides: Partial<NewMemory> = {}): NewMemory {
  const base = {
    id: ids.next(ID_PREFIXES.memory),
    user_id: 'user',
    agent_id: 'agent',
    namespace: 'default',
    kind: 'semantic',
    content: `A memory ${ids.next(ID_PREFIXES.memory)}`,
    dedupe: true,
    metadata: {},
    tags: [],
    importance: 5,
    importance_estimated: false,
    outcome: 'unknown',
    outcome_score: 0.5,
    category: 'other',
    risk: 0,
    valid_from: null,
    valid_until: null,
    expires_at: null,
    group_id: null,
    position: null,
    vectors: null,
    ...overrides,
  };
  return { dedupeKey: dedupeKeyOf(base), ...base };
}

export const unlimited = (now: number) => ({ month: monthOf(now), limit: null, resetAt: nextMonth(now), now });
