import * as z from 'zod';
import { agentId, pageInput, pageOf, userId, whole } from '../../kernel/fields.js';
import { defineOperation, type Request } from '../request.js';
import { conflictRecord } from './record.js';
import { listConflicts } from './sql/statements.js';

const input = z.object({
  user_id: userId.optional(),
  agent_id: agentId.optional(),
  status: z.enum(['open', 'resolved', 'all']).default('open'),
  ...pageInput(50, 200),
});

async function page(request: Request, operation: string, { limit, cursor: given, ...rest }: z.output<typeof input>) {
  const name = JSON.stringify([operation, request.db.keyId, rest]);
  const [detectedAt, id] = request.cursors.read(name, given);
  const found = await request.db.run(listConflicts, {
    userId: rest.user_id ?? null,
    agentId: rest.agent_id ?? null,
    status: rest.status,
    after: detectedAt === undefined || id === undefined ? null : { detectedAt: Number(detectedAt), id: String(id) },
    limit: limit + 1,
  });
  const { page: conflicts, next_cursor } = request.cursors.page(name, found, limit, ['detected_at', 'id']);
  return { conflicts, next_cursor };
}

export const list = defineOperation({
  id: 'conflicts.list',
  method: 'GET',
  path: '/memory/conflicts',
  scope: 'read',
  bound: 'fields',
  group: 'Conflicts',
  summary: 'List contradictions',
  description:
    'Pairs of memories of one user and agent that cannot both be true, newest first, each with the reason. They are ' +
    'detected when a memory is stored with `detect_conflicts`, and in the background for all others.',
  input,
  output: pageOf({ conflicts: z.array(conflictRecord) }),
  example: { user_id: 'ada' },
  tool: {
    name: 'list_conflicts',
    description: 'List memories that contradict each other, with the reason.',
    fields: ['user_id', 'agent_id', 'status', 'limit', 'cursor'],
  },
  async handler(request, asked) {
    const { conflicts, next_cursor } = await page(request, 'conflicts.list', asked);
    return { count: conflicts.length, conflicts, next_cursor };
  },
});

export const pairs = defineOperation({
  id: 'graph.conflicts',
  method: 'GET',
  path: '/memory/graph/conflicts',
  scope: 'read',
  bound: 'fields',
  group: 'Graph',
  summary: 'List contradicting pairs',
  description: 'The conflicts as pairs of memory ids.',
  input,
  output: z.object({
    count: whole,
    pairs: z.array(
      z.object({
        id: z.string(),
        memory_a: z.string().describe('Id of the older memory.'),
        memory_b: z.string().describe('Id of the newer memory.'),
        relationship: z.literal('contradicts'),
        conflict_type: z.string(),
        confidence: z.number(),
        reason: z.string(),
        status: z.enum(['open', 'resolved']),
      }),
    ),
    conflicts: z
      .array(
        z.object({
          id: z.string(),
          from_id: z.string().describe('Id of the newer memory.'),
          to_id: z.string().describe('Id of the older memory.'),
          from_content: z.string(),
          to_content: z.string(),
          created_at: whole.describe('When it was detected. Unix milliseconds.'),
        }),
      )
      .describe('The same pairs, with their texts.'),
    next_cursor: z.string().nullable(),
  }),
  example: { user_id: 'ada' },
  async handler(request, asked) {
    const { conflicts: found, next_cursor } = await page(request, 'graph.conflicts', asked);
    const edges = found.map(({ id, memory_a, memory_b, conflict_type, confidence, reason, status }) => ({
      id,
      memory_a: memory_a.id,
      memory_b: memory_b.id,
      relationship: 'contradicts' as const,
      ...{ conflict_type, confidence, reason, status },
    }));
    const conflicts = found.map(({ id, memory_a: older, memory_b: newer, detected_at: created_at }) => ({
      ...{ id, from_id: newer.id, to_id: older.id, from_content: newer.content, to_content: older.content, created_at },
    }));
    return { count: edges.length, pairs: edges, conflicts, next_cursor };
  },
});
