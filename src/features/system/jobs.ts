import * as z from 'zod';
import { pageInput, text, whole } from '../../kernel/fields.js';
import { JOB_STATES } from '../../kernel/job-state.js';
import { defineOperation } from '../request.js';

export const jobs = defineOperation({
  id: 'jobs.list',
  method: 'GET',
  path: '/admin/jobs',
  scope: 'admin',
  group: 'Service',
  summary: 'List background jobs',
  description:
    'Every recurring job, and one for each webhook. `running`: a node works on it, under a lease that others take ' +
    'over when it runs out; `due`: next in line; `waiting`: scheduled for later; `asleep`: waits for something to ' +
    'happen; `failing`: failed and will be retried.',
  input: z.object({
    kind: text(1, 64).optional(),
    state: z.enum(JOB_STATES).optional(),
    ...pageInput(100, 1_000),
  }),
  output: z.object({
    count: whole,
    jobs: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        key_id: z.string().nullable().describe('The key it works for; null if for all.'),
        state: z.enum(JOB_STATES),
        run_at: whole.nullable().describe('When it is due, Unix milliseconds; null if it runs when woken.'),
        attempts: whole.describe('Attempts since it last succeeded.'),
        lease_owner: z.string().nullable().describe('The node that works on it.'),
        lease_until: whole.nullable(),
        last_error: z.string().nullable(),
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  example: { state: 'failing' },
  async handler(request, { kind, state, limit, cursor: given }) {
    const name = JSON.stringify(['jobs.list', kind, state]);
    const [after] = request.cursors.read(name, given);
    const page = { kind: kind ?? null, state: state ?? null, after: String(after ?? ''), limit: limit + 1 };
    const found = await request.jobs.list({ ...page, now: request.now });
    const { page: shown, next_cursor } = request.cursors.page(name, found, limit, ['id']);
    return {
      count: shown.length,
      jobs: shown.map((job) => ({ ...job, run_at: job.state === 'asleep' ? null : job.run_at })),
      next_cursor,
    };
  },
});
