import * as z from 'zod';
import { DAY } from '../../kernel/clock.js';
import { whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { readUsage } from '../usage/sql/store.js';
import { daysOf, windowOf } from '../usage/window.js';
import { readDays } from './sql/daily.js';
import { averageMs, day, days, flushCounters } from './sums.js';

export const daily = defineOperation({
  id: 'analytics.daily',
  method: 'GET',
  path: '/analytics/daily',
  scope: 'read',
  group: 'Analytics',
  summary: 'Get the activity of the calling key by day',
  description:
    'Oldest day first; the last one is today (UTC). Days without traffic have zeros. `stored` counts the memories ' +
    'of every kind that were stored on that day and still exist, so forgotten and expired ones are no longer ' +
    'counted. `retrieved` counts the memories that retrieve and context (with `q`) returned, each time they were ' +
    'returned. Errors are responses with status 400 and above. Tokens are those that the embedding model read.',
  input: z.object({ days }),
  output: z.object({
    daily: z.array(
      z.object({
        day,
        requests: whole,
        tokens: whole,
        errors: whole,
        avg_latency_ms: z.number(),
        stored: whole,
        retrieved: whole,
      }),
    ),
  }),
  example: { days: 7 },
  async handler(request, input) {
    const window = windowOf(input, request.now);
    await flushCounters(request);
    const [{ byDay }, { stored, retrieved }] = await Promise.all([
      request.db.run(readUsage, window),
      request.db.run(readDays, { ...window, since: Date.parse(window.from), until: Date.parse(window.to) + DAY }),
    ]);
    const used = new Map(byDay.map((sum) => [sum.day, sum]));
    return {
      daily: daysOf(window).map((name) => {
        const sum = used.get(name) ?? { requests: 0, tokens: 0, errors: 0, latencyUs: 0 };
        const { requests, tokens, errors } = sum;
        const [kept, out] = [stored[name] ?? 0, retrieved[name] ?? 0];
        return { day: name, requests, tokens, errors, avg_latency_ms: averageMs(sum), stored: kept, retrieved: out };
      }),
    };
  },
});
