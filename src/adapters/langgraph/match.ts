import type { MatchCondition } from '@langchain/langgraph-checkpoint';

/** Whether a namespace has the prefix or suffix that a condition requires; `*` stands for any one part. */
export function matches({ matchType, path }: MatchCondition, namespace: string[]): boolean {
  if (path.length > namespace.length) return false;
  const start = matchType === 'prefix' ? 0 : namespace.length - path.length;
  return path.every((part, i) => part === '*' || part === namespace[start + i]);
}

export const depthCut = (namespace: string[], depth: number | undefined) =>
  depth === undefined ? namespace : namespace.slice(0, depth);

type Comparison = (held: unknown, wanted: unknown) => boolean;
const OPERATORS: Record<string, Comparison> = {
  $eq: (held, wanted) => same(held, wanted),
  $ne: (held, wanted) => !same(held, wanted),
  $gt: (held, wanted) => Number(held) > Number(wanted),
  $gte: (held, wanted) => Number(held) >= Number(wanted),
  $lt: (held, wanted) => Number(held) < Number(wanted),
  $lte: (held, wanted) => Number(held) <= Number(wanted),
  $in: (held, wanted) => listOf('$in', wanted).some((one) => same(held, one)),
  $nin: (held, wanted) => !listOf('$nin', wanted).some((one) => same(held, one)),
};

function listOf(operator: string, wanted: unknown): unknown[] {
  if (Array.isArray(wanted)) return wanted;
  throw new Error(`${operator} takes a list of values, not ${JSON.stringify(wanted)}`);
}

/** Whether a value satisfies a filter: equal fields, or comparisons such as `{ age: { $gte: 18 } }`. */
export function passes(value: Record<string, unknown>, filter: Record<string, unknown>): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const held = value[field];
    if (!isComparison(wanted)) return same(held, wanted);
    return Object.entries(wanted).every(([name, operand]) => {
      const compare = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
      if (!compare) throw new Error(`Unsupported operator: ${name}. Supported: ${Object.keys(OPERATORS).join(', ')}`);
      return compare(held, operand);
    });
  });
}

const isComparison = (wanted: unknown): wanted is Record<string, unknown> =>
  typeof wanted === 'object' && wanted !== null && Object.keys(wanted).some((name) => name.startsWith('$'));

function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return left.length === right.length && left.every(([name, item]) => same(item, (b as Record<string, unknown>)[name]));
}
