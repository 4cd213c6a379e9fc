import * as z from 'zod';
import { agentId, LIMITS, numberProblem, text, userId } from '../../kernel/fields.js';

export const sessionId = text(1, LIMITS.name).describe('Your name for the session; it belongs to your key alone.');

/** Names of sessions collide: an agent may call every one "main". */
export const whoseItems = {
  user_id: userId.optional().describe('Items of this user or of no user.'),
  agent_id: agentId.optional().describe('Items of this agent or of no agent.'),
};

/** Bytes of an item as JSON: scratch notes, not documents. */
const CONTENT_BYTES = 65_536;

/** Any JSON value, stored as given. */
export const content = z
  .custom<unknown>()
  .check((ctx) => {
    const fail = (message: string) => ctx.issues.push({ code: 'custom', message, input: ctx.value });
    if (ctx.value === undefined) return void fail('is required');
    const json = JSON.stringify(ctx.value);
    const problem = numberProblem(ctx.value, json);
    if (problem) fail(problem);
    const bytes = Buffer.byteLength(json);
    if (bytes > CONTENT_BYTES) fail(`must have at most ${CONTENT_BYTES} bytes as JSON, has ${bytes}`);
  })
  .describe('What to store: any JSON value of up to 65,536 bytes.');
