import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Found {
  file: string;
  source: string;
  flags: string;
}
const DIST = fileURLToPath(new URL('../../src/', import.meta.url));
/** A slash after these begins an expression; after anything else it is a division. */
const BEFORE =
  /(?:^|[=(,:;!&|?{}[\]+\-*%<>~^]|\b(?:return|typeof|case|in|of|void|do|else|throw|new|delete|await|yield))$/;

/** Bundles: their modules are read individually, and packages are not ours. */
const BUNDLES = /^(?:sqlite|compute)-thread\.js$/;

/** Every regular expression literal in the compiled service, without tests. */
export function literals(): Found[] {
  const files = readdirSync(DIST, { recursive: true }).map(String);
  return files
    .filter((file) => file.endsWith('.js') && !file.includes('.test.') && !BUNDLES.test(file))
    .flatMap((file) => inText(readFileSync(`${DIST}/${file}`, 'utf8')).map((one) => ({ file, ...one })));
}

/** The expressions that the service's modules build from word lists while they load. No module of the service may be loaded before. */
export async function made(): Promise<Found[]> {
  const found: Found[] = [];
  const Real = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Real, {
    construct(target, given: [string | RegExp, string?]) {
      const expression = new target(...given);
      const file = /dist\/src\/(\S+?\.js)/.exec(new Error().stack?.split('\n')[2] ?? '')?.[1];
      if (file) found.push({ file, source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    await import('../../src/catalog.js');
    await import('../../src/statements.js');
  } finally {
    globalThis.RegExp = Real;
  }
  return found;
}

/** Skips strings and comments; scans inside templates, because they contain code. */
export function inText(text: string): { source: string; flags: string }[] {
  const found: { source: string; flags: string }[] = [];
  const open: string[] = [];
  let code = '';
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string;
    const rest = (pattern: RegExp) => {
      pattern.lastIndex = at;
      return pattern.exec(text)?.[0] ?? '';
    };
    if (open.at(-1) === '`') {
      const part = rest(/(?:\\[\s\S]|(?!\$\{|`)[\s\S])*/y);
      at += part.length;
      if (text.startsWith('${', at)) open.push('{');
      else open.pop();
      at += text.startsWith('${', at) ? 2 : 1;
      code = open.at(-1) === '{' ? '(' : ')';
      continue;
    }
    const skipped = rest(/\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/y);
    if (skipped) {
      if (!skipped.startsWith('/')) code = ')';
      at += skipped.length;
      continue;
    }
    if (char === '`') open.push('`');
    else if (char === '{') open.push('}');
    else if (char === '}') open.pop();
    const literal =
      char === '/' && BEFORE.test(code.trimEnd())
        ? rest(/\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/y)
        : '';
    if (literal) {
      const end = literal.lastIndexOf('/');
      found.push({ source: literal.slice(1, end), flags: literal.slice(end + 1) });
      code = ')';
      at += literal.length;
      continue;
    }
    code = (code + char).slice(-12);
    at++;
  }
  return found;
}
