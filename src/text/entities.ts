/** Who speaks in a memory. By form alone: no lists of names, any script with capital letters. */

/** Characters at the start of a memory that are searched for its speaker. */
const SPEAKER_WITHIN = 120;

const CAPITALISED = "\\p{Lu}[\\p{L}\\p{M}.'’-]{0,30}";
/** "Ada: …", "Ada Lovelace: …", also after "[1:56 pm on 8 May, 2023]" or "(8 May)". */
const SPEAKER = new RegExp(
  `^\\s*(?:[[(][^\\])]{1,60}[\\])]\\s*)?(${CAPITALISED}(?: ${CAPITALISED}){0,2}):\\s+(?=\\S)`,
  'u',
);

interface Utterance {
  /** Lower-case words of the speaker's name; null if no speaker is named. */
  speaker: readonly string[] | null;
  /** What was said. */
  said: string;
}

/** "Ada: I moved" → Ada said "I moved". */
export function utteranceOf(text: string): Utterance {
  const match = SPEAKER.exec(text.slice(0, SPEAKER_WITHIN));
  if (!match) return { speaker: null, said: text };
  return { speaker: (match[1] ?? '').toLowerCase().split(' '), said: text.slice(match[0].length) };
}
