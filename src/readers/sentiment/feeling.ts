import type { ModelReading } from './model-reading.js';

export const SENTIMENTS = ['positive', 'negative', 'neutral'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];
/** What is recorded: of a text in a language that the readers do not know, nothing can be said. */
export const RECORDED_SENTIMENTS = [...SENTIMENTS, 'unknown'] as const;
export type RecordedSentiment = (typeof RECORDED_SENTIMENTS)[number];

/** Chosen on development data. */
export const BLEND = {
  /** How much the model's valence counts beside the words'. */
  modelWeight: 0.8,
  /** How much a moved tone adds, and a matter-of-fact one takes away. */
  strengthWeight: 0.8,
  /** The strength at which it does neither. */
  plainStrength: 0.35,
  /** However matter-of-fact the tone: this share of the feeling stays. */
  least: 0.1,
  /** The sum on the scale of −1 to 1. */
  scale: 0.6,
};

/** A valence nearer to zero than this is neutral. */
export const NEUTRAL_BELOW = 0.27;

/** The valence of a text, −1 to 1, from its words and, where a model could be asked, from its vectors. */
export function blend(lexicalValence: number, model: ModelReading | null): number {
  if (!model) return lexicalValence;
  const sum = lexicalValence + BLEND.modelWeight * model.valence;
  const moved = Math.abs(sum) + BLEND.strengthWeight * (model.strength - BLEND.plainStrength);
  return Math.tanh(BLEND.scale * Math.sign(sum) * Math.max(BLEND.least * Math.abs(sum), moved));
}

export const sentimentOf = (valence: number): Sentiment =>
  Math.abs(valence) < NEUTRAL_BELOW ? 'neutral' : valence > 0 ? 'positive' : 'negative';
