import * as z from 'zod';
import { invalid, invalidField } from '../../kernel/errors.js';
import { defineOperation } from '../request.js';
import { keyAudit, keyId, keyName, keyRecord, keyScopes, keyTier, toResponse } from './response.js';

export const change = defineOperation({
  id: 'keys.change',
  method: 'PATCH',
  path: '/auth/keys/{id}',
  scope: 'admin',
  group: 'Keys',
  summary: "Change a key's name, tier, scopes or audit",
  description:
    'Fields that you leave out stay as they are. The change takes effect with the next call. A revoked key cannot ' +
    'be changed (409). The tier and the audit of a child key are those of its parent (400).',
  input: z.object({
    id: keyId,
    name: keyName.optional(),
    tier: keyTier.optional(),
    scopes: keyScopes.optional(),
    audit: keyAudit.optional(),
  }),
  output: keyRecord,
  async handler(request, { id, ...change }) {
    if (Object.values(change).every((value) => value === undefined))
      throw invalid('Give at least one of `name`, `tier`, `scopes` and `audit`.');
    const inherited = (['tier', 'audit'] as const).find((name) => change[name] !== undefined);
    const parentId = inherited && (await request.keys.get(id))?.parentId;
    if (parentId) throw invalidField(inherited, `belongs to the parent key ${parentId}: change it there`);
    return toResponse(await request.keys.change(id, change));
  },
});
