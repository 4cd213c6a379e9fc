import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../main.js', import.meta.url));

/** The words that call a hook. Absolute paths: an agent started from a desktop knows no PATH. */
export const hookWords = (dataDir: string | undefined): string[] => [
  ...[process.execPath, MAIN, 'hook'],
  ...(dataDir === undefined ? [] : ['--data-dir', dataDir]),
];

/** The same for a shell, with the event. */
export const hookCommand = (words: readonly string[], event: string): string =>
  [...words.map((word) => (/^[\w-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`)), event].join(' ');

/** Whether a command is one that we have written, here or from where we were installed before. */
export const isOurs = (command: unknown): boolean =>
  typeof command === 'string' &&
  /(src[\\/]main\.js"?|\brecollect(\.cmd)?"?) hook( --data-dir "[^"]*"| --data-dir \S+)? \w+$/.test(command);
