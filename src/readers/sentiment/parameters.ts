/** The rules of the words, in units of the lexicon (−4 to 4) unless said otherwise. Few, and flat around their values. */
export const LEXICAL = {
  /** What "very" adds to the word behind it. */
  degree: 0.35,
  /** "very" weighs less with every word between it and the feeling. */
  degreeFade: 0.9,
  degreeReach: 3,
  shout: 0.733,
  drawnOut: 0.3,
  /** "not good" is less bad than "good" is good, "not bad" still less good. */
  negatedPositive: -0.74,
  negatedNegative: -0.5,
  /** Words that a negation reaches. */
  negationReach: 4,
  beforeContrast: 0.5,
  afterContrast: 1.25,
  conceded: 0.5,
  exclamation: 0.35,
  exclamations: 4,
  /** A question asks, it seldom claims. */
  question: 0.7,
  /** "No." by itself. */
  bareNo: -0.8,
  /** A word in quotation marks is somebody else's: "their 'great' service". */
  quoted: 0.6,
  /** The sum at which a valence of about 0.7 is reached, squared. */
  softness: 15,
  /** Sentences share a text's feeling: the sum is divided by their number to this power. */
  sentenceShare: 0.2,
};
