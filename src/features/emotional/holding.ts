import type { Holding } from '../holdings.js';

export const emotionalHolding: Holding = {
  name: 'emotional',
  erase: async () => 0,
  page: async () => [],
};
