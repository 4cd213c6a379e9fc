import type { AnchorParameters } from './anchor.js';
import type { ConversationWeights } from './conversation.js';
import type { MomentParameters } from './moment.js';
import type { ShapeParameters } from './shape.js';
import type { UpdateParameters } from './updates.js';

/** Every weight of the second stage, on the scale of the first stage's 0–1. docs/ranking.md says what each one bought. */
export interface HybridParameters {
  conversation: ConversationWeights;
  moment: MomentParameters;
  anchor: AnchorParameters;
  shape: ShapeParameters;
  updates: UpdateParameters;
  /** A turn by somebody whom the question names. Small: others tell about people too. */
  speaker: number;
  /** "I" in a question about oneself and in the memory. */
  firstPerson: number;
  /** Of a memory from today; falls to 1/e in `recencyDays`. */
  recency: number;
  recencyDays: number;
  /** Distance between a memory that always helped and one that never did. */
  outcome: number;
  /** Share by which the highest importance raises a score and the lowest lowers it. */
  importance: number;
  /** Share of its score that a replaced memory loses. */
  superseded: number;
}

export const HYBRID: HybridParameters = {
  conversation: { before: 0.06, after: 0.12, answered: 0.15, stretch: 0.2 },
  moment: { named: 0.4, afterDays: 7, beforeDays: 2, tellsTime: 0.1 },
  anchor: { weight: 0.1, days: 14, searched: 60, found: 0.5 },
  shape: { substance: 0.2, fullLength: 120, perDoubling: 0.08, longFrom: 400, mostForLength: 0.2, asks: 0.05 },
  updates: {
    considered: 40,
    challenged: 1,
    successors: 3,
    likeness: 0.3,
    cue: 0.2,
    aboutIt: 0.25,
    sameSubject: 0.5,
    margin: 0.01,
    mostGain: 0.5,
  },
  speaker: 0.07,
  firstPerson: 0.08,
  recency: 0.03,
  recencyDays: 30,
  outcome: 0.06,
  importance: 0.1,
  superseded: 0.5,
};
