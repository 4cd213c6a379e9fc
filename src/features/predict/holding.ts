import type { Holding } from '../holdings.js';

export const retrievalsHolding: Holding = {
  name: 'retrievals',
  erase: async () => 0,
  page: async () => [],
};
