import { type SummaryText, summarize, summarySize } from './summary.js';

export interface EpisodeText {
  text: string;
  /** What sort of event it is, in the caller's words. */
  type?: string;
}

/** Types of events that tell how it ended or what it was for, and types that are noise of the work. */
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
/** A log is denser than talk: half of it may be worth telling. */
const LOG_SHARE = 0.5;
/** Of the events that begin with a speaker, how many make a conversation. */
const CONVERSATION_SHARE = 0.5;

const CHARACTERS_A_WORD = 6;
/** Words that a summary of so many events may have. */
export const wordsFor = (events: number) => Math.round(summarySize(events).maxCharacters / CHARACTERS_A_WORD);

/** How much events of a type count beside others. */
export function typeWeight(type: string | undefined): number {
  if (type === undefined) return 1;
  return TELLING.test(type) ? WEIGHTS.telling : NOISE.test(type) ? WEIGHTS.noise : 1;
}

/** Two to five sentences of an episode, one of a very short one, told in order; '' for nothing. */
export function summarizeEpisode(events: readonly EpisodeText[]): string {
  const conversation = events.filter(({ text }) => SPEAKER.test(text)).length >= events.length * CONVERSATION_SHARE;
  const texts = events.map(({ text, type }, i): SummaryText => {
    const place = conversation ? 1 : i === 0 ? WEIGHTS.first : i === events.length - 1 ? WEIGHTS.last : 1;
    return { text, weight: typeWeight(type) * place };
  });
  const share = conversation ? undefined : LOG_SHARE;
  return summarize(texts, { ...summarySize(texts.length), share, conversation }).text;
}
