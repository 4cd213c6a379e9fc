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
  /** Who says "I", when the text is a turn of a transcript: "Ann: I moved". */
  speaker?: string;
}

/** Fenced and indented code, quoted logs and addresses state nothing about the world. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]{1,200}`|https?:\/\/\S+/g;
/** To one: where clauses part, each of them would be tried as the first of the run. */
const BLANKS = /[^\S\n]{2,}/g;
const SENTENCE_END = /(?<=[.!?])\s+(?=["'“(]?[\p{Lu}\p{N}])|[\n;]+|(?<=[。！？])/u;
/** A comma parts clauses only before a word that opens one: "red apples, green pears" stays together. */
const CLAUSE_START =
  /,\s+(?=(?:and |but |so |or )?(?:i|we|he|she|they|it|you|there|my|our|which|because|since|how|can|could|what|why|do|does|did|is|are|will|would|should|though|although|while|considering|given|especially|maybe|but|so|now|then|also|instead|anyway)\b)|\s+(?=(?:and|but|so) (?:i|we|he|she|they|it|there|my|our)(?:'\w+)? )|\s+(?=(?:but|because|although|though|whereas|considering|given that|even though)\b)|\s[-–—]\s/iu;
const QUESTION =
  /^(?:and |but |so )?(?:can|could|how|what|why|when|where|who|which|do|does|did|is|are|should|would|will|any)\b/i;

/** The user of a transcript is whom other memories call "I". */
const SPEAKER = /^\s*(?!(?:User|Human|Me|Note|Update|Reminder|Fact|Summary)\b)(\p{Lu}\p{Ll}+)(?: \p{Lu}\p{L}+)?:\s+/u;

export function clausesOf(text: string): Clause[] {
  const opening = SPEAKER.exec(text);
  const speaker = opening?.[1] ? { speaker: opening[1].toLowerCase() } : {};
  const from = opening?.[0].length ?? 0;
  const plain = text
    .slice(from, from + READ_CHARACTERS)
    .replaceAll('’', "'")
    .replace(CODE, ' ')
    .replace(BLANKS, ' ');
  const clauses: Clause[] = [];
  for (const [sentence, part] of plain.split(SENTENCE_END, MOST_SENTENCES).entries()) {
    for (const piece of part.split(CLAUSE_START)) {
      if (clauses.length === MOST_CLAUSES) return clauses;
      const words = wordsOf(piece);
      if (words.length > 0)
        clauses.push({
          text: piece,
          words,
          sentence,
          question: QUESTION.test(piece.trim()) || /\?\s*$/.test(piece),
          ...speaker,
        });
    }
  }
  return clauses;
}
