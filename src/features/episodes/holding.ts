import type { Holding } from '../holdings.js';

export const episodesHolding: Holding = {
  name: 'episodes',
  erase: async () => 0,
  page: async () => [],
};
