import { z } from 'zod';
import { invalid } from '../../kernel/errors.js';
import { defineOperation } from '../request.js';
import { keyId, keyName, keyRecord, keyScopes, keyTier, toAnswer } from './answer.js';

export const change = defineOperation({
  id: 'keys.change',
  method: 'PATCH',
  path: '/auth/keys/{id}',
  scope: 'admin',
  group: 'Keys',
  summary: "Change a key's name, tier or scopes",
  description:
    'Fields that you leave out stay as they are. The change takes effect with the next call. A revoked key cannot ' +
    'be changed (409).',
  input: z.object({ id: keyId, name: keyName.optional(), tier: keyTier.optional(), scopes: keyScopes.optional() }),
  output: keyRecord,
  async handler(request, { id, name, tier, scopes }) {
    if (name === undefined && tier === undefined && scopes === undefined) {
      throw invalid('Give at least one of `name`, `tier` and `scopes`.');
    }
    return toAnswer(await request.keys.change(id, { name, tier, scopes }));
  },
});
