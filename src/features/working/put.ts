import * as z from 'zod';
import { SECOND } from '../../kernel/clock.js';
import { agentId, userId, whole } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { ttlSeconds } from '../memories/input.js';
import { defineOperation } from '../request.js';
import { content, sessionId } from './fields.js';
import { putItem } from './sql/put.js';

const STANDARD_TTL_SECONDS = 3_600;

export const put = defineOperation({
  id: 'working.put',
  method: 'POST',
  path: '/memory/working',
  scope: 'write',
  group: 'Working memory',
  summary: 'Store something in working memory',
  description:
    'Appends an item to the session. A session keeps its last 100 items, each for its own time to live; items are ' +
    'as durable as memories. Working memory is neither embedded nor searched, and does not count against the ' +
    'monthly allowance. Sessions of different keys are separate.',
  input: z.object({
    session_id: sessionId,
    content,
    agent_id: agentId.optional().describe('The agent it belongs to; forgetting that agent forgets it.'),
    user_id: userId.optional().describe('The user it is about; forgetting that user forgets it.'),
    ttl_seconds: ttlSeconds.default(STANDARD_TTL_SECONDS),
  }),
  output: z.object({
    session_id: z.string(),
    items: whole.describe('Items in the session now.'),
    expires_in: z.number().describe('Seconds until this item expires.'),
  }),
  success: 201,
  tool: {
    name: 'set_working_memory',
    description:
      'Store a note, a plan or a state for this session: any JSON, the last 100 items, for an hour by default. It ' +
      'is not searched; read it back with get_working_memory.',
  },
  example: { session_id: 'checkout-42', content: { step: 'payment', cart: ['tea'] }, user_id: 'ada' },
  async handler(request, input) {
    const lifeMs = Math.max(1, Math.round(input.ttl_seconds * SECOND));
    const items = await request.db.run(putItem, {
      id: request.ids.next(ID_PREFIXES.working),
      sessionId: input.session_id,
      userId: input.user_id ?? '',
      agentId: input.agent_id ?? '',
      content: JSON.stringify(input.content),
      expiresAt: request.now + lifeMs,
      now: request.now,
    });
    return { session_id: input.session_id, items, expires_in: lifeMs / SECOND };
  },
});
