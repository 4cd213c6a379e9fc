import type { Work } from '../../kernel/turns/turns.js';
import { type SummaryText, summarize, summarySize } from './summary.js';

export interface EpisodeText {
  text: string;
  /** The kind of event, in the caller's words. */
  type?: string;
}

/** Event types that reveal the outcome or the purpose, and types that are mere noise. */
const TELLING =
  /^(?:decision|decided|conclusion|result|outcome|resolution|goal|task|request|plan|summary|open[_ -]question)s?$/i;
const NOISE = /^(?:log|debug|trace|tool[_ -]?(?:call|result|output)|thought|heartbeat|status|metric)s?$/i;
const WEIGHTS = {
  telling: 2,
  noise: 0.4,
  /** Outside a conversation the first event says what it is about, the last one how it ended. */
  first: 2,
  last: 1.5,
};
const SPEAKER = /^[^:\n]{1,40}:\s+\S/;
/** A log is denser than conversation: half of it may be worth including. */
const LOG_SHARE = 0.5;
/** The share of events that begin with a speaker from which on an episode counts as a conversation. */
const CONVERSATION_SHARE = 0.5;

const CHARACTERS_PER_WORD = 6;
/** Number of words that a summary of this many events may have. */
export const wordsFor = (events: number) => Math.round(summarySize(events).maxCharacters / CHARACTERS_PER_WORD);

/** How much events of a type count relative to others. */
export function typeWeight(type: string | undefined): number {
  if (type === undefined) return 1;
  return TELLING.test(type) ? WEIGHTS.telling : NOISE.test(type) ? WEIGHTS.noise : 1;
}

/** A summary of an episode in two to five sentences, one if it is very short, in order; '' for nothing. */
export function* summarizeEpisode(events: readonly EpisodeText[]): Work<string> {
  const conversation = events.filter(({ text }) => SPEAKER.test(text)).length >= events.length * CONVERSATION_SHARE;
  const texts = events.map(({ text, type }, i): SummaryText => {
    const place = conversation ? 1 : i === 0 ? WEIGHTS.first : i === events.length - 1 ? WEIGHTS.last : 1;
    return { text, weight: typeWeight(type) * place };
  });
  const share = conversation ? undefined : LOG_SHARE;
  return (yield* summarize(texts, { ...summarySize(texts.length), share, conversation })).text;
}
