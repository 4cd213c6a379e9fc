/** Reserved words of Python. `False`, `None` and `True` are capitalized, which no name in the API is. */
const KEYWORDS = new Set(
  (
    'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal ' +
    'not or pass raise return try while with yield'
  ).split(' '),
);

/** Whether a field name is a valid Python name. */
export const isName = (text: string) => /^[A-Za-z_]\w*$/.test(text) && !KEYWORDS.has(text);

/** The name as valid Python: `from` becomes `from_`. */
export const nameIn = (text: string) => (KEYWORDS.has(text) ? `${text}_` : text);

/** `compressPreview` becomes `compress_preview`. */
export const snake = (words: readonly string[]) =>
  words.map((word) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join('_');

/** A value as a Python literal. */
export function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

const WIDTH = 110;

/** Paragraphs in triple quotes, wrapped and indented. */
export function docstring(paragraphs: readonly string[], indent: string): string {
  const lines = paragraphs.flatMap((paragraph, i) => [...(i === 0 ? [] : ['']), ...wrapped(paragraph, indent)]);
  const text = lines.join('\n').trim().replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  // A quote at the end would merge with the closing ones.
  const body = text.endsWith('"') ? `${text} ` : text;
  return `${indent}"""${body}${lines.length > 1 ? `\n${indent}` : ''}"""\n`;
}

/** The lines of one paragraph. Continuation lines keep the indentation of the line they continue. */
function wrapped(paragraph: string, indent: string): string[] {
  return paragraph.split('\n').flatMap((line) => {
    const own = line.match(/^ */)?.[0] ?? '';
    const lines: string[] = [];
    let current = `${indent}${own}`;
    for (const word of line.trim().split(/\s+/)) {
      const isFirst = current.trim() === '';
      if (!isFirst && current.length + 1 + word.length > WIDTH) {
        lines.push(current);
        current = `${indent}${own}${own && '    '}${word}`;
      } else current += isFirst ? word : ` ${word}`;
    }
    return [...lines, current.trimEnd()];
  });
}
