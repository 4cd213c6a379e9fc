import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { newPlace, POSTGRES_SKIPPED, type TestPlace } from '../../../test/support/databases.js';
import { connectionOf } from './connection.js';

let place: TestPlace | undefined;
after(() => place?.remove());

describe('a connection to PostgreSQL', () => {
  it('leaves a URL without options as it is', () => {
    const url = 'postgres://user:a+b%20c@host/name?sslmode=require';
    assert.equal(connectionOf(url).connectionString, url);
  });

  it('has the settings of the service and those that the URL asks for', { skip: POSTGRES_SKIPPED }, async () => {
    place = await newPlace('postgres');
    const client = new pg.Client(connectionOf(place.databaseUrl ?? ''));
    await client.connect();
    const { rows } = await client.query(
      "select current_setting('jit') as jit, current_setting('hnsw.iterative_scan') as scan, current_schema() as schema",
    );
    await client.end();
    assert.deepEqual([rows[0].jit, rows[0].scan], ['off', 'relaxed_order']);
    assert.match(rows[0].schema, /^test_/);
  });
});
