import type { Migration } from './types.js';

/**
 * What several nodes on one PostgreSQL need; a single process on SQLite counts in memory.
 *
 * Tables with a sequence get primary keys that begin with the key's column, like all the others: a cluster can distribute a table only by a column
 * that is in every unique index.
 */
export const nodes: Migration = {
  number: 4,
  name: 'nodes',
  statements: (t, dialect) =>
    dialect === 'sqlite'
      ? []
      : [
          'alter table journal drop constraint if exists journal_pkey', // in databases older than this step
          'alter table journal add primary key (key_id, seq)',
          'drop index if exists journal_of_key', // the same columns
          'create index journal_order on journal (seq)',
          'alter table retrievals drop constraint if exists retrievals_pkey',
          'alter table retrievals add primary key (key_id, seq)',

          // The next two are unlogged: a write costs no flush, and a crash of the server merely resets the counts.
          // `holds`: by node, what it was lent and may not have spent yet, and until when it may spend it.
          `create unlogged table rate_buckets (
            key_id ${t.text} primary key,
            tokens ${t.real} not null,
            at ${t.int} not null,
            granted ${t.real} not null,
            holds ${t.json} not null
          ) with (fillfactor = 50)`, // room to update a row in place, without touching the index
          'create index rate_buckets_age on rate_buckets (at)',
          `create unlogged table signup_windows (
            client ${t.text} primary key,
            times bigint[] not null
          )`,
        ],
};
