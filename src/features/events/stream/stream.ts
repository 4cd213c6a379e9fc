import * as z from 'zod';
import { agentId, text, userId } from '../../../kernel/fields.js';
import { StreamResponse } from '../../../kernel/operation.js';
import { defineOperation, type Request } from '../../request.js';
import { eventRecord } from '../journal/event.js';
import { eventsField, kindsOf } from '../journal/kinds.js';
import { requireSubscription } from '../webhooks/get.js';
import { contentField, filterOf, subscriptionId } from '../webhooks/subscription.js';
import { MAX_STREAMS_PER_KEY } from './streams.js';

const input = z.object({
  subscription_id: subscriptionId.optional().describe('Use the filters of this subscription and ignore the others.'),
  events: eventsField.default(['*']),
  user_id: userId.optional().describe('Only events of this user.'),
  agent_id: agentId.optional().describe('Only events of this agent.'),
  include_content: contentField.default(false),
  last_event_id: text(1, 256)
    .optional()
    .describe('Continue after this event; same as the header `Last-Event-ID`. Default: from now on.'),
});

export const stream = defineOperation({
  id: 'events.stream',
  method: 'GET',
  path: '/memory/events',
  scope: 'read',
  strict: true,
  group: 'Events',
  summary: 'Stream events',
  description:
    'A stream of Server-Sent Events (`text/event-stream`): each has its `id`, its type as `event` and, as `data`, ' +
    'the JSON that a webhook gets. It stays open until you close it; with `Last-Event-ID` the next one continues ' +
    'exactly where it broke off, without loss or repeats. If the events after that id are no longer kept, the first ' +
    'event is `stream.reset`. A keep-alive is sent every 15 seconds. The stream ends when the key is changed or ' +
    `revoked, or the console session that opened it ends. A key may have ${MAX_STREAMS_PER_KEY} open per node (429).`,
  input,
  output: eventRecord,
  streams: ['text/event-stream'],
  headers: { 'last-event-id': 'last_event_id' },
  example: { events: ['memory.stored'], user_id: 'ada' },
  async handler(request, asked) {
    const { ids, watch, streams } = request.events;
    const { keyId } = request.db;
    const wanted = await filtersOf(request, asked);
    const resumed = asked.last_event_id;
    const place = resumed === undefined ? null : ids.readField('last_event_id', keyId, resumed);
    const end = await watch.end(); // needed even when resuming: it also reads how far back the journal goes
    const known = place === null ? end : await watch.endOfEra(place);
    const isLost = place !== null && place > known;
    const session = (request.caller.kind === 'key' && request.caller.session) || null;
    const chunks = await streams.open({
      db: request.db,
      ...wanted,
      after: isLost ? known : (place ?? end),
      isLost,
      session,
    });
    return new StreamResponse('text/event-stream; charset=utf-8', chunks, { 'X-Accel-Buffering': 'no' }, true);
  },
});

async function filtersOf(request: Request, asked: z.output<typeof input>) {
  if (asked.subscription_id !== undefined) {
    const subscription = await requireSubscription(request, asked.subscription_id);
    return { filter: filterOf(subscription), includeContent: subscription.include_content };
  }
  const filter = { kinds: kindsOf(asked.events), userId: asked.user_id ?? null, agentId: asked.agent_id ?? null };
  return { filter, includeContent: asked.include_content };
}
