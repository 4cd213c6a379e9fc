import { IRREGULAR } from '../text/irregular.js';

const wordSet = (...lists: string[]) => new Set(lists.flatMap((list) => list.split(' ')));

const BASES = new Set(IRREGULAR.values());
/** Verbs that are the same in every person, and past forms that no ending reveals. */
const UNCHANGED = wordSet(
  'can could will would shall should may might must had did was cannot put cut let hit cost set read hurt quit',
);
const THIRD: Record<string, string> = {
  ...{ am: 'is', are: 'is', were: 'was', have: 'has', do: 'does', go: 'goes' },
  ...{ "don't": "doesn't", "haven't": "hasn't", "aren't": "isn't", "weren't": "wasn't" },
};
/** Between a subject and its verb: "I just want". */
const ADVERBS = wordSet(
  'just really also always never still only already often usually sometimes even actually now too',
);
/** Verbs that end like adverbs. */
const LY_VERBS = wordSet('apply reply rely supply imply comply multiply fly bully tally rally ally');
export const isAdverb = (word: string) => ADVERBS.has(word) || (word.endsWith('ly') && !LY_VERBS.has(word));

const WORD = /^([^\p{L}\p{N}']*)([\p{L}\p{N}]+(?:'\p{L}+)*)(.*)$/su;
/** A token's leading marks, word and the rest. */
export function partsOf(token: string | undefined): { lead: string; word: string; rest: string } {
  const [, lead = '', word = '', rest = ''] = WORD.exec(token ?? '') ?? [];
  return { lead, word, rest };
}
export const wordOf = (token: string | undefined) => partsOf(token).word.toLowerCase();

export const isPast = (word: string) =>
  IRREGULAR.has(word) || (word.length > 4 && word.endsWith('ed') && !/(need|eed)$/.test(word));

/** Whether the word is the infinitive of an irregular verb. */
export const isBase = (word: string) => BASES.has(word);

export function thirdPerson(verb: string): string {
  const lower = verb.toLowerCase();
  const known = THIRD[lower];
  if (known) return known;
  if (UNCHANGED.has(lower) || isPast(lower) || !/^[a-z]+$/.test(lower) || (lower.endsWith('ing') && !BASES.has(lower)))
    return verb;
  if (/(?:s|x|z|ch|sh)$/.test(lower)) return `${verb}es`;
  return /[^aeiou]y$/.test(lower) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

/** Puts the verb in `tokens[at]` into the third person, in place. */
export function inflectAt(tokens: string[], at: number): void {
  tokens[at] = (tokens[at] as string).replace(/[\p{L}']+/u, (verb) => {
    const made = thirdPerson(verb);
    return at === 0 && /^\p{Lu}/u.test(verb) ? made.charAt(0).toUpperCase() + made.slice(1) : made;
  });
}

/** What begins another clause, with a subject or an infinitive of its own. */
const CLAUSES = wordSet(
  'who that which what how because when if while where whether unless than i he she it they we you someone everyone',
);
const JOINS = wordSet('and or but nor');
/** Before a verb without an ending; it is not the subject's own. */
const BEFORE_BARE = wordSet(
  "can could will would shall should may might must cannot did can't couldn't won't wouldn't didn't let make help watch",
);
/** Verbs that are hardly ever anything else after "and". */
const VERBS = wordSet(
  "am have don't haven't go get eat teach speak own prefer hate need want think know feel believe understand remember keep make take give bring wear",
  'sing swim earn enjoy grow sell buy say tell see hear meet write become spend lose belong attend avoid suffer',
);
/** Those of them that begin no request after "but" or a comma. */
const OWN_VERBS = wordSet("am have don't haven't live own speak teach prefer hate work love need want");
/** Verbs that may be nouns, adjectives or prepositions after "and". */
const MAYBE_VERBS = wordSet(
  'live love like work play drink smoke run walk train travel cook clean drive use visit help plan hope dance study sleep rent pay',
  'volunteer read care look try start stay move call ride paint draw bake',
);
const ENDS_CLAUSE = /[.;:!?]["')\]]*$/;

/**
 * Puts the further verbs of the subject whose first verb is `tokens[first]` into the third person, in place: "works at home and lives in Leeds".
 * False if one of them may be such a verb, or something else.
 */
export function inflectCoordinated(tokens: string[], first: number): boolean {
  const verb = wordOf(tokens[first]);
  if (BEFORE_BARE.has(verb)) return true;
  const isPlain = !isPast(verb) && !/^do(?:n't|es|esn't)?$/.test(verb);
  let join = '';
  for (let at = first + 2; at < tokens.length; at += 2) {
    const before = tokens[at - 2] as string;
    const word = wordOf(tokens[at]);
    const next = wordOf(tokens[at + 2]);
    if (ENDS_CLAUSE.test(before) || CLAUSES.has(word) || word.startsWith("i'")) return true;
    // An infinitive: "I want to cook and eat".
    if (word === 'to' && /^\p{Ll}/u.test(tokens[at + 2] ?? '') && !/^(?:the|an?|my|work|school)$/.test(next))
      return true;
    if (JOINS.has(wordOf(before))) join = wordOf(before);
    else if (!isAdverb(wordOf(before)) || join === '') join = before.endsWith(',') ? ',' : '';
    if (join === '') continue;
    if (word === 'am') inflectAt(tokens, at);
    else if (join === ',' || join === 'but') {
      if (OWN_VERBS.has(word) && next !== '') return false;
    } else if (VERBS.has(word) || (word === 'live' && /^(?:in|at|with|near|alone)$/.test(next))) {
      if (!isPlain) return false;
      inflectAt(tokens, at);
    } else if (MAYBE_VERBS.has(word)) {
      // "I cook and clean."
      if (isPlain && at === first + 4) inflectAt(tokens, at);
      else return false;
    }
  }
  return true;
}
