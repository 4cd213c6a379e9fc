import * as z from 'zod';
import { DAY } from '../../kernel/clock.js';
import { whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { FRESH_DAYS } from './quality.js';
import { scopeFields, scopeOf } from './scope-fields.js';
import { readStats } from './sql/stats.js';
import { summaryOf } from './stats-summary.js';

const mark = z.number().min(0).max(100);
const per = (what: string) => z.record(z.string(), whole).describe(`Memories in force per ${what}.`);

/** Namespaces and agents listed: callers name them, so there can be any number. */
const NAMES = 1_000;
const SAMPLE = { memories: 1_000, characters: 500 };
export const STATS_BOUNDS = { names: NAMES, sample: SAMPLE };

export const stats = defineOperation({
  id: 'memory.stats',
  method: 'GET',
  path: '/memory/stats',
  scope: 'read',
  bound: 'fields',
  group: 'Lifecycle',
  summary: 'Count memories and judge their quality',
  description:
    'Counts cover memories in force, neither expired nor superseded, unless the field says otherwise. ' +
    '`memory_quality_score` is the weighted sum of the five marks in `quality_breakdown`, each 0–100, higher is ' +
    'better: freshness 0.25, accuracy 0.30, diversity 0.10, coverage 0.20, redundancy 0.15. Redundancy covers the ' +
    `newest ${SAMPLE.memories} memories and the first ${SAMPLE.characters} characters of each. \`by_namespace\` and ` +
    `\`by_agent\` list the ${NAMES} largest. Without memories every mark is 0.`,
  input: z.object(scopeFields),
  output: z.object({
    total_memories: whole.describe('Memories in force.'),
    by_kind: per('kind'),
    by_namespace: per('namespace'),
    by_category: per('category'),
    by_outcome: per('outcome'),
    by_agent: per('agent'),
    avg_importance: z.number().nullable().describe('0–10; null without memories.'),
    embedded_count: whole.describe('Memories that search by meaning can find.'),
    stale_count: whole.describe(`Memories neither stored nor verified for ${FRESH_DAYS} days or more.`),
    expired_count: whole.describe('Expired memories that are not deleted yet.'),
    compressed_count: whole.describe('Memories superseded by a summary.'),
    conflict_count: whole.describe('Open contradictions of which both sides are in force.'),
    oldest_memory: whole.nullable().describe('When the oldest one was stored, in Unix milliseconds.'),
    newest_memory: whole.nullable().describe('When the newest one was stored, in Unix milliseconds.'),
    memory_quality_score: mark.describe('The weighted sum of the marks.'),
    quality_breakdown: z.object({
      freshness: mark.describe(
        `How recently they were stored or verified: 100 up to ${FRESH_DAYS} days, 50 at twice that.`,
      ),
      accuracy: mark.describe('How well acting on them went, reduced by those in open contradictions.'),
      diversity: mark.describe('How evenly they spread over categories and namespaces.'),
      coverage: mark.describe('The share that is embedded.'),
      redundancy: mark.describe('100 if nothing is said twice.'),
    }),
  }),
  example: { user_id: 'ada' },
  tool: {
    name: 'get_stats',
    description: 'Count the memories and judge their quality.',
    fields: ['user_id', 'agent_id'],
  },
  async handler(request, input) {
    const asked = { scope: scopeOf(input), now: request.now, freshMs: FRESH_DAYS * DAY, ...STATS_BOUNDS };
    return summaryOf(await request.db.run(readStats, asked));
  },
});
