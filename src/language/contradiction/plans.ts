import { coverage, stemsOf } from './coverage.js';
import { type Judgement, quote, stronger } from './judgement.js';
import type { ReadClause, Reading } from './reading.js';
import { maySame, subjectOf } from './subject.js';
import type { Word } from './words.js';

const CALLED_OFF =
  /\b(?:cancell?ed|cancell?ing|called off|call off|postponed|fell through|scrapped|abandoned|off the table|won't (?:happen|take place|be (?:going|able|coming|flying|attending|joining))|will not (?:happen|take place|be (?:going|able))|not going (?:to|after all|anymore)|decided (?:not to|against)|changed (?:my|his|her|their|our) mind|backed out|pulled out|is off|are off|no longer (?:going|planning|attending|coming|flying|travell?ing|happening))\b/i;
const PLANNED =
  /\b(?:will|'ll|going to|plans?|planning|planned|scheduled?|booked|booking|intends?|intending|aims?|aiming|upcoming|next (?:week|month|year|\w+day)|tomorrow|tonight|is set for|looking forward|signed up|registered|reserved|agreed to|invited|arranged|meeting|appointment|reservation|flying|travell?ing|attending)\b/i;
/** Words for a plan that a plan's own words may be called by: who flies makes a trip. */
const CALLED = [
  'fly flight trip travel journey holiday vacation drive visit go going leave leaving tour',
  'meet meeting appointment call interview talk session',
  'wedding marry party celebration event dinner concert show',
  'order purchase buy subscription booking reservation',
].map((line) => new Set(line.split(' ')));

/** What must be shared of the thing called off. */
const TOPIC = 0.5;

/** One statement calls off what the other announces. */
export function changeOfPlan(older: Reading, newer: Reading): Judgement | null {
  let best: Judgement | null = null;
  for (const [off, plan] of [
    [newer, older],
    [older, newer],
  ] as const) {
    for (const a of off.clauses) {
      if (!CALLED_OFF.test(a.text) || a.question) continue;
      for (const b of plan.clauses) {
        if (!PLANNED.test(b.text) || CALLED_OFF.test(b.text) || b.negation || !maySame(subjectOf(a), subjectOf(b)))
          continue;
        const shared = sameMatter(a, b);
        if (shared < TOPIC) continue;
        best = stronger(best, {
          type: 'plan_change',
          confidence: Math.min(0.9, 0.45 + 0.45 * shared),
          reason: `${quote(b.text)} is called off: ${quote(a.text)}`,
        });
      }
    }
  }
  return best;
}

function sameMatter(off: ReadClause, plan: ReadClause): number {
  const matter = off.words.filter((word) => word.weight > 0 && !CUE_WORD.test(word.lower));
  if (matter.length === 0) return 0;
  const met = matter.map((word) =>
    coverage([{ ...word, weight: 1 }], stemsOf(plan.words)) === 1 || called(word, plan) ? 1 : 0,
  );
  return met.reduce((sum: number, one) => sum + one, 0) / matter.length;
}

const called = (word: Word, plan: ReadClause) =>
  CALLED.some(
    (group) => group.has(word.lower) && plan.words.some((other) => group.has(other.lower) || group.has(other.stem)),
  );
const CUE_WORD =
  /^(?:cancell?(?:ed|ing)|called|call|postponed|through|fell|scrapped|abandoned|table|happen|take|place|decided|against|changed|mind|backed|pulled|longer|planning|able|won't)$/;
