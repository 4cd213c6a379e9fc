import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { OpenAiEmbedder } from '../../src/embedding/openai.js';
import { ResilientEmbedder } from '../../src/embedding/resilient.js';
import { MINUTE } from '../../src/kernel/clock.js';
import { TestClock } from '../../test/support/clock.js';
import { EmbeddingEndpoint } from '../../test/support/embedding-endpoint.js';
import { onBothEngines } from '../../test/support/service.js';
import { MOODS } from './embedder-rounds.js';

/** Deadline for the endpoint in milliseconds: short, because `hanging` uses all of it. */
const MAX_WAIT_MS = 400;
const BATCH = 8;

/** The short form of `npm run test:embedder`. */
onBothEngines('an embedding endpoint', (start) => {
  const endpoints: EmbeddingEndpoint[] = [];
  after(() => Promise.all(endpoints.map((endpoint) => endpoint.stop())));

  for (const mood of MOODS) {
    it(`that is ${mood} prevents neither stores nor searches, and vectors follow later`, async () => {
      const clock = new TestClock();
      const endpoint = await new EmbeddingEndpoint().start();
      endpoints.push(endpoint);
      const real = new OpenAiEmbedder({ url: endpoint.url, apiModel: 'test', timeout: MAX_WAIT_MS });
      const embedder = new ResilientEmbedder(real, { clock });
      const service = await start({ clock, embedder, background: false });
      const { key } = await service.mint();
      const memory = (content: string) => ({ user_id: 'ann', content });
      const search = async (q: string) =>
        (await service.call('GET', '/memory/retrieve', { key, query: { user_id: 'ann', q } })).body;
      const backlog = async () => (await service.call('GET', '/health')).body.checks.embedder.backlog;

      await service.call('POST', '/memory/store', { key, body: memory('Known before the trouble') });
      endpoint.mood = mood;
      const stored = await service.call('POST', '/memory/store', { key, body: memory('The kettle is in the attic') });
      assert.deepEqual([stored.status, stored.body.embedded], [201, false]);
      const memories = Array.from({ length: BATCH }, (_, i) => memory(`The cup of cupboard ${i} is blue`));
      const batch = await service.call('POST', '/memory/batch', { key, body: { memories } });
      assert.equal(batch.status, 201);
      assert.equal(await backlog(), 1 + BATCH);
      const during = await search('kettle');
      assert.equal(during.semantic, false);
      await service.jobs.runDue();
      assert.equal(await backlog(), 1 + BATCH, 'no vector was made up');

      endpoint.mood = 'well';
      for (let i = 0; i < 3 && (await backlog()) > 0; i++) {
        clock.advance(MINUTE);
        await service.jobs.runDue();
      }
      assert.equal(await backlog(), 0);
      const found = await search('kettle attic');
      assert.notEqual(found.semantic, false);
      assert.equal(found.results[0].content, 'The kettle is in the attic');
      assert.ok(found.results.every((one: { score: number }) => Number.isFinite(one.score)));
    });
  }
});
