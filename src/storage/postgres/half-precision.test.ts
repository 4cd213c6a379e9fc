import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { newPlace, POSTGRES_SKIPPED, type TestPlace } from '../../../test/support/databases.js';
import { seededRandom, unitVector } from '../../../test/support/memories.js';
import { encodeVector, fromVectorColumn } from '../vectors.js';

describe('vectors at half precision', { skip: POSTGRES_SKIPPED }, () => {
  let place: TestPlace;
  let client: pg.Client;
  before(async () => {
    place = await newPlace('postgres');
    await (await place.open()).close();
    client = new pg.Client(place.databaseUrl);
    await client.connect();
  });
  after(async () => {
    await client?.end();
    await place?.remove();
  });

  it('are rounded as pgvector rounds, including the smallest numbers', async () => {
    const random = seededRandom(5);
    const numbers = Float32Array.from(
      { length: 4_000 },
      () => (random() - 0.5) * 2 ** (16 - Math.floor(random() * 45)),
    );
    numbers.set([0, 1, -1, 65_504, 2 ** -14, 2 ** -24, 2 ** -25, 1.5 * 2 ** -25, 1 + 2 ** -11, 1 + 3 * 2 ** -11]);
    const { rows } = await client.query('select $1::halfvec as ours, $2::vector::halfvec as theirs', [
      encodeVector('postgres', numbers),
      JSON.stringify(Array.from(numbers)),
    ]);
    assert.equal(rows[0].ours, rows[0].theirs);
  });

  it('are the same after a round trip', async () => {
    const bytes = encodeVector('postgres', unitVector(384, seededRandom(6)));
    const { rows } = await client.query('select $1::halfvec as vector', [bytes]);
    assert.deepEqual(encodeVector('postgres', fromVectorColumn(rows[0].vector)), bytes);
  });

  it('are the type of both columns, and their changes still count as storage use', async () => {
    const { rows } = await client.query(
      `select table_name as name, udt_name as type from information_schema.columns
        where table_schema = current_schema() and column_name in ('vector', 'title_vector') order by 1`,
    );
    assert.deepEqual(rows, [
      { name: 'episodes', type: 'halfvec' },
      { name: 'memory_vectors', type: 'halfvec' },
    ]);
    const counted = async () =>
      Number((await client.query('select coalesce(sum(bytes), 0) as bytes from storage_use')).rows[0].bytes);
    await client.query(`insert into memory_vectors (key_id, user_id, model, memory_id, passage, vector)
      values ('key', 'ada', 'model', 'mem', 0, '[1,0]')`);
    const before = await counted();
    await client.query("update memory_vectors set vector = '[1,0,0]'");
    assert.equal((await counted()) - before, 4);
  });
});
