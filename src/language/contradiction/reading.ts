import { type Clause, clausesOf } from './clauses.js';
import { stemsOf } from './coverage.js';
import { type Negation, negationOf } from './negation.js';
import { type Quantity, quantitiesOf } from './quantities.js';

export interface ReadClause extends Clause {
  negation: Negation | null;
  /** Stems of all words with weight. */
  stems: ReadonlySet<string>;
  /** The stems of the affirmed rest of its sentence too, when the sentence is short enough to be one thought. */
  wide: ReadonlySet<string>;
  /** What `wide` was taken from, for the reason. */
  said: string;
}

export interface Reading {
  text: string;
  at: number | null;
  clauses: ReadClause[];
  /** The text of each sentence by its number. */
  sentences: string[];
  quantities: (Quantity & { clause: ReadClause })[];
  /** A turn of a chat scatters what it speaks of over many words; a short note must agree in nearly all of its few. */
  isTurn: boolean;
}

/** Sentences up to this many words are compared whole. */
const ONE_THOUGHT_WORDS = 30;
const MOST_QUANTITIES = 40;
const NOTE_WORDS = 16;

export function read(text: string, at: number | null): Reading {
  const clauses = clausesOf(text).map((clause) => ({
    ...clause,
    negation: negationOf(clause),
    stems: stemsOf(clause.words),
  }));
  const bySentence = new Map<number, typeof clauses>();
  for (const clause of clauses) bySentence.set(clause.sentence, [...(bySentence.get(clause.sentence) ?? []), clause]);
  const done = clauses.map((clause): ReadClause => {
    const sentence = bySentence.get(clause.sentence) ?? [];
    const length = sentence.reduce((sum, part) => sum + part.words.length, 0);
    const affirmed = sentence.filter((part) => part === clause || !part.negation);
    const whole = length <= ONE_THOUGHT_WORDS && affirmed.length > 1;
    return {
      ...clause,
      wide: whole ? stemsOf(affirmed.flatMap((part) => part.words)) : clause.stems,
      said: whole ? affirmed.map((part) => part.text.trim()).join(', ') : clause.text,
    };
  });
  const quantities = done.flatMap((clause) => quantitiesOf(clause).map((quantity) => ({ ...quantity, clause })));
  const sentences: string[] = [];
  for (const clause of done) sentences[clause.sentence] = `${sentences[clause.sentence] ?? ''} ${clause.text}`;
  return {
    text,
    at,
    clauses: done,
    sentences,
    quantities: quantities.slice(0, MOST_QUANTITIES),
    isTurn: done.reduce((sum, clause) => sum + clause.words.length, 0) > NOTE_WORDS,
  };
}
