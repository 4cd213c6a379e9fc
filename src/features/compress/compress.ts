import * as z from 'zod';
import { DAY } from '../../kernel/clock.js';
import { agentId, userId } from '../../kernel/fields.js';
import { defineOperation, type Request } from '../request.js';
import { findCandidates } from './candidates.js';
import { mergeGroups } from './merge-groups.js';
import { type Compressed, compressedCluster } from './result.js';
import { summarizeClusters } from './summarize-clusters.js';

const MAX_KEPT = 100_000;
/** A hundred years. */
const OLDEST_DAYS = 36_500;
/** Clusters listed in the response; all of them are counted. */
const MAX_REPORTED_CLUSTERS = 100;
const SUMMARY_CHARACTERS = 10_000;

const given = z.object({
  user_id: userId,
  agent_id: agentId,
  keep: z.number().int().min(0).max(MAX_KEPT).default(50).describe('How many of the newest to leave unchanged.'),
  older_than_days: z.number().min(0).max(OLDEST_DAYS).optional().describe('Only memories stored longer ago than this.'),
  strategy: z.enum(['summarize', 'merge']).default('summarize'),
});

const output = z.object({
  compressed: z.number().int().describe('Memories that were compressed.'),
  kept_recent: z.number().int().describe('The newest memories, which were left unchanged.'),
  deleted_originals: z.number().int(),
  compressed_memory_ids: z.array(z.string()).describe('The memories they were compressed into.'),
  compressed_memory_id: z.string().nullable().describe('The first of `compressed_memory_ids`.'),
  summary: z.string().describe('The texts of the first clusters, up to 10,000 characters.'),
  tokens_before: z.number().int().describe('Tokens of the memories before compression.'),
  tokens_after: z.number().int().describe('Tokens of the memories they were compressed into.'),
  nothing_to_gain: z.boolean().describe('True if nothing could be made shorter and nothing was changed.'),
  too_dense: z
    .number()
    .int()
    .describe(
      'Memories about one subject that were left unchanged: a summary with everything that must stay would have more than half of their tokens.',
    ),
  dry_run: z.boolean(),
  clusters: z.array(compressedCluster).describe('What was compressed into what; the first 100.'),
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
    clusters: clusters.slice(0, MAX_REPORTED_CLUSTERS),
  };
}

export const compress = defineOperation({
  id: 'memory.compress',
  method: 'POST',
  path: '/memory/compress',
  scope: 'write',
  strict: true,
  bound: 'fields',
  whenFull: true,
  group: 'Memories',
  summary: 'Summarize or merge old memories',
  description:
    'Works on the semantic and episodic memories of one user and agent; the `keep` newest are left unchanged. ' +
    '`summarize` turns three or more about one subject into one summary made of their own sentences: no name, ' +
    'number, date or decision is lost. A summary has at most half of their tokens; if that is not possible, they ' +
    'are left unchanged. If a language model is configured, it writes the summary, and sentences whose facts it ' +
    'left out are added; it is not used for dry runs or if originals are deleted. `merge` reduces memories that say ' +
    'the same to the best wording. Whatever found an original finds its summary, by meaning with the same score and ' +
    'by words. The originals become superseded (`include_superseded` shows them, `POST /memory/compress/undo` ' +
    'restores them) unless `delete_originals` is set. Not compressed: memories that expire or have a `valid_until`, ' +
    'are in an open conflict with a confidence of 0.8 or more, or look like instructions, and earlier summaries. ' +
    'Each summary and its originals are written in one transaction. Compressing does not count against the monthly ' +
    'allowance. A call considers at most the 20,000 oldest memories.',
  input: given.extend({
    delete_originals: z.boolean().default(false).describe('Delete the originals for good instead of superseding them.'),
    dry_run: z.boolean().default(false).describe('Return what would happen, and change nothing.'),
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
  summary: 'Preview a compression',
  description: 'Returns what `POST /memory/compress` with `dry_run` returns; nothing is changed.',
  input: given,
  output,
  example: { user_id: 'ada', agent_id: 'planner', keep: 50 },
  handler: (request, input) => run(request, { ...input, delete_originals: false, dry_run: true }),
});

/** As many summaries as fit, each in full except possibly the first. */
function joined(clusters: readonly Compressed[]): string {
  let text = (clusters[0]?.summary ?? '').slice(0, SUMMARY_CHARACTERS);
  for (const { summary } of clusters.slice(1)) {
    if (text.length + summary.length + 2 > SUMMARY_CHARACTERS) break;
    text += `\n\n${summary}`;
  }
  return text;
}
