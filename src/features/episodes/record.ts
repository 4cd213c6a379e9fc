import * as z from 'zod';
import { at, LIMITS, text } from '../../kernel/fields.js';
import { OUTCOMES } from '../memories/record.js';

export const EPISODE_STATUSES = ['open', 'closed'] as const;
/** Replays, exports and erasures of an episode stay within a few transactions; anything longer is more than one episode. */
export const MAX_EVENTS = 10_000;
export const EVENT_CHARACTERS = 20_000;

export const episodeId = text(1, LIMITS.name).describe("An episode's id.");

/** An episode as returned everywhere. */
export const episodeRecord = z.object({
  id: z.string(),
  agent_id: z.string(),
  user_id: z.string().nullable().describe('Null for an episode without a user.'),
  title: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  status: z.enum(EPISODE_STATUSES),
  outcome: z.enum(OUTCOMES).nullable().describe('How it went, as reported when it was ended.'),
  summary: z
    .string()
    .nullable()
    .describe(
      'Null while it is open, if it was ended without any event, and while it is written again after an event was forgotten.',
    ),
  summary_memory_id: z.string().nullable().describe('The memory that contains the summary.'),
  auto_summarized: z.boolean().describe('True if the service wrote the summary; false if the caller gave it.'),
  event_count: z.number().int(),
  started_at: at('When it was started.'),
  last_event_at: at('When its last event was appended, or when it was started.'),
  ended_at: at('When it was closed.').nullable(),
});
export type EpisodeRecord = z.infer<typeof episodeRecord>;

export const episodeEvent = z.object({
  id: z.string().describe('Also the id of a memory of kind `episodic`.'),
  seq: z.number().int().describe('Its position in the episode, starting at 1.'),
  type: z.string(),
  content: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: at('When it was appended.'),
});
export type EpisodeEvent = z.infer<typeof episodeEvent>;

/** An event that was just appended. */
export const appendedEvent = z.object({
  id: z.string(),
  episode_id: z.string(),
  seq: z.number().int().describe('Its position in the episode, starting at 1.'),
  type: z.string(),
  embedded: z.boolean().describe('False while it waits to be embedded: search by meaning does not find it yet.'),
  created_at: z.number().int().describe('Unix milliseconds.'),
});
export type AppendedEvent = z.infer<typeof appendedEvent>;
