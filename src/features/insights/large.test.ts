import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { newMemory, seededRandom, unlimited } from '../../../test/support/memories.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { DAY } from '../../kernel/clock.js';
import { storeMemories } from '../memories/sql/store.js';
import { packVectors } from '../memories/sql/vectors.js';
import { MEETINGS } from './health.js';
import { SAMPLE } from './insights.js';
import { readDuplicateCandidates } from './sql/duplicate-candidates.js';
import { readSample } from './sql/sample.js';

const SIZE = 20_000;
const BATCH = 500;
const SUBJECTS = ['sailing boat harbour', 'sourdough bread oven', 'telescope night stars', 'violin concert strings'];
const SYLLABLES = 'ka lo mi ter san do ve lin pra su no be gar tu ri fen'.split(' ');

onBothEngines('a scope of 20,000 memories', (start) => {
  it('is reported on within the limits that the responses state', async () => {
    const clock = new TestClock();
    const embedder = new StubEmbedder();
    const service = await start({ clock, embedder, background: false });
    const { key, id: keyId } = await service.mint();
    const tenant = service.database.tenant(keyId);
    const random = seededRandom(11);
    const word = () => SYLLABLES[Math.floor(random() * SYLLABLES.length)] as string;
    clock.advance(-60 * DAY);
    for (let done = 0; done < SIZE; done += BATCH) {
      const texts: string[] = [];
      for (let i = 0; i < BATCH; i++) {
        const subject = SUBJECTS[Math.floor(i / 4) % SUBJECTS.length];
        // Every fourth says the same as the one before it.
        const before = i % 4 === 3 ? texts[i - 1] : undefined;
        texts.push(before ?? `The ${subject} ${word()}${word()}${word()} ${word()}${word()}${word()}`);
      }
      const vectors = await embedder.embed(texts, 'passage');
      const memories = texts.map((content, i) =>
        newMemory({
          ...{ user_id: 'ann', agent_id: 'default', content, dedupe: false, tags: [`tag-${i % 30}`] },
          vectors: packVectors(embedder.model.id, vectors[i]?.vectors ?? []),
        }),
      );
      await tenant.run(storeMemories, { memories, quota: unlimited(clock.now()), now: clock.now() });
      clock.advance((60 * DAY) / (SIZE / BATCH));
    }
    const get = async (path: string) => {
      const response = await service.call('GET', path, { key, query: { user_id: 'ann' } });
      assert.equal(response.status, 200, JSON.stringify(response.body));
      return response.body;
    };
    const health = await get('/memory/health');
    assert.equal(health.total_memories, SIZE);
    assert.deepEqual(health.considered, { meetings: MEETINGS, duplicates_complete: false });
    assert.ok(health.near_duplicates > 0 && health.near_duplicates < MEETINGS);
    assert.equal(health.compression_opportunity, SIZE - 50);

    const insights = await get('/memory/insights');
    assert.equal(insights.total_memories, SIZE);
    assert.deepEqual(insights.considered, { memories: SAMPLE, complete: false });
    assert.equal(insights.top_tags.length, 20);
    assert.ok(insights.topics.length >= SUBJECTS.length, JSON.stringify(insights.topics));
    const sized = insights.topics.reduce((sum: number, topic: { size: number }) => sum + topic.size, 0);
    assert.ok(sized > SIZE / 2 && sized <= SIZE, `sizes are scaled up to the whole: ${sized}`);

    const predicted = await get('/memory/predict');
    assert.deepEqual([predicted.predicted.length, predicted.considered.memories], [5, SIZE]);

    const scope = { userId: 'ann' };
    const sample = await tenant.run(readSample, { scope, memories: SAMPLE, characters: 10, now: clock.now() });
    assert.equal(sample.memories.length, SAMPLE);
    const times = sample.memories.map(({ at }) => at);
    assert.equal(new Set(times).size, SIZE / BATCH, 'every time is in the sample');
    const { met } = await tenant.run(readDuplicateCandidates, { scope, limit: 100, characters: 10, now: clock.now() });
    assert.equal(met.length, 100);
  });
});
