import * as z from 'zod';
import { invalidField, RecollectError } from '../../kernel/errors.js';
import { agentId, namespace, time, userId } from '../../kernel/fields.js';
import { defineOperation, type Request } from '../request.js';
import { type CallingKey, callingKey } from './caller.js';
import { keyPage, pageOfKeys } from './list.js';
import { keyName, keyRecord, keyScopes, secretField, toResponse } from './response.js';

/** Throws for a child key, which cannot have children. */
function parentOf(request: Request): CallingKey {
  const key = callingKey(request.caller);
  if (key.bound)
    throw new RecollectError('missing_scope', 'This operation needs a key that is not a child key itself.');
  return key;
}

export const mintChild = defineOperation({
  id: 'keys.mintChild',
  method: 'POST',
  path: '/keys/children',
  scope: 'key',
  group: 'Keys',
  summary: 'Create a child key for one user',
  description:
    'A child key works on the data of the calling key but sees only one user, optionally only one agent or one ' +
    'namespace. You can hand it to a browser, a device or an agent: fields about the user that it leaves out are ' +
    'filled in, another user is refused (403), and other ids behave as if they did not exist. Operations on a whole ' +
    'key refuse it. It shares the allowance and the rate limit of its parent, can do no more than its parent, and ' +
    'ends with it. A key has at most 1,000 child keys. Erasing the user deletes the keys that are bound to that ' +
    'user.',
  input: z.object({
    name: keyName,
    user_id: userId.describe('The user whose memories it sees.'),
    agent_id: agentId.optional().describe('Only this agent. Default: all agents of the user.'),
    namespace: namespace.optional().describe('Only this namespace. Default: all of them.'),
    scopes: keyScopes.optional().describe("What it may do: `read`, `write`. Default: the calling key's own scopes."),
    expires_at: time
      .nullable()
      .optional()
      .describe(
        'From this time on, calls with it return 401; without it or null, it ends with its parent. Unix milliseconds or an ISO 8601 string.',
      ),
  }),
  output: keyRecord.extend({ key: secretField }),
  success: 201,
  secretResponse: true,
  example: { name: "Ada's phone", user_id: 'ada', scopes: ['read'] },
  async handler(request, input) {
    const parent = parentOf(request);
    const expiresAt = input.expires_at ?? null;
    if (expiresAt !== null && expiresAt <= request.now) throw invalidField('expires_at', 'must be in the future');
    const scopes = input.scopes ?? [...parent.scopes];
    const beyond = scopes.find((scope) => !parent.scopes.includes(scope));
    if (beyond) throw invalidField('scopes', `must not have \`${beyond}\`: the calling key does not have it`);
    const bound = { userId: input.user_id, agentId: input.agent_id ?? null, namespace: input.namespace ?? null };
    const { record, secret } = await request.keys.mintChild(parent, { name: input.name, scopes, bound, expiresAt });
    return { ...toResponse(record), key: secret };
  },
});

export const listChildren = defineOperation({
  id: 'keys.children',
  method: 'GET',
  path: '/keys/children',
  scope: 'key',
  group: 'Keys',
  summary: 'List the child keys of the calling key, newest first',
  description:
    'Includes those that applications got by signing in (`client`). Secrets are never shown. Revoke one with ' +
    '`DELETE /auth/keys/{id}`.',
  ...keyPage,
  handler: async (request, input) => pageOfKeys(request, { issuedBy: null, parentId: parentOf(request).keyId }, input),
});
