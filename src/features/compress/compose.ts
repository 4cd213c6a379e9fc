import { fold } from '../../language/fold.js';
import { chooseSentences, type Sentence } from '../../language/salience.js';
import { sentences } from '../../language/sentences.js';
import { termCounts } from '../../language/terms.js';
import { factsOf } from './facts.js';

/** How much of the sources' length the sentences that say most may take; what must not be lost comes on top. */
const CENTRAL_SHARE = 0.35;
/**
 * Of a source's words, how many the summary must have for the source to count as told. Where the originals stay, more may be left out: the
 * distilled facts of long conversations come down to two thirds with 0.4 and to six sevenths with 0.6.
 */
export const TOLD = { originalsStay: 0.4, originalsGo: 0.6 };

interface Unit extends Sentence {
  facts: Set<string>;
}

function unitsOf(texts: readonly string[]): Unit[] {
  const units: Unit[] = [];
  const seen = new Set<string>();
  for (const [turn, text] of texts.entries()) {
    for (const sentence of sentences(text)) {
      const plain =
        fold(sentence)
          .replace(/[^\p{L}\p{N}]+/gu, ' ')
          .trim() || sentence;
      if (seen.has(plain)) continue;
      seen.add(plain);
      const terms = [...termCounts(sentence).keys()];
      const words = Math.max(sentence.split(' ').length, terms.length);
      const question = /[?？؟]["'”’)」]*$/.test(sentence);
      units.push({ text: sentence, terms, words, question, turn, facts: factsOf(sentence) });
    }
  }
  return units;
}

const missing = (wanted: Iterable<string>, there: ReadonlySet<string>) =>
  [...wanted].filter((item) => !there.has(item)).length;

/**
 * One text out of several, given in time order: the sentences that say most, then of every source what it alone knows. No number, date or
 * name of a source is lost, and most of its other words stay.
 */
export function compose(texts: readonly string[], told: number): string {
  const units = unitsOf(texts);
  const characters = texts.reduce((sum, text) => sum + text.length, 0) * CENTRAL_SHARE;
  const central = chooseSentences(units, {
    maxSentences: Math.ceil(texts.length / 2),
    maxCharacters: characters,
    conversation: false,
  });
  return complete(units, new Set(central), told, []);
}

/** The same with a summary that somebody else wrote in place of the sentences that say most: what it left out follows it. */
export function composeAfter(summary: string, texts: readonly string[], told: number): string {
  return `${ended(summary)} ${complete(unitsOf(texts), new Set(), told, unitsOf([summary]))}`.trim();
}

/** The units taken and all that must come with them, in order. `said` is known already. */
function complete(units: readonly Unit[], taken: Set<Unit>, told: number, said: readonly Unit[]): string {
  const there = [...taken, ...said];
  const facts = new Set(there.flatMap((unit) => [...unit.facts]));
  const terms = new Set(there.flatMap((unit) => unit.terms));
  const take = (unit: Unit) => {
    taken.add(unit);
    for (const fact of unit.facts) facts.add(fact);
    for (const term of unit.terms) terms.add(term);
  };
  for (const own of byTurn(units).values()) {
    for (const unit of own) if (missing(unit.facts, facts) > 0) take(unit);
    const words = new Set(own.flatMap((unit) => unit.terms));
    const left = own
      .filter((unit) => !taken.has(unit))
      .sort((a, b) => missing(b.terms, terms) - missing(a.terms, terms));
    for (const unit of left) {
      if (missing(words, terms) <= words.size * (1 - told)) break;
      take(unit);
    }
  }
  return units
    .filter((unit) => taken.has(unit))
    .map((unit) => ended(unit.text))
    .join(' ');
}

function byTurn(units: readonly Unit[]): Map<number, Unit[]> {
  const turns = new Map<number, Unit[]>();
  for (const unit of units) turns.set(unit.turn, [...(turns.get(unit.turn) ?? []), unit]);
  return turns;
}

/** Sentences stand one behind the other: each needs its end. */
const ended = (sentence: string) => (/[.!?…。！？｡؟।:;,]["'”’)」』]*$/.test(sentence) ? sentence : `${sentence}.`);
