import type { Attack } from './attack.js';
import { BODIES } from './bodies.js';
import { CONNECTIONS } from './connections.js';
import { EVERYTHING } from './correctness.js';
import { LONG_TEXTS } from './long-texts.js';
import { READS } from './reads.js';
import { REPORTS } from './reports.js';
import { STRUCTURES } from './structures.js';

/** Every request pattern that has stalled the service or could; each is legal for a free key. */
export const ATTACKS: readonly Attack[] = [
  ...READS,
  ...BODIES,
  ...LONG_TEXTS,
  ...CONNECTIONS,
  ...STRUCTURES,
  ...REPORTS,
  ...EVERYTHING,
];
