import { z } from 'zod';
import { DAY } from '../../kernel/clock.js';
import { agentId, userId } from '../../kernel/fields.js';
import { defineOperation, type Request } from '../request.js';
import { findCandidates } from './candidates.js';
import type { Compressed } from './done.js';
import { mergeGroups } from './merge-groups.js';
import { summarizeClusters } from './summarize-clusters.js';

const MOST_KEPT = 100_000;
/** A hundred years. */
const OLDEST_DAYS = 36_500;
/** Clusters told in the answer; all of them are counted. */
const CLUSTERS_TOLD = 100;
const SUMMARY_CHARACTERS = 10_000;

const cluster = z.object({
  compressed_memory_id: z.string().nullable().describe('Null in a dry run of `summarize`.'),
  label: z.string().nullable().describe('What it is about, in key phrases.'),
  size: z.number().int().describe('Memories it replaces.'),
  source_ids: z.array(z.string()),
  from: z.number().int().describe('The earliest time they speak of. Unix milliseconds.'),
  to: z.number().int().describe('The latest. Unix milliseconds.'),
  tokens_before: z.number().int(),
  tokens_after: z.number().int(),
  summary: z.string(),
});

const given = z.object({
  user_id: userId,
  agent_id: agentId,
  keep: z.number().int().min(0).max(MOST_KEPT).default(50).describe('How many of the newest stay untouched.'),
  older_than_days: z.number().min(0).max(OLDEST_DAYS).optional().describe('Only memories stored longer ago than this.'),
  strategy: z.enum(['summarize', 'merge']).default('summarize'),
});

const output = z.object({
  compressed: z.number().int().describe('Memories that were replaced.'),
  kept_recent: z.number().int().describe('The newest, which stayed untouched.'),
  deleted_originals: z.number().int(),
  compressed_memory_ids: z.array(z.string()).describe('The memories that stand for them.'),
  compressed_memory_id: z.string().nullable().describe('The first of these.'),
  summary: z.string().describe('The texts of the first of these, up to 10,000 characters.'),
  tokens_before: z.number().int().describe('Tokens of the memories that were brought together.'),
  tokens_after: z.number().int().describe('Tokens of what stands for them.'),
  nothing_to_gain: z.boolean().describe('True: nothing could be made shorter, and nothing was changed.'),
  too_dense: z
    .number()
    .int()
    .describe(
      'Memories about one subject that stayed as they are: a summary with all they must keep would have more than half of their tokens.',
    ),
  dry_run: z.boolean(),
  clusters: z.array(cluster).describe('What became what, the first 100.'),
});

type Wanted = z.output<typeof given> & { delete_originals: boolean; dry_run: boolean };

async function run(request: Request, input: Wanted): Promise<z.input<typeof output>> {
  const { kept, points } = await findCandidates(request, {
    userId: input.user_id,
    agentId: input.agent_id,
    keep: input.keep,
    olderThan: input.older_than_days === undefined ? null : request.now - Math.round(input.older_than_days * DAY),
    withText: input.strategy === 'merge',
  });
  const compressing = input.strategy === 'merge' ? mergeGroups : summarizeClusters;
  const { clusters, tooDense } = await compressing(request, points, {
    deleteOriginals: input.delete_originals,
    dryRun: input.dry_run,
  });
  const sum = (field: 'size' | 'tokens_before' | 'tokens_after') =>
    clusters.reduce((all, made) => all + made[field], 0);
  const ids = input.dry_run ? [] : clusters.flatMap((made) => made.compressed_memory_id ?? []);
  return {
    compressed: sum('size'),
    kept_recent: kept,
    deleted_originals: input.delete_originals && !input.dry_run ? sum('size') : 0,
    compressed_memory_ids: ids,
    compressed_memory_id: ids[0] ?? null,
    summary: joined(clusters),
    tokens_before: sum('tokens_before'),
    tokens_after: sum('tokens_after'),
    nothing_to_gain: clusters.length === 0,
    too_dense: tooDense,
    dry_run: input.dry_run,
    clusters: clusters.slice(0, CLUSTERS_TOLD),
  };
}

export const compress = defineOperation({
  id: 'memory.compress',
  method: 'POST',
  path: '/memory/compress',
  scope: 'write',
  bound: 'fields',
  whenFull: true,
  group: 'Memories',
  summary: 'Summarize or merge old memories',
  description:
    'Semantic and episodic memories of one user and agent; the `keep` newest stay untouched. `summarize` puts three or more about one subject into one ' +
    'summary made of their own sentences: no name, number or date is lost, nor what was decided. A summary has at most half of their tokens; where that cannot be, they stay as they are. Where a language model is configured it writes the summary, completed by ' +
    'the sentences whose facts it left out, unless originals are deleted or it is a dry run. `merge` brings those that say the same down to the best wording. What found ' +
    'an original finds its summary, by meaning with the same score and by words. The originals become superseded (`include_superseded` shows them, ' +
    '`POST /memory/compress/undo` brings them back) unless `delete_originals` is set. Left alone are memories that expire or end, that are in an open ' +
    'conflict of a confidence of 0.75 or more, that look like instructions, and summaries made before. Every summary is written with its originals in one transaction. It does not ' +
    'count against the monthly allowance. A call looks at the 20,000 oldest at most.',
  input: given.extend({
    delete_originals: z.boolean().default(false).describe('Delete the originals for good instead of superseding them.'),
    dry_run: z.boolean().default(false).describe('Answer what would happen, change nothing.'),
  }),
  output,
  example: { user_id: 'ada', agent_id: 'planner', keep: 50, dry_run: true },
  handler: run,
});

export const preview = defineOperation({
  id: 'memory.compressPreview',
  method: 'GET',
  path: '/memory/compression/preview',
  scope: 'read',
  bound: 'fields',
  group: 'Memories',
  summary: 'Show what compressing would do',
  description: 'What `POST /memory/compress` with `dry_run` returns; nothing is changed.',
  input: given,
  output,
  example: { user_id: 'ada', agent_id: 'planner', keep: 50 },
  handler: (request, input) => run(request, { ...input, delete_originals: false, dry_run: true }),
});

/** As many summaries as fit, each whole unless it is the first. */
function joined(clusters: readonly Compressed[]): string {
  let text = (clusters[0]?.summary ?? '').slice(0, SUMMARY_CHARACTERS);
  for (const { summary } of clusters.slice(1)) {
    if (text.length + summary.length + 2 > SUMMARY_CHARACTERS) break;
    text += `\n\n${summary}`;
  }
  return text;
}
