import { EmbeddingUnavailable } from '../../embedding/embedder.js';
import type { Reader, ReadOptions } from '../../readers/reader.js';
import type { Reading, Sentence } from './summary-tasks.js';

/** The share of the words that a summary may have, and its most words in total. */
const SHARE = 0.37;
const MAX_WORDS = 220;
/** A short episode gets a few sentences, whatever its share. */
const MIN_WORDS = 20;
/** Logit below which a sentence is left out even if there is room for it. */
const WORTH = -4;

/**
 * What was decided, is open or matters later, in the words of those who said it; '' if there is nothing to summarize. Each sentence is read together
 * with what was said after it, so that a rejected proposal is left out. A short answer comes with its question. Null if the reader is unavailable.
 */
export async function summaryByReading(
  reader: Reader,
  { words, read }: Reading,
  options: ReadOptions,
): Promise<string | null> {
  try {
    const logits = await reader.keep(
      read.map(({ speaker, text, next }) => [speaker ? `${speaker}: ${text}` : text, next] as const),
      options,
    );
    const ranked = read
      .map((one, at) => ({ one, at, worth: (logits[at] as number) + one.bias }))
      .sort((a, b) => b.worth - a.worth || a.at - b.at);
    let left = Math.max(MIN_WORDS, Math.min(MAX_WORDS, Math.floor(SHARE * words)));
    const chosen = new Map<number, Sentence>();
    for (const [rank, { one, worth }] of ranked.entries()) {
      const needed: Sentence[] = one.question ? [one.question, one] : [one];
      const missing = needed.filter(({ at }) => !chosen.has(at));
      const words = missing.reduce((sum, sentence) => sum + sentence.words, 0);
      if (rank > 0 && (worth < WORTH || words > left)) continue;
      left -= words;
      for (const sentence of missing) chosen.set(sentence.at, sentence);
    }
    return textOf([...chosen.values()].sort((a, b) => a.at - b.at));
  } catch (error) {
    if (error instanceof EmbeddingUnavailable) return null;
    throw error;
  }
}

/** Sentences of one speaker are grouped after the name. */
function textOf(chosen: readonly Sentence[]): string {
  let last: string | null = null;
  return chosen
    .map(({ speaker, text }) => {
      const label = speaker !== null && speaker !== last ? `${speaker}: ` : '';
      last = speaker;
      return label + text;
    })
    .join(' ');
}
