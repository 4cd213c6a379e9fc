import { DAY } from '../kernel/clock.js';
import { asks, asksForGood, fromNowOn, isQuestion, requests } from '../text/asks.js';
import { relativeSpans } from '../text/dates/relative-dates.js';
import { type SentenceSpan, sentenceSpans } from '../text/sentences.js';
import { englishWeight } from './english.js';
import { isOtherLanguage, statesInOtherLanguage } from './other-languages.js';
import { reported } from './reported-speech.js';
import { thirdPerson } from './third-person.js';

export type Role = 'user' | 'assistant' | 'system' | 'tool';

/** A turn of a conversation, verbatim. */
export interface Turn {
  id: string;
  role: Role;
  /** The speaker, if known. */
  name: string | null;
  content: string;
  /** When it was said. */
  at: number;
}

/** The part of a turn where something was said. */
export interface Span {
  id: string;
  start: number;
  end: number;
}

/** Something that a person stated, in words that can be understood without the conversation. */
export interface Statement {
  text: string;
  from: Span[];
  at: number;
}

/** A pasted book is stored as a turn; its first statements are enough. */
const MAX_PER_TURN = 100;
/** Characters quoted alongside a statement that needs the context. */
const MAX_QUOTED = 300;
/** Characters of a statement together with the sentences that refer back to it. */
const MAX_TOGETHER = 400;
/** Characters up to which sentences of one turn stay together even if none refers to another: notes written in one go explain each other. */
const ONE_BREATH = 200;
/** A sentence of at most this many words may be the answer to the question before it; one without a subject may be longer. */
const SHORT_ANSWER = 6;
const SHORT_FRAGMENT = 12;
/** Fewer words say nothing by themselves, unless they are a sentence: "I smoke." */
const MIN_WORDS = 3;

/**
 * Announces that what follows is to be remembered. A question may also be about a thing ("that song by Abba", "that recipe you gave me"), and
 * "remember to" or "make a note of it" says nothing yet.
 */
