import type { Migration } from './types.js';

/** When the data removed by an erasure was gone from the database's file. */
export const scrubbedAt: Migration = {
  number: 6,
  name: 'time of the scrub',
  statements: (t) => [`alter table erasures add column scrubbed_at ${t.int}`],
};
