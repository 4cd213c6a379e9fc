import {
  inflectAt,
  inflectCoordinated,
  isAdverb,
  isBase,
  isPast,
  partsOf,
  thirdPerson,
  wordOf,
} from './third-person.js';

const CLITIC: Record<string, string> = { "'m": 'is', "'re": 'is', "'ve": 'has', "'ll": 'will' };
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
const OPENER =
  /^(?:(?:oh|well|yes|yeah|no|ok|okay|sure|so|and|but|right|hi|hello|hey|um|uh|ah|sorry|please|excuse me|thanks|thank you|good (?:morning|afternoon|evening)|actually|you know|i see|all ?right|of course|great|fine|good|also|btw|by the way|lol|haha+|plus|anyway)(?:[,.!]+\s*|\s+(?=and |but |so )))+(?=\S)/i;
/** What opens a sentence without a comma, if a subject follows: "so I", "lol my", "haha yes the". */
const BARE_OPENER =
  /^(?:(?:oh|ok|okay|so|and|but|also|plus|anyway|well|yes|yeah|btw|by the way|lol|haha+)\s+)+(?=(?:i|i'(?:m|ve|d|ll)|my|we|our|he|she|they|his|her|their|it|it's|the|this|there|no)\s)/i;

const FIRST = /\b(?:i|me|my|mine|myself)\b/i;
/** Opens a quotation, and is no apostrophe. */
const SINGLE_QUOTE = /(?<![\p{L}\p{N}])['‘](?!(?:n|till?|cause|em|tis|round|bout)\b)(?=\p{L})/iu;
/** In a title, or a name: "My Neighbour Totoro". */
const IN_TITLE = /(?<=[\p{L}\p{N},;)] )(?:My|Me|Mine|Myself)\b/u;
/** "Type I diabetes", "World War I"; but "the part I like". */
const NUMBERED = new Set(
  'type phase stage part grade class level chapter volume act schedule category division title tier war step section'.split(
    ' ',
  ),
);
const RULERS = new Set('king queen pope emperor tsar'.split(' '));
/** After "I" they are no verbs of it: "and I her". */
const OBJECTS = new Set('her him them us me you it my your his their the this that'.split(' '));
/** The same as a participle and as an infinitive: "I'd come" had come, or would. */
const BOTH_FORMS = new Set(
  'put cut let hit cost set read hurt quit shut spread bet beat come become overcome run a an no the'.split(' '),
);
const AUXILIARY = /^(?:did|does|will|would|could|can|should|shall|may|might|must|let|make|help)(?:n't)?$/;

/** Whether the first person occurs where it is not, or may not be, the speaker. */
function isQuoting(text: string): boolean {
  if (text.split(/["“”„«»]/).some((part, i) => i % 2 === 1 && FIRST.test(part))) return true;
  const quote = SINGLE_QUOTE.exec(text);
  return (quote !== null && FIRST.test(text.slice(quote.index))) || IN_TITLE.test(text);
}

/** The place behind a subject, and the adverbs after it. */
function verbAfter(tokens: readonly string[], at: number): number {
  let verb = at + 2;
  while (verb < tokens.length && isAdverb(wordOf(tokens[verb]))) verb += 2;
  return verb;
}

/** Whether "I" at this place is certainly the speaker, and what follows it a verb. */
function isSpeaker(tokens: readonly string[], at: number): boolean {
  const { rest } = partsOf(tokens[at]);
  const before = partsOf(tokens[at - 2]);
  const previous = before.rest === '' ? before.word.toLowerCase() : '';
  const next = verbAfter(tokens, at);
  const verb = rest === '' ? wordOf(tokens[next]) : '';
  if (RULERS.has(wordOf(tokens[at - 4]))) return false;
  if (NUMBERED.has(previous) && ((at > 2 && /^\p{Lu}/u.test(before.word)) || !isKnownVerb(verb))) return false;
  if (rest !== '') return /^[.!?"')\]]+$/.test(rest);
  if (INVERTED.has(previous) || AUXILIARY.test(previous) || next >= tokens.length) return true;
  return verb !== '' && (verb === 'and' || verb === 'or' || !(NOT_VERBS.has(verb) || OBJECTS.has(verb)));
}

const isKnownVerb = (word: string) => VERBS_AFTER_YOU.has(word) || thirdPerson(word) === word || isBase(word);

/** "Had" or "would"; null if it can be either. */
function expanded(tokens: readonly string[], at: number): string | null {
  const word = wordOf(tokens[verbAfter(tokens, at)]);
  if (BOTH_FORMS.has(word)) return null;
  return word === 'better' || isPast(word) || /^(?:been|had|done)$/.test(word) ? 'had' : 'would';
}

/** Puts the verbs that belong to the name at `at` into the third person, in place; false if that may be wrong. */
function inflect(tokens: string[], at: number, isObjectToo: boolean): boolean {
  const before = wordOf(tokens[at - 2]);
  if (INVERTED.has(before)) {
    inflectAt(tokens, at - 2);
    return true;
  }
  const verb = verbAfter(tokens, at);
  const word = wordOf(tokens[verb]);
  if (word === '' || NOT_VERBS.has(word) || (isObjectToo && !VERBS_AFTER_YOU.has(word))) return true;
  if (AUXILIARY.test(before)) return true;
  const isSure = isObjectToo || inflectCoordinated(tokens, verb);
  inflectAt(tokens, verb);
  return isSure;
}

/**
 * Turns direct into reported speech: "I'll call you on Friday" said by Ann to Bob becomes "Ann will call Bob on Friday", so that a sentence taken
 * out of its dialogue still says whom it is about: it begins with the speaker's name, unless the speaker is named in it. What might become wrong
 * is quoted: "Ann: I have Type I diabetes." English only; without a second person, "you" stays.
 */
export function reported(said: string, speaker: string, to: string | null): string {
  const whole = said.replaceAll('’', "'");
  const opened = whole.replace(OPENER, '').replace(BARE_OPENER, '');
  const tokens = opened.split(/(\s+)/);
  let isSure = !isQuoting(opened);
  for (let at = 0; isSure && at < tokens.length; at += 2) {
    const { lead, word, rest } = partsOf(tokens[at]);
    const lower = word.toLowerCase();
    const [head = ''] = lower.split("'");
    const tail = lower.slice(head.length);
    const who = head === 'i' ? speaker : head === 'you' ? to : null;
    if (who && tail === '') {
      isSure = head === 'you' || isSpeaker(tokens, at);
      tokens[at] = `${lead}${who}${rest}`;
      if (rest === '' && isSure) isSure = inflect(tokens, at, head === 'you');
    } else if (who && tail in CLITIC) {
      isSure = tail === "'ll" || head === 'you' || inflectCoordinated(tokens, at);
      tokens[at] = `${lead}${who} ${CLITIC[tail]}${rest}`;
    } else if (who && tail === "'d") {
      const verb = expanded(tokens, at);
      isSure = verb !== null;
      tokens[at] = `${lead}${who} ${verb}${rest}`;
    } else if (lower === 'me') tokens[at] = `${lead}${speaker}${rest}`;
    else if (lower === 'my' || lower === 'mine') tokens[at] = `${lead}${speaker}'s${rest}`;
    else if (to && (lower === 'your' || lower === 'yours')) tokens[at] = `${lead}${to}'s${rest}`;
    else if (lower === 'myself' || (to && lower === 'yourself')) tokens[at] = `${lead}themselves${rest}`;
  }
  if (!isSure) return `${speaker}: ${said}`;
  const text = tokens.join('');
  if (/\?["')]*$/.test(text)) return `${speaker} asks: ${text}`;
  if (text.startsWith(speaker)) return text;
  const isNamed = /\b(?:i|me|my|mine)\b/i.test(opened);
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return isNamed ? begun : `${speaker}: ${opened === whole ? text : begun}`;
}
