/** A regular expression as a tree, as far as it matters for how often a backtracking engine tries. */
export type Node =
  | { kind: 'char'; test: (char: string) => boolean; sample: string; misfit: string }
  | { kind: 'sequence'; items: Node[] }
  | { kind: 'choice'; options: Node[] }
  | { kind: 'repeat'; item: Node; min: number; max: number; lazy: boolean }
  | { kind: 'group'; item: Node; index: number }
  | { kind: 'look'; item: Node; behind: boolean; negative: boolean }
  | { kind: 'back'; index: number }
  | { kind: 'edge'; test: (text: string, at: number) => boolean };

const SAMPLES =
  'aZ0 \n\t.,:;!?\'"-_=()[]{}<>/\\|@#$%^&*+~`éß的。？…\u200b\u0301\u{1f600}bcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY123456789';
/** A character that no expression expects; only what excludes others matches it. */
export const MISFIT = '\u0001';
const isWord = (char: string | undefined) => char !== undefined && /\w/.test(char);

/** Matches one character of the text against one atom of the pattern: the real engine decides, once per pair. */
function atom(source: string, flags: string): Node {
  const whole = new RegExp(`^(?:${source})$`, flags.replace(/[gydm]/g, ''));
  const known = new Map<string, boolean>();
  const test = (char: string) => {
    const found = known.get(char) ?? whole.test(char);
    known.set(char, found);
    return found;
  };
  const misfit = [MISFIT, ...SAMPLES].find((char) => !test(char)) ?? MISFIT;
  return { kind: 'char', test, sample: [...SAMPLES].find(test) ?? 'a', misfit };
}

export function parse(source: string, flags: string): Node {
  let at = 0;
  let groups = 0;
  const names: string[] = [];
  const isUnicode = /[uv]/.test(flags);
  const eat = (text: string) => {
    if (!source.startsWith(text, at)) return false;
    at += text.length;
    return true;
  };

  function choice(): Node {
    const options = [sequence()];
    while (eat('|')) options.push(sequence());
    return options.length === 1 ? (options[0] as Node) : { kind: 'choice', options };
  }

  function sequence(): Node {
    const items: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(repeated(term()));
    return items.length === 1 ? (items[0] as Node) : { kind: 'sequence', items };
  }

  function repeated(item: Node): Node {
    const bounds = /^(?:([*+?])|\{(\d+)(,(\d*))?\})(\??)/.exec(source.slice(at));
    if (!bounds) return item;
    at += bounds[0].length;
    const [, sign, from, comma, to, lazy] = bounds;
    const min = sign ? (sign === '+' ? 1 : 0) : Number(from);
    const max = sign
      ? sign === '?'
        ? 1
        : Number.POSITIVE_INFINITY
      : comma
        ? to
          ? Number(to)
          : Number.POSITIVE_INFINITY
        : min;
    return { kind: 'repeat', item, min, max, lazy: lazy === '?' };
  }

  function term(): Node {
    if (eat('(')) return group();
    if (eat('^')) return edge((text, i) => i === 0 || (flags.includes('m') && text[i - 1] === '\n'));
    if (eat('$')) return edge((text, i) => i === text.length || (flags.includes('m') && text[i] === '\n'));
    if (eat('\\b')) return edge((text, i) => isWord(text[i - 1]) !== isWord(text[i]));
    if (eat('\\B')) return edge((text, i) => isWord(text[i - 1]) === isWord(text[i]));
    if (source[at] === '[') return characterClass();
    if (source[at] === '\\') return escaped();
    const char = isUnicode ? String.fromCodePoint(source.codePointAt(at) ?? 0) : (source[at] as string);
    at += char.length;
    return atom(char === '/' ? '\\/' : char, flags);
  }

  const edge = (test: (text: string, at: number) => boolean): Node => ({ kind: 'edge', test });

  function group(): Node {
    const close = (node: Node) => {
      if (!eat(')')) throw new Error(`A group is not closed: ${source}`);
      return node;
    };
    if (eat('?:')) return close(choice());
    for (const [sign, behind, negative] of [
      ['?=', false, false],
      ['?!', false, true],
      ['?<=', true, false],
      ['?<!', true, true],
    ] as const)
      if (eat(sign)) return close({ kind: 'look', item: choice(), behind, negative });
    const index = ++groups;
    const name = /^\?<(\w+)>/.exec(source.slice(at));
    if (name) {
      at += name[0].length;
      names[index] = name[1] ?? '';
    }
    return close({ kind: 'group', item: choice(), index });
  }

  function characterClass(): Node {
    const start = at++;
    for (let depth = 1; depth > 0; at++) {
      if (source[at] === '\\') at++;
      else if (source[at] === '[' && flags.includes('v')) depth++;
      else if (source[at] === ']') depth--;
    }
    return atom(source.slice(start, at), flags);
  }

  function escaped(): Node {
    const back = /^\\(?:([1-9])|k<(\w+)>)/.exec(source.slice(at));
    if (back) {
      at += back[0].length;
      return { kind: 'back', index: back[1] ? Number(back[1]) : names.indexOf(back[2] ?? '') };
    }
    const found =
      /^\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[\s\S])/.exec(
        source.slice(at),
      )?.[0] ?? '';
    at += found.length;
    return atom(found, flags);
  }

  return choice();
}
