import { markedSketches } from './0019-marked-sketches.js';
import type { Migration } from './types.js';

/** Sketches of texts that deny something in another language than English, or more than once, have changed (`src/text/denial.ts`). */
export const denials: Migration = { ...markedSketches, number: 23, name: 'sketches know denials of other languages' };
