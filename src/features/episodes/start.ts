import * as z from 'zod';
import { agentId, LIMITS, metadata, text, userId } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { embedContents } from '../memories/reading/embed.js';
import { defineOperation } from '../request.js';
import { episodeRecord } from './record.js';
import { startEpisode } from './sql/start.js';

export const start = defineOperation({
  id: 'episodes.start',
  method: 'POST',
  path: '/memory/episodes/start',
  scope: 'write',
  bound: 'fields',
  group: 'Episodes',
  summary: 'Begin an episode',
  description:
    'An episode is a session whose events are stored in order: a conversation, a task, an incident. Append to it ' +
    'with `POST /memory/episodes/event` and close it with `POST /memory/episodes/end`. An episode without events ' +
    'for 24 hours is closed automatically.',
  input: z.object({
    agent_id: agentId,
    user_id: userId.optional().describe('Whose episode it is. Default: no user, only the agent.'),
    title: text(1, LIMITS.name).optional().describe('What it is about.'),
    metadata: metadata.optional(),
  }),
  output: episodeRecord,
  success: 201,
  tool: {
    name: 'start_episode',
    description:
      'Begin an episode, a session whose events are stored in order: a conversation, a task, an incident. Returns ' +
      'the id for add_event and end_episode.',
  },
  example: { agent_id: 'planner', user_id: 'ada', title: 'Booking the flight to Lisbon' },
  async handler(request, input) {
    const [titleVectors = null] = input.title === undefined ? [] : await embedContents(request, [input.title]);
    return request.db.run(startEpisode, {
      id: request.ids.next(ID_PREFIXES.episode),
      user_id: input.user_id ?? '',
      agent_id: input.agent_id,
      title: input.title ?? null,
      titleVectors,
      metadata: input.metadata ?? {},
      now: request.now,
    });
  },
});
