import type { Work } from '../../kernel/turns/turns.js';
import { sentences } from '../../text/sentences.js';
import { englishWeight } from '../english.js';
import { reported } from '../reported-speech.js';
import { chooseSentences, ended, measured, type Sentence } from './salience.js';
import { turningWeight } from './turning-points.js';

/** Share of the texts' characters, unless the caller says otherwise: anything longer is not a summary. */
const LARGEST_SHARE = 0.35;
/** Characters that are always allowed: a sentence or two of a very short text is no waste. */
const MIN_CHARACTERS = 100;
/** Sentences considered: the work is this times the number of sentences chosen. */
const MAX_SENTENCES = 5_000;
/** Units of work (kernel/turns/turns.ts) per character. */
const UNITS = 4;
const SPEAKER = /^([^\s:][^:\n]{0,38}[^\s:]|[^\s:]):\s+(?=\S)/;

export interface SummaryText {
  text: string;
  /** When it was said, which determines the order. Without times the texts stay in input order. */
  at?: number | undefined;
  /** How much its sentences count relative to those of the others; 1 unless stated. */
  weight?: number | undefined;
}
export interface SummaryOptions {
  maxSentences: number;
  maxCharacters: number;
  /** The largest allowed share of the texts' characters, 0–1. */
  share?: number | undefined;
  /** The texts are turns of a conversation ("Ann: …"): the chosen sentences are put into the third person. */
  conversation?: boolean | undefined;
}
export interface Summary {
  sentences: string[];
  text: string;
}

/** How long a summary of this many turns should be: 2–5 sentences. */
export function summarySize(turns: number): { maxSentences: number; maxCharacters: number } {
  const maxSentences = Math.min(5, Math.max(2, Math.ceil(Math.sqrt(turns))));
  return { maxSentences, maxCharacters: maxSentences * 70 };
}

interface Said extends Sentence {
  speaker: string | null;
}

function* read(texts: readonly SummaryText[]): Work<Said[]> {
  const found: Said[] = [];
  for (const [turn, { text, weight = 1 }] of texts.entries()) {
    const label = SPEAKER.exec(text);
    for (const sentence of sentences(label ? text.slice(label[0].length) : text)) {
      if (found.length >= MAX_SENTENCES) return found;
      const measures = measured(sentence);
      const turning = turningWeight(sentence, { question: measures.question, last: turn === texts.length - 1 });
      found.push({ ...measures, speaker: label?.[1] ?? null, turn, weight: weight * turning });
    }
    yield text.length * UNITS;
  }
  return found;
}

/** The sentences that cover most of what the texts say, without repetition, in time order. Time grows linearly with the texts. */
export function* summarize(texts: readonly SummaryText[], options: SummaryOptions): Work<Summary> {
  const { maxSentences, maxCharacters, share = LARGEST_SHARE, conversation = false } = options;
  const dated = texts.some((text) => text.at !== undefined);
  const all = yield* read(dated ? [...texts].sort((a, b) => (a.at ?? 0) - (b.at ?? 0)) : texts);
  const length = all.reduce((sum, sentence) => sum + sentence.text.length, 0);
  const budget = Math.min(maxCharacters, Math.max(MIN_CHARACTERS, length * share));
  const speakers = [...new Set(all.flatMap((sentence) => sentence.speaker ?? []))];
  const attributed = ({ text, speaker }: Said) => {
    if (speaker === null) return text;
    if (!conversation || englishWeight(text) < 0) return `${speaker}: ${text}`;
    const to = speakers.length === 2 ? (speakers.find((other) => other !== speaker) ?? null) : null;
    const sentence = reported(text, speaker, to);
    return sentence.startsWith(speaker) ? sentence.charAt(0).toUpperCase() + sentence.slice(1) : sentence;
  };
  const chosen = chooseSentences(all, { maxSentences, maxCharacters: budget, conversation });
  const rendered = chosen.map((sentence) => ended(trimmed(attributed(sentence), maxCharacters - 1)));
  return { sentences: rendered, text: rendered.join(' ') };
}

/** Cut at a word boundary, with a mark that shows the cut. */
function trimmed(sentence: string, max: number): string {
  if (sentence.length <= max) return sentence;
  const cut = sentence.slice(0, Math.max(1, max - 1)).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  return `${(space > max / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
