import type { ClientBase } from 'pg';
import { sketchOf } from '../../text/sketch.js';
import { packSketch } from '../sketches.js';
import { sql } from '../sql.js';
import type { SqliteConnection } from '../sqlite/connection.js';
import { textsInPostgres, textsInSqlite } from './every-text.js';
import type { Migration } from './types.js';

/**
 * What texts are matched by: the numbers of a sketch have 32 bits instead of 48, and SQLite stores them and the words in the memory's row. New
 * databases have this from the first step on; older ones get new sketches of all their texts.
 */
export const texts: Migration = {
  number: 5,
  name: 'index of texts',
  // Keyword search on PostgreSQL reads the index only.
  statements: (_types, dialect) =>
    dialect === 'postgres'
      ? [
          `alter table memory_terms drop constraint memory_terms_pkey,
            add primary key (key_id, user_id, term, memory_id) include (tf, length)`,
        ]
      : [],
  adopt: { sqlite: adoptSqlite, postgres: adoptPostgres },
};

function adoptSqlite(connection: SqliteConnection): void {
  if (!connection.get(sql`select 1 from sqlite_master where type = 'table' and name = 'memory_terms'`)) return;
  connection.exec(`alter table memories add column sketch blob;
    alter table memories add column terms text not null default '';
    update memories set terms = coalesce((select t.terms from memory_terms t
      where t.key_id = memories.key_id and t.user_id = memories.user_id and t.memory_id = memories.id), '');
    drop table memory_terms;
    drop table memory_sketches;
    drop index memories_scope`);
  for (const { key_id, id, content } of textsInSqlite(connection)) {
    connection.run(
      sql`update memories set sketch = ${packSketch(sketchOf(content))} where key_id = ${key_id} and id = ${id}`,
    );
  }
  connection.exec('create index memories_scope on memories (key_id, user_id, created_at, id, sketch)');
}

async function adoptPostgres(client: ClientBase): Promise<void> {
  await client.query('delete from memory_sketches');
  for await (const rows of textsInPostgres(client)) {
    const numbers = rows.flatMap((row) => [...new Set(sketchOf(row.content))].map((band) => ({ row, band })));
    await client.query(
      `insert into memory_sketches (key_id, user_id, band, memory_id)
        select * from unnest($1::text[], $2::text[], $3::bigint[], $4::text[])`,
      [
        numbers.map(({ row }) => row.key_id),
        numbers.map(({ row }) => row.user_id),
        numbers.map(({ band }) => band),
        numbers.map(({ row }) => row.id),
      ],
    );
  }
}
