import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { eachEngine, newPlace } from '../../../../test/support/databases.js';
import { openSqlite } from '../../../storage/sqlite/driver.js';
import { memoryEntry } from '../../portability/entry.js';
import { exportedMemory } from '../../portability/export.js';
import { COLUMNS } from '../record.js';
import { copiedColumns, insertedColumns } from './row.js';

const names = (columns: { parts: readonly string[] }) =>
  columns.parts
    .join('')
    .replace(/^memories \(|\)$/g, '')
    .split(', ')
    .sort();

eachEngine('the columns of memories', (engine) => {
  it('are all in the definition, so that storing, importing and summarizing fill each of them', async () => {
    const place = await newPlace(engine);
    try {
      await (await place.open()).close();
      const there = engine === 'sqlite' ? sqliteColumns(place.folder) : await postgresColumns(place.databaseUrl ?? '');
      assert.deepEqual(names(insertedColumns(engine)), there.sort());
    } finally {
      await place.remove();
    }
  });

  it('are copied, except those that a copy has of its own', () => {
    const copied = names(copiedColumns(engine));
    assert.deepEqual(
      names(insertedColumns(engine)).filter((name) => !copied.includes(name)),
      [
        ...['agent_id', 'conflicts_checked', 'dedupe_key', 'id', 'key_id', 'metadata', 'superseded_by', 'user_id'],
        'version',
      ],
    );
  });
});

describe('the fields of a memory', () => {
  /** Columns that an export does not include under their own name, each with the reason. */
  const NOT_EXPORTED = [
    'conflicts_checked', // checked again
    'dedupe_key', // `dedupe`
    'embedded_model', // `embedded`
    'key_id', // the caller's
    'sketch', // made from the content
    'terms', // made from the content
    'terms_length', // made from the content
  ];
  it('are all in an export', () => {
    const exported = Object.keys(exportedMemory.shape);
    assert.deepEqual(
      Object.keys(COLUMNS)
        .filter((name) => !exported.includes(name))
        .sort(),
      NOT_EXPORTED,
    );
  });

  it('are all taken from an import, except those derived from the content again', () => {
    const taken = Object.keys(memoryEntry.shape);
    const left = Object.keys(exportedMemory.shape).filter((name) => !taken.includes(name));
    assert.deepEqual(left.sort(), ['category', 'embedded', 'risk']);
  });
});

function sqliteColumns(folder: string): string[] {
  const db = openSqlite(join(folder, 'recollect.db'));
  const found = db.prepare("select name from pragma_table_info('memories')").all();
  db.close();
  return found.map((row) => String(row.name));
}

async function postgresColumns(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(`select attname as name from pg_attribute
    where attrelid = 'memories'::regclass and attnum > 0 and not attisdropped`);
  await client.end();
  return rows.map((row) => String(row.name));
}