const KEEPS =
  /^(?:(?:and|but|so|oh|ok|okay|hey|hi|hello|also|btw|by the way|thanks|thank you|please),?\s+)*(?:(?:(?:remember|note(?: down)?|(?:keep|bear) in mind|don['’]t forget|do not forget|fyi|for the record|make (?:a )?note(?: of)?|(?:jot|write) down(?=:|\s+that\b))\b(?!\s+(?:to|me|for|when|of|it|down)\b)(?:\s+(?:this|the following):)?|(?:save|note|write|jot) (?:this|that|it)(?: down)?:)[\s,:]*(?:that\s+)?|(?:can|could|will|would) you (?:(?:please|also|just|kindly) )*(?:(?:remember|note(?: down)?|(?:keep|bear) in mind|make a note|save|write down) that\s+(?!(?:time|day|one)\b|\p{L}+ (?:(?:in|from|at|near|by)\s\S+|(?:you|i|we|they|he|she)\s\S+(?:\s\S+)?)$)|(?:remember|save|note|write down) this(?: down)?:\s*))/iu;
/** Polite phrases; what follows one without a comma belongs to it. */
const POLITE =
  /^(?:hi|hello|hey|hiya|(?:good )?(?:morning|afternoon|evening|night)|thanks?|thank you|thx|cheers|bye|goodbye|see you|take care|got it|understood|sounds (?:good|great|fine)|no (?:problem|worries)|you're welcome|never ?mind|nice to meet you|good idea|how are you|fair enough|makes sense|that (?:works|helps|makes sense))\b/i;
/** Words that say nothing on their own. */
const ECHO =
  /^(?:ok(?:ay)?|k|sure|great|cool|nice|perfect|awesome|wow|lol|haha+|hmm+|alright|all right|i see|right|exactly|indeed|yes|yeah|yep|yup|no|nope|nah|maybe|not really|of course|please|sorry|my bad|same here|me too|ugh|yay|phew|oops|whatever|anyway)\b/i;
/** Says how things stand in the conversation, not who somebody is: "I'm back", "I see". */
const OF_THE_MOMENT =
  /^(?:(?:and|but|so|oh|well|yes|no|ok|okay|sure),?\s+)*(?:i|we)(?:['’](?:m|re|ve|ll|d)|\s(?:am|are))?(?:\s(?:just|so|very|really|not|still|all|quite|pretty|totally|also|too|never|don['’]t|can['’]t|do|did))*\s(?:fine|good|great|well|ok(?:ay)?|alright|back|here|there|ready|done|sorry|sure|set|in|out|off|listening|lost|confused|curious|wondering|afraid|glad|happy|impressed|joking|kidding|serious|asking|thinking|trying|waiting|next|right|wrong|see|know|understand|agree|disagree|guess|think|do|did|will|would|can|could|should|might|may|must|have|had|am|was|are|were|hope|mean|suppose|wish|doubt|care|promise|try|tried|wonder|forgot|remember|bet|say|said|get it|got it|hear you|too|also|myself|swear|wait|apologi[sz]e|give up|need help|for|against|insist|figured|gather|tell|told|ask|asked|want|need|sold|\p{L}+ing)(?:,?\s(?:thanks|thank you|now|again|then))?[.!…]*$/iu;
/** They count as two words. */
const CONTRACTIONS = /(?<!\p{L})i['’](?:m|ve(?!\s\p{L}+ed\b))(?!\p{L})/giu;
/** Ends a conversation. */
const LEAVES =
  /^(?:(?:(?:ok(?:ay)?|well|anyway|alright|right|so|sorry),?\s+)*(?:i(?:['’]ve| have)?\s+)?(?:(?:gotta|got to|have to|need to|must)\s+(?:run|go|dash|leave|sleep)|ttyl|brb|gtg|(?:talk|speak)(?: to you)? (?:later|soon|tomorrow))(?:\s+now)?\s*(?:$|[,.!…–-]+\s*))+/i;
/** Thanks at the end of a text that is hardly more than that. */
const THANKS = /\b(?:thanks|thank you|thx|cheers)[\s.!]*$/i;
const MAX_WORDS_WITH_THANKS = 4;
const AGREES =
  /^(?:yes|yeah|yep|yup|correct|right|exactly|indeed|true|that's (?:right|correct|true|it)|that is (?:right|correct|true)|i do|i am|i did|absolutely|of course|sure|no|nope|not any ?more)\b/i;
/** Refers to something said before. */
const POINTS =
  /^(?:(?:and|but|so|also|then|because|well|actually),?\s+)*(?:it|its|it's|they|they're|their|them|he|he's|she|she's|his|her|that|that's|this|these|those|there|both|neither|one of them|the (?:other|same|latter|former|first|second) one)\b/i;
/** Restricts what was said before it: "Not on Mondays, though." */
const RESTRICTS = /^(?:(?:and|but),?\s+)?(?:not|only|except|unless|apart from)\b|[\s,]though[,.!]/i;
/** The speaker starts talking about themselves: that can be understood on its own. */
const OWN_SUBJECT =
  /^(?:(?:and|but|so|also|then|well|actually|oh|plus),?\s+)*(?:i|i['’](?:m|ve|d|ll)|my|we|we['’](?:re|ve|d|ll)|our)\b/i;
/** A whole sentence, even of two words: "I smoke". */
const OWN_VERB = /^(?:(?:and|but|so|also),?\s+)*i\s(\p{L}+)[\s.!]*$/iu;
const isOwnSentence = (text: string) => {
  const [, verb = ''] = OWN_VERB.exec(text) ?? [];
  return verb !== '' && thirdPerson(verb) !== verb;
};
/** The speaker tells who they are, also right after a greeting. */
const OWN_STATE = /^(?:i(?:['’]m|['’]ve| am| have)|my)\b/i;
/** Mentions the speaker. */
const SPEAKS = /\b(?:i|me|my|mine)\b/i;
const POINTS_INSIDE = /\b(?:it|them|they|he|she|him|there|that one|the same)\b/i;
/** An answer without a subject. */
const FRAGMENT =
  /^(?:(?:an?|the|by|in|at|on|from|to|with|for|since|until|about|around|only|just|mostly|usually|every|once|twice|both)\b|[\p{Sc}~≈+-]{0,2}\s?\p{N})/iu;
/** Goes on about whoever the sentence before is about: "Had a stroke in March." */
const SUBJECTLESS =
  /^(?:(?:and|but|then|also|now|just|still|never),?\s+)*(?:(?:ha[ds]|was|were|is|are|will|would|can|could|did|does|used to|got|went|came|took|lives?|works?|wants?|needs?|likes?|loves?|hates?|plays?|takes|goes|gets|comes)(?:n['’]t)?|(?!(?:need|speed|feed|seed|red|bed|hundred)\b)\p{L}{2,}ed)\s(?!(?:i|you|he|she|it|we|they)\b)/iu;
/** A subject and half a verb: "I will, until Friday." */
const ELLIPSIS =
  /^(?:i|we|you|he|she|they|it)(?:['’](?:ll|d|m|re|ve)| (?:will|would|do|did|does|am|are|is|was|were|have|has|had|can|could|should))(?: not)?(?=[.,!]|$)/i;
/** Asks what the assistant should do: the answer is a task, not a statement. */
const OFFERS = /\b(?:shall|should|can|could|may|do) (?:i|we)\b|\b(?:want|like|need) me to\b/i;
/** Asks the assistant's way, but for people to turn to or for something about the speaker: "Who should I call in an emergency?" Any other such question is about a task. */
const ASKS_FACT =
  /^(?:(?:and|but|so|ok|okay),?\s+)*(?:whom?\b[^,]{0,40}?\b(?:should|do|can|may) i (?:call|contact|reach|ask|tell|notify|inform)\b|(?:what|which|when|where|how)\b[^,]{0,40}?\b(?:should|do|can|may) i (?:(?:call|address|contact|reach) you|(?:pronounce|spell) your|know)\b)(?!.*\bfor you\b)/i;
const offers = (question: string) => OFFERS.test(question) && !ASKS_FACT.test(question);
/** Makes the reply to an offer a rule: "Yes, always." */
const RULES = /\b(?:always|every time|never(?! mind))\b/i;
const QUOTATION = /^[^\s:][^:\n]{0,38}: /;
const WORDS = /[\p{L}\p{N}]+(?:['’]\p{L}+)*/gu;

/** In scripts without spaces two characters count as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/gu;

const wordCount = (text: string) =>
  (text.match(WORDS)?.length ?? 0) + Math.floor((text.match(UNSPACED)?.length ?? 0) / 2);

/** The statements that people make in these turns. `before` are the preceding turns, which they may refer to. */
export function statementsOf(turns: readonly Turn[], before: readonly Turn[] = []): Statement[] {
  const all = [...before, ...turns];
  return turns.flatMap((turn, i) => (turn.role === 'user' ? statedIn(turn, all.slice(0, before.length + i)) : []));
}

function statedIn(turn: Turn, before: readonly Turn[]): Statement[] {
  const previous = before.at(-1);
  const found: Statement[] = [];
  let isPlain = false;
  /** The sentence before is part of the last statement. */
  let isOpen = false;
  for (const [i, span] of sentenceSpans(turn.content).entries()) {
    if (found.length === MAX_PER_TURN) break;
    const answered = i === 0 ? answeredBy(span, turn, before) : null;
    const isOther = isOtherLanguage(span.text);
    const last = found.at(-1);
    const weight = englishWeight(span.text);
    const isPointing =
      !isOther && weight >= -1 && (pointsBack(span.text) || (last !== undefined && restricts(span.text)));
    // Without a sign of English, "me" and "my" may be words of any language.
    const isVerbatim = isOther || (weight <= 0 && SPEAKS.test(span.text)) || asksForGood(kept(span.text));
    const isNote = isPlain && !isVerbatim && !OWN_SUBJECT.test(span.text);
    const least = isPointing && last ? 2 : MIN_WORDS;
    // "Not cats, please. I swell."
    const isMore = !isPlain && isOpen && isRest(span.text);
    const isStated = !isMore && states(span.text, least, { isOther, isForeign: weight < 0 });
    if (!answered && (!isStated || (i === 0 && isChoice(span.text, previous)))) {
      if (last && isOpen && isRest(span.text) && last.text.length + span.text.length < MAX_TOGETHER) {
        last.text = `${last.text} ${span.text}`;
        last.from.push({ id: turn.id, start: span.start, end: span.end });
      } else isOpen = false;
      continue;
    }
    const wasOpen = isOpen;
    isOpen = true;
    const own = { id: turn.id, start: span.start, end: span.end };
    const said = isOther ? span.text : dated(kept(span.text), turn.at);
    const isAbout = last !== undefined && wasOpen && !isPlain && !isVerbatim && SUBJECTLESS.test(span.text);
    const isTogether = isPointing || isAbout;
    if (last && last.text.length + said.length <= (isTogether ? MAX_TOGETHER : ONE_BREATH) && (isTogether || isNote)) {
      const isOwn = isPlain && (!isPointing || SPEAKS.test(said));
      last.text = `${last.text} ${turn.name && isOwn ? attributed(said, turn.name, isVerbatim) : said}`;
      last.from.push(own);
      continue;
    }
    const quoted = answered ?? (isPointing && !last ? pointedAt(previous) : null);
    const text = quoted
      ? `${quoted.text} ${speakerOf(turn)}: ${said}`
      : turn.name
        ? attributed(said, turn.name, isVerbatim)
        : said;
    isPlain = quoted === null;
    found.push({ text, from: [...(quoted?.from ?? []), own], at: turn.at });
  }
  return found;
}

/** Without the words that ask to remember it. */
function kept(text: string): string {
  const [asking = ''] = KEEPS.exec(text) ?? [];
  const said = text.slice(asking.length);
  return /\byou\b/i.test(asking) ? said.replace(/(?<!\?)\?+$/, '.') : said;
}

/** Too short to be a statement, but it completes the one before: "I have a dog. Biscuit." */
const isRest = (text: string) => {
  const isTalk =
    isQuestion(text) ||
    asks(text) ||
    requests(text) ||
    (OF_THE_MOMENT.test(text) && !/\b(?:think|guess|hope|suppose)\b/i.test(text)) ||
    POLITE.test(text) ||
    ECHO.test(text);
  return !isTalk && !LEAVES.test(text) && !THANKS.test(text) && wordCount(text) > 0 && wordCount(text) < MIN_WORDS;
};

interface Language {
  /** Surely another one than English. */
  isOther: boolean;
  /** Something speaks against English. */
  isForeign: boolean;
}

/** Not a question, a request for once or small talk. `openings`: how many greetings and the like may still precede what is stated. */
function states(text: string, least: number, language: Language, openings = 3): boolean {
  const { isOther, isForeign } = language;
  if (isOther) return !isQuestion(text) && statesInOtherLanguage(text, wordCount(text));
  if (KEEPS.test(text)) return wordCount(text.replace(KEEPS, '')) >= 2;
  const words = wordCount(text) + (text.match(CONTRACTIONS)?.length ?? 0);
  if (asksForGood(text)) return words >= least;
  // "Am Montag kommt der Klempner."
  if (isQuestion(text) || (asks(text) && !isForeign) || requests(text) || OF_THE_MOMENT.test(text)) return false;
  if (words < least && !isOwnSentence(text)) return false;
  if (words <= 3 && ECHO.test(text)) return false;
  const leaves = LEAVES.exec(text);
  // "I have to go, my cat died."
  if (leaves)
    return openings > 0 && states(text.slice(leaves[0].length), 2, { isOther: false, isForeign }, openings - 1);
  if (words <= MAX_WORDS_WITH_THANKS && THANKS.test(text) && !OWN_SUBJECT.test(text)) return false;
  const polite = POLITE.exec(text);
  if (!polite) return true;
  const greeted = text.slice(polite[0].length);
  const [name] = /^\s*[^\s,.!–-]{0,12}[,.!–-]+\s*/.exec(greeted) ?? [];
  if (name === undefined || openings === 0) return false;
  const rest = greeted.slice(name.length);
  return (
    (OWN_STATE.test(rest) || isOwnSentence(rest) || wordCount(greeted) >= 4) &&
    states(rest, least, { isOther: false, isForeign }, openings - 1)
  );
}

/** A brief reply that tells the assistant what to do this time. */
function isChoice(text: string, previous: Turn | undefined): boolean {
  if (previous?.role !== 'assistant' || isRule(text)) return false;
  const last = sentenceSpans(endOf(previous)).at(-1);
  return last !== undefined && isQuestion(last.text) && offers(last.text) && wordCount(text) <= SHORT_ANSWER;
}

const isRule = (text: string) => fromNowOn(text) || RULES.test(text);

interface Quoted {
  text: string;
  from: Span[];
}

/** The question, or the guess, that a short answer refers to: "Lisbon." means nothing without it. */
function answeredBy(span: SentenceSpan, turn: Turn, before: readonly Turn[]): Quoted | null {
  const previous = before.at(-1);
  if (!previous || previous.role === 'system' || previous.role === 'tool' || isQuestion(span.text)) return null;
  if (speakerOf(previous) === speakerOf(turn)) return null;
  const last = sentenceSpans(endOf(previous)).at(-1);
  if (!last) return null;
  const agrees = AGREES.test(span.text);
  if (isQuestion(last.text)) {
    const isThanks = POLITE.test(span.text) && !agrees;
    if (!needsQuestion(span.text) || isThanks || (offers(last.text) && !isRule(span.text))) return null;
    if (agrees && wordCount(span.text) < MIN_WORDS && /\b(?:any|some)(?:thing|one|body)?\b/i.test(last.text))
      return null;
    return asked(previous, last.text, before);
  }
  // "So you are a vegetarian." – "Yes."
  return agrees && /\byou(?:r|'re|’re)?\b/i.test(last.text) && !POLITE.test(last.text)
    ? quote(previous, last.text)
    : null;
}

/** Whether a reply means something only next to the question before it. */
export function needsQuestion(reply: string): boolean {
  if (AGREES.test(reply) || ELLIPSIS.test(reply)) return true;
  const words = wordCount(reply);
  if (words > (FRAGMENT.test(reply) ? SHORT_FRAGMENT : SHORT_ANSWER)) return false;
  // A short answer with its own subject needs no question alongside it.
  return words <= 3 || !/^(?:i|we|my|our)\b/i.test(reply);
}

/** A question, and if it refers back, what was stated before it: "How much is it?" */
function asked(asking: Turn, question: string, before: readonly Turn[]): Quoted {
  const own = quote(asking, question);
  const answer = before.at(-2);
  const isPointing =
    wordCount(question) <= SHORT_ANSWER && POINTS_INSIDE.test(question) && !/\b(?:is|are) there\b/i.test(question);
  if (answer?.role !== 'user' || !isPointing) return own;
  const stated = statedIn(answer, before.slice(-4, -2)).at(-1);
  if (!stated || stated.text.length > MAX_QUOTED) return own;
  const text = QUOTATION.test(stated.text) ? stated.text : `${speakerOf(answer)}: ${stated.text}`;
  return { text: `${text} ${own.text}`, from: [...stated.from, ...own.from] };
}

const restricts = (text: string) => RESTRICTS.test(text) && !OWN_SUBJECT.test(text);

const pointsBack = (text: string) => POINTS.test(text) || (wordCount(text) <= 8 && POINTS_INSIDE.test(text));

/** The end of the previous turn: which word of it is meant is for the reader to decide. */
function pointedAt(previous: Turn | undefined): Quoted | null {
  if (!previous || previous.role === 'system' || previous.role === 'tool') return null;
  const last = sentenceSpans(endOf(previous)).at(-1);
  return last ? quote(previous, last.text) : null;
}

/** The end of a turn, long enough for anything that is quoted from it. */
const endOf = ({ content }: Turn) => whole(content.slice(-MAX_QUOTED * 4));

/** Removes the half surrogate pair that a cut may leave at either end. */
const whole = (text: string) => text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');

function quote(turn: Turn, sentence: string): Quoted {
  const text = dated(sentence.length > MAX_QUOTED ? `${whole(sentence.slice(0, MAX_QUOTED))}…` : sentence, turn.at);
  const start = Math.max(0, turn.content.lastIndexOf(sentence.slice(0, 40)));
  const end = Math.min(turn.content.length, start + sentence.length);
  return { text: `${speakerOf(turn)}: ${text}`, from: [{ id: turn.id, start, end }] };
}

const speakerOf = ({ role, name }: Turn) => name ?? (role === 'user' ? 'User' : 'Assistant');

/** A statement without the roles that stand in front of what speakers without a name said. */
export const withoutRoles = (text: string) => text.replace(/(?<!\S)(?:User|Assistant): /g, '');

/** In the third person if that is safe, otherwise as a quotation. */
function attributed(said: string, name: string, isOther: boolean): string {
  if (isOther) return `${name}: ${said}`;
  const text = reported(said, name, null);
  if (text.startsWith(`${name} is ${name}`)) return `${name}: ${said}`;
  return /\b(?:we|us|our|ours|myself|themselves)\b/i.test(text) ? `${name}: ${said}` : text;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** The text with the date next to every "tomorrow" and "next Friday". */
function dated(text: string, at: number): string {
  let result = '';
  let end = 0;
  const spans = relativeSpans(text, at).sort((a, b) => a.index - b.index || b.length - a.length);
  for (const span of spans) {
    const date = span.index >= end ? dateOf(span) : null;
    const [owning = ''] =
      /^['’]s?(?!\p{L})/u.exec(text.slice(span.index + span.length, span.index + span.length + 3)) ?? [];
    // "Tomorrow's (12 March) lunch"; but last month's rent may be that of any last month.
    if (!date || (owning && /^(?:last|past|previous|next)\s/i.test(text.slice(span.index, span.index + 9)))) continue;
    const next = span.index + span.length + owning.length;
    result += `${text.slice(end, next)} (${date})`;
    end = next;
  }
  return result + text.slice(end);
}

/** As exact as the words are; null if a date would be more exact than they are. */
function dateOf({ from, to }: { from: number; to: number }): string | null {
  if (!Number.isFinite(from) || !Number.isFinite(to)) return null;
  const first = new Date(from);
  const days = (to - from) / DAY;
  const month = `${MONTHS[first.getUTCMonth()]} ${first.getUTCFullYear()}`;
  if (days <= 1) return `${first.getUTCDate()} ${month}`;
  if (days === 2 || days === 7) return `week of ${first.getUTCDate()} ${month}`;
  if (days >= 28 && days <= 31 && first.getUTCDate() === 1) return month;
  const isYear = days >= 365 && days <= 366 && first.getUTCMonth() === 0 && first.getUTCDate() === 1;
  return isYear ? String(first.getUTCFullYear()) : null;
}
