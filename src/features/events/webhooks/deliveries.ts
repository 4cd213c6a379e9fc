import * as z from 'zod';
import { pageInput, pageOf, whole } from '../../../kernel/fields.js';
import { defineOperation, type Request } from '../../request.js';
import { eventRecord, toEvent } from '../journal/event.js';
import { listDeliveries } from '../sql/delivery.js';
import { KEPT_DEAD, KEPT_DELIVERED } from '../sql/round.js';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from './delivery.js';
import { requireSubscription } from './get.js';
import { at, subscriptionId } from './subscription.js';

const deliveryRecord = z.object({
  event: eventRecord,
  status: z.enum(DELIVERY_STATUSES),
  attempts: whole,
  first_attempt_at: at('When it was first attempted.'),
  last_attempt_at: at('When it was last attempted.'),
  next_attempt_at: at('When it is tried again; null if it waits for another event of the user, or is finished.'),
  answer_status: whole.nullable().describe('Status of the last response; null if there was none.'),
  answer: z.string().nullable().describe('The beginning of the last response.'),
  error: z.string().nullable(),
  duration_ms: whole.nullable(),
});

const toRecord = (eventId: string, one: Delivery): z.infer<typeof deliveryRecord> => ({
  event: toEvent(eventId, one),
  status: one.status,
  attempts: one.attempts,
  first_attempt_at: one.first_at,
  last_attempt_at: one.last_at,
  next_attempt_at: one.next_at,
  answer_status: one.answer_status,
  answer: one.answer,
  error: one.error,
  duration_ms: one.duration_ms,
});

const page = { status: z.enum(DELIVERY_STATUSES).optional(), ...pageInput(50, 200) };

export const deliveries = defineOperation({
  id: 'events.deliveries',
  method: 'GET',
  path: '/memory/subscriptions/{id}/deliveries',
  scope: 'read',
  group: 'Events',
  summary: "List a webhook's deliveries",
  description:
    'Deliveries that wait (`pending`), arrived (`delivered`) or were given up (`dead`, which can be replayed), ' +
    `newest events first, each with the last response. The log keeps all pending ones, the last ${KEPT_DELIVERED} that ` +
    `arrived and the last ${KEPT_DEAD} that were given up.`,
  input: z.object({
    id: subscriptionId,
    ...page,
  }),
  output: pageOf({ deliveries: z.array(deliveryRecord) }),
  example: { id: 'sub_01kf0z5w8qd2cb54q8hkmmfx4r', status: 'dead' },
  async handler(request, { id, ...asked }) {
    await requireSubscription(request, id);
    const { shown, next_cursor } = await deliveriesOf(request, 'events.deliveries', { ...asked, id });
    return { count: shown.length, deliveries: shown.map(({ subscription_id: _, ...one }) => one), next_cursor };
  },
});

const log = deliveryRecord.extend({ subscription_id: z.string() });

export const logs = defineOperation({
  id: 'webhooks.logs',
  method: 'GET',
  path: '/webhooks/logs',
  scope: 'read',
  group: 'Events',
  summary: 'List the deliveries of all webhooks',
  description: 'Lists what `GET /memory/subscriptions/{id}/deliveries` lists, for every subscription of the key.',
  input: z.object({
    subscription_id: subscriptionId.optional().describe('Only deliveries of this subscription.'),
    ...page,
  }),
  output: pageOf({ logs: z.array(log) }),
  example: { status: 'dead' },
  async handler(request, { subscription_id, ...asked }) {
    if (subscription_id !== undefined) await requireSubscription(request, subscription_id);
    const id = subscription_id ?? null;
    const { shown, next_cursor } = await deliveriesOf(request, 'webhooks.logs', { ...asked, id });
    return { count: shown.length, logs: shown, next_cursor };
  },
});

interface Asked {
  id: string | null;
  status?: DeliveryStatus | undefined;
  limit: number;
  cursor?: string | undefined;
}

async function deliveriesOf(request: Request, operation: string, { id, status, limit, cursor: given }: Asked) {
  const { keyId } = request.db;
  const name = JSON.stringify([operation, keyId, id, status]);
  const [seq, subscription] = request.cursors.read(name, given);
  const before = seq === undefined ? null : { seq: Number(seq), subscription: String(subscription) };
  const found = await request.db.run(listDeliveries, { id, status: status ?? null, before, limit: limit + 1 });
  const { page: listed, next_cursor } = request.cursors.page(name, found, limit, ['seq', 'subscription_id']);
  return {
    shown: listed.map(({ subscription_id, ...one }) => ({
      ...toRecord(request.events.ids.of(keyId, one.seq), one),
      subscription_id,
    })),
    next_cursor,
  };
}
