import type { Migration } from './types.js';

/** Until when somebody derives statements from an episode, so that nobody else does at the same time; 0: nobody. */
export const deriveClaim: Migration = {
  number: 15,
  name: 'derive-claim',
  statements: (t) => [`alter table episodes add column derive_until ${t.int} not null default 0`],
};
