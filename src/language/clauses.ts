import { sentences } from './sentences.js';

/** Where a sentence of several statements falls apart: behind a semicolon, a dash between spaces, or before a conjunction behind a comma. */
const JOINT = /;\s|\s[–—]\s|,\s(?=(?:and|but|while|so|though|which|who|und|aber|et|mais|y|pero|e|mas)\s)/u;
/** Two verbs joined without a comma: "prefers dark mode and works in TypeScript". */
const AND = /\sand\s(?=(?:\w{1,20}s|is|has|was|does|did|can|will|would|\w{1,20}ed)\s)/u;
/** Words that a clause has at least; less belongs to its neighbour. */
const LEAST_WORDS = 3;

/** The statements that a text makes, in order: sentences, and the parts of compound ones. Words are kept as they are. */
export function clauses(text: string): string[] {
  const found: string[] = [];
  for (const sentence of sentences(text)) {
    for (const part of sentence.split(JOINT).flatMap((one) => one.split(AND))) {
      const clause = part.trim();
      const isShort = clause.split(/\s+/).length < LEAST_WORDS;
      if (isShort && found.length > 0) found[found.length - 1] += `, ${clause}`;
      else if (clause !== '') found.push(clause);
    }
  }
  return found;
}
