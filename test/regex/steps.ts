import type { Node } from './parse.js';

/** More than a linear expression ever takes on the texts of the tests; counting stops here. */
export const MAX_STEPS = 5_000_000;
type Next = (at: number) => boolean;

/**
 * How many steps a backtracking engine takes to find every match in a text, starting at each position as the real one does. Only the count matters;
 * the matches are not kept.
 */
export function stepsOf(root: Node, text: string, { sticky = false, anchored = false } = {}): number {
  let steps = 0;
  const captures: [number, number][] = [];

  function run(node: Node, at: number, next: Next): boolean {
    if (++steps > MAX_STEPS) throw new Error('too many');
    switch (node.kind) {
      case 'char': {
        const char = text[at];
        return char !== undefined && node.test(char) && next(at + 1);
      }
      case 'edge':
        return node.test(text, at) && next(at);
      case 'sequence':
        return sequence(node.items, 0, at, next);
      case 'choice':
        return node.options.some((option) => run(option, at, next));
      case 'group':
        return run(node.item, at, (end) => {
          const before = captures[node.index];
          captures[node.index] = [at, end];
          if (next(end)) return true;
          captures[node.index] = before as [number, number];
          return false;
        });
      case 'back': {
        const [from, to] = captures[node.index] ?? [0, 0];
        return text.startsWith(text.slice(from, to), at) && next(at + to - from);
      }
      case 'look':
        return look(node, at) !== node.negative && next(at);
      case 'repeat':
        return repeat(node, at, 0, next);
    }
  }

  const sequence = (items: readonly Node[], i: number, at: number, next: Next): boolean =>
    i === items.length ? next(at) : run(items[i] as Node, at, (end) => sequence(items, i + 1, end, next));

  function look(node: Node & { kind: 'look' }, at: number): boolean {
    if (!node.behind) return run(node.item, at, () => true);
    // The engine matches backwards; look-behinds in these expressions are short, so trying nearby starts costs the same.
    for (let start = at; start >= Math.max(0, at - 4); start--)
      if (run(node.item, start, (end) => end === at)) return true;
    return false;
  }

  function repeat(node: Node & { kind: 'repeat' }, at: number, count: number, next: Next): boolean {
    if (++steps > MAX_STEPS) throw new Error('too many');
    const more = () =>
      count < node.max &&
      run(node.item, at, (end) => (end > at || count < node.min) && repeat(node, end, count + 1, next));
    const enough = () => count >= node.min && next(at);
    return node.lazy ? enough() || more() : more() || enough();
  }

  try {
    for (let at = 0; at <= text.length; ) {
      let end = -1;
      const found = run(root, at, (to) => {
        end = to;
        return true;
      });
      if (!found && (sticky || anchored)) break;
      at = found && end > at ? end : at + 1;
    }
  } catch (error) {
    if ((error as Error).message !== 'too many') throw error;
  }
  return steps;
}

/** Roughly the shortest text that a node matches; '' if it matches nothing by itself. */
function sampleOf(node: Node): string {
  switch (node.kind) {
    case 'char':
      return node.sample;
    case 'sequence':
      return node.items.map(sampleOf).join('');
    case 'choice':
      return sampleOf(node.options[0] as Node);
    case 'repeat':
      return sampleOf(node.item).repeat(Math.max(1, Math.min(node.min, 3)));
    case 'group':
      return sampleOf(node.item);
    default:
      return '';
  }
}

/** For each atom of the expression a character that it does not match. */
export function misfitsOf(node: Node): string[] {
  if (node.kind === 'char') return [node.misfit];
  if (node.kind === 'sequence') return node.items.flatMap(misfitsOf);
  if (node.kind === 'choice') return node.options.flatMap(misfitsOf);
  return 'item' in node ? misfitsOf(node.item) : [];
}

/** The body of a loop is short. */
const LONGEST_PART = 40;
/** How many alternatives of a word list are checked: they all behave alike. */
const OPTIONS = 12;

/** A text to repeat, and a prefix that occurs once. */
interface Pump {
  before: string;
  part: string;
}

/** What repeats in the expression: alone, after its prefix, and together with it; each alternative, and the whole. */
export function pumpsOf(root: Node): Pump[] {
  const pumps = new Map<string, Pump>();
  const add = (part: string, before = '') => {
    if (!part || part.length > LONGEST_PART) return;
    pumps.set(`${before}\0${part}`, { before, part });
    // One word after the other.
    if (/^\w.*\w$/.test(part)) pumps.set(`${before}\0${part} `, { before, part: `${part} ` });
  };
  const walk = (node: Node, before: string): void => {
    if (node.kind === 'repeat') {
      const part = sampleOf(node.item);
      add(part);
      add(part, before);
      add(before + part);
      walk(node.item, before);
    } else if (node.kind === 'sequence') {
      let so = before;
      for (const item of node.items) {
        walk(item, so);
        so += sampleOf(item);
        add(so);
      }
    } else if (node.kind === 'choice') {
      for (const option of node.options.slice(0, OPTIONS)) {
        add(sampleOf(option));
        walk(option, before);
      }
    } else if (node.kind === 'group' || node.kind === 'look') walk(node.item, before);
    else if (node.kind === 'char') add(node.sample);
  };
  walk(root, '');
  return [...pumps.values()];
}
