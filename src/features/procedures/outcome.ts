import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { defineOperation } from '../request.js';
import { procedureId } from './input.js';
import { procedureRecord } from './record.js';
import { reportOutcome } from './sql/outcome.js';

export const outcome = defineOperation({
  id: 'procedures.outcome',
  method: 'POST',
  path: '/memory/procedures/{id}/outcome',
  scope: 'write',
  bound: { records: { procedure: ['id'] } },
  group: 'Procedures',
  summary: 'Report how following a procedure went',
  description:
    'Counts one use. The lower confidence bound of the success rate (`reliability`) moves the procedure up or down ' +
    'among others that fit a task about as well; it never lifts one that does not fit. Concurrent reports are all ' +
    'counted. Its memory takes the outcome as feedback. 404 if the key has no such procedure.',
  input: z.object({ id: procedureId, outcome: z.enum(['success', 'failure']).describe('How it went.') }),
  output: procedureRecord,
  async handler(request, { id, outcome: went }) {
    const record = await request.db.run(reportOutcome, { id, outcome: went, now: request.now });
    if (!record) throw notFound('No procedure has this id');
    return record;
  },
});
