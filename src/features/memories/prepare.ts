import { SECOND } from '../../kernel/clock.js';
import { ID_PREFIXES, type IdSource } from '../../kernel/ids.js';
import { categorize } from '../../language/category.js';
import { riskOf } from '../../language/risk.js';
import { dedupeKeyOf } from './dedupe.js';
import type { StoreInput } from './input.js';
import type { PackedVectors } from './vectors.js';

/** A memory on its way into the database. */
export interface NewMemory {
  id: string;
  user_id: string;
  agent_id: string;
  namespace: string;
  kind: string;
  content: string;
  dedupeKey: string;
  dedupe: boolean;
  metadata: Record<string, unknown>;
  tags: string[];
  importance: number;
  outcome: string;
  outcome_score: number;
  category: string;
  risk: number;
  valid_from: number | null;
  valid_until: number | null;
  expires_at: number | null;
  /** What it was stored together with, and its place there: neighbours in a conversation explain each other. */
  group_id: string | null;
  position: number | null;
  vectors: PackedVectors | null;
}

/** Where a memory stands before anybody reported how acting on it went. */
export const OUTCOME_START = { success: 1, failure: 0, unknown: 0.5 } as const;

export function prepareMemory(input: StoreInput, vectors: PackedVectors | null, ids: IdSource, now: number): NewMemory {
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
    importance: input.importance,
    outcome: input.outcome,
    outcome_score: OUTCOME_START.unknown,
    category: categorize(input.content),
    risk: riskOf(input.content),
    valid_from: input.valid_from ?? null,
    valid_until: input.valid_until ?? null,
    expires_at: input.ttl_seconds === undefined ? null : now + Math.round(input.ttl_seconds * SECOND),
    group_id: null,
    position: null,
    vectors,
  };
}
