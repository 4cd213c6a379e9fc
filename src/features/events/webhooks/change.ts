import * as z from 'zod';
import { agentId, userId } from '../../../kernel/fields.js';
import { defineOperation } from '../../request.js';
import { eventsField, kindsOf } from '../journal/kinds.js';
import { changeSubscription } from '../sql/subscription.js';
import { unknownSubscription } from './get.js';
import {
  contentField,
  descriptionField,
  subscriptionId,
  subscriptionRecord,
  toResponse,
  urlField,
} from './subscription.js';

export const change = defineOperation({
  id: 'events.change',
  method: 'PATCH',
  path: '/memory/subscriptions/{id}',
  scope: 'write',
  strict: true,
  group: 'Events',
  summary: 'Change, pause or resume a subscription',
  description:
    'A paused subscription keeps its position: once active again, it continues with what happened meanwhile, as far ' +
    'back as the journal reaches. Setting it to active also re-enables a disabled subscription. A new address is ' +
    'tried at once with everything that is pending. Changed filters apply to events that are not yet pending. A ' +
    'subscription that is a stream cannot be given an address (409).',
  input: z.object({
    id: subscriptionId,
    url: urlField.optional(),
    events: eventsField.optional(),
    user_id: userId.nullable().optional().describe('Only events of this user; null for all users.'),
    agent_id: agentId.nullable().optional().describe('Only events of this agent; null for all agents.'),
    include_content: contentField.optional(),
    description: descriptionField.nullable().optional(),
    state: z.enum(['active', 'paused']).optional(),
  }),
  output: subscriptionRecord,
  example: { id: 'sub_01kf0z5w8qd2cb54q8hkmmfx4r', state: 'paused' },
  async handler(request, { url, events, ...rest }) {
    const changed = await request.db.run(changeSubscription, {
      ...rest,
      url: url === undefined ? undefined : await request.events.guard.checkInput('url', url),
      events: events && kindsOf(events),
      now: request.now,
    });
    if (!changed) throw unknownSubscription();
    request.events.watch.webhooks ||= changed.url !== null;
    request.events.watch.announce([request.db.keyId]);
    return toResponse(changed, request.baseUrl(), request.now);
  },
});
