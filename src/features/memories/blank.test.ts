import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../test/support/service.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import { exported, imported } from '../portability/portability.test.kit.js';

const BLANK = ['   ', '\n\n', '\u00a0', '\u3000', '\u200b', ' \u2060\n'];

onBothEngines('a text that shows nothing', (start) => {
  const begin = async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const call = (method: string, path: string, body: object) => service.call(method, path, { key, body });
    return { service, key, call };
  };

  it('is no memory, event or turn: it is refused with its field', async () => {
    const { key, service, call } = await begin();
    const { body: kept } = await call('POST', '/memory/store', { user_id: 'ada', content: '🍵' });
    const { body: episode } = await call('POST', '/memory/episodes/start', { agent_id: 'helper', user_id: 'ada' });
    for (const content of BLANK) {
      for (const [method, path, body, field] of [
        ['POST', '/memory/store', { user_id: 'ada', content }, 'content'],
        ['PATCH', `/memory/${kept.id}`, { content }, 'content'],
        ['POST', '/memory/episodes/event', { episode_id: episode.id, content }, 'content'],
        ['POST', '/memory/episodes/end', { episode_id: episode.id, summary: content }, 'summary'],
        ['POST', '/memory/ingest', { user_id: 'ada', messages: [{ role: 'user', content }] }, 'messages[0].content'],
      ] as const) {
        const { status, body: response } = await call(method, path, body);
        const { code, details } = response.error ?? {};
        assert.deepEqual(
          [status, code, details?.[0]?.field],
          [400, 'invalid_request', field],
          `${path} ${JSON.stringify(content)}`,
        );
      }
    }
    const { body } = await service.call('GET', '/memory', { key, query: { user_id: 'ada' } });
    assert.deepEqual(
      body.memories.map(({ content }: { content: string }) => content),
      ['🍵'],
    );
  });

  it('is the error of its entry in a batch and of its line in an import', async () => {
    const { service, key, call } = await begin();
    const memories = [
      { user_id: 'ada', content: '\u200b' },
      { user_id: 'ada', content: 'Ada drinks tea.' },
    ];
    const { status, body } = await call('POST', '/memory/batch', { memories });
    assert.deepEqual([status, body.stored, body.skipped], [201, 1, 1]);
    assert.match(body.results[0].error, /content/);
    // As earlier versions stored it.
    await rowsOf(service.place, `update memories set content = ?`, ['   ']);
    const before = await exported(service, key);
    assert.equal(before.memories[0]?.content, '   ');
    const other = await service.mint();
    const { imported: made, errors } = await imported(service, other.key, { ...before });
    assert.equal(made, 0);
    assert.deepEqual(
      errors.map(({ index }) => index),
      [0],
    );
    assert.match(errors[0]?.message ?? '', /content/);
  });
});
