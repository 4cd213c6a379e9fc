import * as z from 'zod';
import { BODY_LIMITS } from '../../kernel/body-limits.js';
import { filled, metadata, text } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { quotaOf } from '../memories/quota-of.js';
import { embedContents } from '../memories/reading/embed.js';
import { readText } from '../memories/reading/read-text.js';
import { spokenText } from '../memories/reading/speaker.js';
import { defineOperation } from '../request.js';
import { episodicMemory } from './episodic-memory.js';
import { appendedEvent, EVENT_CHARACTERS, episodeId } from './record.js';
import { appendEvent } from './sql/append.js';

export const event = defineOperation({
  id: 'episodes.event',
  method: 'POST',
  path: '/memory/episodes/event',
  scope: 'write',
  bound: { records: { episode: ['episode_id'] } },
  group: 'Episodes',
  summary: 'Append an event to an episode',
  description:
    'The event becomes a memory of kind `episodic` with the same id: searchable at once, never treated as a ' +
    'duplicate, and counted against the monthly allowance. `seq` counts from 1 without gaps, even with concurrent ' +
    'appends. A closed episode takes no more events (409), nor does one with 10,000 events. While embeddings are ' +
    'unavailable, the event is stored with `embedded: false` and embedded later automatically.',
  input: z.object({
    episode_id: episodeId,
    content: filled(EVENT_CHARACTERS).describe('What happened, or what was said: "Ann: I will call you on Friday."'),
    type: text(1, 64)
      .default('event')
      .describe('The type of event, in your own words: message, tool_call, decision, question …'),
    metadata: metadata.optional(),
  }),
  output: appendedEvent,
  success: 201,
  bodyLimit: BODY_LIMITS.memory,
  tool: {
    name: 'add_event',
    description:
      'Append what just happened or was said to an open episode. Put the speaker in front ("Ann: …") when it is a conversation.',
  },
  example: { episode_id: 'ep_none', content: 'Ada: I would rather fly on Friday morning.', type: 'message' },
  async handler(request, input) {
    const id = request.ids.next(ID_PREFIXES.event);
    const { content, metadata = {}, type } = input;
    const spoken = spokenText({ kind: 'episodic', content, metadata });
    const [vectors = null] = await embedContents(request, [spoken]);
    const read = await readText(request, content, spoken);
    const memory = episodicMemory({ content, metadata, outcome: 'unknown', vectors, read }, request.ids, request.now);
    return request.db.run(appendEvent, {
      episodeId: input.episode_id,
      type,
      memory: { ...memory, id },
      quota: quotaOf(request),
      now: request.now,
    });
  },
});
