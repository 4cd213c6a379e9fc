import { largestInputs } from '../largest.js';
import type { Attack } from './attack.js';

export const EVERYTHING: readonly Attack[] = [
  {
    name: 'the largest legal input of every operation',
    atOnce: 12,
    step: (arena, i) => {
      const calls = largestInputs();
      const { method, path, body } = calls[i % calls.length] as (typeof calls)[number];
      return arena.call(method, path, body);
    },
  },
];
