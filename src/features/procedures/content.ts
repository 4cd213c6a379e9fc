import type { ProcedureParts } from './input.js';

const BETWEEN_EXAMPLES = /\r?\n|\s\/\s|\s\|\s/;

/** The tasks that a trigger names. */
export const examplesOf = (trigger: string): string[] =>
  trigger
    .split(BETWEEN_EXAMPLES)
    .map((example) => example.trim())
    .filter((example) => example !== '');

const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ');
const lines = (text: string) =>
  text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '');

/**
 * A procedure as the text of a memory: its name, when to use it, its steps, one paragraph each and one item per line. The rule that embeds procedural
 * memories weights paragraphs by position, so their order matters.
 */
export function contentOf({ name, description, trigger, steps }: ProcedureParts): string {
  const called = [oneLine(name), ...(description ? lines(description) : [])];
  const wanted = trigger ? examplesOf(trigger) : [];
  const goes = steps.map((step, i) => `${i + 1}. ${oneLine(step)}`);
  return [called, wanted, goes]
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.join('\n'))
    .join('\n\n');
}
