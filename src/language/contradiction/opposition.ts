import { keyOf, lexicalKeys, oppositesOf } from './antonyms.js';
import { alike } from './coverage.js';
import { exclusiveOf } from './exclusive.js';
import { type Judgement, quote, stronger } from './judgement.js';
import { remembered } from './memo.js';
import type { ReadClause, Reading } from './reading.js';
import { maySame, subjectOf } from './subject.js';
import { ofDifferentTimes } from './times.js';
import type { Word } from './words.js';

/** How much of the rest both statements must share, each in the other; chosen on development data. */
export const OPPOSITION = { rest: 0.7, direction: 0.99 };
/** Longer clauses hold an opposite pair by chance. */
const MOST_WORDS = 40;

/** The same is said of the same thing, but for one word that excludes the other's. */
export function opposition(older: Reading, newer: Reading): Judgement | null {
  let best: Judgement | null = null;
  for (const a of older.clauses) {
    if (a.words.length > MOST_WORDS || a.question) continue;
    for (const b of newer.clauses) {
      if (b.words.length > MOST_WORDS || b.question || (a.negation === null) !== (b.negation === null)) continue;
      const pair = opposed(a, b);
      if (pair && maySame(subjectOf(a), subjectOf(b)) && !ofDifferentTimes(a, b)) best = stronger(best, pair);
    }
  }
  return best;
}

const keysIn = remembered((clause: ReadClause) => new Set(lexicalKeys(clause.words)));

function opposed(a: ReadClause, b: ReadClause): Judgement | null {
  const inA = keysIn(a);
  const inB = keysIn(b);
  let best: Judgement | null = null;
  for (const one of inA) {
    if (inB.has(one)) continue;
    for (const [two, strength] of [...oppositesOf(one, inB), ...valuesInstead(a, one, b, inB)]) {
      if (inA.has(two) || (strength !== 'word' && !(identified(a) && identified(b)))) continue;
      if (tellsWhich(a, one) && tellsWhich(b, two)) continue;
      const rest = alike(without(a.words, one), without(b.words, two));
      if (rest < (strength === 'direction' ? OPPOSITION.direction : OPPOSITION.rest)) continue;
      best = stronger(best, {
        type: strength === 'value' ? 'value_change' : 'antonym',
        confidence: Math.min(0.9, 0.3 + 0.55 * rest),
        reason: `${asWritten(a, one)} and ${asWritten(b, two)} exclude each other: ${quote(a.text)} against ${quote(b.text)}`,
      });
    }
  }
  return best;
}

/** "is red", "is blue". */
const valuesInstead = (a: ReadClause, one: string, b: ReadClause, inB: ReadonlySet<string>) =>
  exclusiveOf(one, inB).flatMap((two) => (isSaid(a, one) && isSaid(b, two) ? [[two, 'value'] as const] : []));

const asWritten = (clause: ReadClause, key: string) =>
  `"${clause.words.find((word) => word.stem === key || keyOf(word.lower) === key)?.lower ?? key.replace('-', ' ')}"`;

/** "A man", "two dogs", "people": the other statement may mean others. */
const ANYONE =
  /^(?:there (?:is|are) )?(?:an?|some|several|many|few|one|two|three|four|five|six|\d+|people|men|women|children|kids|dogs|boys|girls)\b/i;
const identified = (clause: ReadClause) => !ANYONE.test(clause.text.trim());

const VERB = /^(?:is|are|was|were|am|has|have|had|will|can|be|been|isn't|aren't|'s)$/;
/** An opposite before the verb says who is meant: the old woman and the young woman are two women. */
const tellsWhich = (clause: ReadClause, key: string) => {
  const verb = clause.words.findIndex((word) => VERB.test(word.lower));
  return verb > 0 && clause.words.slice(0, verb).some((word) => word.stem === key);
};

/** Stands as what is said of the subject: "is red", "was painted blue". */
const isSaid = (clause: ReadClause, key: string) =>
  clause.words.some((word, index) => word.stem === key && BEFORE_STATE.test(clause.words[index - 1]?.lower ?? ''));
const BEFORE_STATE = /^(?:is|are|was|were|am|be|been|now|painted|turned|dyed|became|got|currently|still|'s)$/;

const without = (words: readonly Word[], key: string) => {
  const parts = new Set(key.split('-'));
  return words.filter(
    (word) => word.weight > 0 && word.stem !== key && keyOf(word.lower) !== key && !parts.has(word.stem),
  );
};
