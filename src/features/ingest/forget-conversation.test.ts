import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { MINUTE } from '../../kernel/clock.js';

interface Found {
  content: string;
  metadata: { session_id?: string; derived_from?: { id: string }[] };
}
const CELLO = 'Ines plays the cello.';
const GARDEN = 'Ines rents a garden plot.';

onBothEngines('forgetting a conversation', (start) => {
  it('forgets what was derived from it alone; what was also said elsewhere keeps its other sources', async () => {
    const clock = new TestClock();
    const service = await start({ background: false, clock });
    const { key } = await service.mint();
    const call = async (method: string, path: string, given: object) =>
      (await service.call(method, path, { key, ...given })).body;
    const say = async (session_id: string, ...said: string[]) => {
      clock.advance(MINUTE);
      const messages = said.map((content) => ({ role: 'user', name: 'Ines', content }));
      return call('POST', '/memory/ingest', { body: { user_id: 'ines', session_id, messages, wait: true } });
    };
    const known = async () => {
      const query = { user_id: 'ines', kind: 'semantic' };
      const { memories } = await call('GET', '/memory', { query });
      return new Map((memories as Found[]).map(({ content, metadata }) => [content, metadata]));
    };
    const forget = (id: string) => service.call('DELETE', '/memory/forget', { key, query: { id } });
    await call('POST', '/memory/store', { body: { user_id: 'ines', content: GARDEN } });
    const first = await say('one', 'I keep bees on the roof.', 'I play the cello.', 'I rent a garden plot.');
    const second = await say('two', 'I play the cello.', 'I rent a garden plot.', 'I paint old boats.');
    const third = await say('three', 'I play the cello.');
    assert.equal((await known()).size, 4);

    assert.equal((await forget(third.episode_id)).body.deleted, 1 + 1);
    const cello = (await known()).get(CELLO);
    const sources = [first.turns[1].id, second.turns[0].id];
    assert.deepEqual([cello?.session_id, cello?.derived_from?.map(({ id }) => id)], ['two', sources]);
    assert.equal((await forget(second.episode_id)).body.deleted, 1 + 3 + 1);
    assert.equal((await known()).get(CELLO)?.session_id, 'one');
    assert.equal((await forget(first.episode_id)).body.deleted, 1 + 3 + 2);
    assert.deepEqual([...(await known())], [[GARDEN, {}]], 'what was stored before it was said stays');
    const { context } = await call('GET', '/memory/context', { query: { user_id: 'ines', q: 'bees' } });
    assert.doesNotMatch(context, /bees/);
    assert.equal((await forget(first.episode_id)).status, 404);
  });

  it('also forgets it from summaries of memories', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const scope = { user_id: 'ines', agent_id: 'default' };
    const post = async (path: string, body: object) =>
      (await service.call('POST', path, { key, body: { ...scope, ...body } })).body;
    const hike = 'On a long hike with friends in the Swiss Alps Ines';
    const others = ['saw 3 eagles', 'met Bob', 'enjoyed the quiet'].map((end) => `${hike} ${end}.`);
    for (const content of others) await post('/memory/store', { content, dedupe: false });
    const messages = [{ role: 'user', content: `${hike} lost 7 maps.` }];
    const { episode_id, statements } = await post('/memory/ingest', { messages, wait: true });
    assert.equal(statements.length, 1);
    const { compressed } = await post('/memory/compress', { keep: 0 });
    assert.equal(compressed, 4);
    const { body } = await service.call('DELETE', '/memory/forget', { key, query: { id: episode_id } });
    assert.equal(body.deleted, 1 + 1 + 1, 'the episode, its turn and what was derived from it');
    const { memories } = (await service.call('GET', '/memory', { key, query: scope })).body;
    assert.deepEqual(memories.map(({ content }: Found) => content).sort(), others.sort());
  });
});
