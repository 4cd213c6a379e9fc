import type { Migration } from './types.js';

/** Subscriptions to what the journal tells, and what became of each delivery. */
export const events: Migration = {
  number: 3,
  name: 'events',
  statements: () => [],
};
