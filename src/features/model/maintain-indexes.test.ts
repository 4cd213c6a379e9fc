import assert from 'node:assert/strict';
import { it } from 'node:test';
import pg from 'pg';
import { TestClock } from '../../../test/support/clock.js';
import { fillLargeScope } from '../../../test/support/large-scope.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { MINUTE } from '../../kernel/clock.js';

const MEMORIES = 300;

onBothEngines('a user of very many memories', (start, engine) => {
  it('is searched by meaning and words as before, and leaves no index behind when erased', async () => {
    const clock = new TestClock();
    const embedder = new StubEmbedder(32);
    const env = { RECOLLECT_HNSW_FROM: String(MEMORIES) };
    const service = await start({ clock, embedder, background: false, env });
    const { id: keyId, key } = await service.mint({ tier: 'pro' });
    const url = service.place.databaseUrl;
    if (url) {
      const model = embedder.model.id;
      await fillLargeScope(url, { keyId, userId: 'ann', model, dimensions: 32, memories: MEMORIES });
    }
    const indexes = async (): Promise<number> => {
      if (!url) return 0;
      const client = new pg.Client(url);
      await client.connect();
      const { rows } =
        await client.query(`select count(*)::int as size from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = 'memory_vectors'::regclass and starts_with(c.relname, 'memory_vectors_hnsw_')`);
      await client.end();
      return rows[0].size;
    };
    const content = 'The lighthouse keeper of Skagen collects barometers';
    const store = { user_id: 'ann', agent_id: 'agent', content };
    await service.jobs.runDue();
    assert.equal(await indexes(), engine === 'postgres' ? 1 : 0);
    assert.equal((await service.call('POST', '/memory/store', { key, body: store })).status, 201);
    for (const ranking of ['semantic', 'composite', 'hybrid']) {
      const query = { q: 'who collects barometers', user_id: 'ann', ranking, limit: 3 };
      const { status, body } = await service.call('GET', '/memory/retrieve', { key, query });
      assert.deepEqual([status, body.results[0].content], [200, content]);
    }
    assert.equal((await service.call('DELETE', '/users/ann/memories', { key })).status, 200);
    clock.advance(10 * MINUTE);
    await service.jobs.runDue();
    assert.equal(await indexes(), 0);
  });
});
