/** From this length on a text is meaningful by itself. */
const LONG_TEXT = 200;
/**
 * Characters of shorter texts that are searched if no fields are given: some 10 passages. A table of a thousand rows took 9 s to embed, and has no
 * meaning to be found by.
 */
const SHORT_TEXTS = 4_000;

/** What is searched in a value if no fields are given: each text once, all of the long ones, the first of the short ones. */
export function gistOf(value: unknown): string[] {
  let left = SHORT_TEXTS;
  return [...new Set(textsIn(value))].filter((text) => {
    if (text.length >= LONG_TEXT) return true;
    left -= text.length + 1;
    return left >= 0;
  });
}

/** The texts of a value that an index path selects, such as `title`, `chapters[*].text`, `tags[-1]`, `{title,meta.author}`, `*` or `$`. */
export function textsAt(value: unknown, path: string): string[] {
  return reach([value], stepsOf(path)).flatMap(textsIn);
}

/** Names, `[…]` and `{…}`; a leading `$` stands for the value itself. */
const stepsOf = (path: string): string[] =>
  (path.match(/\[[^\][]*\]|\{[^{}]*\}|[^.[{]+/g) ?? []).filter((step, i) => i > 0 || step !== '$');

function reach(values: readonly unknown[], steps: readonly string[]): unknown[] {
  const [step, ...rest] = steps;
  return step === undefined
    ? [...values]
    : reach(
        values.flatMap((value) => below(value, step)),
        rest,
      );
}

function below(value: unknown, step: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = step.slice(1, -1);
  if (step === '*') return Object.values(value);
  if (step.startsWith('{')) return inner.split(',').flatMap((path) => reach([value], stepsOf(path.trim())));
  if (!step.startsWith('[')) return Object.hasOwn(value, step) ? [(value as Record<string, unknown>)[step]] : [];
  if (!Array.isArray(value)) return [];
  if (inner === '*') return value;
  const item: unknown = value.at(Number.parseInt(inner, 10));
  return item === undefined ? [] : [item];
}

/** Every text in a value, including numbers and booleans. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
