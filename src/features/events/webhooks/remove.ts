import * as z from 'zod';
import { defineOperation } from '../../request.js';
import { removeSubscription } from '../sql/subscription.js';
import { unknownSubscription } from './get.js';
import { subscriptionId } from './subscription.js';

export const remove = defineOperation({
  id: 'events.unsubscribe',
  method: 'DELETE',
  path: '/memory/subscriptions/{id}',
  scope: 'write',
  whenFull: true,
  group: 'Events',
  summary: 'Remove a subscription',
  description:
    'Removes it with its secret, its log and everything still pending. Deliveries in flight may still arrive.',
  input: z.object({ id: subscriptionId }),
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  async handler(request, { id }) {
    if (!(await request.db.run(removeSubscription, { id }))) throw unknownSubscription();
    return { id, deleted: true as const };
  },
});
