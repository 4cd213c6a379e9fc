import type { Migration } from './types.js';

/** Until when a node claims an episode to derive statements from it, so that no other does so at the same time; 0: unclaimed. */
export const deriveClaim: Migration = {
  number: 15,
  name: 'derive-claim',
  statements: (t) => [`alter table episodes add column derive_until ${t.int} not null default 0`],
};
