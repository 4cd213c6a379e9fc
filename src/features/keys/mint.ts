import * as z from 'zod';
import { invalidField, RecollectError } from '../../kernel/errors.js';
import { text, time } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { issuerOf } from './caller.js';
import { keyAudit, keyName, keyRecord, keyScopes, keyTier, secretField, toResponse } from './response.js';

export const mint = defineOperation({
  id: 'keys.mint',
  method: 'POST',
  path: '/auth/keys',
  scope: 'issuer',
  group: 'Keys',
  summary: 'Mint an API key',
  description:
    'Send the admin credential or an issuer credential as the bearer. The secret is in this response and nowhere ' +
    'else.',
  input: z.object({
    name: keyName,
    owner: text(1, 256).optional().describe('Whom to contact about it. Default: the name.'),
    scopes: keyScopes.default(['read', 'write']),
    tier: keyTier.default('pro'),
    expires_at: time
      .nullable()
      .optional()
      .describe('From this time on, calls with it return 401. Unix milliseconds or an ISO 8601 string.'),
    audit: keyAudit.default(true),
  }),
  output: keyRecord.extend({ key: secretField }),
  success: 201,
  secretResponse: true,
  example: { name: 'support bot', owner: 'ops@example.com', scopes: ['read', 'write'], tier: 'pro' },
  async handler(request, input) {
    const expiresAt = input.expires_at ?? null;
    if (expiresAt !== null && expiresAt <= request.now) throw invalidField('expires_at', 'must be in the future');
    if (!input.audit && request.caller.kind !== 'admin')
      throw new RecollectError('missing_scope', 'Only the admin credential may set `audit` to false.');
    const { record, secret } = await request.keys.mint({
      name: input.name,
      owner: input.owner ?? input.name,
      scopes: input.scopes,
      tier: input.tier,
      issuedBy: issuerOf(request.caller),
      expiresAt,
      audit: input.audit,
    });
    return { ...toResponse(record), key: secret };
  },
});
