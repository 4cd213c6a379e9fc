import * as z from 'zod';
import { notFound } from '../../kernel/errors.js';
import { filled } from '../../kernel/fields.js';
import { outcome } from '../memories/input.js';
import { defineOperation } from '../request.js';
import { close } from './close.js';
import { EVENT_CHARACTERS, episodeId, episodeRecord } from './record.js';

export const end = defineOperation({
  id: 'episodes.end',
  method: 'POST',
  path: '/memory/episodes/end',
  scope: 'write',
  bound: { records: { episode: ['episode_id'] } },
  group: 'Episodes',
  summary: 'Close an episode and summarize it',
  description:
    'Without `summary`, one is written: two to five sentences from the events, shortened, and in the third person ' +
    'if someone speaks. It is based on at most 1,000 events, evenly chosen, and the first 2,000 characters of each; ' +
    'events that look like instructions to the agent are left out. The summary becomes a memory of kind `episodic` ' +
    'that does not count against the allowance, and the first 500 events are linked to it as `part_of`. Ending a ' +
    'closed episode changes nothing and returns the same response.',
  input: z.object({
    episode_id: episodeId,
    summary: filled(EVENT_CHARACTERS).optional().describe('What happened, in your own words.'),
    outcome: outcome.optional().describe('How it went.'),
  }),
  output: episodeRecord,
  tool: {
    name: 'end_episode',
    description:
      'Close an episode. Returns its summary, made from the events unless you give one; it is stored and can be ' +
      'found later.',
    idempotent: true,
  },
  example: { episode_id: 'ep_none', outcome: 'success' },
  async handler(request, input) {
    const { episode_id: id, summary, outcome } = input;
    const closed = await close(request, { id, summary, outcome });
    if (!closed) throw notFound('No episode has this id');
    return closed;
  },
});
