import * as z from 'zod';
import { whole } from '../../kernel/fields.js';

const CONFLICT_TYPES = ['value_change', 'negation', 'antonym', 'plan_change', 'quantity', 'stated'] as const;
export const KEEPS = ['a', 'b', 'both'] as const;

const side = z.object({
  id: z.string(),
  content: z.string(),
  created_at: whole,
  valid_from: whole.nullable(),
  superseded_by: z.string().nullable(),
});

/** Two memories that cannot both be true, as returned everywhere. */
export const conflictRecord = z.object({
  id: z.string(),
  user_id: z.string(),
  agent_id: z.string(),
  memory_a: side.describe('The older statement.'),
  memory_b: side.describe('The newer statement.'),
  conflict_type: z.enum(CONFLICT_TYPES).describe('`stated`: the two were linked as contradicting.'),
  confidence: z.number().describe('0–1.'),
  reason: z.string().describe('What changed: the words of both, with their dates.'),
  part: z
    .string()
    .nullable()
    .describe(
      'The words of the older statement that no longer hold, if the rest still does; null if none does, or if they cannot be told apart.',
    ),
  detected_at: whole.describe('Unix milliseconds.'),
  status: z.enum(['open', 'resolved']),
  kept: z.enum(KEEPS).nullable().describe('What the resolution kept: the older (`a`), the newer (`b`) or both.'),
  resolved_at: whole.nullable().describe('Unix milliseconds.'),
});
export type ConflictRecord = z.infer<typeof conflictRecord>;

const RESOLUTIONS = { a: 'kept_older', b: 'kept_newer', both: 'kept_both' } as const;

/** A conflict as returned to the caller that stored one of the two. */
export const storedConflictRecord = conflictRecord.extend({
  existing_memory_id: z.string().describe('The memory that the stored one contradicts.'),
  existing_content: z.string(),
  resolution: z
    .enum(['kept_older', 'kept_newer', 'kept_both'])
    .nullable()
    .describe('How it was resolved; null while it is open.'),
});

export function storedConflict(stored: string, conflict: ConflictRecord): z.infer<typeof storedConflictRecord> {
  const existing = conflict.memory_a.id === stored ? conflict.memory_b : conflict.memory_a;
  return {
    ...conflict,
    existing_memory_id: existing.id,
    existing_content: existing.content,
    resolution: conflict.kept && RESOLUTIONS[conflict.kept],
  };
}
