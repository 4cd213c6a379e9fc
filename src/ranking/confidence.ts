import { termCounts } from '../language/terms.js';
import type { Candidate } from './candidate.js';
import type { Question } from './hybrid.js';
import { READ_CHARACTERS } from './reading.js';

/** Logistic regression: 1 / (1 + e^−(cosine·c + contrast·d + coverage·v + bias)). */
export interface Calibration {
  /** Of the highest cosine among the best results. */
  cosine: number;
  /** Of that cosine above the median of all candidates. */
  contrast: number;
  /** Of the share of the question's terms that the best result has. */
  coverage: number;
  bias: number;
  /** Below it nothing that was found answers the question. Chosen so that 5 % of answerable questions fall below. */
  abstainBelow: number;
}

/** For the standard model, whose cosines are known to mean the same from corpus to corpus. */
export const STANDARD_MODEL: Calibration = { cosine: 22.5, contrast: 0, coverage: 4, bias: -17.3, abstainBelow: 0.3 };
/** For any model: only how far the best stands out, and the words. */
export const ANY_MODEL: Calibration = { cosine: 0, contrast: 8.5, coverage: 7.9, bias: -4.8, abstainBelow: 0.24 };

const STANDARD_MODEL_ID = 'bge-small-en-v1.5';
/** Results among which the highest cosine is taken. */
const BEST_FOR_COSINE = 5;
/** Results of which the one with most of the question's words counts. */
const BEST_FOR_WORDS = 3;
/** Characters of a result that are read for words. */
const READ = 5 * READ_CHARACTERS;

/** What is looked at of a result. */
export interface Found {
  candidate: Pick<Candidate, 'cosine' | 'content'>;
}

export interface Confidence {
  /** 0–1: how likely the answer is among the results. */
  confidence: number;
  /** True: better say "I don't know". */
  abstained: boolean;
}

/** `ranked` is the whole pool, best first; `modelId` names the model that made the cosines. */
export function confidenceOf(question: Question, ranked: readonly Found[], modelId = STANDARD_MODEL_ID): Confidence {
  if (ranked.length === 0) return { confidence: 0, abstained: true };
  const calibration = modelId === STANDARD_MODEL_ID ? STANDARD_MODEL : ANY_MODEL;
  const best = ranked.slice(0, BEST_FOR_COSINE).reduce((highest, result) => Math.max(highest, cosineOf(result)), -1);
  const value =
    calibration.bias +
    calibration.cosine * best +
    calibration.contrast * (best - median(ranked.map(cosineOf))) +
    calibration.coverage * coverage(question, ranked.slice(0, BEST_FOR_WORDS));
  const confidence = 1 / (1 + Math.exp(-value));
  return { confidence, abstained: confidence < calibration.abstainBelow };
}

const cosineOf = ({ candidate: { cosine } }: Found) => (Number.isFinite(cosine) ? cosine : 0);

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}

function coverage({ terms }: Question, results: readonly Found[]): number {
  if (terms.size === 0) return 0;
  let most = 0;
  for (const { candidate } of results) {
    const has = termCounts(candidate.content.slice(0, READ));
    let shared = 0;
    for (const term of terms) if (has.has(term)) shared++;
    most = Math.max(most, shared);
  }
  return most / terms.size;
}
