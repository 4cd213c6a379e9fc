import type { ContradictionType } from './judgement.js';

export interface Statement {
  text: string;
  /** When it was said or became true, in milliseconds; null when unknown. */
  at: number | null;
}

export interface Contradiction {
  type: ContradictionType;
  /** 0–1. */
  confidence: number;
  /** One sentence for a person. */
  reason: string;
  /** The newer statement says itself that it replaces the older, and addresses all that the older says. */
  supersedes: boolean;
}
