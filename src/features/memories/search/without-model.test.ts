import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../../test/support/service.js';
import { StubEmbedder } from '../../../../test/support/stub-embedder.js';
import { noEmbedder } from '../../../embedding/none.js';

onBothEngines('search without a vector', (start) => {
  const fill = async (options: Parameters<typeof start>[0]) => {
    const service = await start(options);
    const { key } = await service.mint();
    for (const content of ['Ada lives in Rome.', 'Ada drinks tea.', 'Ada plays chess.']) {
      await service.call('POST', '/memory/store', { key, body: { user_id: 'ada', content } });
    }
    const search = async (q: string, more: Record<string, string | number | boolean> = {}) =>
      (await service.call('GET', '/memory/retrieve', { key, query: { q, user_id: 'ada', ranking: 'hybrid', ...more } }))
        .body;
    return { service, key, search };
  };
  const contents = (body: { results: { content: string }[] }) => body.results.map(({ content }) => content);

  it('finds by words and fills up with the most recent memories if embedding is off', async () => {
    const { search } = await fill({ embedder: noEmbedder() });
    const rome = await search('Rome');
    assert.deepEqual(contents(rome), ['Ada lives in Rome.', 'Ada plays chess.', 'Ada drinks tea.']);
    assert.deepEqual([rome.semantic, rome.scoring, rome.confidence], [false, 'words', null]);
    assert.ok(rome.results[0].final_score > 0);
    assert.deepEqual([rome.results[0].score, rome.results[1].final_score], [null, null]);
    assert.deepEqual(contents(await search('Rome', { limit: 1 })), ['Ada lives in Rome.']);
    assert.deepEqual(contents(await search('What does Ada drink? Tea?', { limit: 1 })), ['Ada drinks tea.']);
    const [first] = (await search('Rome', { explain: true })).results;
    const part = (name: string) => first.explain.find((one: { name: string }) => one.name === name).value;
    assert.ok(part('words') > 0);
    assert.equal(part('meaning'), 0);
    assert.deepEqual(contents(await search('nothing of that')), [
      'Ada plays chess.',
      'Ada drinks tea.',
      'Ada lives in Rome.',
    ]);
  });

  it('finds and embeds memories whose metadata has a `derived_from` of the caller', async () => {
    const embedder = new StubEmbedder();
    const { service, key, search } = await fill({ embedder, background: false });
    embedder.unavailable = true;
    for (const derived_from of ['report.pdf', '[1', 7, null, { id: 'a' }, [null, { id: 'a' }, { id: 2 }]]) {
      const content = `Bob keeps ${JSON.stringify(derived_from)} in Rome.`;
      const body = { user_id: 'ada', content, metadata: { derived_from } };
      await service.call('POST', '/memory/store', { key, body });
    }
    const messages = [{ role: 'user', content: 'I keep bees in Rome.' }];
    await service.call('POST', '/memory/ingest', {
      key,
      body: { user_id: 'ada', session_id: 's', messages, wait: true },
    });
    assert.equal((await search('Bob keeps in Rome', { limit: 20 })).count, 11);
    embedder.unavailable = false;
    await service.jobs.runDue();
    assert.equal((await service.call('GET', '/health')).body.checks.embedder.backlog, 0);
    assert.equal((await search('Bob keeps in Rome', { limit: 20 })).count, 11);
  });

  it('does the same while the model is unavailable, and for a context', async () => {
    const embedder = new StubEmbedder();
    const { service, key, search } = await fill({ embedder });
    embedder.unavailable = true;
    assert.equal(contents(await search('Rome'))[0], 'Ada lives in Rome.');
    const { body } = await service.call('GET', '/memory/context', { key, query: { user_id: 'ada', q: 'Rome' } });
    assert.equal(body.semantic, false);
    assert.match(body.context, /Rome[\s\S]*chess/);
  });
});
