import * as z from 'zod';
import { text, whole } from '../../../kernel/fields.js';
import { defineOperation } from '../../request.js';
import { replayDeliveries } from '../sql/delivery.js';
import { requireWebhook } from './get.js';
import { subscriptionId } from './subscription.js';

const MAX_IDS = 100;

export const replay = defineOperation({
  id: 'events.replay',
  method: 'POST',
  path: '/memory/subscriptions/{id}/replay',
  scope: 'write',
  strict: true,
  group: 'Events',
  summary: 'Replay dead deliveries, or try waiting ones now',
  description:
    'Queues dead deliveries again for another 24 hours: the named ones, or all. They keep their ids, are sent after ' +
    'newer events and do not hold those up. Named deliveries that wait for their next attempt are tried at once. Other ids are ignored.',
  input: z.object({
    id: subscriptionId,
    event_ids: z
      .array(text(1, 256))
      .min(1)
      .max(MAX_IDS)
      .optional()
      .describe('Ids of events. Default: all dead deliveries.'),
  }),
  output: z.object({ replayed: whole.describe('How many are tried now.') }),
  example: { id: 'sub_01kf0z5w8qd2cb54q8hkmmfx4r' },
  async handler(request, { id, event_ids }) {
    await requireWebhook(request, id);
    const { ids, watch } = request.events;
    const { keyId } = request.db;
    const seqs = event_ids?.map((event) => ids.read(keyId, event)).filter((seq) => seq !== null) ?? null;
    const replayed = await request.db.run(replayDeliveries, { id, seqs, now: request.now });
    if (replayed > 0) watch.announce([keyId]);
    return { replayed };
  },
});
