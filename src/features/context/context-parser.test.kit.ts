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
const XML_TEXT = '((?:[^<>&"\\p{Cc}\\p{Cf}\\u2028\\u2029\\uff1c\\ufe64]|"|&(?:amp|lt|gt|#\\d{1,5});)*)';
const LINES: Record<Format, RegExp> = {
  raw: new RegExp(`^${DATE} ${JSON_STRING}$`, 'u'),
  anthropic: new RegExp(`^<memory date="${DATE}">${XML_TEXT}</memory>$`, 'u'),
  openai: new RegExp(`^\\{"date":"${DATE}","memory":${JSON_STRING}\\}$`, 'u'),
  markdown: new RegExp(`^- \\*\\*${DATE}\\*\\* ${JSON_STRING}$`, 'u'),
};
const FORBIDDEN = /`{3}|~{3}|<\||<<SYS>>|\[\/?INST\]|<\/?(?:memories|system|s)>(?!$)/i;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>' };

function unescapeXml(text: string): string {
  return text.replace(/&(\w+|#\d+);/g, (_, name: string) =>
    name.startsWith('#') ? String.fromCharCode(Number(name.slice(1))) : (ENTITIES[name] ?? assert.fail(name)),
  );
}

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
    return { date, text: format === 'anthropic' ? unescapeXml(inside) : (JSON.parse(inside) as string) };
  });
}
