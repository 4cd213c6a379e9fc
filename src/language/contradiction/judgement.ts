/** What the detectors hand on; the index turns the best of them into the answer. */
export type ContradictionType = 'value_change' | 'negation' | 'antonym' | 'plan_change' | 'quantity';

export interface Judgement {
  type: ContradictionType;
  /** 0–1. */
  confidence: number;
  reason: string;
}

export const stronger = (a: Judgement | null, b: Judgement | null) =>
  !a || (b && b.confidence > a.confidence) ? b : a;

const LONGEST_QUOTE = 80;
/** A piece of a statement inside a reason. */
export const quote = (text: string) => {
  const flat = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.,;:!?]+$/, '');
  return `"${flat.length > LONGEST_QUOTE ? `${flat.slice(0, LONGEST_QUOTE - 1)}…` : flat}"`;
};
