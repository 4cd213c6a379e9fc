import { z } from 'zod';
import { invalidField } from '../../kernel/errors.js';
import { agentId, pageLimit, text, time, userId } from '../../kernel/fields.js';
import { recall } from '../memories/recall.js';
import { memoryRecord } from '../memories/record.js';
import { defineOperation } from '../request.js';
import { aboutTopic, CHANGES, timelineOf } from './changes.js';
import { tiesOf } from './statement.js';

/** Memories looked at for one topic; more are hardly about it. */
const POOL = 200;

export const timeline = defineOperation({
  id: 'memory.timeline',
  method: 'GET',
  path: '/memory/timeline',
  scope: 'read',
  group: 'Time',
  summary: 'See how facts about a topic changed',
  description:
    'The memories about the topic, by meaning and by words, oldest first by the time they became true. `change` says what became of each: `added` it ' +
    'stands; `updated` it replaced another (`supersedes`) or its text was changed; `contradicted` another memory says otherwise and nobody has settled ' +
    'it; `superseded` a newer one replaced it; `ended` it stopped being true. At most 200 memories are looked at, the nearest to the topic.',
  input: z.object({
    user_id: userId,
    topic: text(1, 2_000).describe('What it is about: "where Ada lives".'),
    agent_id: agentId.optional(),
    from: time.optional().describe('Only what became true at or after this (Unix milliseconds or ISO 8601).'),
    to: time.optional().describe('Only what became true before this (Unix milliseconds or ISO 8601).'),
    limit: pageLimit(50, 200),
  }),
  output: z.object({
    user_id: z.string(),
    topic: z.string(),
    semantic: z.boolean().describe('False: embeddings were unavailable, the entries are the most recent memories.'),
    count: z.number().int(),
    timeline: z.array(
      memoryRecord.extend({
        change: z.enum(CHANGES),
        supersedes: z.string().nullable().describe('The memory that this one replaced.'),
        at: z.number().int().describe('When it became true, or else when it was stored. Unix milliseconds.'),
      }),
    ),
  }),
  example: { user_id: 'ada', topic: 'where Ada works' },
  tool: {
    name: 'get_timeline',
    description: 'See how what is known about a topic changed over time.',
    fields: ['topic', 'user_id', 'from', 'to', 'limit'],
  },
  async handler(request, { user_id, topic, agent_id, from, to, limit }) {
    if (from !== undefined && to !== undefined && to <= from) throw invalidField('to', 'must be later than `from`');
    const { semantic, memories } = await recall(request, {
      text: topic,
      userId: user_id,
      filter: { agent_id, any_time: true, include_expired: false, include_superseded: true },
      limit: POOL,
      minScore: null,
      ranking: 'hybrid',
      explain: true,
      internal: true,
    });
    const about = aboutTopic(memories).map(
      ({ score: _, final_score: __, parts: ___, relevance: ____, ...record }) => record,
    );
    const ties = await request.db.run(tiesOf, { ids: about.map((memory) => memory.id) });
    const entries = timelineOf(about, ties, request.now).filter(
      (entry) => (from === undefined || entry.at >= from) && (to === undefined || entry.at < to),
    );
    const shown = entries.slice(-limit); // of too many, the latest
    return { user_id, topic, semantic, count: shown.length, timeline: shown };
  },
});
