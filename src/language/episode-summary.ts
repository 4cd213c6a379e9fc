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
const WEIGHTS = { telling: 2, noise: 0.4 };

const CHARACTERS_A_WORD = 6;
/** Words that a summary of so many events may have. */
export const wordsFor = (events: number) => Math.round(summarySize(events).maxCharacters / CHARACTERS_A_WORD);

function weightOf(type: string | undefined): number {
  if (type === undefined) return 1;
  return TELLING.test(type) ? WEIGHTS.telling : NOISE.test(type) ? WEIGHTS.noise : 1;
}

/** Two to five sentences of an episode, told in order; '' for nothing. */
export function summarizeEpisode(events: readonly EpisodeText[]): string {
  const texts = events.map(({ text, type }): SummaryText => ({ text, weight: weightOf(type) }));
  return summarize(texts, { ...summarySize(texts.length), conversation: true }).text;
}
