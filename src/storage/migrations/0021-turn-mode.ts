import type { Migration } from './types.js';

/** How to derive statements from a turn: `auto`, `local` or `turns`, which is not at all; null on turns from before: as their episode says. */
export const turnMode: Migration = {
  number: 21,
  name: 'turn-mode',
  statements: (t) => [`alter table episode_events add column derive ${t.text}`],
};
