import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLED_FOLDER, READER_FILES } from '../embedding/models/bundled.js';
import { IRREGULAR } from '../text/irregular.js';
import { stem } from '../text/stem.js';
import { foreignness } from './other-languages.js';

let loaded: Readonly<Record<string, number>> | undefined;

/** The words and pieces of words that the bundled models know, with their rank: the more frequent, the lower. Empty if the file is missing. */
function vocabulary(): Readonly<Record<string, number>> {
  if (!loaded) {
    try {
      loaded = JSON.parse(readFileSync(join(BUNDLED_FOLDER, READER_FILES.tokenizer), 'utf8')).model.vocab;
    } catch {
      // Without the file, no word counts as misspelled or as foreign.
    }
  }
  loaded ??= {};
  return loaded;
}

export const rankOf = (word: string): number | undefined =>
  Object.hasOwn(vocabulary(), word) ? vocabulary()[word] : undefined;

/** Whether the vocabulary, which is English, has this lower-case word or another form of it. */
export function isKnown(word: string): boolean {
  const root = stem(word);
  return [word, root, `${root}e`, root.replace(/i$/, 'y')].some((form) => rankOf(form) !== undefined);
}

const setOf = (list: string) => new Set(list.trim().split(/\s+/));
/** Function words that no other language of this alphabet has. */
const CERTAIN = setOf(`
  the and with that this these those there their they them you your she him our what when where which who whose how why because from
  have having been being are were would could should might must it's that's let's he's she's there's what's who's where's about after
  before into than then every each always never only just very really usually sometimes since until while any some anything something anyone someone
  u ur dont doesnt didnt cant im ive gonna wanna gotta thx pls btw
`);
/** Words that say nothing: other languages have them, too. */
const SHARED = setOf(`
  i me my mine a an the am is was as at be by do go he her his has had have in it its of on or so to up us we no not nor for from if
  all but can may will over under out off own too two one more till die war hat also
`);
/** Verbs that often follow "I". The irregular ones are known from the stems. */
const VERBS = new Set([
  ...setOf(`
  am was have had do did will would can could may might must should shall used like love hate want need use work live play prefer enjoy
  start stop try help ask call look plan hope wish move visit cook bake clean wash walk travel study order book buy own grew belong
  collect finish follow join turn own pay play pick pray quit rent rely save share smoke start stay suffer support train volunteer wait
  watch worry believe agree care change carry check count dislike drop earn expect forget guess handle hear keep let miss notice adore put cut
  hit set read
  `),
  ...IRREGULAR.keys(),
  ...IRREGULAR.values(),
]);
const WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)*/gu;
/** Between "I" and its verb. */
const ADVERB =
  /^(?:really|just|also|always|never|still|only|often|usually|sometimes|actually|now|already|even|\p{L}+ly)$/u;
/** "he is", "for me", "mine is": each word alone may be of another language, but not both. */
const TOGETHER =
  /\b(?:(?:i|he|she|it|we|you|they|that|this|there|who) (?:am|is|are|was|were|has|have|had|will|would|can|could|should|may|might|must|do|does|did)|(?:by|for|to|with|of|from|at|in|on|is|was) (?:me|my|mine)|mine (?:is|are|was|were))\b/i;
const CONTRACTED = /(?:n't|'(?:m|re|ve|ll|d))$/;
const ELIDED = /^(?:[cdjlmnst]|qu|dell|nell|sull|all)'/;
/** In several languages "me" opens a sentence, or follows its subject. In English only a verb precedes it. */
const OPENS_WITH_ME = /^(?:me (?!and\b|too\b|neither\b|either\b)|(?!not\b)(\p{L}+) me\b)/iu;
const READ = 1_000;
/** Letters from which on a word that is nearly an English one is one, or means the same. */
const LONG_WORD = 7;
/** What a sign counts that leaves no doubt. */
const SURE = 2;

/**
 * How much speaks for a text being English: above 0 it is, below 0 something speaks against it. Capitalised words may be names and count only if
 * they are function words. `slips`: unknown words that may be misspelled English ones; the longer they are, the surer it is.
 */
export function englishWeight(text: string, slips: ReadonlySet<string> = new Set()): number {
  const read = text.slice(0, READ).replaceAll('’', "'");
  const [withMe, opening = ''] = OPENS_WITH_ME.exec(read) ?? [];
  let weight = (TOGETHER.test(read) ? SURE : 0) - (withMe && !VERBS.has(opening.toLowerCase()) ? SURE : 0);
  let before = '';
  for (const { 0: given, index } of read.matchAll(WORD)) {
    const word = given.toLowerCase();
    // Other languages write their "I" in lower case, except at the beginning.
    if (before === 'i' && VERBS.has(word)) weight += SURE;
    if (given === 'I' && index > 0 && /[\p{Ll},] $/u.test(read.slice(Math.max(0, index - 2), index))) weight += SURE;
    weight += weightOf(given, word, index === 0, slips);
    if (before === 'my' && isKnown(bare(word))) weight++;
    if (before !== 'i' || !ADVERB.test(word)) before = word;
  }
  return weight;
}

function weightOf(given: string, word: string, isFirst: boolean, slips: ReadonlySet<string>): number {
  if (CERTAIN.has(word) || CONTRACTED.test(word)) return SURE;
  const foreign = foreignness(word);
  if (foreign > 0) return -foreign;
  if (word.length === 1 || SHARED.has(word) || (given !== word && !isFirst)) return 0;
  if (ELIDED.test(word)) return -1;
  if (VERBS.has(word) || isKnown(bare(word))) return 1;
  if (given !== word) return 0;
  if (slips.has(word)) return word.length >= LONG_WORD ? 1 : 0;
  return rankOf('the') === undefined ? 0 : -1;
}

const bare = (word: string) => word.split("'", 1)[0] ?? '';
