import * as z from 'zod';
import { DAY, SECOND } from '../../../kernel/clock.js';
import { text, wholeBetween } from '../../../kernel/fields.js';
import { defineOperation } from '../../request.js';
import { rotateSecret } from '../sql/subscription.js';
import { requireWebhook, unknownSubscription } from './get.js';
import { canonicalSecret, newWebhookSecret } from './secrets.js';
import { subscriptionId, subscriptionRecord, toResponse } from './subscription.js';

const STANDARD_GRACE_SECONDS = DAY / SECOND;
const MAX_GRACE_SECONDS = (7 * DAY) / SECOND;

export const rotate = defineOperation({
  id: 'events.rotate',
  method: 'POST',
  path: '/memory/subscriptions/{id}/rotate',
  scope: 'write',
  strict: true,
  whenFull: true,
  group: 'Events',
  summary: 'Give a webhook a new secret',
  description:
    'For `grace_seconds` every event is signed with both the new and the old secret, so that receivers can switch ' +
    'without a gap. Rotating again within that time ends the oldest secret. 404 for a subscription without an ' +
    'address.',
  input: z.object({
    id: subscriptionId,
    grace_seconds: wholeBetween(0, MAX_GRACE_SECONDS)
      .default(STANDARD_GRACE_SECONDS)
      .describe('How long events are also signed with the old secret.'),
    secret: text(16, 128).optional().describe('The new secret. Default: generated.'),
  }),
  output: subscriptionRecord.extend({ secret: z.string().describe('The new secret; shown only once.') }),
  secretResponse: true,
  example: { id: 'sub_01kf0z5w8qd2cb54q8hkmmfx4r' },
  async handler(request, { id, grace_seconds, secret: given }) {
    await requireWebhook(request, id);
    const secret = given === undefined ? newWebhookSecret() : canonicalSecret(given);
    const changed = await request.db.run(rotateSecret, {
      id,
      secret: request.events.secrets.seal(secret, id),
      previousUntil: grace_seconds > 0 ? request.now + grace_seconds * SECOND : null,
      now: request.now,
    });
    if (!changed) throw unknownSubscription();
    return { ...toResponse(changed, request.baseUrl(), request.now), secret };
  },
});
