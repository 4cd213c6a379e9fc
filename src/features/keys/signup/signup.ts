import * as z from 'zod';
import { nextMonth } from '../../../kernel/clock.js';
import { text, whole } from '../../../kernel/fields.js';
import { defineOperation } from '../../request.js';
import { ALLOWANCE } from '../caller.js';
import { keyName, keyRecord, secretField, toResponse } from '../response.js';

const email = text(3, 254)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address')
  .describe('How to reach the owner.');

export const signup = defineOperation({
  id: 'keys.signup',
  method: 'POST',
  path: '/signup',
  scope: 'none',
  group: 'Keys',
  summary: 'Create a free API key for yourself',
  description:
    'The secret is in this response and nowhere else. Limited per client address (429); 403 if the operator has ' +
    'closed sign-up. An `Idempotency-Key` must have at least 16 characters here: it alone protects the stored ' +
    'response.',
  input: z.object({ name: keyName, email: email.optional() }),
  output: keyRecord.pick({ id: true, name: true, owner: true, scopes: true, created_at: true }).extend({
    key: secretField,
    api_key: z.string().describe('The same secret again.'),
    tier: z.literal('free'),
    limit: whole.describe('Memories per month.'),
    reset_date: whole.describe('When the allowance resets. Unix milliseconds.'),
    docs: z.string().describe('Where the reference is.'),
    mcp: z.string().describe('Where MCP clients connect.'),
  }),
  success: 201,
  bodyLimit: 16 * 1024,
  secretResponse: true,
  example: { name: 'my first agent', email: 'dev@example.com' },
  async handler(request, input) {
    await request.signup.take(request.caller.address);
    const { record, secret } = await request.keys.mint({
      name: input.name,
      owner: input.email ?? input.name,
      scopes: ['read', 'write'],
      tier: 'free',
      issuedBy: 'signup',
    });
    const { id, name, owner, scopes, created_at } = toResponse(record);
    return {
      ...{ id, key: secret, api_key: secret, name, owner, scopes, tier: 'free' as const },
      limit: ALLOWANCE.free ?? 0,
      reset_date: nextMonth(request.now),
      docs: `${request.baseUrl()}/docs`,
      mcp: `${request.baseUrl()}/mcp`,
      created_at,
    };
  },
});
