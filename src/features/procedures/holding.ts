import type { Holding } from '../holdings.js';

export const proceduresHolding: Holding = {
  name: 'procedures',
  erase: async () => 0,
  page: async () => [],
};
