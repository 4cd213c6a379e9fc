/** One row in this many checks: a check costs about half a microsecond, drawing the random number a tenth of one. */
const ASKED_EVERY = 16;
const ASK = `(random() & ${ASKED_EVERY - 1} or alive())`;

/** A string literal, a quoted name, a comment, a bracket, a word, or anything else. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|[()]|[a-z_][\w$]*|[^\s]/gi;
/** Keywords that can follow the condition of a select. */
const AFTER_WHERE = new Set(['group', 'having', 'window', 'union', 'intersect', 'except', 'order', 'limit']);

/**
 * The same statement, with a call of `alive()` in every `where`: it can be interrupted at any row it reads. Done on the text, so that no scan is
 * missed. `where a or b` becomes `where ASK and (a or b)`.
 */
export function interruptible(text: string): string {
  const parts: string[] = [];
  /** The bracket depth at which each condition that is not yet closed began. */
  const open: number[] = [];
  let depth = 0;
  let done = 0;
  let last = '';
  let beforeLast = '';
  const put = (at: number, what: string) => {
    parts.push(text.slice(done, at), what);
    done = at;
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const word = token.toLowerCase();
    if (open.at(-1) === depth && (word === ')' || AFTER_WHERE.has(word))) {
      put(index, ') ');
      open.pop();
    }
    if (word === '(') depth++;
    else if (word === ')') depth--;
    // The condition of an aggregate reads no rows of its own.
    else if (word === 'where' && !(last === '(' && beforeLast === 'filter')) {
      put(index + token.length, ` ${ASK} and (`);
      open.push(depth);
    }
    beforeLast = last;
    last = word;
  }
  parts.push(text.slice(done), ')'.repeat(open.length));
  return parts.join('');
}
