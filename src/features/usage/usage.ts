import * as z from 'zod';
import { DAY, monthOf, nextMonth } from '../../kernel/clock.js';
import { time, whole } from '../../kernel/fields.js';
import { ALLOWANCE, callingKey } from '../keys/caller.js';
import { quotaUsed } from '../keys/sql/quota.js';
import { defineOperation } from '../request.js';
import { storageUsed } from './sql/storage.js';
import { readUsage, type UsageSum } from './sql/store.js';
import { DAYS_MAX, daysOf, windowOf } from './window.js';

const day = z.string().describe('A day in UTC, such as `2026-11-15`.');
const counts = z.object({ requests: whole, tokens: whole, errors: whole });
const totals = counts.extend({ avg_latency_ms: z.number() });

export const usage = defineOperation({
  id: 'usage.read',
  method: 'GET',
  path: '/usage',
  scope: 'read',
  group: 'Usage',
  summary: 'Get the usage of the calling key',
  description:
    '`used` counts the memories created in this calendar month (UTC) against the allowance; the rest covers ' +
    'requests in the window. Errors are responses with status 400 and above; tokens are those the embedding model ' +
    'read. `days` counts back from `to` if `from` is not given. Days without traffic are listed with zeros.',
  input: z.object({
    from: time.optional().describe('First day: `2026-11-01`, or a time on it.'),
    to: time.optional().describe('Last day. Default: today.'),
    days: whole.min(1).max(DAYS_MAX).default(30).describe('How many days, ending with `to`.'),
  }),
  output: z.object({
    api_key_id: z.string(),
    name: z.string(),
    tier: z.enum(['free', 'pro']),
    used: whole,
    limit: whole.nullable().describe('Memories per month; null if unlimited.'),
    unlimited: z.boolean().describe('True if there is no limit.'),
    remaining: whole.nullable(),
    reset_date: whole.describe('When the allowance resets. Unix milliseconds.'),
    storage: z
      .object({ used_bytes: whole, limit_bytes: whole.nullable().describe('Null if there is no limit.') })
      .describe('What the key stores, of every kind and with versions, vectors and events, and its limit.'),
    window: z
      .object({ from: whole, to: whole })
      .describe('The first and the last millisecond counted. Unix milliseconds.'),
    totals,
    by_route: z.array(totals.extend({ route: z.string() })),
    daily: z.array(counts.extend({ day })),
  }),
  example: { days: 7 },
  tool: { name: 'get_usage', description: 'See how much of the allowance is used.', fields: ['days'] },
  async handler(request, input) {
    const key = callingKey(request.caller);
    const window = windowOf(input, request.now);
    await request.usage.flush();
    const [used, used_bytes, { byRoute, byDay }] = await Promise.all([
      request.db.run(quotaUsed, { month: monthOf(request.now) }),
      request.db.run(storageUsed, null),
      request.db.run(readUsage, window),
    ]);
    const limit = ALLOWANCE[key.tier];
    const onDay = new Map(byDay.map((sum) => [sum.day, sum]));
    return {
      api_key_id: key.keyId,
      name: key.name,
      tier: key.tier,
      used,
      limit,
      unlimited: limit === null,
      remaining: limit === null ? null : Math.max(0, limit - used),
      reset_date: nextMonth(request.now),
      storage: { used_bytes, limit_bytes: request.storageLimit(key.tier) },
      window: { from: Date.parse(window.from), to: Date.parse(window.to) + DAY - 1 },
      totals: withLatency(byDay.reduce(plus, NOTHING)),
      by_route: byRoute.map((sum) => ({ route: sum.route, ...withLatency(sum) })),
      daily: daysOf(window).map((name) => ({ day: name, ...counted(onDay.get(name) ?? NOTHING) })),
    };
  },
});

const NOTHING: UsageSum = { requests: 0, tokens: 0, errors: 0, latencyUs: 0 };
const plus = (a: UsageSum, b: UsageSum): UsageSum => ({
  requests: a.requests + b.requests,
  tokens: a.tokens + b.tokens,
  errors: a.errors + b.errors,
  latencyUs: a.latencyUs + b.latencyUs,
});
const counted = ({ requests, tokens, errors }: UsageSum) => ({ requests, tokens, errors });
const withLatency = (sum: UsageSum) => ({
  ...counted(sum),
  avg_latency_ms: sum.requests ? Math.round(sum.latencyUs / sum.requests) / 1_000 : 0,
});
