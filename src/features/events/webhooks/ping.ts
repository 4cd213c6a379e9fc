import * as z from 'zod';
import { whole } from '../../../kernel/fields.js';
import { randomText } from '../../../kernel/ids.js';
import { defineOperation } from '../../request.js';
import { requireWebhook } from './get.js';
import { subscriptionId } from './subscription.js';

export const ping = defineOperation({
  id: 'events.test',
  method: 'POST',
  path: '/memory/subscriptions/{id}/test',
  scope: 'write',
  whenFull: true,
  group: 'Events',
  summary: 'Send a test event',
  description:
    'Posts an event of type `webhook.test` at once, signed like any other, even if the subscription is paused, and ' +
    'returns the response. It is tried once, is not logged as a delivery and changes nothing. 404 for a ' +
    'subscription without an address.',
  input: z.object({ id: subscriptionId }),
  output: z.object({
    delivered: z.boolean().describe('Whether the response had a status from 200 to 299.'),
    event_id: z.string(),
    status: whole.nullable().describe('Null if there was no response.'),
    answer: z.string().nullable().describe('The beginning of the response.'),
    error: z.string().nullable(),
    duration_ms: whole,
  }),
  example: { id: 'sub_01kf0z5w8qd2cb54q8hkmmfx4r' },
  async handler(request, { id }) {
    const to = await requireWebhook(request, id);
    const event_id = `msg_test_${randomText(22)}`;
    const timestamp = new Date(request.now).toISOString();
    const body = JSON.stringify({ id: event_id, type: 'webhook.test', timestamp, data: { subscription_id: id } });
    const { deliverer, sender } = request.events;
    const posted = await sender.post(to.url, deliverer.headers(to, event_id, body), body, request.db.keyId);
    const { status, response, error, durationMs } = posted;
    const delivered = status !== null && status >= 200 && status < 300;
    return { delivered, event_id, status, answer: response, error, duration_ms: durationMs };
  },
});
