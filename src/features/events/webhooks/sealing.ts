import * as z from 'zod';
import { whole } from '../../../kernel/fields.js';
import { defineOperation } from '../../request.js';

export const sealing = defineOperation({
  id: 'events.sealing',
  method: 'GET',
  path: '/admin/sealing',
  scope: 'admin',
  group: 'Service',
  summary: 'Check which keys seal the secrets of webhooks',
  description:
    'Webhook secrets are stored sealed. A background job seals them again with the current key (`RECOLLECT_SEAL_KEY`). ' +
    'When `pending` is 0, nothing is left under another key, and the old key can be removed from the setting.',
  input: z.object({}),
  output: z.object({
    current: z.string().describe('The id of the key that seals: a part of its hash.'),
    pending: whole.describe('Secrets that another key has sealed.'),
    unreadable: whole.describe('Those of them that no key of this node opens.'),
    keys: z.array(
      z.object({
        id: z.string().nullable().describe('Null: sealed by a release that stored no id.'),
        secrets: whole,
        known: z.boolean().describe('Whether this node has the key.'),
      }),
    ),
  }),
  async handler({ events }) {
    const { secrets: box } = events;
    const counts = await events.countSealed();
    const others = counts.filter(({ id }) => id !== box.id);
    const sum = (list: typeof counts) => list.reduce((total, { secrets }) => total + secrets, 0);
    return {
      current: box.id,
      pending: sum(others),
      unreadable: sum(others.filter(({ id }) => id !== '' && !box.knows(id))),
      keys: counts.map(({ id, secrets }) => ({ id: id || null, secrets, known: id === '' || box.knows(id) })),
    };
  },
});
