import { defineTask } from '../../compute/task.js';
import type { Work } from '../../kernel/turns/turns.js';
import { needsQuestion } from '../../readers/statements.js';
import { type EpisodeText, summarizeEpisode, typeWeight } from '../../readers/summary/episode-summary.js';
import { isPleasantry } from '../../readers/summary/turning-points.js';
import { isQuestion } from '../../text/asks.js';
import { sentences } from '../../text/sentences.js';

/** Sentences that are read; of a longer episode, every second, third … one. */
const MAX_SENTENCES = 240;
/** What was said next, in turns and in characters: whether a proposal was accepted shows soon, but people talk in short turns. */
const NEXT = { turns: 6, characters: 400 };
/** Longer answers, in words, can do without their question. */
const LONGEST_ANSWER = 12;
/** Units of work (kernel/turns/turns.ts) per character: 2,000,000 characters take about 1.5 s. */
const UNITS = 4;
const SPEAKER = /^([^\s:][^:\n]{0,38}[^\s:]|[^\s:]):\s+(?=\S)/;

/** An event that is read; not every one is. */
interface ReadEvent extends EpisodeText {
  /** Its place in the episode. */
  seq: number;
}
interface Turn {
  seq: number;
  speaker: string | null;
  parts: string[];
}
/** A sentence, and its place among all of them. */
export interface Sentence {
  at: number;
  speaker: string | null;
  text: string;
  words: number;
}
export interface Said extends Sentence {
  /** The question that it answers, without which it means nothing. */
  question: Sentence | null;
  /** What was said after it. */
  next: string;
  /** Added to the reader's logit. */
  bias: number;
}
export interface Reading {
  /** The number of words of all sentences. */
  words: number;
  read: Said[];
}

export const summaryUnits = (events: readonly EpisodeText[]) =>
  events.reduce((sum, { text }) => sum + text.length * UNITS, 0);

/** A summary without the reader. */
export const summaryTask = defineTask('episodes.summary', summarizeEpisode);

/** The sentences of an episode that are read for its summary. */
export const sentencesTask = defineTask('episodes.sentences', reading);

function* reading(events: readonly ReadEvent[]): Work<Reading> {
  const turns: Turn[] = [];
  let words = 0;
  for (const { seq, text } of events) {
    const label = SPEAKER.exec(text);
    const parts = sentences(label ? text.slice(label[0].length) : text);
    turns.push({ seq, speaker: label?.[1] ?? null, parts });
    for (const part of parts) words += wordsIn(part);
    yield text.length * UNITS;
  }
  const step = Math.ceil(turns.reduce((sum, { parts }) => sum + parts.length, 0) / MAX_SENTENCES);
  const read: Said[] = [];
  let at = 0;
  let before = 0;
  for (const [turn, { seq, speaker, parts }] of turns.entries()) {
    const later = events.slice(turn + 1, turn + 1 + NEXT.turns).map(({ text }) => text);
    // What was said before may be forgotten, flagged or left out.
    const asking = turns[turn - 1]?.seq === seq - 1 ? turns[turn - 1] : undefined;
    const bias = Math.log(typeWeight(events[turn]?.type));
    for (; at < parts.length; at += step) {
      const sentence = { at: before + at, speaker, text: parts[at] as string, words: wordsIn(parts[at] as string) };
      const question = at === 0 ? questionOf(sentence, asking) : null;
      read.push({ ...sentence, question, next: beginningOf([...parts.slice(at + 1), ...later]), bias });
    }
    at -= parts.length;
    before += parts.length;
  }
  return { words, read };
}

/** What another speaker asked last, if the sentence is a short answer to it. */
function questionOf({ at, speaker, text, words }: Sentence, asking: Turn | undefined): Sentence | null {
  const asked = asking?.parts.at(-1);
  if (!asked || !isQuestion(asked) || speaker === null || !asking?.speaker || asking.speaker === speaker) return null;
  if (words > LONGEST_ANSWER || isQuestion(text) || !needsQuestion(text) || isPleasantry(asked)) return null;
  return { at: at - 1, speaker: asking.speaker, text: asked, words: wordsIn(asked) };
}

const wordsIn = (sentence: string) => sentence.split(/\s+/).length;

/** No more is joined than needed: a beginning that is cut off a long text keeps all of it in memory. */
function beginningOf(texts: readonly string[]): string {
  let beginning = '';
  for (const text of texts) {
    if (beginning.length >= NEXT.characters) break;
    beginning += beginning === '' ? text : ` ${text}`;
  }
  return beginning.slice(0, NEXT.characters);
}
