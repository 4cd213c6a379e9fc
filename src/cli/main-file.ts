import { fileURLToPath } from 'node:url';

/** The program that `recollect` starts. */
export const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
