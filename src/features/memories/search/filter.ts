import * as z from 'zod';
import { agentId, namespace, tag, textProblem, time } from '../../../kernel/fields.js';
import { CATEGORIES } from '../../../readers/category.js';
import { KINDS, OUTCOMES } from '../record.js';

/** Nobody needs more, and each one is checked against every memory. */
const METADATA_FILTERS = 16;

/** Not a zod record, which would drop a key `__proto__` and with it the filter. */
const metadataFilter = z
  .custom<Record<string, string>>()
  .meta({ type: 'object', additionalProperties: { type: 'string' }, maxProperties: METADATA_FILTERS })
  .check((ctx) => {
    const fail = (message: string) => ctx.issues.push({ code: 'custom', message, input: ctx.value });
    if (typeof ctx.value !== 'object' || ctx.value === null || Array.isArray(ctx.value))
      return void fail('must be a JSON object');
    const pairs = Object.entries(ctx.value);
    if (pairs.length > METADATA_FILTERS)
      return void fail(`must have at most ${METADATA_FILTERS} keys to filter by, not ${pairs.length}`);
    for (const [key, value] of pairs) {
      if (typeof value !== 'string') return void fail('must contain only strings: they are compared as text');
      const problem = textProblem(key) ?? textProblem(value);
      if (problem) return void fail(problem);
    }
  });

/** The filters that every search and list takes. */
export const filterFields = {
  agent_id: agentId.optional().describe('Only this agent. Default: all agents of the user.'),
  namespace: namespace.optional(),
  kind: z.enum(KINDS).optional(),
  tags: z.array(tag).min(1).max(64).optional().describe('Has any of these (comma-separated; none with a comma).'),
  tags_all: z.array(tag).min(1).max(64).optional().describe('Has all of these (comma-separated; none with a comma).'),
  outcome: z.enum(OUTCOMES).optional(),
  category: z.enum(CATEGORIES).optional(),
  min_importance: z.number().min(0).max(10).optional(),
  created_after: time.optional().describe('Stored later than this (Unix milliseconds or ISO 8601).'),
  created_before: time.optional().describe('Stored earlier than this (Unix milliseconds or ISO 8601).'),
  as_of: time.optional().describe('What was true at this time (Unix milliseconds or ISO 8601), instead of now.'),
  metadata: metadataFilter
    .optional()
    .describe(
      '`metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text; lists and objects never match. At most 16.',
    ),
  include_expired: z.boolean().default(false).describe('Include memories that have expired but are not deleted yet.'),
  include_superseded: z.boolean().default(false).describe('Include memories that a newer one has superseded.'),
};
/** For searches that read the question: unless the caller says otherwise, it decides. */
export const supersededByQuestion = z
  .boolean()
  .optional()
  .describe(
    'Include memories that a newer one has superseded. Default: false; with `hybrid`, true if the question asks for an earlier state ("Where did she live before?").',
  );
export type MemoryFilter = Omit<z.output<z.ZodObject<typeof filterFields>>, 'include_superseded'> & {
  include_superseded?: boolean | undefined;
  /** Includes what is no longer or not yet true, superseded or not; for histories. */
  any_time?: boolean;
  /** Leaves out what looks this much, or more, like instructions to the agent. */
  below_risk?: number;
};

/** Picks the filters out of an operation's input. */
export function filterOf(input: MemoryFilter & Record<string, unknown>): MemoryFilter {
  return Object.fromEntries(Object.keys(filterFields).map((name) => [name, input[name]])) as unknown as MemoryFilter;
}
