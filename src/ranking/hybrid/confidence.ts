import { termCounts } from '../../text/terms.js';
import { windowOf } from '../../text/window.js';
import type { Candidate } from './candidate.js';
import type { Question } from './hybrid.js';
import { READ_CHARACTERS } from './reading.js';

export interface Confidence {
  /** 0–1: how likely the answer is among the results. */
  confidence: number;
  /** True: better to say "I don't know". */
  abstained: boolean;
}

/**
 * Logistic regression over the reader's best logit and the number of results that were read, since the best of eight looks better than the best of
 * one and means less. Fitted on lives and stores that were not used for training, as if three of four questions had an answer
 * (training/calibrate.mjs). Below `abstainBelow` a wrong answer is worse than none: up to that point, abstaining gains more on questions without an
 * answer than it loses on questions with one.
 */
const READ_CALIBRATION = { logit: 0.913, read: -1.562, both: -0.185, bias: 4.089, abstainBelow: 0.7 } as const;

/**
 * `logits`: how well each of the best results answers the question, according to the reader; `contents`: their texts. If one result contains every
 * content word of the question, the answer is never called unknown: the reader does not know every word, and rare words are names of things. The same
 * holds if one `fromThen`, from the time that the question names, contains every other word: from then, anything answers "What happened last week?".
 */
export function confidenceOfRead(
  { terms, subject }: Pick<Question, 'terms' | 'subject'>,
  logits: readonly number[],
  contents: readonly string[],
  fromThen: readonly string[] = [],
): Confidence {
  if (logits.length === 0) return { confidence: 0, abstained: true };
  const { abstainBelow } = READ_CALIBRATION;
  const read = relevanceOf(Math.max(...logits), logits.length);
  const isFromThen = fromThen.length > 0 && (subject.size === 0 || coverage(subject, fromThen) === 1);
  const isCovered = isFromThen || coverage(terms, contents) === 1;
  const confidence = isCovered ? Math.max(abstainBelow, read) : read;
  return { confidence, abstained: confidence < abstainBelow };
}

/** The confidence if the best of the results do not count after all; `left` is how likely the best of the others answers the question. */
export function confidenceLeft(before: number | null, left: number): Confidence {
  const confidence = Math.min(before ?? 1, left);
  return { confidence, abstained: confidence < READ_CALIBRATION.abstainBelow };
}

/** 0–1: how likely a memory answers the question, given how many were read. */
export function relevanceOf(logit: number, read: number): number {
  const { logit: weight, read: many, both, bias } = READ_CALIBRATION;
  const size = Math.log(read);
  return sigmoid(weight * logit + many * size + both * logit * size + bias);
}

/**
 * Logistic regression over the best cosine, for results that were not read but whose vectors come from the bundled model; fitted like the one
 * above. It tells unrelated memories from answers. No cosine can tell whether a store about the same people and things has the one statement asked
 * for.
 */
const COSINE_CALIBRATION = { cosine: 11.17, bias: -5.57, abstainBelow: 0.5 } as const;

/** Logistic regression for vectors of any other model, whose cosines may lie anywhere: how far the best stands out, and the share of words. */
const UNREAD_CALIBRATION = { contrast: 8.5, coverage: 7.9, bias: -4.8, abstainBelow: 0.24 } as const;

/** Number of top results from which the highest cosine is taken. */
const BEST_FOR_COSINE = 5;
/** Number of top results from which the one with most of the question's words is taken. */
const BEST_FOR_WORDS = 3;
/** Characters of a result that are read for words: those with most of them. */
const READ = 5 * READ_CHARACTERS;

/** The part of a result that is considered. */
interface Found {
  candidate: Pick<Candidate, 'cosine' | 'content'>;
}

/** Without the reader. `ranked` are the results, best first; `isBundled` says whether the vectors come from the bundled model. */
export function confidenceOf(question: Question, ranked: readonly Found[], isBundled: boolean): Confidence {
  if (ranked.length === 0) return { confidence: 0, abstained: true };
  const best = ranked.slice(0, BEST_FOR_COSINE).reduce((highest, result) => Math.max(highest, cosineOf(result)), -1);
  if (isBundled) {
    const { cosine, bias, abstainBelow } = COSINE_CALIBRATION;
    const confidence = sigmoid(cosine * best + bias);
    return { confidence, abstained: confidence < abstainBelow };
  }
  const { contrast, coverage: words, bias, abstainBelow } = UNREAD_CALIBRATION;
  const value =
    bias +
    contrast * (best - median(ranked.map(cosineOf))) +
    words *
      coverage(
        question.terms,
        ranked.slice(0, BEST_FOR_WORDS).map(({ candidate }) => candidate.content),
      );
  const confidence = sigmoid(value);
  return { confidence, abstained: confidence < abstainBelow };
}

const sigmoid = (z: number) => 1 / (1 + Math.exp(-z));

const cosineOf = ({ candidate: { cosine } }: Found) => (Number.isFinite(cosine) ? cosine : 0);

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return values[values.length >> 1] ?? 0;
}

/** The highest share of the terms found in any one of the texts. */
function coverage(terms: ReadonlySet<string>, contents: readonly string[]): number {
  if (terms.size === 0) return 0;
  let most = 0;
  for (const content of contents) {
    const has = termCounts(windowOf(content, terms, READ));
    let shared = 0;
    for (const term of terms) if (has.has(term)) shared++;
    most = Math.max(most, shared);
  }
  return most / terms.size;
}
