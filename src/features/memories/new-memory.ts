import { sketchOf } from '../../language/sketch.js';
import type { MemoryRecord } from './record.js';
import { spokenText } from './speaker.js';
import { type Words, wordsOf } from './term-rows.js';
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
  importance_estimated: boolean;
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
  /** When it was said, where that was before it came here. */
  created_at?: number;
  /** Of its text, once they are made. */
  words?: Words;
  bands?: readonly number[];
}
export type Read<M extends NewMemory> = M & { words: Words; bands: readonly number[] };

/** The memory with what its text is found by; where it was not made yet, it is now. */
export function read<M extends NewMemory>(memory: M): Read<M> {
  memory.words ??= wordsOf(spokenText(memory));
  memory.bands ??= sketchOf(memory.content);
  return memory as Read<M>;
}

/** The record that a new memory becomes, without asking the database for what we just told it. */
export function recordOf(memory: NewMemory, now: number): MemoryRecord {
  return {
    id: memory.id,
    user_id: memory.user_id,
    agent_id: memory.agent_id,
    kind: memory.kind,
    content: memory.content,
    metadata: memory.metadata,
    namespace: memory.namespace,
    importance: memory.importance,
    importance_estimated: memory.importance_estimated,
    tags: memory.tags,
    outcome: memory.outcome,
    outcome_score: memory.outcome_score,
    category: memory.category,
    embedded: memory.vectors !== null,
    valid_from: memory.valid_from,
    valid_until: memory.valid_until,
    expires_at: memory.expires_at,
    verified_at: null,
    retrieval_count: 0,
    last_retrieved_at: null,
    superseded_by: null,
    risk: memory.risk,
    created_at: memory.created_at ?? now,
    updated_at: memory.created_at ?? now,
  } as MemoryRecord;
}
