import type { Migration } from './types.js';

/** Browsers signed in to the console, and links that sign one in. Only the hash of each token is stored. */
export const consoleSessions: Migration = {
  number: 16,
  name: 'console sessions',
  statements: (t) => [
    `create table console_sessions (
      hash ${t.text} not null primary key,
      kind ${t.text} not null,
      id ${t.text} not null,
      owner ${t.text} not null,
      credential ${t.text} not null,
      created_at ${t.int} not null,
      last_used_at ${t.int} not null,
      expires_at ${t.int} not null,
      address ${t.text} not null,
      user_agent ${t.text} not null
    )`,
    'create index console_sessions_of_owner on console_sessions (owner, kind, created_at)',
    'create index console_sessions_end on console_sessions (expires_at)',
  ],
};
