import { alike } from './coverage.js';
import { type Fact, factsOf } from './facts.js';
import { type Judgement, stronger } from './judgement.js';
import { remembered } from './memo.js';
import { quantitiesOf } from './quantities.js';
import type { ReadClause, Reading } from './reading.js';
import { maySame, type Subject, subjectOf } from './subject.js';
import { wordsOf } from './words.js';

interface Told extends Fact {
  subject: Subject;
  clause: ReadClause;
}

/** How sure a change of a fact of which there is one at a time is; a little less when a pronoun hides whose it is. */
const SURE = 0.85;
const LIKELY = 0.7;

/** Two statements give the same fact another value: another home, another deadline. */
export function changeOfFact(older: Reading, newer: Reading): Judgement | null {
  let best: Judgement | null = null;
  const before = told(older);
  if (before.length === 0) return null;
  for (const b of told(newer)) {
    for (const a of before) if (excludes(a, b)) best = stronger(best, judged(a, b));
  }
  return best;
}

const told = remembered((reading: Reading): Told[] =>
  reading.clauses.flatMap((clause) =>
    clause.question || (clause.negation && clause.negation.cue !== 'no longer')
      ? []
      : factsOf(clause).map((fact) => ({ ...fact, subject: subjectOf(clause), clause })),
  ),
);

function excludes(a: Told, b: Told): boolean {
  if (!sameFact(a, b) || !maySame(a.subject, b.subject)) return false;
  // "lives in a flat" and "lives in Berlin" are answers to two questions
  if (a.which === '' && (isName(a.value) !== isName(b.value) || (a.about === 'home' && !isName(a.value)))) return false;
  const same = agree(a.value, b.value);
  return a.over === b.over ? !a.over && !same : same;
}

const isName = (value: string) => /^\p{Lu}/u.test(value);

function sameFact(a: Told, b: Told): boolean {
  if (a.which === '' || b.which === '') return a.which === b.which && a.about === b.about;
  return alike(wordsOf(a.which), wordsOf(b.which)) === 1;
}

/** Equal, or one only more exact than the other: "London" and "central London", "10 am" and "Monday at 10 am". */
function agree(a: string, b: string): boolean {
  const figures = [a, b].map((value) =>
    quantitiesOf({ text: value, words: wordsOf(value), sentence: 0, question: false }),
  );
  for (const one of figures[0] ?? []) {
    for (const two of figures[1] ?? []) if (one.kind === two.kind) return one.value === two.value;
  }
  if ((figures[0]?.length ?? 0) > 0 && (figures[1]?.length ?? 0) > 0) return true;
  const one = plainWords(a);
  const two = plainWords(b);
  if (one.size === 0 || two.size === 0) return true;
  const [fewer, more] = one.size <= two.size ? [one, two] : [two, one];
  return [...fewer].every((word) => more.has(word));
}

const plainWords = (value: string) =>
  new Set(wordsOf(value).flatMap((word) => (word.weight > 0 || /^\d/.test(word.lower) ? [word.stem] : [])));

const judged = (a: Told, b: Told): Judgement => ({
  type: 'value_change',
  confidence: a.subject.kind === b.subject.kind ? SURE : LIKELY,
  reason:
    a.over !== b.over
      ? `One says that ${a.value} is over as ${matter(a, b)}`
      : `Both speak of ${matter(a, b)}: ${a.value} against ${b.value}`,
});

/** "where Ann lives", "the deadline", "Anna's birthday". */
function matter(a: Told, b: Told): string {
  if (a.which !== '') return /^(?:\p{Lu}|\S+'s )/u.test(a.about) ? a.about : `the ${a.about}`;
  const named = [a.subject, b.subject].find((subject) => subject.kind === 'name');
  const name = named?.kind === 'name' ? (named.names[0] ?? '') : '';
  const who = name
    ? `${name[0]?.toUpperCase()}${name.slice(1)}`
    : a.subject.kind === 'self'
      ? 'the speaker'
      : 'the subject';
  return ASKED[a.about]?.replace('*', who) ?? `the ${a.about} of ${who}`;
}

const ASKED: Record<string, string> = {
  home: 'where * lives',
  employer: 'where * works',
  occupation: 'what * works as',
  school: 'where * studies',
  spouse: 'whom * is married to',
  birthplace: 'where * was born',
  manager: 'whom * reports to',
  name: 'the name of *',
};
