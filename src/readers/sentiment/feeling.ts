import type { ModelReading } from './model-reading.js';

export const SENTIMENTS = ['positive', 'negative', 'neutral'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];
/** The values that are recorded: a text in a language that the readers do not know is `unknown`. */
export const RECORDED_SENTIMENTS = [...SENTIMENTS, 'unknown'] as const;
export type RecordedSentiment = (typeof RECORDED_SENTIMENTS)[number];

/** Chosen on development data. */
export const BLEND = {
  /** How much the model's valence counts relative to that of the words. */
  modelWeight: 0.8,
  /** How much an emotional tone adds and a matter-of-fact one subtracts. */
  strengthWeight: 0.8,
  /** The strength at which the tone does neither. */
  plainStrength: 0.35,
  /** This share of the feeling remains, however matter-of-fact the tone. */
  least: 0.1,
  /** Scales the sum to −1 to 1. */
  scale: 0.6,
};

/** A valence closer to zero than this is neutral. */
export const NEUTRAL_BELOW = 0.27;

/** The valence of a text, −1 to 1, from its words and, if a model is available, from its vectors. */
export function blend(lexicalValence: number, model: ModelReading | null): number {
  if (!model) return lexicalValence;
  const sum = lexicalValence + BLEND.modelWeight * model.valence;
  const moved = Math.abs(sum) + BLEND.strengthWeight * (model.strength - BLEND.plainStrength);
  return Math.tanh(BLEND.scale * Math.sign(sum) * Math.max(BLEND.least * Math.abs(sum), moved));
}

export const sentimentOf = (valence: number): Sentiment =>
  Math.abs(valence) < NEUTRAL_BELOW ? 'neutral' : valence > 0 ? 'positive' : 'negative';
