import { reported } from './reported-speech.js';
import { chooseSentences, type Sentence } from './salience.js';
import { sentences } from './sentences.js';
import { termCounts } from './terms.js';

/** Of the texts' characters: more is no summary. */
const LARGEST_SHARE = 0.35;
/** Sentences looked at: the effort is this times the sentences that are taken. */
const MOST_SENTENCES = 5_000;
const SPEAKER = /^([^\s:][^:\n]{0,38}[^\s:]|[^\s:]):\s+(?=\S)/;
const QUESTION = /[?？؟]["'”’)」]*$/;

export interface SummaryText {
  text: string;
  /** When it was said: the order in which texts are told. Without times they are told as they come. */
  at?: number | undefined;
  /** How much its sentences count beside those of the others; 1 unless stated. */
  weight?: number | undefined;
}
export interface SummaryOptions {
  maxSentences: number;
  maxCharacters: number;
  /** The texts are turns of a conversation ("Ann: …"): what is taken is told in the third person. */
  conversation?: boolean | undefined;
}
export interface Summary {
  sentences: string[];
  text: string;
}

/** How long a summary of so many turns should be: 2–5 sentences. */
export function summarySize(turns: number): { maxSentences: number; maxCharacters: number } {
  const maxSentences = Math.min(5, Math.max(2, Math.ceil(Math.sqrt(turns))));
  return { maxSentences, maxCharacters: maxSentences * 70 };
}

interface Said extends Sentence {
  speaker: string | null;
}

function read(texts: readonly SummaryText[]): Said[] {
  const found: Said[] = [];
  for (const [turn, { text, weight = 1 }] of texts.entries()) {
    const label = SPEAKER.exec(text);
    for (const sentence of sentences(label ? text.slice(label[0].length) : text)) {
      if (found.length >= MOST_SENTENCES) return found;
      const terms = [...termCounts(sentence).keys()];
      // Scripts without spaces have no words to count; their terms stand in.
      const words = Math.max(sentence.split(' ').length, terms.length);
      found.push({
        text: sentence,
        speaker: label?.[1] ?? null,
        turn,
        weight,
        terms,
        words,
        question: QUESTION.test(sentence),
      });
    }
  }
  return found;
}

/** The sentences that say most of what the texts say, without repetition, in time order. Time grows linearly with the texts. */
export function summarize(texts: readonly SummaryText[], options: SummaryOptions): Summary {
  const { maxSentences, maxCharacters, conversation = false } = options;
  const dated = texts.some((text) => text.at !== undefined);
  const all = read(dated ? [...texts].sort((a, b) => (a.at ?? 0) - (b.at ?? 0)) : texts);
  const length = all.reduce((sum, sentence) => sum + sentence.text.length, 0);
  const budget = Math.min(maxCharacters, length * LARGEST_SHARE);
  const speakers = [...new Set(all.flatMap((sentence) => sentence.speaker ?? []))];
  const tell = ({ text, speaker }: Said) => {
    if (speaker === null) return text;
    if (!conversation) return `${speaker}: ${text}`;
    return reported(
      text,
      speaker,
      speakers.length === 2 ? (speakers.find((other) => other !== speaker) ?? null) : null,
    );
  };
  const chosen = chooseSentences(all, { maxSentences, maxCharacters: budget, conversation });
  const told = chosen.map((sentence) => trimmed(tell(sentence), maxCharacters));
  return { sentences: told, text: told.join(' ') };
}

/** Cut at a word, with a mark that it was. */
function trimmed(sentence: string, max: number): string {
  if (sentence.length <= max) return sentence;
  const cut = sentence.slice(0, Math.max(1, max - 1)).replace(/[\ud800-\udbff]$/, '');
  const space = cut.lastIndexOf(' ');
  return `${(space > max / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
