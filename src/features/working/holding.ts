import type { Holding } from '../holdings.js';

export const workingHolding: Holding = {
  name: 'working',
  erase: async () => 0,
  page: async () => [],
};
