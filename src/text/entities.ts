/** Who speaks in a memory, and whom a question names. By form alone: no lists of names, any script with capital letters. */

/** Characters at the start of a memory that are searched for its speaker. */
const SPEAKER_WITHIN = 120;
/** Characters of a question that are read for names. */
const QUESTION_READ = 2_000;
/** Names taken from one question; more is a list, and each costs a comparison per memory. */
const MAX_NAMES = 16;

const CAPITALISED = "\\p{Lu}[\\p{L}\\p{M}.'’-]{0,30}";
/** "Ada: …", "Ada Lovelace: …", also after "[1:56 pm on 8 May, 2023]" or "(8 May)". */
const SPEAKER = new RegExp(
  `^\\s*(?:[[(][^\\])]{1,60}[\\])]\\s*)?(${CAPITALISED}(?: ${CAPITALISED}){0,2}):\\s+(?=\\S)`,
  'u',
);
const NAME = new RegExp(CAPITALISED, 'gu');
const POSSESSIVE = /['’]s$/u;

export interface Utterance {
  /** Lower-case words of the speaker's name; null if no speaker is named. */
  speaker: readonly string[] | null;
  /** What was said. */
  said: string;
}

/** "Ada: I moved" → Ada said "I moved". */
export function utteranceOf(text: string): Utterance {
  const match = SPEAKER.exec(text.slice(0, SPEAKER_WITHIN));
  if (!match) return { speaker: null, said: text };
  return { speaker: lower(match[1] ?? '').split(' '), said: text.slice(match[0].length) };
}

/** Capitalised words of a question, in lower case, without its first word unless it is possessive or repeated. */
export function namesIn(question: string): ReadonlySet<string> {
  const text = question.slice(0, QUESTION_READ);
  const names = new Set<string>();
  for (const match of text.matchAll(NAME)) {
    if (names.size >= MAX_NAMES) break;
    const bare = match[0].replace(POSSESSIVE, '').replace(/[.'’-]+$/u, '');
    // The first word of a sentence is always capitalised; a possessive there is still a name.
    const first = /(?:^|[.!?]\s*)\s*$/u.test(text.slice(Math.max(0, match.index - 3), match.index));
    if (bare.length > 1 && (!first || bare.length < match[0].length)) names.add(lower(bare));
  }
  return names;
}

const lower = (text: string) => text.toLowerCase();
