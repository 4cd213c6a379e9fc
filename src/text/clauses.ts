import { sentences } from './sentences.js';

/** Where a sentence of several statements splits: after a semicolon, at a dash between spaces, or before a conjunction that follows a comma. */
const JOINT = /(;\s|\s[–—]\s|,\s(?=(?:and|but|while|so|though|which|who|und|aber|et|mais|y|pero|e|mas)\s))/u;
/** Two verbs joined without a comma: "prefers dark mode and works in TypeScript", "I am vegetarian and I love noodles". */
const AND =
  /\sand\s(?=(?:\w{1,20}s|is|has|was|does|did|can|will|would|\w{1,20}ed|(?:I|you|he|she|it|we|they) \w{2,20})\s)/u;
/** Minimum number of words per clause; anything shorter belongs to its neighbour. */
const MIN_WORDS = 3;

const isShort = (clause: string) => clause.trim().split(/\s+/).length < MIN_WORDS;

/** "My sister and I live in Rome" is one statement: one or two words before the joint are not a clause. */
function apart(part: string): string[] {
  const pieces: string[] = [];
  for (const piece of part.split(AND)) {
    const last = pieces.at(-1);
    if (last !== undefined && isShort(last)) pieces[pieces.length - 1] = `${last} and ${piece}`;
    else pieces.push(piece);
  }
  return pieces;
}

/** The statements in a text, in order: sentences, and the parts of compound ones. Words are left as they are. */
export function clauses(text: string): string[] {
  const found: string[] = [];
  for (const sentence of sentences(text)) {
    let joint = ' ';
    for (const [at, piece] of sentence.split(JOINT).entries()) {
      if (at % 2 === 1) {
        joint = piece;
        continue;
      }
      for (const clause of apart(piece)) {
        if (isShort(clause) && found.length > 0) found[found.length - 1] += joint + clause;
        else if (clause !== '') found.push(clause);
        joint = ' and ';
      }
    }
  }
  return found;
}

/** After these, a word in -s was a noun: "rehearsals are on Tuesdays". */
const AUXILIARY = 'is|are|was|were|has|have|had|will|would|can|could|should|must|may|might|do|did';
/**
 * A verb without a subject: what follows the joint in "prefers dark mode and works in TypeScript". Other words than verbs end in -as, -is, -os, -us
 * and -ss: "Tomas", "his", "tennis".
 */
const BARE_VERB = new RegExp(
  String.raw`^(?:is|has|was|does|did|can|will|would|[a-z]{2,20}(?<![aious])s(?!\s(?:${AUXILIARY})\s)|[a-z]{2,20}ed)\s`,
  'u',
);
const PRONOUN = /^(?:I|you|he|she|it|we|they)(?=\s)/iu;
/** A verb after a subject. The ending -s marks one, since the verb after the joint has it too. */
const VERB = String.raw`is|was|has|had|does|did|can|will|would|\p{L}{2,}ed|\p{L}{2,}[^\Ws]s`;
/** "Ann", "Ann's brother". */
const NAME = new RegExp(
  String.raw`^\p{Lu}[\p{L}’'-]*(?:\s\p{Lu}[\p{L}’'-]*)*(?:(?<=[’']s)\s\p{Ll}+)?(?=\s(?:${VERB})\s)`,
  'u',
);
/** "The old house", "The summer house" in "The summer house in Turku costs 900 euros". */
const NOUN = new RegExp(
  String.raw`^(?:the|my|our|his|her|their|its)(?:\s[\p{L}’'-]+){1,3}?(?=\s(?:(?:in|at|of|on|for|with|near|from)\s(?:\S+\s){1,4}?)?(?:${VERB})\s)`,
  'iu',
);
/** What begins like this is a noun, no name: "The twins". */
const DETERMINER =
  /^(?:the|an?|my|our|your|his|her|their|its|this|that|these|those|some|any|no|both|all|each|every)\s/i;
/** A plural; inside a subject, the word behind it is likely a verb: "my parents live". */
const PLURAL = /(?<=\s)\p{Ll}[\p{L}-]*(?<![aious])s(?=\s|$)/u;

/**
 * Adds the first clause's subject to a second clause that does not name it: "User prefers dark mode", "works in TypeScript" give "User works in
 * TypeScript". If the subject cannot be determined for sure, an ellipsis takes its place.
 */
export function withSubject(first: string, second: string): string {
  return BARE_VERB.test(second) ? `${subjectOf(first) ?? '…'} ${second}` : second;
}

/** Every clause with the subject that the clauses before it give it; unchanged if it has its own, or if the subject is not sure. */
export function withSubjects(all: readonly string[]): string[] {
  let subject: string | undefined;
  return all.map((clause) => {
    const isBare = BARE_VERB.test(clause);
    if (!isBare) subject = subjectOf(clause);
    return isBare && subject ? `${subject} ${clause}` : clause;
  });
}

/** The subject that a clause begins with, if that is sure. */
export function subjectOf(clause: string): string | undefined {
  const name = DETERMINER.test(clause) ? null : NAME.exec(clause);
  const subject = (PRONOUN.exec(clause) ?? NOUN.exec(clause) ?? name)?.[0];
  if (!subject || BARE_VERB.test(`${subject.toLowerCase()} `)) return undefined;
  const plural = PLURAL.exec(subject);
  return plural && plural.index + plural[0].length < subject.length ? undefined : subject;
}

/** Whether a sentence that begins with a pronoun may be about this subject of another one. */
export function agrees(sentence: string, subject: string): boolean {
  if (/^(?:they|their)\b/i.test(sentence)) return PLURAL.test(subject);
  if (/^its?\b/i.test(sentence)) return DETERMINER.test(subject) && !PLURAL.test(subject);
  return !PLURAL.test(subject);
}

/** The places where these words stand in a text as whole words. */
export function placesOf(text: string, words: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(words); at >= 0 && words !== ''; at = text.indexOf(words, at + 1)) {
    const around = [text.slice(Math.max(0, at - 1), at + 1), text.slice(at + words.length - 1, at + words.length + 1)];
    if (!around.some((pair) => /^[\p{L}\p{N}]{2}$/u.test(pair))) places.push(at);
  }
  return places;
}
