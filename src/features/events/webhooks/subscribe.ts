import * as z from 'zod';
import { agentId, text, userId } from '../../../kernel/fields.js';
import { ID_PREFIXES } from '../../../kernel/ids.js';
import { defineOperation } from '../../request.js';
import { eventsField, kindsOf } from '../journal/kinds.js';
import { insertSubscription, MAX_SUBSCRIPTIONS } from '../sql/subscription.js';
import { canonicalSecret, newWebhookSecret } from './secrets.js';
import { contentField, descriptionField, subscriptionRecord, toResponse, urlField } from './subscription.js';

export const subscribe = defineOperation({
  id: 'events.subscribe',
  method: 'POST',
  path: '/memory/subscribe',
  scope: 'write',
  strict: true,
  group: 'Events',
  summary: 'Subscribe to events',
  description:
    'With `url`, every event from now on is posted there following the Standard Webhooks convention: signed with ' +
    'the secret that this response shows once, delivered at least once (the same event always has the same ' +
    '`webhook-id`), in order per user, and retried for 24 hours with growing pauses. Without `url`, it is a stored ' +
    'filter for `GET /memory/events`; its address is in `stream_url`. Loopback, private and other non-public ' +
    `addresses are refused. A key has at most ${MAX_SUBSCRIPTIONS} subscriptions (409).`,
  input: z.object({
    url: urlField.optional(),
    webhook_url: urlField.optional().describe('The same as `url`.'),
    events: eventsField.default(['memory.stored']),
    user_id: userId.optional().describe('Only events of this user.'),
    agent_id: agentId.optional().describe('Only events of this agent.'),
    include_content: contentField.default(false),
    description: descriptionField.optional(),
    secret: text(16, 128)
      .optional()
      .describe('What to sign with: `whsec_` followed by base64, or a string of 16–64 bytes. Default: generated.'),
  }),
  output: subscriptionRecord.extend({
    secret: z.string().nullable().describe('What events are signed with, as `whsec_…`; shown only once.'),
    status: z.literal('subscribed'),
  }),
  success: 201,
  secretResponse: true,
  example: { url: 'https://hooks.acme.example/recollect', events: ['memory.stored', 'memory.forgotten'] },
  async handler(request, input) {
    const field = input.url === undefined ? 'webhook_url' : 'url';
    const wanted = input.url ?? input.webhook_url;
    const url = wanted === undefined ? null : await request.events.guard.checkInput(field, wanted);
    const id = request.ids.next(ID_PREFIXES.subscription);
    const secret = url === null ? null : input.secret ? canonicalSecret(input.secret) : newWebhookSecret();
    const subscription = await request.db.run(insertSubscription, {
      id,
      url,
      events: kindsOf(input.events),
      user_id: input.user_id ?? null,
      agent_id: input.agent_id ?? null,
      include_content: input.include_content,
      description: input.description ?? null,
      secret: secret && request.events.secrets.seal(secret, id),
      position: await request.events.watch.end(),
      now: request.now,
    });
    request.events.watch.webhooks ||= url !== null;
    const record = toResponse({ ...subscription, pending: 0, dead: 0 }, request.baseUrl(), request.now);
    return { ...record, secret, status: 'subscribed' as const };
  },
});

export const register = defineOperation({
  ...subscribe,
  id: 'webhooks.register',
  path: '/webhooks/register',
  summary: 'Subscribe to events, under another name',
  description: 'The same as `POST /memory/subscribe`.',
});
