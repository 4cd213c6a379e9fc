import { type Word, wordsOf } from './words.js';

/** A memory is read this far: what a turn states stands at its beginning, and the time of a comparison stays bounded. */
const READ_CHARACTERS = 6000;
const MOST_SENTENCES = 24;
const MOST_CLAUSES = 48;

export interface Clause {
  text: string;
  words: Word[];
  /** Number of the sentence it belongs to. */
  sentence: number;
  /** Asks instead of stating. */
  question: boolean;
}

/** Fenced and indented code, quoted logs and addresses state nothing about the world. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]{1,200}`|https?:\/\/\S+/g;
const SENTENCE_END = /(?<=[.!?])\s+(?=["'“(]?[\p{Lu}\p{N}])|[\n;]+|(?<=[。！？])/u;
/** A comma parts clauses only before a word that opens one: "silver pants, pink scarf" stays together. */
const CLAUSE_START =
  /,\s+(?=(?:and |but |so |or )?(?:i|we|he|she|they|it|you|there|my|our|which|because|since|how|can|could|what|why|do|does|did|is|are|though|although|while|considering|given|especially|maybe|but|so|now|then|also|instead|anyway)\b)|\s+(?=(?:and|but|so) (?:i|we|he|she|they|it|there|my|our)(?:'\w+)? )|\s+(?=(?:but|because|although|though|whereas|considering|given that|even though)\b)|\s[-–—]\s/iu;
const QUESTION = /^(?:and |but |so )?(?:can|could|how|what|why|when|where|who|which|do|does|did|is|are|should|would|will|any)\b/i;

export function clausesOf(text: string): Clause[] {
  const plain = text.slice(0, READ_CHARACTERS).replaceAll('’', "'").replace(CODE, ' ');
  const clauses: Clause[] = [];
  for (const [sentence, part] of plain.split(SENTENCE_END, MOST_SENTENCES).entries()) {
    for (const piece of part.split(CLAUSE_START)) {
      if (clauses.length === MOST_CLAUSES) return clauses;
      const words = wordsOf(piece);
      if (words.length > 0) clauses.push({ text: piece, words, sentence, question: QUESTION.test(piece.trim()) });
    }
  }
  return clauses;
}
