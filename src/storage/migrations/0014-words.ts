import type { ClientBase } from 'pg';
import { sketchOf } from '../../text/sketch.js';
import { WORD_COLUMNS, wordRow } from '../postgres/word-rows.js';
import type { Migration } from './types.js';

/** Memories whose words are read and written at a time. */
const CHUNK = 500;

/**
 * PostgreSQL: a memory's words and the numbers of its sketch in one row with one index, instead of one row each. No index begins with the key: for a
 * key that is new to it, the planner assumes a single memory, and would read all of them for every word.
 */
export const words: Migration = {
  number: 14,
  name: 'words in one row',
  statements: (t, dialect) =>
    dialect === 'sqlite'
      ? []
      : [
          'set local statement_timeout = 0',
          `create table memory_words (
            key_id ${t.text} not null,
            user_id ${t.text} not null,
            memory_id ${t.text} not null,
            length integer not null,
            terms ${t.text} not null,
            marks bigint[] not null,
            times smallint[],
            bands bigint[] not null,
            primary key (memory_id, key_id)
          )`,
        ],
  adopt: { sqlite() {}, postgres: adoptPostgres },
};

interface Before {
  key_id: string;
  user_id: string;
  id: string;
  content: string;
  length: number;
  packed: string;
}

async function adoptPostgres(client: ClientBase): Promise<void> {
  let last = { key_id: '', id: '' };
  for (;;) {
    const { rows } = await client.query<Before>(
      `select m.key_id, m.user_id, m.id, m.content, m.terms_length::int as length, coalesce(w.packed, '') as packed
        from (select * from memories where (key_id, id) > ($1, $2) order by key_id, id limit $3) m
        left join lateral (select string_agg(term || case when tf > 1 then ':' || tf else '' end, ' ') as packed
          from memory_terms where key_id = m.key_id and user_id = m.user_id and memory_id = m.id) w on true
        order by m.key_id, m.id`,
      [last.key_id, last.id, CHUNK],
    );
    const end = rows.at(-1);
    if (!end) break;
    last = end;
    const values = rows.flatMap(({ key_id, content, length, packed, ...row }) =>
      wordRow(key_id, { ...row, words: { packed, length }, bands: sketchOf(content) }),
    );
    const width = values.length / rows.length;
    const places = rows.map(
      (_, row) => `(${Array.from({ length: width }, (_, i) => `$${row * width + i + 1}`).join(', ')})`,
    );
    await client.query(`insert into memory_words (${WORD_COLUMNS}) values ${places.join(', ')}`, values);
  }
  await client.query('drop table memory_terms, memory_sketches');
  // Searches begin immediately: they should not have to scan the index's pending list.
  await client.query(
    'create index memory_words_marks on memory_words using gin (marks, bands) with (fastupdate = off)',
  );
}
