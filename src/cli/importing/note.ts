import { cleaned } from '../conversations/message.js';

/** A part of a note that becomes one memory. */
export interface Piece {
  content: string;
  tags: string[];
  /** Its position: file, headings, and number of the piece below them. */
  place: string;
  path: string;
  date?: string;
}

/** Characters per piece. Longer sections are cut between paragraphs. */
const LONGEST = 2_000;
const MAX_TAGS = 64;
const LONGEST_TAG = 64;

/** Splits a note into memories: one per heading that has text, several if that is long. `path` is relative, with slashes. */
export function piecesOf(text: string, path: string): Piece[] {
  const { fields, body } = frontmatter(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
  const title = path.replace(/\.(md|markdown)$/i, '');
  const tags = (fields.tags ?? fields.tag ?? [])
    .map((tag) => tag.replace(/^#/, '').slice(0, LONGEST_TAG))
    .filter(Boolean);
  const date = (fields.date ?? fields.created)?.[0];
  const pieces: Piece[] = [];
  const counts = new Map<string, number>();
  for (const { headings, lines } of sections(body)) {
    const under = [title, ...headings].join(' › ');
    for (const paragraphs of chunks(cleaned(lines.join('\n')))) {
      const n = counts.get(under) ?? 0;
      counts.set(under, n + 1);
      const piece: Piece = {
        content: `${under}\n\n${paragraphs}`,
        tags: [...new Set(tags)].slice(0, MAX_TAGS),
        place: `${under}#${n}`,
        path,
      };
      pieces.push(date === undefined ? piece : { ...piece, date });
    }
  }
  return pieces;
}

/** The subset of YAML that notes use: `key: value`, `key: [a, b]`, and lists with dashes. */
function frontmatter(text: string): { fields: Record<string, string[]>; body: string } {
  const fields: Record<string, string[]> = {};
  const block = /^---\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (!block) return { fields, body: text };
  let key = '';
  for (const line of (block[1] as string).split('\n')) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
    const [, name, value = ''] = /^(\w[\w -]*):\s*(.*)$/.exec(line) ?? [];
    if (item !== undefined && key) fields[key]?.push(unquoted(item));
    else if (name !== undefined) {
      key = name.trim().toLowerCase();
      const list = /^\[(.*)\]$/.exec(value.trim())?.[1];
      const isTags = key === 'tags' || key === 'tag';
      const items = list !== undefined ? list.split(',') : isTags ? value.split(/[\s,]+/) : [value];
      fields[key] = items.map(unquoted).filter(Boolean);
    }
  }
  return { fields, body: text.slice(block[0].length) };
}

const unquoted = (text: string) => text.trim().replace(/^(["'])(.*)\1$/, '$2');

interface Section {
  headings: string[];
  lines: string[];
}

function sections(body: string): Section[] {
  const found: Section[] = [{ headings: [], lines: [] }];
  const path: { level: number; text: string }[] = [];
  let fence = false;
  for (const line of body.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fence = !fence;
    const [, marks, rest] = fence ? [] : (/^(#{1,6})\s+(\S.*)$/.exec(line) ?? []);
    const text = rest && withoutClosingMarks(rest);
    if (marks === undefined || !text) {
      found.at(-1)?.lines.push(line);
      continue;
    }
    while (path.length > 0 && (path.at(-1)?.level ?? 0) >= marks.length) path.pop();
    path.push({ level: marks.length, text });
    found.push({ headings: path.map((heading) => heading.text), lines: [] });
  }
  return found;
}

/** `Title ##` is `Title`. */
function withoutClosingMarks(heading: string): string {
  const trimmed = heading.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end--;
  return trimmed.slice(0, end).trimEnd();
}

/** Groups paragraphs up to the longest length; a paragraph that is longer by itself is cut at blanks. */
function chunks(text: string): string[] {
  const out: string[] = [];
  let now = '';
  for (const paragraph of text.split(/\n{2,}/).flatMap(split)) {
    if (now !== '' && now.length + paragraph.length + 2 > LONGEST) {
      out.push(now);
      now = '';
    }
    now = now === '' ? paragraph : `${now}\n\n${paragraph}`;
  }
  return now.trim() === '' ? out : [...out, now];
}

function split(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = paragraph.trim();
  while (rest.length > LONGEST) {
    const at = Math.max(rest.lastIndexOf('\n', LONGEST), rest.lastIndexOf(' ', LONGEST));
    const isPair = (rest.charCodeAt(LONGEST - 1) & 0xfc00) === 0xd800;
    const end = at > LONGEST / 2 ? at : isPair ? LONGEST - 1 : LONGEST;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}
