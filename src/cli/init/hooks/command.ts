import { MAIN } from '../../main-file.js';

/** The words of the command that calls a hook. Absolute paths: an agent started from a desktop knows no PATH. */
export const hookWords = (dataDir: string | undefined): string[] => [
  ...[process.execPath, MAIN, 'hook'],
  ...(dataDir === undefined ? [] : ['--data-dir', dataDir]),
];

/** The same as a shell command, with the event. */
export const hookCommand = (words: readonly string[], event: string): string =>
  [...words.map((word) => (/^[\w-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`)), event].join(' ');

/** Whether we wrote a command, from this or an earlier installation path. */
export const isOurs = (command: unknown): boolean =>
  typeof command === 'string' &&
  /(src[\\/]main\.js"?|\brecollect(\.cmd)?"?) hook( --data-dir "[^"]*"| --data-dir \S+)? \w+$/.test(command);
