import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { until } from '../../../campaigns/fire/target.js';
import { newPlace, POSTGRES_SKIPPED, type TestPlace } from '../../../test/support/databases.js';
import { silentLog } from '../../kernel/log.js';
import { connectionOf } from './connection.js';
import { PostgresDatabase } from './engine.js';
import { NewTableAnalyzer } from './new-table-analyzer.js';

function suite() {
  let place: TestPlace;
  let client: pg.Client;
  const asked: string[] = [];
  const ask = (text: string, values?: unknown[]) => {
    asked.push(text);
    return client.query(text, values);
  };
  const rowsOf = async (table: string) => {
    const found = await client.query('select reltuples from pg_class where oid = $1::regclass', [table]);
    return found.rows[0].reltuples as number;
  };
  const analysed = () => asked.filter((text) => text.startsWith('analyze'));

  before(async () => {
    place = await newPlace('postgres');
    client = new pg.Client(connectionOf(place.databaseUrl ?? ''));
    await client.connect();
    await (await PostgresDatabase.open({ url: place.databaseUrl ?? '', poolSize: 1, log: silentLog })).close();
    // Autovacuum must not analyse them while this test looks.
    for (const table of ['memories', 'memory_vectors', 'memory_words'])
      await client.query(`alter table ${table} set (autovacuum_enabled = false)`);
  });
  after(async () => {
    await client?.end();
    await place?.remove();
  });

  it('are not analysed while they are empty', async () => {
    await new NewTableAnalyzer(ask).check();
    assert.deepEqual(analysed(), []);
    assert.equal(await rowsOf('memories'), -1);
  });

  it('are analysed once when they have rows', async () => {
    await client.query(`insert into memories (key_id, id, user_id, agent_id, namespace, kind, content, metadata, tags, importance, outcome,
        outcome_score, category, risk, created_at, updated_at)
      select 'key', 'mem_' || n, 'ada', 'a', 'default', 'semantic', 'x', '{}', '[]', 5, 'unknown', 0.5, 'other', 0, n, n from generate_series(1, 300) n`);
    await client.query(`insert into memory_vectors (key_id, user_id, model, memory_id, passage, vector)
      select 'key', 'ada', 'model', 'mem_' || n, 0, '[1,0]' from generate_series(1, 300) n`);
    await client.query(`insert into memory_words (key_id, user_id, memory_id, length, terms, marks, bands)
      select 'key', 'ada', 'mem_' || n, 1, 'x', '{1}', '{2}' from generate_series(1, 300) n`);
    const young = new NewTableAnalyzer(ask);
    await until(10_000, 'three tables are analysed', async () => {
      await young.check(); // the server reports new rows a moment later
      return analysed().length >= 3;
    });
    assert.deepEqual(analysed().sort(), ['analyze memories', 'analyze memory_vectors', 'analyze memory_words']);
    assert.equal(await rowsOf('memories'), 300);
    assert.ok((await rowsOf('memory_words')) > 0);
    const before = asked.length;
    young.analyzeIfDue();
    assert.equal(asked.length, before, 'it knows that nothing is left to do');
    await new NewTableAnalyzer(ask).check();
    assert.equal(analysed().length, 3);
  });
}

describe('tables without statistics', () => {
  if (POSTGRES_SKIPPED) it('all of it', { skip: POSTGRES_SKIPPED }, () => {});
  else suite();
});
