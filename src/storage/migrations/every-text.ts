import type { ClientBase } from 'pg';
import { sql } from '../sql.js';
import type { SqliteConnection } from '../sqlite/connection.js';

/** Memories read at a time. */
const CHUNK = 500;

export interface Text {
  key_id: string;
  user_id: string;
  id: string;
  content: string;
  kind: string;
  /** Of a turn, if known. */
  speaker: string | null;
}

/** The texts of all memories, for steps that derive something from them anew. */
export function* textsInSqlite(connection: SqliteConnection): Generator<Text> {
  let last: Pick<Text, 'key_id' | 'id'> | undefined = { key_id: '', id: '' };
  while (last) {
    const found: Text[] =
      connection.all<Text>(sql`select key_id, user_id, id, content, kind, metadata ->> 'speaker' as speaker from memories
      where (key_id, id) > (${last.key_id}, ${last.id}) order by key_id, id limit ${CHUNK}`);
    yield* found;
    last = found.at(-1);
  }
}

/** The same in chunks. */
export async function* textsInPostgres(client: ClientBase): AsyncGenerator<Text[]> {
  let last: Pick<Text, 'key_id' | 'id'> | undefined = { key_id: '', id: '' };
  while (last) {
    const { rows }: { rows: Text[] } = await client.query(
      "select key_id, user_id, id, content, kind, metadata ->> 'speaker' as speaker from memories where (key_id, id) > ($1, $2) order by key_id, id limit $3",
      [last.key_id, last.id, CHUNK],
    );
    yield rows;
    last = rows.at(-1);
  }
}
