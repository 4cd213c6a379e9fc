import * as z from 'zod';
import { agentId, amount, exportedTime, text, userId, whole } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { ABOUT } from '../../readers/sentiment/about.js';
import { RECORDED_SENTIMENTS } from '../../readers/sentiment/feeling.js';

/** Long enough for a whole email; reading it takes well under a second. */
export const TEXT_LIMIT = 20_000;
export const NOTE_LIMIT = 2_000;
export const INTENSITY = { least: 1, most: 10, usual: 5 } as const;

/** How an interaction felt, as returned everywhere. */
export const emotionalRecord = z.object({
  id: z.string(),
  user_id: z.string(),
  agent_id: z.string(),
  sentiment: z
    .enum(RECORDED_SENTIMENTS)
    .describe('`unknown`: the text is in an unsupported language; its valence is 0.'),
  intensity: z.number().describe('1–10.'),
  valence: z.number().describe('−1 (bad) to 1 (good).'),
  about: z
    .enum(ABOUT)
    .describe(
      '`world`: grief, fear or illness, other people and dislikes in the life of the user, which says nothing about the agent and does not change trust.',
    ),
  source: z.enum(['given', 'text']).describe('Whether the caller gave the sentiment or it was read from the text.'),
  read_by: z
    .enum(['words', 'words_and_model'])
    .nullable()
    .describe('What read the text: words only while no embedding model is available. Null if the sentiment was given.'),
  text: z.string().nullable(),
  note: z.string().nullable(),
  created_at: whole.describe('Unix milliseconds.'),
});
export type EmotionalRecord = z.infer<typeof emotionalRecord>;

/** The same read from a file: accepts nothing that could not have been recorded here. */
export const restorableRecord = emotionalRecord.extend({
  id: z.string().regex(new RegExp(`^${ID_PREFIXES.emotional}[0-9a-z]{1,64}$`)),
  user_id: userId,
  agent_id: agentId,
  intensity: amount(INTENSITY.least, INTENSITY.most),
  valence: amount(-1, 1),
  about: z.enum(ABOUT).default('interaction'),
  text: text(0, TEXT_LIMIT).nullable(),
  note: text(0, NOTE_LIMIT).nullable(),
  created_at: exportedTime,
});
