import * as z from 'zod';
import { whole } from '../../kernel/fields.js';
import { defineOperation } from '../request.js';
import { scopeFields, scopeOf } from './scope-fields.js';
import { removeAllExpired } from './sweep.js';

export const expired = defineOperation({
  id: 'memory.expired',
  method: 'DELETE',
  path: '/memory/expired',
  scope: 'write',
  bound: 'fields',
  whenFull: true,
  group: 'Lifecycle',
  summary: 'Delete expired memories',
  description:
    'Deletes every memory whose `expires_at` has passed, with its links, earlier versions and vectors. Expired ' +
    'memories never show up in a search, and a background sweep deletes them about once a minute: `deleted` counts ' +
    'those it had not reached yet.',
  input: z.object(scopeFields),
  output: z.object({ deleted: whole }),
  example: { user_id: 'ada' },
  async handler(request, input) {
    return { deleted: await removeAllExpired(request.db, scopeOf(input), request.now) };
  },
});
