type Comparison = (held: unknown, wanted: unknown) => boolean;

/** The comparisons that a filter can make on a field. A missing value equals nothing. */
const COMPARISONS: Record<string, Comparison> = {
  eq: (held, wanted) => same(held, wanted),
  ne: (held, wanted) => !same(held, wanted),
  in: (held, wanted) => (wanted as unknown[]).some((one) => same(held, one)),
  nin: (held, wanted) => !(wanted as unknown[]).some((one) => same(held, one)),
  gt: (held, wanted) => difference(held, wanted) > 0,
  gte: (held, wanted) => difference(held, wanted) >= 0,
  lt: (held, wanted) => difference(held, wanted) < 0,
  lte: (held, wanted) => difference(held, wanted) <= 0,
  contains: (held, wanted) => textsIn(held).some((text) => text.includes(String(wanted))),
  icontains: (held, wanted) => textsIn(held).some((text) => text.toLowerCase().includes(String(wanted).toLowerCase())),
  '*': (held) => held !== null && held !== undefined,
};
export const OPERATORS = Object.keys(COMPARISONS).filter((name) => name !== '*');

const LISTS = ['in', 'nin'];
const DENIALS = ['ne', 'nin'];

/** The comparisons that a filter makes on a field: a value means equality, `*` any value, a list any of its values. */
export function comparisonsOf(field: string, wanted: unknown): [operator: string, operand: unknown][] {
  if (wanted === '*') return [['*', null]];
  if (Array.isArray(wanted)) return [['in', wanted]];
  if (typeof wanted !== 'object' || wanted === null || wanted instanceof Date) return [['eq', wanted]];
  return Object.entries(wanted).map(([operator, operand]) => {
    if (!OPERATORS.includes(operator))
      throw new Error(
        `filters: ${field} has the unknown operator ${JSON.stringify(operator)}; supported: ${OPERATORS.join(', ')}`,
      );
    if (LISTS.includes(operator) && !Array.isArray(operand))
      throw new Error(`filters: ${operator} of ${field} takes a list, not ${JSON.stringify(operand)}`);
    return [operator, operand];
  });
}

export const holds = (operator: string, held: unknown, operand: unknown): boolean =>
  (COMPARISONS[operator] as Comparison)(held, operand);

/** For a field with several values, one must match; for a negated comparison, all must. */
export const holdsAmong = (operator: string, held: readonly unknown[], operand: unknown): boolean =>
  DENIALS.includes(operator)
    ? held.every((one) => holds(operator, one, operand))
    : held.some((one) => holds(operator, one, operand));

const textsIn = (held: unknown): string[] =>
  (Array.isArray(held) ? held : [held]).filter((one): one is string => typeof one === 'string');

/** Scalars are compared as text, as in the service. */
function same(held: unknown, wanted: unknown): boolean {
  const [a, b] = [held ?? null, wanted ?? null];
  if (a === null || b === null) return a === b;
  if (typeof a !== 'object' && typeof b !== 'object') return String(a) === String(b);
  return canonical(a) === canonical(b);
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );

/** Numbers are compared by value, other texts alphabetically; NaN if two values have no order. */
function difference(held: unknown, wanted: unknown): number {
  if (typeof held !== 'number' && typeof held !== 'string') return Number.NaN;
  if (typeof wanted !== 'number' && typeof wanted !== 'string') return Number.NaN;
  if (held !== '' && wanted !== '' && !Number.isNaN(Number(held)) && !Number.isNaN(Number(wanted)))
    return Number(held) - Number(wanted);
  if (typeof held !== typeof wanted) return Number.NaN;
  return held < wanted ? -1 : Number(held > wanted);
}
