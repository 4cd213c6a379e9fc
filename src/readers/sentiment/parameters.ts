/** The rules for words, in units of the lexicon (−4 to 4) unless stated otherwise. Few, and insensitive to small changes. */
export const LEXICAL = {
  /** What "very" adds to the word after it. */
  degree: 0.35,
  /** "very" weighs less with every word between it and the feeling. */
  degreeFade: 0.9,
  degreeReach: 3,
  shout: 0.733,
  drawnOut: 0.3,
  /** "not good" is less bad than "good" is good, "not bad" still less good. */
  negatedPositive: -0.74,
  negatedNegative: -0.5,
  /** Number of words that a negation affects. */
  negationReach: 4,
  beforeContrast: 0.5,
  afterContrast: 1.25,
  conceded: 0.5,
  exclamation: 0.35,
  exclamations: 4,
  /** A question asks; it seldom claims. */
  question: 0.7,
  /** "No." by itself. */
  bareNo: -0.8,
  /** A word in quotation marks is someone else's: "their 'great' service". */
  quoted: 0.6,
  /** The square of the sum at which the valence reaches about 0.7. */
  softness: 15,
  /** Sentences share the feeling of a text: the sum is divided by their number to this power. */
  sentenceShare: 0.2,
};
