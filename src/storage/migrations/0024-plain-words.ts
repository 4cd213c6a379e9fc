import type { ClientBase } from 'pg';
import { MAX_TERMS_PER_MEMORY, termCounts, termTotal } from '../../text/terms.js';
import { wordColumns } from '../postgres/word-rows.js';
import { sql } from '../sql.js';
import type { SqliteConnection } from '../sqlite/connection.js';
import { packTerms, unpackTerms } from '../terms.js';
import { type Text, textsInPostgres, textsInSqlite } from './every-text.js';
import type { Migration } from './types.js';

/**
 * Words with apostrophes, letters beyond a–z and numbers in groups are read differently (`src/text/terms.ts`). The words that a memory has are kept: those that
 * it took over from others when they were compressed are not in its text.
 */
export const plainWords: Migration = {
  number: 24,
  name: 'words with apostrophes, marks and groups of digits',
  statements: (_t, dialect) => (dialect === 'sqlite' ? [] : ['set local statement_timeout = 0']),
  adopt: { sqlite: adoptSqlite, postgres: adoptPostgres },
};

interface Stored {
  terms: string;
  length: number;
}

/** Only these are read differently. */
const IS_CONCERNED = /[^\0-\x7f]|'|\d[. ]\d{3}/;

function adoptSqlite(connection: SqliteConnection): void {
  for (const text of textsInSqlite(connection)) {
    if (!isConcerned(text)) continue;
    const { key_id, id } = text;
    const [stored] = connection.all<Stored>(
      sql`select terms, terms_length as length from memories where key_id = ${key_id} and id = ${id}`,
    );
    const words = stored && withNewWords(text, stored);
    if (words)
      connection.run(
        sql`update memories set terms = ${words.terms}, terms_length = ${words.length} where key_id = ${key_id} and id = ${id}`,
      );
  }
}

async function adoptPostgres(client: ClientBase): Promise<void> {
  // Row by row, with the key: on a cluster each statement goes to its worker. Those of a chunk are sent at once.
  for await (const rows of textsInPostgres(client))
    await Promise.all(rows.filter(isConcerned).map((text) => adoptRow(client, text)));
}

async function adoptRow(client: ClientBase, text: Text): Promise<void> {
  const place = [text.key_id, text.id];
  const { rows } = await client.query<Stored>(
    'select terms, length from memory_words where key_id = $1 and memory_id = $2',
    place,
  );
  const words = rows[0] && withNewWords(text, rows[0]);
  if (!words) return;
  const { terms, marks, times } = wordColumns(text.key_id, text.user_id, words.terms);
  await client.query(
    'update memory_words set terms = $3, length = $4, marks = $5::bigint[], times = $6::smallint[] where key_id = $1 and memory_id = $2',
    [...place, terms, words.length, marks, times],
  );
  await client.query('update memories set terms_length = $3 where key_id = $1 and id = $2', [...place, words.length]);
}

const spoken = ({ speaker, kind, content }: Text) =>
  speaker && kind === 'episodic' ? `${speaker}: ${content}` : content;
const isConcerned = (text: Text) => IS_CONCERNED.test(spoken(text));

/** Null if it has all of them. */
function withNewWords(text: Text, stored: Stored): Stored | null {
  const terms = new Map<string, number>();
  unpackTerms(stored.terms, (term, times) => terms.set(term, times));
  const before = terms.size;
  const found = termCounts(spoken(text));
  for (const [term, times] of found) if (!terms.has(term) && terms.size < MAX_TERMS_PER_MEMORY) terms.set(term, times);
  if (terms.size === before) return null;
  return { terms: packTerms(terms), length: Math.max(Number(stored.length), termTotal(found)) };
}
