import { EmbeddingUnavailable } from '../../embedding/embedder.js';
import type { Reader, ReadOptions } from '../../readers/reader.js';
import type { Reading, Said } from './summary-tasks.js';

/** The share of the words that a summary may have, and its most words in total. */
const SHARE = 0.39;
const MAX_WORDS = 220;
/** A short episode gets a few sentences, whatever its share. */
const MIN_WORDS = 20;
/** Logit below which a sentence is left out even if there is room for it. */
const WORTH = -4;

/**
 * What was decided, is open or matters later, in the words of those who said it; '' if there is nothing to summarize. Each sentence is read together
 * with what was said after it, so that a rejected proposal is left out. Null if the reader is unavailable.
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
    const chosen = ranked.filter(({ one, worth }, rank) => {
      if (rank > 0 && (worth < WORTH || one.words > left)) return false;
      left -= one.words;
      return true;
    });
    return textOf(chosen.sort((a, b) => a.at - b.at).map(({ one }) => one));
  } catch (error) {
    if (error instanceof EmbeddingUnavailable) return null;
    throw error;
  }
}

/** Sentences of one speaker are grouped after the name. */
function textOf(chosen: readonly Said[]): string {
  let last: string | null = null;
  return chosen
    .map(({ speaker, text }) => {
      const label = speaker !== null && speaker !== last ? `${speaker}: ` : '';
      last = speaker;
      return label + text;
    })
    .join(' ');
}
