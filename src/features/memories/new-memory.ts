import { type Words, wordsOf } from '../../storage/words.js';
import { sketchOf } from '../../text/sketch.js';
import type { StoreInput } from './input.js';
import { spokenText } from './reading/speaker.js';
import type { PackedVectors } from './sql/vectors.js';

interface Prepared {
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
  /** The group it was stored with, and its position there: neighbours in a conversation explain each other. */
  group_id: string | null;
  position: number | null;
  vectors: PackedVectors | null;
  /** When it was said, if that was before it was stored here. */
  created_at?: number;
  /** The state of a memory that was stored before. */
  updated_at?: number;
  verified_at?: number | null;
  retrieval_count?: number;
  last_retrieved_at?: number | null;
  superseded_by?: string | null;
  version?: number;
  conflicts_checked?: boolean;
  /** The model of vectors that it gets from other memories. If it has vectors of its own, their model applies. */
  embedded_model?: string | null;
  /** Derived from its text, once computed. */
  words?: Words;
  bands?: readonly number[];
}
type Given = Omit<StoreInput, keyof Prepared | 'ttl_seconds' | 'detect_conflicts'>;
/** A memory on its way into the database: the input that is stored as is, and what was prepared from it. */
export type NewMemory = Prepared & { [field in keyof Given]: Given[field] | null };
export type Read<M extends NewMemory> = M & { words: Words; bands: readonly number[] };

/** The memory with what its text is found by, computed now if it was not computed before. */
export function read<M extends NewMemory>(memory: M): Read<M> {
  memory.words ??= wordsOf(spokenText(memory));
  memory.bands ??= sketchOf(memory.content);
  return memory as Read<M>;
}
