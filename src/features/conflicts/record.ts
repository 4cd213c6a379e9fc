import { z } from 'zod';

export const CONFLICT_TYPES = ['value_change', 'negation', 'antonym', 'plan_change', 'quantity'] as const;
export const KEEPS = ['a', 'b', 'both'] as const;

const side = z.object({
  id: z.string(),
  content: z.string(),
  created_at: z.number().int(),
  valid_from: z.number().int().nullable(),
  superseded_by: z.string().nullable(),
});

/** Two memories that cannot both be true, as it is returned everywhere. */
export const conflictRecord = z.object({
  id: z.string(),
  user_id: z.string(),
  agent_id: z.string(),
  memory_a: side.describe('The older statement.'),
  memory_b: side.describe('The newer statement.'),
  conflict_type: z.enum(CONFLICT_TYPES),
  confidence: z.number().describe('0–1.'),
  reason: z.string().describe('What changed: the words of both, with their days.'),
  part: z
    .string()
    .nullable()
    .describe('The words of the older statement that no longer hold, when the rest of it still does; null: all of it.'),
  detected_at: z.number().int().describe('Unix milliseconds.'),
  status: z.enum(['open', 'resolved']),
  kept: z.enum(KEEPS).nullable().describe('What a resolution kept: the older (`a`), the newer (`b`) or both.'),
  resolved_at: z.number().int().nullable().describe('Unix milliseconds.'),
});
export type ConflictRecord = z.infer<typeof conflictRecord>;
