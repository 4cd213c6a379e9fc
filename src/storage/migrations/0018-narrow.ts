import { COUNTED } from '../row-bytes.js';
import { postgresTriggers } from './0008-storage-use.js';
import type { Migration } from './types.js';

/** The indexes of large scopes depend on the column; the job `index-vectors` rebuilds them. */
const DROP_APPROXIMATE = `do $$ declare name text; begin
    for name in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'memory_vectors'::regclass and starts_with(c.relname, 'memory_vectors_hnsw_')
    loop execute format('drop index %I', name); end loop;
  end $$`;

/** A trigger names the column, so it is dropped and recreated. The table is rewritten, and cannot be read meanwhile. */
const inHalf = (name: string, column: string): string[] => [
  `drop trigger if exists storage_use_${name}_update on ${name}`,
  `alter table ${name} alter column ${column} type halfvec using ${column}::halfvec`,
  ...COUNTED.filter((table) => table.name === name).flatMap(postgresTriggers),
];

/**
 * PostgreSQL: half-precision vectors, and indexes with less redundancy. A one-column index takes 8 bytes less per word than a two-column one. An id
 * that only breaks ties between equal times is sorted when such ties occur.
 */
export const narrow: Migration = {
  number: 18,
  name: 'narrower rows and indexes',
  statements: (_t, dialect) => [
    'create index episodes_deriving on episodes (key_id, user_id) where derive is not null',
    ...(dialect === 'sqlite'
      ? []
      : [
          'set local statement_timeout = 0',
          DROP_APPROXIMATE,
          ...inHalf('memory_vectors', 'vector'),
          ...inHalf('episodes', 'title_vector'),
          'drop index if exists memory_words_marks',
          'create index memory_words_marks on memory_words using gin (marks) with (fastupdate = off)',
          'create index memory_words_bands on memory_words using gin (bands) with (fastupdate = off)',
          'drop index memories_unchecked',
          'create index memories_unchecked on memories (created_at) where conflicts_checked = 0',
          'drop index memories_scope',
          'create index memories_scope on memories (key_id, user_id, created_at) include (terms_length)',
          'drop index memories_newest',
          'create index memories_newest on memories (key_id, created_at)',
          'drop index memories_of_agent',
          "create index memories_of_agent on memories (key_id, (agent_id || ''), created_at)",
        ]),
  ],
};
