import { z } from 'zod';
import { agentId, text, userId } from '../../kernel/fields.js';
import { StreamAnswer } from '../../kernel/operation.js';
import { defineOperation, type Request } from '../request.js';
import { eventRecord } from './event.js';
import { subscriptionOrNot } from './get.js';
import { eventsField, kindsOf } from './kinds.js';
import { MAX_STREAMS_PER_KEY } from './streams.js';
import { contentField, filterOf, subscriptionId } from './subscription.js';

const input = z.object({
  subscription_id: subscriptionId.optional().describe('Take the filters of this subscription; no others then count.'),
  events: eventsField.default(['*']),
  user_id: userId.optional().describe('Only events of this user.'),
  agent_id: agentId.optional().describe('Only events of this agent.'),
  include_content: contentField.default(false),
  last_event_id: text(1, 256)
    .optional()
    .describe('Go on after this event; the header `Last-Event-ID` says the same. Without it: from now on.'),
});

export const stream = defineOperation({
  id: 'events.stream',
  method: 'GET',
  path: '/memory/events',
  scope: 'read',
  group: 'Events',
  summary: 'Listen to events',
  description:
    'A stream of Server-Sent Events (`text/event-stream`): each has its `id`, its type as `event` and, as `data`, the JSON that a webhook ' +
    'gets. It goes on until you leave; with `Last-Event-ID` the next one begins exactly where it broke off, without loss or repeats. When ' +
    'what follows that id is no longer kept, the first event is `stream.reset`. A sign of life comes every 15 seconds. It ends when the ' +
    `key is changed or revoked, or the session that opened it is over. A key may have ${MAX_STREAMS_PER_KEY} open on a node (429).`,
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
    const end = await watch.end(); // also when it is not the place: how far back the journal goes is known then
    const session = (request.caller.kind === 'key' && request.caller.session) || null;
    const chunks = await streams.open({ db: request.db, ...wanted, after: place ?? end, session });
    return new StreamAnswer('text/event-stream; charset=utf-8', chunks, { 'X-Accel-Buffering': 'no' }, true);
  },
});

async function filtersOf(request: Request, asked: z.output<typeof input>) {
  if (asked.subscription_id !== undefined) {
    const subscription = await subscriptionOrNot(request, asked.subscription_id);
    return { filter: filterOf(subscription), includeContent: subscription.include_content };
  }
  const filter = { kinds: kindsOf(asked.events), userId: asked.user_id ?? null, agentId: asked.agent_id ?? null };
  return { filter, includeContent: asked.include_content };
}
