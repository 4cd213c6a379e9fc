import type { Holding } from '../holdings.js';

export const subscriptionsHolding: Holding = {
  name: 'subscriptions',
  erase: async () => 0,
  page: async () => [],
};
