import { stem } from './stem.js';

/** Kinds of value of which a thing has one: whoever is red is not blue. */
const KINDS = [
  'red blue green yellow orange purple violet pink brown black white grey gray beige turquoise',
  'single married divorced widowed engaged separated',
  'small medium large',
  'low medium high critical',
  'spring summer autumn winter',
  'vegetarian vegan omnivore pescatarian carnivore',
  'draft published archived',
  'pending approved rejected',
  'round square triangular rectangular oval',
  'liquid solid gaseous',
  'bronze silver gold platinum',
];
const KIND_OF = new Map<string, Set<number>>();
for (const [kind, line] of KINDS.entries())
  for (const word of line.split(' ')) KIND_OF.set(stem(word), (KIND_OF.get(stem(word)) ?? new Set()).add(kind));
const ALIKE = new Set(
  ['grey gray', 'gray grey', 'purple violet', 'violet purple', 'vegetarian vegan', 'vegan vegetarian'].map((pair) =>
    pair.split(' ').map(stem).join(' '),
  ),
);

/** The members of `others` that are another value of the same kind. */
export function exclusiveOf(value: string, others: ReadonlySet<string>): string[] {
  const kinds = KIND_OF.get(value);
  if (!kinds) return [];
  return [...others].filter(
    (other) =>
      other !== value &&
      !ALIKE.has(`${value} ${other}`) &&
      [...(KIND_OF.get(other) ?? [])].some((kind) => kinds.has(kind)),
  );
}
