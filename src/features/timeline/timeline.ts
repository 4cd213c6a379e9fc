import * as z from 'zod';
import { invalidField } from '../../kernel/errors.js';
import { agentId, pageLimit, text, time, userId, whole } from '../../kernel/fields.js';
import { within } from '../memories/search/read-with.js';
import { recall } from '../memories/search/recall.js';
import { defineOperation } from '../request.js';
import { aboutTopic, aboutUnread, readAbout } from './about.js';
import { timelineEntry, timelineOf } from './changes.js';
import { endsOf } from './ends.js';
import { matterOf } from './matter.js';
import { statesAmong } from './states.js';

/** Memories considered for one topic; more are hardly about it. */
const POOL = 200;
/** Milliseconds after which the result uses what was read so far. */
const WAIT_MS = 3_000;

export const timeline = defineOperation({
  id: 'memory.timeline',
  method: 'GET',
  path: '/memory/timeline',
  scope: 'read',
  bound: 'fields',
  group: 'Time',
  summary: 'See how facts about a topic changed',
  description:
    'The states of one topic, oldest first by the time they became true: the memories about the topic, and those ' +
    'known to have superseded or contradicted them. `from` and `to` say when each held, `current` whether it holds ' +
    'now. `change` says what happened: `added` it holds; `updated` it superseded another (`supersedes`) or its text ' +
    'was changed; `contradicted` a later one says otherwise; `superseded` a newer one superseded it; `ended` it stopped ' +
    'being true. Questions, turns of assistants, and turns that a statement stands for are left out. At most 200 ' +
    'memories are considered, the nearest to the topic.',
  input: z.object({
    user_id: userId,
    topic: text(1, 2_000).describe('What it is about, as a word, a phrase or a question: "home", "where she works".'),
    agent_id: agentId.optional(),
    from: time.optional().describe('Only what became true at or after this (Unix milliseconds or ISO 8601).'),
    to: time.optional().describe('Only what became true before this (Unix milliseconds or ISO 8601).'),
    limit: pageLimit(50, 200),
  }),
  output: z.object({
    user_id: z.string(),
    topic: z.string(),
    semantic: z.boolean().describe('False if embeddings were unavailable: entries are by words, then by recency.'),
    read: z
      .boolean()
      .describe(
        'False if the reader was unavailable: entries are chosen by score only, and more of them may be about something else.',
      ),
    count: whole,
    timeline: z.array(timelineEntry),
  }),
  example: { user_id: 'ada', topic: 'where Ada works' },
  tool: {
    name: 'get_timeline',
    description: 'See how what is known about a topic changed over time.',
    fields: ['topic', 'user_id', 'from', 'to', 'limit'],
  },
  async handler(request, { user_id, topic, agent_id, from, to, limit }) {
    if (from !== undefined && to !== undefined && to <= from) throw invalidField('to', 'must be later than `from`');
    const filter = { agent_id, any_time: true, include_expired: false, include_superseded: true };
    const asked = { text: topic, userId: user_id, filter, limit: POOL, minScore: null, ranking: 'hybrid' as const };
    const { semantic, memories: found } = await recall(request, { ...asked, explain: true, internal: true, read: 0 });
    const memories = await statesAmong(request, found);
    const signal = within(request, WAIT_MS);
    const scores = semantic ? await readAbout(request, topic, memories, signal) : null;
    const about = scores ? aboutTopic(scores) : aboutUnread(memories);
    const known = memories.map(({ score: _, final_score: __, parts: ___, relevance: ____, ...record }) => record);
    const matter = await matterOf(request, { userId: user_id, filter, topic, signal }, known, about, scores);
    const ends = await endsOf(request, matter, scores ? signal : null);
    const entries = timelineOf(matter, ends, request.now).filter(
      (entry) => (from === undefined || entry.at >= from) && (to === undefined || entry.at < to),
    );
    const shown = entries.slice(-limit); // if there are too many, the latest
    return { user_id, topic, semantic, read: scores !== null, count: shown.length, timeline: shown };
  },
});
