import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../../test/support/service.js';

const KEYS = 7_000;
const MEMORIES = 30;
/** Short, so that thousands fit into one memory. */
const nameOf = (i: number) => i.toString(36);

onBothEngines('metadata filters', (start) => {
  const filters = (count: number, value: (i: number) => unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`metadata.${nameOf(i)}`, String(value(i))]));

  it('are limited to 16: more are refused, however many', async () => {
    const service = await start();
    const { key } = await service.mint();
    for (const count of [17, 901, 990]) {
      const { status, body } = await service.call('GET', '/memory', {
        key,
        query: { user_id: 'ann', ...filters(count, () => 'x') },
      });
      assert.equal(status, 400, JSON.stringify(body));
      assert.match(body.error.message, /metadata/);
      assert.match(JSON.stringify(body.error.details), /at most 16/);
    }
  });

  it('must all match, compared as text, even on memories with thousands of keys', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const metadata = (n: number) =>
      Object.fromEntries(Array.from({ length: KEYS }, (_, i) => [nameOf(i), i === 15 ? n : i < 15 ? i : 0]));
    for (let n = 0; n < MEMORIES; n++) {
      const body = { user_id: 'ann', content: `Memory ${n}`, metadata: metadata(n) };
      assert.equal((await service.call('POST', '/memory/store', { key, body })).status, 201);
    }
    const found = async (query: Record<string, string>) =>
      (await service.call('GET', '/memory', { key, query: { user_id: 'ann', ...query } })).body.memories.map(
        (memory: { content: string }) => memory.content,
      );
    assert.deepEqual(await found(filters(16, (i) => (i === 15 ? 7 : i))), ['Memory 7']);
    assert.deepEqual(await found(filters(16, (i) => (i === 3 ? 'other' : i === 15 ? 7 : i))), []);
    assert.equal((await found({ [`metadata.${nameOf(KEYS - 1)}`]: String(0) })).length, MEMORIES);
  });

  it('distinguish text, numbers, booleans, null and a missing key, and never match lists and objects', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const metadata = {
      text: 'a "b"',
      number: 1.5,
      yes: true,
      no: false,
      nothing: null,
      list: [1],
      object: { a: 2 },
      ['__proto__']: 'p',
    };
    await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'One', metadata } });
    const count = async (query: Record<string, string>) =>
      (await service.call('GET', '/memory', { key, query: { user_id: 'ann', ...query } })).body.memories.length;
    const met = { text: 'a "b"', number: '1.5', yes: 'true', no: 'false', nothing: 'null' };
    const all = Object.fromEntries(Object.entries(met).map(([name, value]) => [`metadata.${name}`, value]));
    assert.equal(await count(all), 1);
    assert.equal(await count({ ...all, 'metadata.absent': 'null' }), 0);
    assert.equal(await count({ 'metadata.yes': '1' }), 0);
    for (const other of ['1.50', '01.5', '15e-1']) assert.equal(await count({ 'metadata.number': other }), 0, other);
    for (const json of ['[1]', '{"a":2}', '{"a": 2}'])
      for (const name of ['list', 'object']) assert.equal(await count({ [`metadata.${name}`]: json }), 0, json);
  });

  it('find a number as it is returned, and a text that looks like it', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const numbers = [0, -1.5, 0.1 + 0.2, 1764002030.750776, 45.03828432739556, 0.00001, 1e-7, 1e20, 1e21, 5e-324];
    for (const given of [numbers, numbers.map(String)]) {
      const metadata = Object.fromEntries(given.map((value, i) => [nameOf(i), value]));
      const body = { user_id: 'ann', content: typeof given[0], metadata };
      assert.equal((await service.call('POST', '/memory/store', { key, body })).status, 201);
    }
    for (const [i, number] of numbers.entries()) {
      const query = { user_id: 'ann', [`metadata.${nameOf(i)}`]: String(number) };
      const { memories } = (await service.call('GET', '/memory', { key, query })).body;
      assert.equal(memories.length, 2, String(number));
      assert.ok(memories.some(({ metadata }: never) => metadata[nameOf(i)] === number));
    }
    const longer = { user_id: 'ann', [`metadata.${nameOf(6)}`]: '0.0000001' };
    assert.deepEqual((await service.call('GET', '/memory', { key, query: longer })).body.memories, []);
  });
});
