/** Who speaks in a memory, and whom a question names. By shape alone: no lists of names, any script with capitals. */

/** Characters at the start of a memory in which its speaker is looked for. */
const SPEAKER_WITHIN = 120;
/** Characters of a question that are read for names. */
const QUESTION_READ = 2_000;
/** Names taken of one question; more is a list, and every one of them costs a comparison per memory. */
const MAX_NAMES = 16;

const CAPITALISED = "\\p{Lu}[\\p{L}\\p{M}.'’-]{0,30}";
/** "Ada: …", "Ada Lovelace: …", also behind "[1:56 pm on 8 May, 2023]" or "(8 May)". */
const SPEAKER = new RegExp(
  `^\\s*(?:[[(][^\\])]{1,60}[\\])]\\s*)?(${CAPITALISED}(?: ${CAPITALISED}){0,2}):\\s+(?=\\S)`,
  'u',
);
const NAME = new RegExp(CAPITALISED, 'gu');
const POSSESSIVE = /['’]s$/u;

export interface Utterance {
  /** Lower-case words of the speaker's name; null when nobody is named. */
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

/** Lower-case capitalised words of a question, without its first word unless it is possessive or repeated. */
export function namesIn(question: string): ReadonlySet<string> {
  const text = question.slice(0, QUESTION_READ);
  const names = new Set<string>();
  for (const match of text.matchAll(NAME)) {
    if (names.size >= MAX_NAMES) break;
    const bare = match[0].replace(POSSESSIVE, '').replace(/[.'’-]+$/u, '');
    // The first word of a sentence is capitalised whatever it is; a possessive there is still a name.
    const first = /(?:^|[.!?]\s*)\s*$/u.test(text.slice(Math.max(0, match.index - 3), match.index));
    if (bare.length > 1 && (!first || bare.length < match[0].length)) names.add(lower(bare));
  }
  return names;
}

const lower = (text: string) => text.toLowerCase();
