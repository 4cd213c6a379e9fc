import * as z from 'zod';
import { DAY } from '../../kernel/clock.js';
import { pageInput, whole, wholeBetween } from '../../kernel/fields.js';
import { memoryRecord } from '../memories/record.js';
import { defineOperation } from '../request.js';
import { scopeFields, scopeOf } from './scope-fields.js';
import { confirmedAt, staleMemories } from './sql/stale.js';

/** Default number of days without verification after which a memory is stale. */
const STALE_DAYS = 30;
const MAX_DAYS = 3_650;

export const stale = defineOperation({
  id: 'memory.stale',
  method: 'GET',
  path: '/memory/stale',
  scope: 'read',
  bound: 'fields',
  group: 'Lifecycle',
  summary: 'List memories that have not been verified for a while',
  description:
    'A memory is stale if it was neither stored nor verified within the last `days` days. The longest unverified ' +
    'come first. Expired and superseded memories are left out. Verify what still holds; change or forget the rest.',
  input: z.object({
    ...scopeFields,
    days: wholeBetween(1, MAX_DAYS).default(STALE_DAYS).describe('Days without verification, 1–3650.'),
    ...pageInput(50, 200),
  }),
  output: z.object({
    count: whole.describe('How many are on this page.'),
    oldest_unverified: whole
      .nullable()
      .describe('When the longest unverified one in the scope was stored or last verified, in Unix milliseconds.'),
    stale_memories: z.array(memoryRecord),
    next_cursor: z.string().nullable(),
  }),
  example: { user_id: 'ada', days: 60 },
  async handler(request, input) {
    const { cursor: given, limit, ...rest } = input;
    const name = JSON.stringify(['memory.stale', request.db.keyId, rest]);
    const [confirmed, id] = request.cursors.read(name, given);
    const page = await request.db.run(staleMemories, {
      scope: scopeOf(input),
      until: request.now - input.days * DAY,
      limit: limit + 1,
      after: confirmed === undefined || id === undefined ? null : { confirmedAt: Number(confirmed), id: String(id) },
      now: request.now,
    });
    const memories = page.memories.slice(0, limit);
    const last = page.memories.length > limit ? memories[memories.length - 1] : undefined;
    return {
      count: memories.length,
      oldest_unverified: page.oldest,
      stale_memories: memories,
      next_cursor: last ? request.cursors.write(name, [confirmedAt(last), last.id]) : null,
    };
  },
});
