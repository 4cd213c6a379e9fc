import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../../test/support/clock.js';
import { onBothEngines } from '../../../../test/support/service.js';
import { StubEmbedder } from '../../../../test/support/stub-embedder.js';
import { EmbeddingUnavailable } from '../../../embedding/embedder.js';
import { MINUTE } from '../../../kernel/clock.js';

/** Records the texts that it was given. */
class WatchedEmbedder extends StubEmbedder {
  texts: string[] = [];
  /** A key whose backlog is at its limit. */
  full: string | undefined;

  #begun: (() => void) | undefined;

  /** From now on a call returns only when its caller aborts it. Resolves at the first such call. */
  hang(): Promise<void> {
    return new Promise((resolve) => {
      this.#begun = resolve;
    });
  }

  override async embed(texts: readonly string[], purpose: 'query' | 'passage', signal?: AbortSignal, key = '') {
    if (this.#begun) {
      this.#begun();
      await new Promise((_, reject) => {
        const giveUp = () => reject(new EmbeddingUnavailable('given up'));
        signal?.addEventListener('abort', giveUp, { once: true });
      });
    }
    if (key === this.full) throw new EmbeddingUnavailable('too much', { tooMuchWaiting: true });
    this.texts.push(...texts);
    return super.embed(texts, purpose);
  }
}

onBothEngines('the backlog of embeddings', (start) => {
  it('is processed key by key: one memory does not wait behind everything another key stored before', async () => {
    const embedder = new WatchedEmbedder();
    const clock = new TestClock();
    const service = await start({ embedder, background: false, clock });
    const [many, one] = [await service.mint(), await service.mint()];
    embedder.unavailable = true;
    const memories = Array.from({ length: 100 }, (_, n) => ({ user_id: 'ann', content: `Note number ${n}` }));
    for (let i = 0; i < 2; i++)
      await service.call('POST', '/memory/batch', {
        key: many.key,
        body: { memories: memories.map((memory) => ({ ...memory, agent_id: `agent-${i}` })) },
      });
    const stored = await service.call('POST', '/memory/store', {
      key: one.key,
      body: { user_id: 'bob', content: 'Bob lives in Oslo' },
    });
    assert.equal(stored.body.embedded, false);
    embedder.unavailable = false;
    embedder.texts = [];
    // On a busy machine a round may be cut short: the job runs again.
    for (let round = 0; round < 5 && embedder.texts.length < 201; round++) {
      clock.advance(MINUTE);
      await service.jobs.runDue();
    }
    assert.equal(embedder.texts.length, 201);
    const place = embedder.texts.indexOf('Bob lives in Oslo');
    assert.ok(place >= 0 && place <= 64, `it was number ${place}`);
  });

  it('continues with the other keys when one is at its limit', async () => {
    const embedder = new WatchedEmbedder();
    const service = await start({ embedder, background: false });
    const keys = [await service.mint(), await service.mint(), await service.mint()];
    embedder.unavailable = true;
    const body = { user_id: 'ann', content: 'Ann lives in Oslo' };
    for (const { key } of keys) await service.call('POST', '/memory/store', { key, body });
    embedder.unavailable = false;
    embedder.full = keys[1]?.id;
    await service.jobs.runDue();
    const backlog = async () => (await service.call('GET', '/health')).body.checks.embedder.backlog;
    assert.equal(await backlog(), 1);
  });

  it('is interrupted at once when the service stops', async () => {
    const embedder = new WatchedEmbedder();
    const service = await start({ embedder, background: false });
    const { key } = await service.mint();
    embedder.unavailable = true;
    await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'Ann lives in Oslo' } });
    embedder.unavailable = false;
    embedder.texts = [];
    const begun = embedder.hang();
    const due = service.jobs.runDue();
    await begun;
    await service.jobs.stop();
    await due; // the embedder itself would never return
    assert.deepEqual(embedder.texts, []);
  });
});
