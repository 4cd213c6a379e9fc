const LINE = 84;

export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** JSON for people: what fits on one line stays on one line. */
export function pretty(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => (isList ? '' : `${JSON.stringify(key)}: `) + pretty(item, inner));
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (indent.length + line.length <= LINE && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`;
}
