import * as z from 'zod';
import { agentId, pageInput, userId, whole } from '../../../kernel/fields.js';
import { defineOperation, type Request } from '../../request.js';
import { lastLine, MAX_SCANNED, readEarlier } from '../sql/journal.js';
import { contentField } from '../webhooks/subscription.js';
import { contentsOf, eventOf } from './contents.js';
import { eventRecord } from './event.js';
import { eventsField, kindsOf } from './kinds.js';

export const history = defineOperation({
  id: 'events.history',
  method: 'GET',
  path: '/memory/events/history',
  scope: 'read',
  strict: true,
  group: 'Events',
  summary: 'List past events',
  description:
    'The events of `GET /memory/events` up to now, newest first, as far back as the journal reaches. To continue with the stream, without loss or repeats, ' +
    `send it \`last_event_id\`. A call reads at most ${MAX_SCANNED.toLocaleString('en')} entries of the journal, so with a filter a page may have fewer events than ` +
    '`limit`, or none, although more follow: continue until `next_cursor` is null.',
  input: z.object({
    events: eventsField.default(['*']),
    user_id: userId.optional().describe('Only events of this user.'),
    agent_id: agentId.optional().describe('Only events of this agent.'),
    include_content: contentField.default(false),
    ...pageInput(50, 200),
  }),
  output: z.object({
    count: whole,
    events: z.array(eventRecord),
    last_event_id: z
      .string()
      .describe('Send it to `GET /memory/events` to continue after these events. The same on every page.'),
    next_cursor: z.string().nullable(),
  }),
  example: { user_id: 'ada', limit: 20 },
  async handler(request, { events, user_id, agent_id, include_content, limit, cursor: given }) {
    const { db, cursors, now } = request;
    const { ids } = request.events;
    const filter = { kinds: kindsOf(events), userId: user_id ?? null, agentId: agent_id ?? null };
    const name = JSON.stringify(['events.history', db.keyId, filter]);
    const [before, begun] = cursors.read(name, given).map(Number);
    const end = begun ?? (await endOf(request));
    const { lines, next } = await db.run(readEarlier, {
      ...{ filter, before: before ?? end + 1, limit, most: MAX_SCANNED },
    });
    const memories = include_content ? await contentsOf(db, lines, now) : null;
    return {
      count: lines.length,
      events: lines.map((line) => eventOf(ids.of(db.keyId, line.seq), line, memories)),
      last_event_id: ids.of(db.keyId, end),
      next_cursor: next === null ? null : cursors.write(name, [next, end]),
    };
  },
});

/** The key's own last line, not the end of the journal: that would reveal whether others write. */
async function endOf({ db, events: { watch } }: Request): Promise<number> {
  const until = await watch.end();
  return Math.max(await db.run(lastLine, { until }), watch.floor);
}
