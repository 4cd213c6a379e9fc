import { ACTIONS, DIRECTIONS, MOVEMENTS, QUALITIES } from './antonym-lexicon.js';
import { stem } from './stem.js';
import type { Word } from './words.js';

/** A `word` excludes its opposite of anyone; a `movement` or `direction` only of a subject known to be the same. */
export type Strength = 'word' | 'movement' | 'direction';
const OPPOSITE = new Map<string, Map<string, Strength>>();
const COMPOUNDS = new Set<string>();
/** How many oppositions the lexicon holds, each counted once. */
export let oppositions = 0;

/** How a word stands in the lexicon. */
export const keyOf = (word: string) => word.split('-').map(stem).join('-');

function oppose(a: string, b: string, strength: Strength) {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    const known = OPPOSITE.get(from) ?? new Map<string, Strength>();
    if (from === a && !known.has(to)) oppositions++;
    OPPOSITE.set(from, known.set(to, known.get(to) ?? strength));
  }
}

for (const [lexicon, strength] of [
  [MOVEMENTS, 'movement'],
  [QUALITIES, 'word'],
  [ACTIONS, 'word'],
  [DIRECTIONS, 'direction'],
] as const) {
  for (const line of lexicon.trim().split('\n')) {
    const [left = '', right = ''] = line.split(' : ');
    for (const a of left.split(' '))
      for (const b of right.split(' ')) if (keyOf(a) !== keyOf(b)) oppose(keyOf(a), keyOf(b), strength);
    for (const word of `${left} ${right}`.split(' ')) if (word.includes('-')) COMPOUNDS.add(keyOf(word));
  }
}

/** Prefixes that turn a word round: "unfold", "dislike", "impatient", "nonsmoker". */
const TURNING = ['un', 'dis', 'in', 'im', 'ir', 'il', 'non', 'non-', 'de'];
/** Shorter stems get an opposite by chance: "in" + "put". */
const SHORTEST_TURNED = 4;

/** The members of `others` that exclude `key`. */
export function* oppositesOf(key: string, others: ReadonlySet<string>): Generator<[string, Strength]> {
  for (const [other, strength] of OPPOSITE.get(key) ?? []) if (others.has(other)) yield [other, strength];
  for (const prefix of TURNING) {
    if (key.length >= SHORTEST_TURNED && others.has(prefix + key)) yield [prefix + key, 'word'];
    const plain = key.startsWith(prefix) ? key.slice(prefix.length) : '';
    if (plain.length >= SHORTEST_TURNED && others.has(plain)) yield [plain, 'word'];
  }
}

/** The keys under which a sentence's words may stand in the lexicon: each stem, and neighbours that make one ("get off"). */
export function lexicalKeys(words: readonly Word[]): string[] {
  const keys = words.map((word) => word.stem);
  for (const [index, word] of words.entries()) {
    // one word may stand between a verb and its particle: "put it down"
    for (const distance of [1, 2, 3]) {
      const next = words[index + distance];
      if (next && COMPOUNDS.has(`${word.stem}-${next.stem}`)) keys.push(`${word.stem}-${next.stem}`);
    }
    if (word.lower.includes('-')) keys.push(keyOf(word.lower));
  }
  return keys;
}
