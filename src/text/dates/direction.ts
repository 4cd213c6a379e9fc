import { IRREGULAR } from '../irregular.js';

/** Which way a clause points from the time at which it was said. A habit points nowhere. */
export type Direction = 'past' | 'ahead' | 'habit' | 'unclear';

const wordSet = (...lists: string[]) => new Set(lists.flatMap((list) => list.split(' ')));

/** Characters examined on either side. */
const REACH = 160;
const CLAUSE = /[,.!?;:\n()–—"“”]| (?:but|because|so) /;
const SENTENCE = /[.!?;\n]/;
const WORDS = /[A-Za-z]+(?:'[A-Za-z]+)?/g;

const HABITS = wordSet(
  'every each usually always never often normally generally sometimes regularly weekly alternate most mostly typically whenever used tend tends',
);
const PAST = wordSet("was were wasn't weren't did didn't had hadn't");
const AHEAD = wordSet("will won't shall can can't cannot must should gonna do does");
const BE = wordSet("am is are isn't aren't i'm we're they're you're he's she's it's that's there's what's who's");
const HAVE = wordSet("have has i've we've they've you've");
/** What was arranged or said then may be about a day to come, and what does not happen may be a habit. */
const UNCLEAR = wordSet(
  "would could might wouldn't couldn't don't doesn't haven't hasn't booked scheduled arranged promised planned invited agreed",
  'decided asked told said wanted hoped offered reserved supposed expected thought knew meant cancelled canceled postponed rescheduled confirmed registered forgot got put cut let set read hit quit',
);
/** "I bought a dress for the wedding on Monday"; but "what did I cook for dinner on Monday". */
const OF_A_PLAN = /^(?!.*\bdid\b).*\b(?:for|about)\b/is;
/** Verbs after any subject that people use of what is to come. */
const THIRD_PERSON = wordSet(
  'starts begins ends finishes leaves arrives departs lands comes goes flies moves returns opens closes reopens meets takes picks gets',
  'needs wants plays works visits gives sends brings runs turns stays expires happens',
);
const PLURAL = wordSet('i we you they');
const SINGULAR = wordSet('he she it who what which that');
const NOT_VERBS = wordSet(
  'and or to for with about if the a an in on at of too as from who what when where why how not all both just also only',
);
/** Before a participle: "pick up the altered suit". */
const DETERMINERS = wordSet('the a an my our your his her its their this that some');
/** Irregular forms that are no verbs in the past. */
const NOT_PAST = wordSet('men women children people feet teeth geese mice bit');
/** After "to" they are no verbs: "went to the". */
const NOT_INFINITIVES = wordSet(
  'the a an my our your his her their this that it me us him them work school church bed',
);

const isPast = (word: string | undefined) =>
  word !== undefined &&
  ((word.length > 4 && word.endsWith('ed') && !/(?:eed|hundred)$/.test(word)) ||
    (IRREGULAR.has(word) && !NOT_PAST.has(word) && !/(?:s|ing)$/.test(word)));

/** Which way the clause around a place of the text points; if it has no verb, the sentence. */
export function directionAt(text: string, index: number, length: number): Direction {
  const before = text.slice(Math.max(0, index - REACH), index).replaceAll('’', "'");
  const after = text.slice(index + length, index + length + REACH).replaceAll('’', "'");
  const part = (edge: RegExp) => `${before.split(edge).at(-1)} . ${after.split(edge)[0]}`.match(WORDS) ?? [];
  const sentence = part(SENTENCE);
  if (sentence.some((word) => HABITS.has(word.toLowerCase()))) return 'habit';
  const direction = directionOf(part(CLAUSE)) ?? directionOf(sentence) ?? 'unclear';
  return direction === 'past' && OF_A_PLAN.test(before.split(CLAUSE).at(-1) ?? '') ? 'unclear' : direction;
}

/** Null without a verb. All verbs must agree. */
function directionOf(words: readonly string[]): Direction | null {
  const lower = words.map((word) => word.toLowerCase());
  let isOver = false;
  let isAhead = false;
  /** The places of the last auxiliary verbs. */
  let [aux, be, have] = [-9, -9, -9];
  for (const [i, word] of lower.entries()) {
    const before = lower[i - 1] ?? '';
    if (word === 'got' && have === i - 1) continue;
    if (word === 'got' && isPast(lower[i + 1])) isOver = true;
    else if (UNCLEAR.has(word) || word.endsWith("'d")) return 'unclear';
    else if (PAST.has(word)) [isOver, aux] = [true, i];
    else if (AHEAD.has(word) || word.endsWith("'ll")) [isAhead, aux] = [true, i];
    else if (BE.has(word)) [isAhead, be] = [true, i];
    else if (HAVE.has(word)) [isAhead, have] = [isAhead || i - aux > 2, i];
    else if (isPast(word) && (i === 0 || word === words[i]) && !DETERMINERS.has(before)) {
      if (i - have <= 2) return 'unclear';
      if (i - be > 3) isOver = true;
    } else if (word === 'to') {
      const next = words[i + 1] ?? 'the';
      // "promised to call on Monday"; but "had to work on Monday"
      if (isOver && before !== 'had' && /^[a-z]/.test(next) && !NOT_INFINITIVES.has(next)) return 'unclear';
    } else if (aux < i - 2 && (THIRD_PERSON.has(word) || isVerbAfter(before, word))) isAhead = true;
  }
  if (isOver && isAhead) return 'unclear';
  return isOver ? 'past' : isAhead ? 'ahead' : null;
}

const isVerbAfter = (subject: string, word: string) =>
  PLURAL.has(subject) ? !NOT_VERBS.has(word) : SINGULAR.has(subject) && /[^s]s$/.test(word);
