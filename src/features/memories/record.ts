import * as z from 'zod';
import { at, whole } from '../../kernel/fields.js';
import { CATEGORIES } from '../../readers/category.js';
import type { SqlValue } from '../../storage/sql.js';
import type { NewMemory, Read } from './new-memory.js';

export const KINDS = ['semantic', 'episodic', 'procedural', 'working', 'emotional'] as const;
export const OUTCOMES = ['success', 'failure', 'unknown'] as const;

/** A memory, as returned everywhere. */
export const memoryRecord = z.object({
  id: z.string(),
  user_id: z.string(),
  agent_id: z.string(),
  kind: z.enum(KINDS),
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  namespace: z.string(),
  importance: z.number().describe('0–10.'),
  importance_estimated: z.boolean().describe('True if it was not given but estimated from the content.'),
  tags: z.array(z.string()),
  outcome: z.enum(OUTCOMES),
  outcome_score: z.number().describe('0–1: how well acting on it has gone so far; 0.5 without evidence.'),
  category: z.enum(CATEGORIES).describe('Derived from the content.'),
  embedded: z.boolean().describe('False while it waits to be embedded: search by meaning does not find it yet.'),
  valid_from: at('When it became true.').nullable(),
  valid_until: at('When it stopped being true.').nullable(),
  expires_at: at('When it is forgotten automatically.').nullable(),
  verified_at: at('When it was last verified.').nullable(),
  retrieval_count: whole,
  last_retrieved_at: at('When it was last returned by a search.').nullable(),
  superseded_by: z.string().nullable().describe('The memory that superseded it.'),
  risk: z.number().describe('0–1: how much the text looks like instructions aimed at the agent.'),
  created_at: at('When it was stored.'),
  updated_at: at('When it last changed.'),
});
export type MemoryRecord = z.infer<typeof memoryRecord>;

/** What an inserted row needs besides the memory. `isKeyed`: later copies of its text are recognised by this row. */
export interface NewRow {
  keyId: string;
  isKeyed: boolean;
  now: number;
  /** The value of `sketch`, if there is such a column. */
  sketch: SqlValue | undefined;
}
export interface Column {
  /** The value in a new row, before it is encoded. */
  of(memory: Read<NewMemory>, row: NewRow): unknown;
  /** Whether a copy for another agent takes the value from its original. */
  isCopied: boolean;
  /** How the column stores it: an object or a list as JSON, a boolean as 0 or 1. Otherwise unchanged. */
  as?: 'json' | 'flag';
  /** Not there if the words of a memory have a table of their own. */
  ofWords?: true;
}

/** Every column that does not have the name of a record field. */
type Hidden =
  | ('key_id' | 'dedupe_key' | 'embedded_model' | 'group_id' | 'position' | 'version' | 'conflicts_checked')
  | ('terms_length' | 'terms' | 'sketch');
export type ColumnName = Exclude<keyof MemoryRecord, 'embedded'> | Hidden;

type Of = Column['of'];
const own = (of: Of, more: Partial<Column> = {}): Column => ({ of, isCopied: false, ...more });
const copied = (of: Of, more: Partial<Column> = {}): Column => ({ of, isCopied: true, ...more });

/**
 * The columns of `memories`. Reads, inserts, imports, summaries and copies are derived from this list (`row.ts`), so that none of them loses a field;
 * a test compares it with the table.
 */
export const COLUMNS: Record<ColumnName, Column> = {
  key_id: own((_, { keyId }) => keyId),
  id: own(({ id }) => id),
  user_id: own(({ user_id }) => user_id),
  agent_id: own(({ agent_id }) => agent_id),
  namespace: copied(({ namespace }) => namespace),
  kind: copied(({ kind }) => kind),
  content: copied(({ content }) => content),
  dedupe_key: own(({ dedupeKey }, { isKeyed }) => (isKeyed ? dedupeKey : null)),
  metadata: own(({ metadata }) => metadata, { as: 'json' }),
  tags: copied(({ tags }) => tags, { as: 'json' }),
  importance: copied(({ importance }) => importance),
  importance_estimated: copied(({ importance_estimated }) => importance_estimated, { as: 'flag' }),
  outcome: copied(({ outcome }) => outcome),
  outcome_score: copied(({ outcome_score }) => outcome_score),
  category: copied(({ category }) => category),
  risk: copied(({ risk }) => risk),
  embedded_model: copied(({ vectors, embedded_model }) => vectors?.model ?? embedded_model ?? null),
  valid_from: copied(({ valid_from }) => valid_from),
  valid_until: copied(({ valid_until }) => valid_until),
  expires_at: copied(({ expires_at }) => expires_at),
  verified_at: copied(({ verified_at }) => verified_at ?? null),
  retrieval_count: copied(({ retrieval_count }) => retrieval_count ?? 0),
  last_retrieved_at: copied(({ last_retrieved_at }) => last_retrieved_at ?? null),
  superseded_by: own(({ superseded_by }) => superseded_by ?? null),
  group_id: copied(({ group_id }) => group_id),
  position: copied(({ position }) => position),
  conflicts_checked: own(({ conflicts_checked }) => conflicts_checked ?? false, { as: 'flag' }),
  version: own(({ version }) => version ?? 1),
  created_at: copied(({ created_at }, { now }) => created_at ?? now),
  updated_at: copied(({ updated_at, created_at }, { now }) => updated_at ?? created_at ?? now),
  terms_length: copied(({ words }) => words.length),
  terms: copied(({ words }) => words.packed, { ofWords: true }),
  sketch: copied((_, { sketch }) => sketch, { ofWords: true }),
};
