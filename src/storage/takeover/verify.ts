import type { SqliteConnection } from '../sqlite/connection.js';
import { RowDigest } from './digest.js';
import { rowsOf } from './snapshot.js';
import type { Table } from './tables.js';
import type { Target } from './target.js';
import { canonical } from './values.js';

export interface TableCheck {
  name: string;
  source: { rows: number; hash: string };
  target: { rows: number; hash: string };
  same: boolean;
}

const PAGE = 1_000;

/** Reads a whole table on both sides and compares the row counts and the hash over all values. */
export async function checkTable(source: SqliteConnection, target: Target, table: Table): Promise<TableCheck> {
  const here = new RowDigest();
  for (const row of rowsOf(source, table, null)) {
    for (const item of table.expand(row))
      here.add(table.columns.map(({ name, type }) => canonical('sqlite', type, item[name])));
  }
  const there = new RowDigest();
  for await (const page of target.pages(table, PAGE)) {
    for (const row of page) there.add(table.columns.map(({ name, type }) => canonical('postgres', type, row[name])));
  }
  const figures = (digest: RowDigest) => ({ rows: digest.rows, hash: digest.hash });
  const same = here.rows === there.rows && here.hash === there.hash;
  return { name: table.name, source: figures(here), target: figures(there), same };
}
