import * as z from 'zod';
import { invalid, invalidField } from '../../kernel/errors.js';
import { time } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { keyAudit, keyId, keyName, keyRecord, keyScopes, keyTier, toResponse } from './response.js';

export const change = defineOperation({
  id: 'keys.change',
  method: 'PATCH',
  path: '/auth/keys/{id}',
  scope: 'admin',
  group: 'Keys',
  summary: "Change a key's name, tier, scopes, audit or expiry",
  description:
    'Fields that you leave out stay as they are. The change takes effect with the next call. A revoked key cannot ' +
    'be changed (409). A later `expires_at`, or null, makes an expired key valid again. The tier and the audit of a child key are those of its ' +
    'parent, the expiry of one that an application got by signing in is that of its access token (400).',
  input: z.object({
    id: keyId,
    name: keyName.optional(),
    tier: keyTier.optional(),
    scopes: keyScopes.optional(),
    audit: keyAudit.optional(),
    expires_at: time
      .nullable()
      .optional()
      .describe('From this time on, calls with it return 401; null: never. Unix milliseconds or an ISO 8601 string.'),
  }),
  output: keyRecord,
  async handler(request, { id, expires_at: expiresAt, ...change }) {
    const given = { ...change, expires_at: expiresAt };
    if (Object.values(given).every((value) => value === undefined))
      throw invalid('Give at least one of `name`, `tier`, `scopes`, `audit` and `expires_at`.');
    if (typeof expiresAt === 'number' && expiresAt <= request.now)
      throw invalidField('expires_at', 'must be in the future: to end the key now, revoke it');
    const fixed = (['tier', 'audit', 'expires_at'] as const).filter((name) => given[name] !== undefined);
    const key = fixed.length > 0 ? await request.keys.get(id) : null;
    const inherited = fixed.find((name) => name !== 'expires_at');
    if (inherited && key?.parentId)
      throw invalidField(inherited, `belongs to the parent key ${key.parentId}: change it there`);
    if (expiresAt !== undefined && key?.client)
      throw invalidField('expires_at', 'is that of the access token of the application: revoke the key to end it');
    return toResponse(await request.keys.change(id, { ...change, expiresAt }));
  },
});
