import type { ClientBase } from 'pg';
import { sketchOf } from '../../text/sketch.js';
import { bandColumn } from '../postgres/word-rows.js';
import { packSketch } from '../sketches.js';
import { sql } from '../sql.js';
import type { SqliteConnection } from '../sqlite/connection.js';
import { textsInPostgres, textsInSqlite } from './every-text.js';
import type { Migration } from './types.js';

/** Sketches of texts with numbers or negations have changed (`src/text/sketch.ts`). */
export const markedSketches: Migration = {
  number: 19,
  name: 'sketches know numbers',
  statements: (_t, dialect) => (dialect === 'sqlite' ? [] : ['set local statement_timeout = 0']),
  adopt: { sqlite: adoptSqlite, postgres: adoptPostgres },
};

function adoptSqlite(connection: SqliteConnection): void {
  for (const { key_id, id, content } of textsInSqlite(connection)) {
    const sketch = packSketch(sketchOf(content));
    connection.run(
      sql`update memories set sketch = ${sketch} where key_id = ${key_id} and id = ${id} and sketch is not ${sketch}`,
    );
  }
}

async function adoptPostgres(client: ClientBase): Promise<void> {
  for await (const rows of textsInPostgres(client)) {
    // Row by row, with the key: on a cluster each update goes to its worker. All of a chunk are sent at once.
    await Promise.all(
      rows.map(({ key_id, user_id, id, content }) =>
        client.query(
          'update memory_words set bands = $3::bigint[] where key_id = $1 and memory_id = $2 and bands <> $3::bigint[]',
          [key_id, id, bandColumn(key_id, user_id, sketchOf(content))],
        ),
      ),
    );
  }
}
