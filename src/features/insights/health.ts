import * as z from 'zod';
import { DAY } from '../../kernel/clock.js';
import { whole } from '../../kernel/fields.js';
import { FEWEST_MEMBERS } from '../compress/cluster.js';
import { FRESH_DAYS } from '../lifecycle/quality.js';
import { scopeFields, scopeOf } from '../lifecycle/scope-fields.js';
import { readStats } from '../lifecycle/sql/stats.js';
import { STATS_BOUNDS } from '../lifecycle/stats.js';
import { summaryOf } from '../lifecycle/stats-summary.js';
import { defineOperation } from '../request.js';
import { duplicatesTask, duplicateUnits } from './duplicates.js';
import { ACTIONS, recommend } from './recommendations.js';
import { scopeEcho, scopeOutput } from './scope-output.js';
import { readDuplicateCandidates } from './sql/duplicate-candidates.js';
import { readHealth } from './sql/health.js';

/** Meeting sketches considered: their texts are compared, which takes some tenths of a second for all of them. */
export const MEETINGS = 4_000;
/** Characters compared: two texts that are the same up to here count as the same in this report. */
const CHARACTERS = 1_000;
/** What compression keeps by default. */
const KEEP = 50;
/** Below this, failures outweigh successes: two reported failures and nothing else. */
const FAILING = 0.3;
const SAMPLES = 5;

export const health = defineOperation({
  id: 'memory.health',
  method: 'GET',
  path: '/memory/health',
  scope: 'read',
  bound: 'fields',
  group: 'Insights',
  summary: 'List problems with the memories and how to fix them',
  description:
    'Counts cover memories in force, neither expired nor superseded, unless the field says otherwise. Each ' +
    `recommendation names up to ${SAMPLES} of the memories it is about. Duplicates are looked for among memories of ` +
    `one user, agent, namespace and kind whose sketches overlap, up to ${MEETINGS} overlaps (meetings); \`considered\` says ` +
    'whether those were all. `quality_score` is a tenth of the `memory_quality_score` of `GET /memory/stats`.',
  input: z.object(scopeFields),
  output: z.object({
    scope: scopeOutput,
    total_memories: whole,
    stale_memories: whole.describe(`Neither stored nor verified for ${FRESH_DAYS} days or more.`),
    duplicate_groups: whole.describe('Groups of memories that say the same, or nearly.'),
    near_duplicates: whole.describe('Memories in those groups beyond the first of each.'),
    conflicts: whole.describe('Open contradictions of which both sides are in force.'),
    unembedded: whole.describe('Memories that search by meaning cannot find yet.'),
    expired: whole.describe('Expired memories that are not deleted yet.'),
    compression_opportunity: whole.describe(
      `Memories that \`POST /memory/compress\` would consider: of the kinds it compresses, beyond the newest ${KEEP} of each user and agent if there are at least ${FEWEST_MEMBERS}.`,
    ),
    quality_score: z.number().min(0).max(10),
    recommendations: z
      .array(
        z.object({
          action: z.enum(ACTIONS),
          reason: z.string(),
          count: whole,
          memory_ids: z.array(z.string()).describe('Some of the memories it is about.'),
        }),
      )
      .describe('Most harmful first; empty if there is nothing to do.'),
    duplicates: z
      .array(z.object({ size: whole, memory_ids: z.array(z.string()) }))
      .describe(`The ${SAMPLES} largest groups, up to ${SAMPLES} ids of each.`),
    considered: z.object({
      meetings: whole.describe('Overlapping sketches that were compared for duplicates.'),
      duplicates_complete: z.boolean().describe('False if more sketches overlap, so there may be more duplicates.'),
    }),
  }),
  example: { user_id: 'ada' },
  async handler(request, input) {
    const scope = scopeOf(input);
    const { now } = request;
    const freshMs = FRESH_DAYS * DAY;
    const asked = { scope, now, staleUntil: now - freshMs, keep: KEEP, failing: FAILING, samples: SAMPLES };
    const [stats, found, { met, complete }] = await Promise.all([
      request.db.run(readStats, { scope, now, freshMs, ...STATS_BOUNDS }),
      request.db.run(readHealth, asked),
      request.db.run(readDuplicateCandidates, { scope, limit: MEETINGS, characters: CHARACTERS, now }),
    ]);
    const who = { flow: request.db.keyId, units: duplicateUnits(met), signal: request.signal };
    const groups = await request.compute.run(duplicatesTask, met, who);
    const summary = summaryOf(stats);
    const duplicates = groups.reduce((sum, group) => sum + group.length - 1, 0);
    const counts = {
      stale: summary.stale_count,
      conflicts: summary.conflict_count,
      unembedded: summary.total_memories - summary.embedded_count,
      expired: summary.expired_count,
      compressible: found.compressible,
      failing: found.failing,
      flagged: found.flagged,
      duplicates,
    };
    const repeated = groups.flatMap((group) => group.slice(1)).slice(0, SAMPLES);
    return {
      scope: scopeEcho(input),
      total_memories: summary.total_memories,
      stale_memories: counts.stale,
      duplicate_groups: groups.length,
      near_duplicates: duplicates,
      conflicts: counts.conflicts,
      unembedded: counts.unembedded,
      expired: counts.expired,
      compression_opportunity: counts.compressible,
      quality_score: Math.round(summary.memory_quality_score) / 10,
      recommendations: recommend(counts, { ...found.samples, duplicates: repeated }, FRESH_DAYS),
      duplicates: groups
        .slice(0, SAMPLES)
        .map((group) => ({ size: group.length, memory_ids: group.slice(0, SAMPLES) })),
      considered: { meetings: met.length, duplicates_complete: complete },
    };
  },
});
