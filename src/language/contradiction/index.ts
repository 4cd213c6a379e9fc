import { changeOfFact } from './change-of-fact.js';
import { changeOfQuantity } from './change-of-quantity.js';
import { covers } from './covers.js';
import { replaces } from './cues.js';
import { denial } from './denial.js';
import { type Judgement, stronger } from './judgement.js';
import { remembered } from './memo.js';
import { opposition } from './opposition.js';
import { changeOfPlan } from './plans.js';
import { changeOfPreference } from './preferences.js';
import { type Reading, read } from './reading.js';
import { replacement } from './replacement.js';
import { sameButFigure } from './same-but-figure.js';
import type { Contradiction, Statement } from './statement.js';

export { couldConflict } from './could-conflict.js';
export type { ContradictionType } from './judgement.js';
export type { Contradiction, Statement } from './statement.js';

/** A statement object that is compared with many is read once. */
const reading = remembered((statement: Statement): Reading => read(statement.text, statement.at));

/** Whether two statements cannot both hold, and why. `cosine` is the similarity of their embeddings, when known. */
export function compare(older: Statement, newer: Statement, cosine?: number): Contradiction | null {
  const judge = (a: Statement, b: Statement) => judged(reading(a), reading(b), cosine);
  const best = older.text === newer.text ? null : judge(older, newer);
  const supersedes = best !== null && replaces(newer.text) && covers(older, newer, judge);
  return best && { ...best, confidence: Math.round(best.confidence * 100) / 100, supersedes };
}

function judged(a: Reading, b: Reading, cosine?: number): Judgement | null {
  const found: (Judgement | null)[] = [
    denial(a, b),
    changeOfFact(a, b),
    changeOfPlan(a, b),
    changeOfPreference(a, b),
    replacement(a, b, cosine),
    opposition(a, b),
    sameButFigure(a, b),
    changeOfQuantity(a, b),
  ];
  return found.reduce(stronger, null);
}
