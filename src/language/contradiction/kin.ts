import { KINDS, SAME } from './kin-lexicon.js';
import { stem } from './stem.js';

const lines = (lexicon: string) => lexicon.trim().split('\n');
const SYNONYMS = new Map<string, Set<string>>();
const ABOVE = new Map<string, Set<string>>();
const add = (map: Map<string, Set<string>>, key: string, values: Iterable<string>) => {
  const known = map.get(key) ?? new Set<string>();
  for (const value of values) known.add(value);
  map.set(key, known);
};

for (const line of lines(SAME)) {
  const group = line.split(' ').map(stem);
  for (const word of group) add(SYNONYMS, word, group);
}
for (const line of lines(KINDS)) {
  const [above = '', members = ''] = line.split(' : ');
  for (const member of members.split(' ')) add(ABOVE, stem(member), [stem(above)]);
}

const IMPLIED = new Map<string, readonly string[]>();
for (const word of new Set([...SYNONYMS.keys(), ...ABOVE.keys()])) {
  const all = new Set([word, ...(SYNONYMS.get(word) ?? [])]);
  // an onion is a vegetable, and a vegetable is food: two steps up are enough for this lexicon
  for (const above of [...(ABOVE.get(word) ?? [])].flatMap((first) => [first, ...(ABOVE.get(first) ?? [])])) {
    all.add(above);
    for (const synonym of SYNONYMS.get(above) ?? []) all.add(synonym);
  }
  IMPLIED.set(word, [...all]);
}

/** The words that are also true of whatever this word is true of: a man is a person, not the other way round. */
export const implied = (word: string): readonly string[] => IMPLIED.get(word) ?? [];
