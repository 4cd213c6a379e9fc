import type { Migration } from './types.js';

/** Whether the importance of a memory was estimated from its text. That of existing memories was given, or is the old default. */
export const importanceEstimated: Migration = {
  number: 10,
  name: 'estimated importance',
  statements: (t) => [`alter table memories add column importance_estimated ${t.int} not null default 0`],
};
