import * as z from 'zod';
import { agentId, amount, filled, LIMITS, metadata, namespace, tags, time, userId } from '../../kernel/fields.js';
import { KINDS, OUTCOMES } from './record.js';

/** Ten years: anything longer is not a time to live. */
const MAX_TTL_SECONDS = 315_360_000;

const content = filled(LIMITS.content).describe(
  'What to remember, not only white space. Long texts are embedded passage by passage.',
);
const importance = amount(0, 10).describe('0 (trivia) to 10 (vital).');
export const ttlSeconds = z.number().positive().max(MAX_TTL_SECONDS).describe('Forget it after this many seconds.');
export const outcome = z.enum(OUTCOMES).describe('How acting on it went.');

/** The body of a store request, and each entry of a batch. */
export const storeInput = z.object({
  user_id: userId,
  agent_id: agentId.default('default'),
  content,
  metadata: metadata.optional(),
  importance: importance.optional().describe('0 (trivia) to 10 (vital). Default: estimated from the content.'),
  ttl_seconds: ttlSeconds.optional(),
  tags: tags.optional(),
  namespace: namespace.default('default'),
  outcome: outcome.default('unknown'),
  detect_conflicts: z.boolean().default(false).describe('Also report memories that contradict this one.'),
  kind: z.enum(KINDS).default('semantic').describe('The kind of memory.'),
  valid_from: time.optional().describe('When it became true (Unix milliseconds or ISO 8601).'),
  valid_until: time.optional().describe('When it stops being true (Unix milliseconds or ISO 8601).'),
  dedupe: z
    .boolean()
    .default(true)
    .describe('False stores the same text again instead of returning the existing memory.'),
});
export type StoreInput = z.output<typeof storeInput>;

/** What a PATCH may change; absent fields stay. */
export const changeInput = z.object({
  content: content.optional(),
  metadata: metadata.optional().describe('Merged into the existing metadata: your keys win, null removes a key.'),
  tags: tags.optional().describe('Replaces the tags.'),
  importance: importance.optional().describe('0 (trivia) to 10 (vital). From now on it is not estimated.'),
  namespace: namespace.optional(),
  outcome: outcome.optional(),
  valid_from: time.nullable().optional().describe('When it became true; null if unknown.'),
  valid_until: time.nullable().optional().describe('When it stops being true; null if no end is known.'),
  ttl_seconds: ttlSeconds.nullable().optional().describe('Forget it this many seconds from now; null keeps it.'),
});
export type ChangeInput = z.output<typeof changeInput>;

/** A validity that ends before it begins is a mistake of the caller. */
export const endsBeforeStart = (input: { valid_from?: number | undefined; valid_until?: number | undefined }) =>
  input.valid_from !== undefined && input.valid_until !== undefined && input.valid_until <= input.valid_from;
