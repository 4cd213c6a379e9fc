import type { ConversationWeights } from './conversation.js';
import type { MomentParameters } from './moment.js';

/** Every weight of the second stage, on the first stage's scale of 0–1. docs/design/ranking.md says what each one gains. */
export interface HybridParameters {
  conversation: ConversationWeights;
  moment: MomentParameters;
  /** Bonus of a memory from today; falls to 1/e in `recencyDays`. */
  recency: number;
  recencyDays: number;
  /** Distance between a memory that always helped and one that never did. */
  outcome: number;
  /** Share by which the highest importance raises a score and the lowest lowers it. */
  importance: number;
  /** Share of its score that a superseded memory loses. */
  superseded: number;
  /** Share that a turn of a conversation loses: each statement in it is a memory of its own. */
  turn: number;
  /** The same if one of those statements is a candidate too. */
  turnWithStatement: number;
}

export const HYBRID: HybridParameters = {
  conversation: { before: 0.06, after: 0.12, answered: 0.15, stretch: 0.2 },
  moment: { named: 0.4, afterDays: 7, beforeDays: 2, statesTime: 0.1 },
  recency: 0.03,
  recencyDays: 30,
  outcome: 0.06,
  importance: 0.1,
  superseded: 0.5,
  turn: 0.15,
  turnWithStatement: 0.6,
};
