import { sentences } from './sentences.js';

/** Where a sentence of several statements falls apart: behind a semicolon, a dash between spaces, or before a conjunction behind a comma. */
const JOINT = /;\s|\s[–—]\s|,\s(?=(?:and|but|while|so|though|which|who|und|aber|et|mais|y|pero|e|mas)\s)/u;
/** Two verbs joined without a comma: "prefers dark mode and works in TypeScript", "I am vegetarian and I love noodles". */
const AND =
  /\sand\s(?=(?:\w{1,20}s|is|has|was|does|did|can|will|would|\w{1,20}ed|(?:I|you|he|she|it|we|they) \w{2,20})\s)/u;
/** Words that a clause has at least; less belongs to its neighbour. */
const LEAST_WORDS = 3;

const isShort = (clause: string) => clause.trim().split(/\s+/).length < LEAST_WORDS;

/** "My sister and I live in Rome" is one statement: a word or two before the joint are no clause. */
function apart(part: string): string[] {
  const pieces: string[] = [];
  for (const piece of part.split(AND)) {
    const last = pieces.at(-1);
    if (last !== undefined && isShort(last)) pieces[pieces.length - 1] = `${last} and ${piece}`;
    else pieces.push(piece);
  }
  return pieces;
}

/** The statements that a text makes, in order: sentences, and the parts of compound ones. Words are kept as they are. */
export function clauses(text: string): string[] {
  const found: string[] = [];
  for (const sentence of sentences(text)) {
    for (const part of sentence.split(JOINT).flatMap(apart)) {
      const clause = part.trim();
      if (isShort(clause) && found.length > 0) found[found.length - 1] += `, ${clause}`;
      else if (clause !== '') found.push(clause);
    }
  }
  return found;
}
