import assert from 'node:assert/strict';
import { type Format, LAYOUTS } from './formats.js';

/** A parsed context, from a parser that knows the grammar of the formats and accepts nothing else. */
export interface ReadBack {
  date: string;
  text: string;
}

const DATE = '([+-]?\\d{4,6}-\\d{2}-\\d{2})';
/** Printable text on one line: the inside of a JSON string, without anything that opens a tag, a fence or a control token. */
const JSON_STRING = '("(?:[^"\\\\\\p{Cc}\\p{Cf}\\u2028\\u2029<\\uff1c\\ufe64]|\\\\["\\\\nt]|\\\\u[0-9a-f]{4})*")';
/** The same without quotes around it or escapes for quotes. */
const LINE_TEXT = '((?:[^\\p{Cc}\\p{Cf}\\u2028\\u2029<\\uff1c\\ufe64])*)';
const XML_TEXT = '((?:[^<>&"\\p{Cc}\\p{Cf}\\u2028\\u2029\\uff1c\\ufe64]|"|&(?:amp|lt|gt|#\\d{1,5});)*)';
const LINES: Record<Format, RegExp> = {
  raw: new RegExp(`^${DATE} ${LINE_TEXT}$`, 'u'),
  anthropic: new RegExp(`^<memory date="${DATE}">${XML_TEXT}</memory>$`, 'u'),
  openai: new RegExp(`^\\{"date":"${DATE}","memory":${JSON_STRING}\\}$`, 'u'),
  markdown: new RegExp(`^- \\*\\*${DATE}\\*\\* ${LINE_TEXT}$`, 'u'),
};
const FORBIDDEN = /`{3}|~{3}|<\||<<SYS>>|\[\/?INST\]|<\/?(?:memories|system|s)>(?!$)/i;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>' };

function unescapeXml(text: string): string {
  return text.replace(/&(\w+|#\d+);/g, (_, name: string) =>
    name.startsWith('#') ? String.fromCharCode(Number(name.slice(1))) : (ENTITIES[name] ?? assert.fail(name)),
  );
}

/** What is written, for a text that contains no escapes itself. */
const unescapeLine = (text: string): string =>
  text.replace(/\\u([0-9a-f]{4})|\\n/g, (_, unit?: string) =>
    unit === undefined ? '\n' : String.fromCharCode(Number.parseInt(unit, 16)),
  );
const READ: Record<Format, (inside: string) => string> = {
  raw: unescapeLine,
  anthropic: unescapeXml,
  openai: (inside) => JSON.parse(inside) as string,
  markdown: (inside) => unescapeLine(inside.replaceAll('\\\\', '\\')),
};

/** The entries of a context. `raw` and `markdown` do not escape escapes: compare with `asReadBack`. */
export function readBack(format: Format, context: string): ReadBack[] {
  if (context === '') return [];
  const { head, tail } = LAYOUTS[format];
  const lines = context.split('\n');
  const opening = head.split('\n');
  assert.deepEqual(lines.splice(0, opening.length), opening, 'begins with its head');
  assert.equal(lines.pop(), tail, 'ends with its tail');
  return lines.map((line) => {
    const [, date, inside] = LINES[format].exec(line) ?? [];
    assert.ok(
      date !== undefined && inside !== undefined,
      `${format}: a line that is no memory: ${JSON.stringify(line)}`,
    );
    assert.doesNotMatch(inside, FORBIDDEN);
    if (format === 'markdown') assert.doesNotMatch(inside, /\][([]/, 'no links');
    return { date, text: READ[format](inside) };
  });
}

/** A text as it is read back from a format. */
export const asReadBack = (format: Format, text: string): string =>
  format === 'raw' || format === 'markdown' ? unescapeLine(text.replaceAll('\t', ' ')) : text;
