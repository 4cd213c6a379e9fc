import { EmbeddingUnavailable } from '../../embedding/embedder.js';
import type { Reader, ReadOptions } from '../../readers/reader.js';
import { type EpisodeText, typeWeight } from '../../readers/summary/episode-summary.js';
import { sentences } from '../../text/sentences.js';

/** The share of the words that a summary may have, and its most words in total. */
const SHARE = 0.39;
const MOST_WORDS = 220;
/** A short episode gets a few sentences, whatever its share. */
const LEAST_WORDS = 20;
/** Sentences that are read; of a longer episode, every second, third … one. */
const MOST_SENTENCES = 240;
/** What was said next, in turns and in characters: whether a proposal was accepted shows soon, but people talk in short turns. */
const NEXT = { turns: 6, characters: 400 };
/** Logit below which a sentence is left out even if there is room for it. */
const WORTH = -4;
const SPEAKER = /^([^\s:][^:\n]{0,38}[^\s:]|[^\s:]):\s+(?=\S)/;

interface Said {
  speaker: string | null;
  text: string;
  next: string;
  words: number;
  bias: number;
}

/**
 * What was decided, is open or matters later, in the words of those who said it; '' if there is nothing to summarize. Each sentence is read together
 * with what was said after it, so that a rejected proposal is left out. Null if the reader is unavailable.
 */
export async function summaryByReading(
  reader: Reader,
  events: readonly EpisodeText[],
  options: ReadOptions,
): Promise<string | null> {
  const all = said(events);
  const words = all.reduce((sum, one) => sum + one.words, 0);
  const step = Math.ceil(all.length / MOST_SENTENCES);
  const read = all.filter((_, at) => at % step === 0);
  try {
    const logits = await reader.keep(
      read.map(({ speaker, text, next }) => [speaker ? `${speaker}: ${text}` : text, next] as const),
      options,
    );
    const ranked = read
      .map((one, at) => ({ one, at, worth: (logits[at] as number) + one.bias }))
      .sort((a, b) => b.worth - a.worth || a.at - b.at);
    let left = Math.max(LEAST_WORDS, Math.min(MOST_WORDS, Math.floor(SHARE * words)));
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

function said(events: readonly EpisodeText[]): Said[] {
  const found: Said[] = [];
  for (const [turn, { text, type }] of events.entries()) {
    const label = SPEAKER.exec(text);
    const parts = sentences(label ? text.slice(label[0].length) : text);
    const later = events.slice(turn + 1, turn + 1 + NEXT.turns).map((event) => event.text);
    for (const [at, part] of parts.entries()) {
      const next = [...parts.slice(at + 1), ...later].join(' ').slice(0, NEXT.characters);
      const bias = Math.log(typeWeight(type));
      found.push({ speaker: label?.[1] ?? null, text: part, next, words: part.split(/\s+/).length, bias });
    }
  }
  return found;
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
