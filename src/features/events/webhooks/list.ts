import * as z from 'zod';
import { pageInput, pageOf } from '../../../kernel/fields.js';
import { defineOperation } from '../../request.js';
import { listSubscriptions } from '../sql/subscription.js';
import { subscriptionRecord, toResponse } from './subscription.js';

export const list = defineOperation({
  id: 'events.list',
  method: 'GET',
  path: '/memory/subscriptions',
  scope: 'read',
  group: 'Events',
  summary: 'List subscriptions',
  description: 'Newest first, each with its state. Secrets are not shown again.',
  input: z.object(pageInput(50, 100)),
  output: pageOf({ subscriptions: z.array(subscriptionRecord) }),
  example: {},
  async handler(request, { limit, cursor: given }) {
    const name = JSON.stringify(['events.list', request.db.keyId]);
    const after = request.cursors.readCreated(name, given);
    const found = await request.db.run(listSubscriptions, { after, limit: limit + 1 });
    const { page, next_cursor } = request.cursors.page(name, found, limit, ['created_at', 'id']);
    return {
      count: page.length,
      subscriptions: page.map((one) => toResponse(one, request.baseUrl(), request.now)),
      next_cursor,
    };
  },
});
