import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { assertOwnKey } from './own-key.js';
import { keyId } from './response.js';

export const revoke = defineOperation({
  id: 'keys.revoke',
  method: 'DELETE',
  path: '/auth/keys/{id}',
  scope: 'admin_or_key',
  bound: 'itself',
  group: 'Keys',
  summary: 'Revoke a key for good',
  description:
    'The admin credential can revoke any key; a key can revoke only itself and its child keys. From now on, calls ' +
    'with the key return 403 on every node. What it stored is kept until it is erased with `DELETE /auth/keys/{id}/data`. Revoking twice changes nothing.',
  input: z.object({ id: keyId }),
  output: z.object({ id: z.string(), revoked: z.literal(true), revoked_at: whole }),
  async handler(request, { id }) {
    await assertOwnKey(request, id);
    const { revokedAt } = await request.keys.revoke(id);
    return { id, revoked: true as const, revoked_at: revokedAt };
  },
});
