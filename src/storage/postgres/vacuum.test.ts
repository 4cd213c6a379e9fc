import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { POSTGRES_SKIPPED } from '../../../test/support/databases.js';
import { plant } from '../../../test/support/plant.js';
import { startTestService } from '../../../test/support/service.js';

const CANARY = 'Zxqvperi';

/** The tables of the schema whose files contain the word, including their TOAST tables and indexes. */
async function filesWith(client: pg.Client, word: string): Promise<string[]> {
  const { rows } = await client.query(
    `select c.relname as name from pg_class c where pg_relation_filepath(c.oid) is not null
      and (c.relnamespace = current_schema()::regnamespace
        or c.oid in (select reltoastrelid from pg_class where relnamespace = current_schema()::regnamespace))
      and position(lower($1) in lower(encode(pg_read_binary_file(pg_relation_filepath(c.oid)), 'escape'))) > 0`,
    [word],
  );
  return rows.map((row) => row.name);
}

describe('an erasure on PostgreSQL', { skip: POSTGRES_SKIPPED }, () => {
  it('leaves no text in table files after the vacuum in docs/privacy.md, and its receipt leaves them to the server', async () => {
    const service = await startTestService('postgres', { background: false });
    const client = new pg.Client(service.place.databaseUrl);
    await client.connect();
    try {
      const { key } = await service.mint();
      await plant(service, { key, user: 'ann', agent: 'one', text: CANARY });
      const { body } = await service.call('DELETE', '/users/ann/memories', { key });
      await service.jobs.runDue();
      const { body: receipt } = await service.call('GET', `/erasures/${body.receipt.id}`, { key });
      assert.equal(receipt.scrubbed_at, null);
      await client.query('checkpoint');
      assert.ok((await filesWith(client, CANARY)).includes('memories'), 'the server keeps dead rows until then');
      const { rows } = await client.query('select tablename from pg_tables where schemaname = current_schema()');
      for (const { tablename } of rows) await client.query(`vacuum (full, analyze) "${tablename}"`);
      await client.query('checkpoint');
      assert.deepEqual(await filesWith(client, CANARY), []);
    } finally {
      await client.end();
      await service.stop();
      await service.place.remove();
    }
  });
});
