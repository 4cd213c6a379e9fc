import { Failure } from '../../failure.js';

const COMMENT = '# Recollect remembers what was asked and answered.';
const NOTIFY = /^[ \t]*notify[ \t]*=.*$/m;

/** Codex's `config.toml` with our program, or without it. Null if nothing changes. */
export function withNotify(text: string, words: readonly string[] | null, file: string): string | null {
  // A key after the first table belongs to that table.
  const table = text.search(/^[ \t]*\[/m);
  const top = table < 0 ? text : text.slice(0, table);
  const line = NOTIFY.exec(top)?.[0];
  const isOurs = line !== undefined && /main\.js", "hook"/.test(line);
  if (words === null) {
    if (!isOurs) return null;
    const at = text.indexOf(line);
    const before = text.slice(0, at);
    const head = before.endsWith(`${COMMENT}\n`) ? before.slice(0, -COMMENT.length - 1) : before;
    return `${head}${text.slice(at + line.length).replace(/^\n{1,2}/, '')}`;
  }
  const wanted = notifyLine(words);
  if (line !== undefined && !isOurs)
    throw new Failure(
      `${file} already has a notify program, and Codex calls only one: make yours also call ours: ${wanted}`,
    );
  if (line === wanted) return null;
  if (isOurs) return text.replace(line, wanted);
  return `${COMMENT}\n${wanted}\n${text === '' ? '' : `\n${text}`}`;
}

/** TOML strings are written like JSON strings. */
export const notifyLine = (words: readonly string[]) =>
  `notify = [${[...words, 'codex'].map((word) => JSON.stringify(word)).join(', ')}]`;
