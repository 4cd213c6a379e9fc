import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { KEPT_DAYS } from '../predict/sweep.js';
import { defineOperation } from '../request.js';
import { percentile } from '../usage/histogram.js';
import { readUsage } from '../usage/sql/store.js';
import { windowOf } from '../usage/window.js';
import { readPatterns } from './sql/patterns.js';
import { averageMs, days, flushCounters } from './sums.js';

/** Retrievals considered for `top_memories` and `top_queries_tags`: enough for a stable order, few enough to read at once. */
const RETRIEVALS = 5_000;
const TOP = 10;
/** Characters shown of a memory: enough to recognise it. */
const EXCERPT = 120;

const output = z.object({
  patterns: z
    .array(
      z.object({
        route: z.string(),
        calls: whole,
        avg_latency_ms: z.number(),
        p95_latency_ms: z.number().describe('95 % of the calls took no longer than this; accurate to 9 %.'),
        errors: whole,
      }),
    )
    .describe('Most called first.'),
  by_hour: z.array(whole).length(24).describe('Requests by hour of the day, UTC.'),
  top_memories: z
    .array(
      z.object({
        id: z.string(),
        user_id: z.string(),
        agent_id: z.string(),
        excerpt: z.string(),
        retrievals: whole.describe('Retrievals that had it among their top ten.'),
      }),
    )
    .describe(`The ${TOP} memories in force that were found most often.`),
  top_queries_tags: z
    .array(z.object({ tag: z.string(), count: whole }))
    .describe(`The ${TOP} most frequent tags of what was found.`),
  hit_rate: z
    .number()
    .nullable()
    .describe('The share of retrievals that found something and did not abstain; null if there were none.'),
  retrievals: whole.describe('Retrievals in the window.'),
  considered: z.object({
    retrievals: whole.describe('Retrievals that `top_memories` and `top_queries_tags` are based on.'),
  }),
});

export const patterns = defineOperation({
  id: 'analytics.patterns',
  method: 'GET',
  path: '/analytics/patterns',
  scope: 'read',
  group: 'Analytics',
  summary: 'Get usage patterns of the calling key: routes, hours, what is found',
  description:
    'Percentiles come from histograms whose buckets grow by 19 %, so they are at most 9 % off. `top_memories` and ' +
    `\`top_queries_tags\` come from the newest ${RETRIEVALS} retrievals of the window (retrievals are kept for ` +
    `${KEPT_DAYS} days) and include only memories that are still in force. The questions themselves are never ` +
    'stored.',
  input: z.object({ days }),
  output,
  example: { days: 7 },
  async handler(request, input) {
    const window = windowOf(input, request.now);
    await flushCounters(request);
    const bounds = { retrievals: RETRIEVALS, top: TOP, excerpt: EXCERPT, now: request.now };
    const [{ byRoute }, found] = await Promise.all([
      request.db.run(readUsage, window),
      request.db.run(readPatterns, { ...window, ...bounds, since: Date.parse(window.from) }),
    ]);
    const byHour = new Map(found.hours.map(({ hour, requests }) => [hour, requests]));
    return {
      patterns: byRoute.map((sum) => ({
        route: sum.route,
        calls: sum.requests,
        avg_latency_ms: averageMs(sum),
        p95_latency_ms: inMs(
          percentile(
            found.latencies.filter(({ route }) => route === sum.route),
            0.95,
          ),
        ),
        errors: sum.errors,
      })),
      by_hour: Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? 0),
      top_memories: found.memories,
      top_queries_tags: found.tags,
      hit_rate: found.retrievals ? Math.round((found.hits / found.retrievals) * 1_000) / 1_000 : null,
      retrievals: found.retrievals,
      considered: { retrievals: found.considered },
    };
  },
});

const inMs = (microseconds: number | null) => Math.round(microseconds ?? 0) / 1_000;
