import type { Migration } from './types.js';

/** Finds closed episodes whose summary is to be written again: one of its events was forgotten. */
export const untold: Migration = {
  number: 20,
  name: 'untold',
  statements: () => [
    `create index episodes_untold on episodes (ended_at)
      where status = 'closed' and auto_summarized = 1 and summary_memory_id is null`,
  ],
};
