import { IRREGULAR } from '../text/irregular.js';

/** Verbs that are the same in every person, and past forms that no ending reveals. */
const UNCHANGED = new Set(
  'can could will would shall should may might must had did was cannot put cut let hit cost set read hurt quit'.split(
    ' ',
  ),
);
const THIRD: Record<string, string> = {
  ...{ am: 'is', are: 'is', were: 'was', have: 'has', do: 'does', go: 'goes' },
  ...{ "don't": "doesn't", "haven't": "hasn't", "aren't": "isn't", "weren't": "wasn't" },
};
const CLITIC: Record<string, string> = { "'m": 'is', "'re": 'is', "'ve": 'has', "'ll": 'will', "'d": 'would' };
/** Between a subject and its verb: "I just want". */
const ADVERBS = new Set(
  'just really also always never still only already often usually sometimes even actually now'.split(' '),
);
/** Verbs that end like adverbs. */
const LY_VERBS = new Set('apply reply rely supply imply comply multiply fly bully tally rally ally'.split(' '));
const isAdverb = (word: string) => ADVERBS.has(word) || (word.endsWith('ly') && !LY_VERBS.has(word));
/** Words that may follow "I" and are not verbs. */
const NOT_VERBS = new Set(
  'and or but to for with about if that the a an in on at of too as from who what when where why how not is myself'.split(
    ' ',
  ),
);
/** "you" is an object as often as a subject; it is certainly the subject only before one of these. */
const VERBS_AFTER_YOU = new Set(
  (
    'are have do want need like love think know feel look seem see say tell go come get make take work live try use ' +
    "mean plan hope prefer believe understand remember agree care spend eat drink play read write don't haven't aren't"
  ).split(' '),
);
/** In front of a subject they carry the person: "do you" → "does Ann". */
const INVERTED = new Set("do have are were am don't haven't aren't weren't".split(' '));
const WORD = /^([^\p{L}\p{N}']*)([\p{L}\p{N}]+(?:'\p{L}+)*)(.*)$/su;
const OPENER =
  /^(?:(?:oh|well|yes|yeah|no|ok|okay|sure|so|and|but|right|hi|hello|hey|um|uh|ah|sorry|excuse me|thanks|thank you|good (?:morning|afternoon|evening)|actually|you know|i see|all ?right|of course|great|fine|good|also|btw|by the way|lol|haha+|plus|anyway)(?:[,.!]+\s*|\s+(?=and |but |so )))+(?=\S)/i;
/** What opens a sentence without a comma, if a subject follows: "so I", "lol my", "haha yes the". */
const BARE_OPENER =
  /^(?:(?:oh|ok|okay|so|and|but|also|plus|anyway|well|yes|yeah|btw|by the way|lol|haha+)\s+)+(?=(?:i|i'(?:m|ve|d|ll)|my|we|our|he|she|they|his|her|their|it|it's|the|this|there|no)\s)/i;

function thirdPerson(verb: string): string {
  const lower = verb.toLowerCase();
  const known = THIRD[lower];
  if (known) return known;
  const past = IRREGULAR.has(lower) || (lower.length > 4 && lower.endsWith('ed') && !/(need|eed)$/.test(lower));
  if (UNCHANGED.has(lower) || past || !/^[a-z]+$/.test(lower) || lower.endsWith('ing')) return verb;
  if (/(?:s|x|z|ch|sh)$/.test(lower)) return `${verb}es`;
  return /[^aeiou]y$/.test(lower) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

const wordOf = (token: string | undefined) => WORD.exec(token ?? '')?.[2]?.toLowerCase() ?? '';
const capitalLike = (made: string, before: string) =>
  /^\p{Lu}/u.test(before) ? made.charAt(0).toUpperCase() + made.slice(1) : made;

/** Puts the verb that belongs to the name at `at` into the third person, in place. */
function inflect(tokens: string[], at: number, isObjectToo: boolean): void {
  const before = wordOf(tokens[at - 2]);
  if (INVERTED.has(before)) {
    const token = tokens[at - 2] as string;
    tokens[at - 2] = token.replace(/[\p{L}']+/u, (word) => capitalLike(thirdPerson(word), word));
    return;
  }
  let verb = at + 2;
  while (isAdverb(wordOf(tokens[verb])) && verb < tokens.length) verb += 2;
  const word = wordOf(tokens[verb]);
  if (word === '' || NOT_VERBS.has(word) || (isObjectToo && !VERBS_AFTER_YOU.has(word))) return;
  if (/^(?:did|does|will|would|could|can|should|shall|may|might|must|let|make|help)(?:n't)?$/.test(before)) return;
  tokens[verb] = (tokens[verb] as string).replace(/[\p{L}']+/u, thirdPerson);
}

/**
 * Turns direct into reported speech: "I'll call you on Friday" said by Ann to Bob becomes "Ann will call Bob on Friday", so that a sentence taken
 * out of its dialogue still says whom it is about: it begins with the speaker's name, unless the speaker is named in it. English only; without a second person, "you" stays.
 */
export function reported(said: string, speaker: string, to: string | null): string {
  const whole = said.replaceAll('’', "'");
  const opened = whole.replace(OPENER, '').replace(BARE_OPENER, '');
  const tokens = opened.split(/(\s+)/);
  for (let at = 0; at < tokens.length; at += 2) {
    const [, lead = '', word = '', rest = ''] = WORD.exec(tokens[at] ?? '') ?? [];
    const lower = word.toLowerCase();
    const [head = ''] = lower.split("'");
    const tail = lower.slice(head.length);
    const who = head === 'i' ? speaker : head === 'you' ? to : null;
    if (who && tail === '') {
      tokens[at] = `${lead}${who}${rest}`;
      if (rest === '') inflect(tokens, at, head === 'you');
    } else if (who && CLITIC[tail]) tokens[at] = `${lead}${who} ${CLITIC[tail]}${rest}`;
    else if (lower === 'me') tokens[at] = `${lead}${speaker}${rest}`;
    else if (lower === 'my' || lower === 'mine') tokens[at] = `${lead}${speaker}'s${rest}`;
    else if (to && (lower === 'your' || lower === 'yours')) tokens[at] = `${lead}${to}'s${rest}`;
    else if (lower === 'myself' || (to && lower === 'yourself')) tokens[at] = `${lead}themselves${rest}`;
  }
  const text = tokens.join('');
  if (/\?["')]*$/.test(text)) return `${speaker} asks: ${text}`;
  if (text.startsWith(speaker)) return text;
  const isNamed = /\b(?:i|me|my|mine)\b/i.test(opened);
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return isNamed ? begun : `${speaker}: ${opened === whole ? text : begun}`;
}
