import { atOnce, type Work } from '../../kernel/turns/turns.js';
import { termCounts } from '../../text/terms.js';

const QUESTION = /[?？؟]["'”’)」]*$/;
/** How sentences are weighted. Flat optima: each weight may change by half without visible effect. */
const WEIGHTS = {
  /** A term that is already in the summary counts this much: no sentence is chosen for what has been said. */
  again: 0.3,
  /** Words added to a sentence's length before its weight is divided by it: very short sentences must not win by being short. */
  padding: 4,
  /** A conversation opens with what it is about: its first turn weighs 1 + this, fading within `openingFades` turns. */
  opening: 3,
  openingFades: 1.2,
  /** An answer says more than its question. */
  question: 0.8,
  /** Conversational words that have no subject. */
  chatter: 0.4,
};
/** Shorter sentences are greetings and assent. */
const SHORTEST_WORDS = 4;
/** Stems, as `termCounts` makes them. */
const CHATTER = new Set(
  (
    'well thank like know think good get go let want see need sai come sure right pleas look great nice mean make take ' +
    'much lot thing wai tell sorri fine bye on time mr ms mrs sir'
  ).split(' '),
);

/** Whether a term is a conversational word that has no subject. */
export const isChatter = (term: string): boolean => CHATTER.has(term);

export interface Sentence {
  text: string;
  /** The distinct terms of the sentence. */
  terms: readonly string[];
  words: number;
  question: boolean;
  /** Index of its text among the texts. */
  turn: number;
  /** How much it counts relative to the others; 1 unless stated. */
  weight?: number;
}
export interface Choice {
  maxSentences: number;
  maxCharacters: number;
  conversation: boolean;
}

/** What a choice needs to know of a sentence. */
export function measured(text: string): Pick<Sentence, 'text' | 'terms' | 'words' | 'question'> {
  const terms = [...termCounts(text).keys()];
  // Scripts without spaces have no words to count; terms are counted instead.
  return { text, terms, words: Math.max(text.split(' ').length, terms.length), question: QUESTION.test(text) };
}

/** Sentences are joined one after another: each needs an end mark. */
export const ended = (sentence: string) =>
  /[.!?…。！？｡؟।:;,]["'”’)」』]*$/.test(sentence) ? sentence : `${sentence}.`;

/** A term weighs as much as it is repeated: what comes up again and again is the subject. */
function termWeights(all: readonly Sentence[]): Map<string, number> {
  const weights = new Map<string, number>();
  for (const sentence of all) for (const term of sentence.terms) weights.set(term, (weights.get(term) ?? 0) + 1);
  for (const term of CHATTER) weights.set(term, (weights.get(term) ?? 0) * WEIGHTS.chatter);
  return weights;
}

/** The sentences that cover most of what is said most, each chosen for what the ones before it left out; in the order of the texts. */
export const chooseSentences = <S extends Sentence>(all: readonly S[], choice: Choice): S[] =>
  atOnce(choosingSentences(all, choice));

export function* choosingSentences<S extends Sentence>(all: readonly S[], choice: Choice): Work<S[]> {
  const weights = termWeights(all);
  const shortest = all.some((sentence) => sentence.words >= SHORTEST_WORDS) ? SHORTEST_WORDS : 0;
  const chosen = new Set<S>();
  const said = new Set<string>();
  const terms = all.reduce((sum, sentence) => sum + sentence.terms.length, 0);
  let left = choice.maxCharacters;
  const weigh = (sentence: S) => {
    let weight = 0;
    for (const term of sentence.terms) weight += (weights.get(term) as number) * (said.has(term) ? WEIGHTS.again : 1);
    weight *= (sentence.weight ?? 1) / (sentence.words + WEIGHTS.padding);
    if (choice.conversation) weight *= 1 + WEIGHTS.opening * Math.exp(-sentence.turn / WEIGHTS.openingFades);
    return sentence.question ? weight * WEIGHTS.question : weight;
  };
  while (chosen.size < choice.maxSentences) {
    yield terms;
    let best: S | null = null;
    let most = 0;
    for (const sentence of all) {
      const fits = sentence.text.length <= left || chosen.size === 0;
      if (!fits || sentence.words < shortest || chosen.has(sentence)) continue;
      const weight = weigh(sentence);
      if (weight > most) [best, most] = [sentence, weight];
    }
    if (!best) break;
    chosen.add(best);
    left -= best.text.length + 1;
    for (const term of best.terms) said.add(term);
  }
  return all.filter((sentence) => chosen.has(sentence));
}
