import * as z from 'zod';
import { invalidField } from '../../kernel/errors.js';
import { agentId, text, userId } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { ABOUT } from '../../readers/sentiment/about.js';
import { SENTIMENTS } from '../../readers/sentiment/feeling.js';
import { defineOperation, type Request } from '../request.js';
import { readText } from './read-text.js';
import { type EmotionalRecord, emotionalRecord, INTENSITY, NOTE_LIMIT, TEXT_LIMIT } from './record.js';
import { addEmotional } from './sql/statements.js';
import { feelingFromText, valenceOfGiven } from './strength.js';

const input = z.object({
  user_id: userId,
  agent_id: agentId,
  sentiment: z.enum(SENTIMENTS).optional().describe('How it felt. Default: read from `text`.'),
  intensity: z
    .number()
    .min(INTENSITY.least)
    .max(INTENSITY.most)
    .optional()
    .describe('How strong it is. Default: 5 for a given sentiment, or the strength read from the text.'),
  text: text(0, TEXT_LIMIT).optional().describe('What was said. Text without words or emoji is neutral.'),
  about: z
    .enum(ABOUT)
    .optional()
    .describe(
      'What the feeling is about: the `interaction` or the `world`. Default: read from `text`, or the interaction if `sentiment` is given.',
    ),
  note: text(0, NOTE_LIMIT).optional().describe('Your own remark; it is not analysed.'),
});
type Felt = Pick<EmotionalRecord, 'sentiment' | 'intensity' | 'valence' | 'about' | 'source' | 'read_by'>;

async function felt(
  request: Request,
  { sentiment, intensity, about, text: said }: z.output<typeof input>,
): Promise<Felt> {
  if (sentiment !== undefined) {
    const strength = intensity ?? INTENSITY.usual;
    const valence = valenceOfGiven(sentiment, strength);
    return { sentiment, intensity: strength, valence, about: about ?? 'interaction', source: 'given', read_by: null };
  }
  if (said === undefined) throw invalidField('sentiment', 'is required unless there is a `text` to read it from');
  const reading = await readText(request, said);
  const strength = feelingFromText(reading.sentiment, reading.valence, intensity);
  return { ...strength, about: about ?? reading.about, source: 'text', read_by: reading.readBy };
}

export const recordSentiment = defineOperation({
  id: 'emotional.record',
  method: 'POST',
  path: '/memory/emotional',
  scope: 'write',
  bound: 'fields',
  group: 'Emotional',
  summary: 'Record how an interaction felt',
  description:
    'A given `sentiment` is stored as it is. Without one, it is read from `text` (English): from its words with ' +
    'negation, degree, contrast, emoji and idioms, and from the embedding model if one is available (`read_by` says ' +
    'which). Of a very long text the model reads eight passages, spread from beginning to end; words are read in all of it. Text ' +
    'in another language is `unknown`, unless its emoji are clear. Grief, fear, illness, anger at other people and ' +
    'dislikes are `about` the world and do not lower trust in the agent. Does not count against the allowance of memories.',
  input,
  output: emotionalRecord,
  success: 201,
  example: { user_id: 'ada', agent_id: 'support', text: 'Thanks, that was quick!' },
  async handler(request, asked) {
    const record: EmotionalRecord = {
      id: request.ids.next(ID_PREFIXES.emotional),
      user_id: asked.user_id,
      agent_id: asked.agent_id,
      ...(await felt(request, asked)),
      text: asked.text ?? null,
      note: asked.note ?? null,
      created_at: request.now,
    };
    await request.db.run(addEmotional, record);
    return record;
  },
});
