import type { PoolClient } from 'pg';
import { sketchOf } from '../../text/sketch.js';
import { bandColumn } from '../postgres/word-rows.js';
import { packSketch } from '../sketches.js';
import { sql } from '../sql.js';
import type { SqliteConnection } from '../sqlite/connection.js';
import type { Migration } from './types.js';

const CHUNK = 500;

interface Text {
  key_id: string;
  user_id: string;
  id: string;
  content: string;
}

/** Sketches of texts with numbers or negations have changed (`src/text/sketch.ts`). */
export const markedSketches: Migration = {
  number: 19,
  name: 'sketches know numbers',
  statements: (_t, dialect) => (dialect === 'sqlite' ? [] : ['set local statement_timeout = 0']),
  adopt: { sqlite: adoptSqlite, postgres: adoptPostgres },
};

function adoptSqlite(connection: SqliteConnection): void {
  let last = { key_id: '', id: '' };
  for (;;) {
    const found = connection.all<Text>(sql`select key_id, id, content from memories
      where (key_id, id) > (${last.key_id}, ${last.id}) order by key_id, id limit ${CHUNK}`);
    for (const { key_id, id, content } of found) {
      const sketch = packSketch(sketchOf(content));
      connection.run(
        sql`update memories set sketch = ${sketch} where key_id = ${key_id} and id = ${id} and sketch is not ${sketch}`,
      );
    }
    const end = found.at(-1);
    if (!end) break;
    last = end;
  }
}

async function adoptPostgres(client: PoolClient): Promise<void> {
  let last = { key_id: '', id: '' };
  for (;;) {
    const { rows } = await client.query<Text>(
      'select key_id, user_id, id, content from memories where (key_id, id) > ($1, $2) order by key_id, id limit $3',
      [last.key_id, last.id, CHUNK],
    );
    // Row by row, with the key: on a cluster each update goes to its worker. All of a chunk are sent at once.
    await Promise.all(
      rows.map(({ key_id, user_id, id, content }) =>
        client.query(
          'update memory_words set bands = $3::bigint[] where key_id = $1 and memory_id = $2 and bands <> $3::bigint[]',
          [key_id, id, bandColumn(key_id, user_id, sketchOf(content))],
        ),
      ),
    );
    const end = rows.at(-1);
    if (!end) break;
    last = end;
  }
}
