import * as z from 'zod';
import { notFound } from '../../../kernel/errors.js';
import { defineOperation, type Request } from '../../request.js';
import { type Counted, findSubscription } from '../sql/subscription.js';
import { subscriptionId, subscriptionRecord, toResponse } from './subscription.js';

export const unknownSubscription = () => notFound('No subscription has this id');

/** Returns the subscription, or throws 404. */
export async function requireSubscription(request: Request, id: string): Promise<Counted> {
  const found = await request.db.run(findSubscription, { id });
  if (!found) throw unknownSubscription();
  return found;
}

/** Returns a subscription that is delivered to, or throws 404. */
export async function requireWebhook(request: Request, id: string): Promise<Counted & { url: string }> {
  const { url, ...rest } = await requireSubscription(request, id);
  if (url === null) throw notFound('This subscription has no address: it is a stream');
  return { ...rest, url };
}

export const get = defineOperation({
  id: 'events.get',
  method: 'GET',
  path: '/memory/subscriptions/{id}',
  scope: 'read',
  group: 'Events',
  summary: 'Get a subscription',
  description: 'Includes its state: what is pending, what was given up, and since when deliveries have been failing.',
  input: z.object({ id: subscriptionId }),
  output: subscriptionRecord,
  async handler(request, { id }) {
    return toResponse(await requireSubscription(request, id), request.baseUrl(), request.now);
  },
});
