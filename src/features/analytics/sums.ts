import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { DAYS_MAX } from '../usage/window.js';

export const day = z.string().describe('A day in UTC, such as `2026-11-15`.');
export const days = whole.min(1).max(DAYS_MAX).default(30).describe('How many days, ending today, 1–365.');

/** Microseconds per request, as milliseconds with three decimals. */
export const averageMs = ({ requests, latencyUs }: { requests: number; latencyUs: number }) =>
  requests ? Math.round(latencyUs / requests) / 1_000 : 0;

/** Writes what is counted in memory before it is read: a response includes everything up to its own call. */
export async function flushCounters(request: {
  usage: { flush(): Promise<void> };
  retrievals: { flush(): Promise<void> };
}) {
  await Promise.all([request.usage.flush(), request.retrievals.flush()]);
}
