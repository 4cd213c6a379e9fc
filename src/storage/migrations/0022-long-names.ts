import type { Migration } from './types.js';

/** An index entry of PostgreSQL has at most 2,704 bytes; user, agent and name of a procedure may have more. SQLite has no such limit. */
export const longNames: Migration = {
  number: 22,
  name: 'long-names',
  statements: (_, dialect) =>
    dialect === 'postgres'
      ? [
          'drop index procedures_name',
          'create unique index procedures_name on procedures (key_id, user_id, agent_id, md5(name))',
        ]
      : [],
};
