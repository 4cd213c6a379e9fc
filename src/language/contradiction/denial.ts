import { coverage, says } from './coverage.js';
import { intends, liesAhead } from './cues.js';
import { type Judgement, quote, stronger } from './judgement.js';
import { denied } from './negation.js';
import { sameOccasion } from './occasion.js';
import type { ReadClause, Reading } from './reading.js';
import { maySame, type Subject, subjectOf } from './subject.js';
import { ofDifferentTimes } from './times.js';
import type { Word } from './words.js';

/** How much of what is denied the other statement must affirm; chosen on development data. */
export const DENIAL = {
  least: 0.76,
  /** "Has never … any …" denies every instance, so one that shares most of its words is enough. */
  experience: 0.6,
  /** The same on one occasion, when there was no time for a first time. */
  experienceSameOccasion: 0.25,
};

const EXPERIENCE =
  /\b(?:have|has|had)\s+(?:\w+\s+)?never\b|\b\w+'(?:ve|s|d)\s+(?:\w+\s+)?never\b|\b(?:haven't|hasn't|hadn't)\b.*\b(?:any|ever|before|yet)\b/i;

/** A condition denies nothing. */
const SUPPOSED = /^(?:and |but |so )?(?:if|unless|in case|suppose)\b/i;

/** One statement denies what the other affirms. */
export function denial(older: Reading, newer: Reading): Judgement | null {
  return stronger(denials(older, newer), denials(newer, older));
}

function denials(denying: Reading, affirming: Reading): Judgement | null {
  let best: Judgement | null = null;
  const together = sameOccasion(denying, affirming);
  const firstTimeSince = !together && denying.at !== null && affirming.at !== null && affirming.at > denying.at;
  for (const [index, clause] of denying.clauses.entries()) {
    if (!clause.negation || SUPPOSED.test(clause.text)) continue;
    const experience = EXPERIENCE.test(clause.text);
    if (experience && firstTimeSince) continue;
    const subject = subjectOf(clause);
    const alternatives = denied(clause, clause.negation, denying.clauses[index - 1])
      .map((words) => words.filter((word) => !names(subject, word)))
      .filter(telling);
    const inPassing = experience && together && (denying.isTurn || affirming.isTurn);
    const least = inPassing ? DENIAL.experienceSameOccasion : experience ? DENIAL.experience : DENIAL.least;
    const unclaimed = inPassing ? liesAhead : experience ? intends : asks;
    for (const other of affirming.clauses) {
      if (other.negation) continue;
      const covered = Math.max(
        ...alternatives.map((words) =>
          !inPassing && isThin(words) && !affirmsThin(clause, words, other) ? 0 : coverage(words, other.wide),
        ),
      );
      if (covered < least || (!happened(other) && unclaimed(other))) continue;
      if (!maySame(subject, subjectOf(other)) || ofDifferentTimes(clause, other)) continue;
      best = stronger(best, {
        type: 'negation',
        confidence: Math.min(0.95, 0.3 + 0.65 * covered),
        reason: `One says ${quote(other.said)}, the other denies it: ${quote(clause.text)}`,
      });
    }
  }
  return best;
}

/** Light words alone ("doesn't help much") are met everywhere. */
const telling = (words: readonly Word[]) => words.some((word) => word.weight === 1);

/** "Has no plants", "is not tall", "has never been to Rome": one word, which many clauses hold, so its verb must agree too. */
const isThin = (words: readonly Word[]) => words.filter((word) => word.weight === 1).length <= 1;
const DENIES_HAVING = /\b(?:have|own|had|got)\b|\b(?:has|with) no\b/i;
const DENIES_BEING = /\b(?:is|are|was|were|am|be|been|being)\b|\b(?:isn't|aren't|wasn't|weren't)\b|'(?:s|m|re) not\b/i;
const HAS = /^(?:has|have|had|having|owns?|owned|got|keeps?|adopted|bought|my|his|her|their|our|its|with|'ve)$/;
const IS = /^(?:is|are|was|were|am|be|been|being|became|feels?|went|visited|visits?|\p{L}+'(?:s|m|re))$/u;
/** How far from its word the verb may stand: "has two little brothers", "a guard is waiting". */
const VERB_REACH = 3;
/** A clause of more words mentions a lone verb in passing. */
const PLAIN_WORDS = 10;

function affirmsThin(denying: ReadClause, words: readonly Word[], other: ReadClause): boolean {
  const verb = DENIES_BEING.test(denying.text) ? IS : DENIES_HAVING.test(denying.text) ? HAS : null;
  if (!verb) return other.words.length <= PLAIN_WORDS;
  const key = words.find((word) => word.weight === 1)?.stem ?? '';
  return other.words.some(
    (word, index) =>
      says(new Set([word.stem]), key) &&
      other.words.slice(Math.max(0, index - VERB_REACH), index + VERB_REACH).some((near) => verb.test(near.lower)),
  );
}

const names = (subject: Subject, word: Word) =>
  subject.kind === 'name' && subject.names.includes(word.lower.replace(/'s$/, ''));

const asks = (clause: ReadClause) => clause.question;

/** A date or a "did" says that it took place, even inside a question. */
const happened = (clause: ReadClause) =>
  /\b(?:did|since|last|ago|yesterday|already|after \w+ing)\b|\b(?:on|in|by) (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(
    clause.text,
  );
