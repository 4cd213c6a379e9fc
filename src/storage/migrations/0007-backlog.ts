import type { Migration } from './types.js';

/** The backlog is processed key by key, so it is indexed by key. */
export const backlog: Migration = {
  number: 7,
  name: 'backlog by key',
  statements: () => [
    'drop index memories_backlog',
    'create index memories_backlog on memories (key_id, created_at) where embedded_model is null',
  ],
};
