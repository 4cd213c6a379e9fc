import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { EmbeddingEndpoint } from '../../../test/support/embedding-endpoint.js';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { MINUTE } from '../../kernel/clock.js';
import { best, embedderHealth, fill, found, TEXTS } from './change.test.kit.js';

onBothEngines('an embedding endpoint whose vectors change under the same name', (start) => {
  const endpoints: EmbeddingEndpoint[] = [];
  after(() => Promise.all(endpoints.map((endpoint) => endpoint.stop())));

  const begun = async () => {
    const endpoint = new EmbeddingEndpoint(64);
    endpoints.push(endpoint);
    await endpoint.start();
    const clock = new TestClock();
    const env = {
      RECOLLECT_EMBEDDER: 'openai',
      RECOLLECT_EMBEDDINGS_URL: endpoint.url,
      RECOLLECT_EMBEDDINGS_MODEL: 'm',
    };
    const options = { clock, env, embedder: undefined, background: false };
    const service = await start(options);
    const { key } = await service.mint();
    await fill(service, key, TEXTS.length);
    await service.models.refresh();
    const restart = async (before = service) => {
      await before.stop();
      return start({ ...options, place: service.place });
    };
    return { endpoint, clock, service, key, restart };
  };
  const settle = async (service: TestService, clock: TestClock) => {
    for (let runs = 0; runs < 10; runs++) {
      clock.advance(MINUTE);
      await service.models.refresh();
      await service.jobs.runDue();
    }
  };

  it('never compares vectors of different dimensions, and embeds everything again', async () => {
    const { endpoint, clock, key, restart } = await begun();
    endpoint.resize(32);
    const service = await restart();
    const body = { user_id: 'ann', content: 'Eve paints owls' };
    const stored = await service.call('POST', '/memory/store', { key, body });
    assert.deepEqual([stored.status, stored.body.embedded], [201, false]);
    assert.equal((await best(service, key, 'Ann keeps bees')).semantic, false);
    await settle(service, clock);
    for (const text of [...TEXTS, 'Eve paints owls']) assert.deepEqual(await best(service, key, text), found(text));
    const { model, changing, backlog } = await embedderHealth(service);
    assert.deepEqual([model, changing, backlog], ['openai:m (32 dimensions)', null, 0]);
    const again = await restart(service);
    assert.deepEqual(await best(again, key, 'Eve paints owls'), found('Eve paints owls'));
    const health = await embedderHealth(again);
    assert.deepEqual([health.model, health.changing], ['openai:m (32 dimensions)', null]);
  });

  it('keeps the vectors it has if the endpoint returns the former ones again', async () => {
    const { endpoint, clock, service, key } = await begun();
    endpoint.resize(32);
    assert.equal((await best(service, key, 'Who has bees')).semantic, false);
    const refresh = async (minutes: number) => {
      clock.advance(minutes * MINUTE);
      await service.models.refresh();
      return (await embedderHealth(service)).changing?.to;
    };
    assert.deepEqual([await refresh(0), await refresh(4)], [undefined, undefined]);
    endpoint.resize(64); // something had stood in for it
    assert.equal(await refresh(5), undefined);
    endpoint.resize(32);
    assert.equal((await best(service, key, 'Who keeps bees')).semantic, false);
    assert.deepEqual([await refresh(0), await refresh(5)], [undefined, 'openai:m (32 dimensions)']);
    endpoint.resize(64);
    await settle(service, clock);
    assert.deepEqual(await best(service, key, 'Ann keeps bees'), found('Ann keeps bees'));
    assert.equal((await embedderHealth(service)).changing, null);
  });
});
