import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AsyncBatchedStore } from '@langchain/langgraph-checkpoint';
import { withService } from './adapters.test.kit.js';
import { RecollectStore } from './langgraph.js';

describe("LangGraph's store", () => {
  const { client } = withService();
  const open = async () => new RecollectStore({ client: await client() });

  it('finds items by meaning, and only texts that are meant to be searched', async () => {
    const store = await open();
    await store.put(['m'], 'bird', { text: 'The heron stands in the shallow water', secret: 'zanzibar' }, ['text']);
    await store.put(['m'], 'boat', { text: 'A canoe lies on the beach' });
    await store.put(['m'], 'hidden', { text: 'heron heron heron' }, false);
    await store.put(['other'], 'bird', { text: 'The heron of somebody else' });
    const found = await store.search(['m'], { query: 'heron in the water', limit: 1 });
    assert.deepEqual(
      found.map(({ key }) => key),
      ['bird'],
    );
    assert.ok((found[0]?.score ?? 0) > 0);
    const all = await store.search(['m'], { query: 'heron', limit: 10 });
    assert.deepEqual(all.at(-1)?.key, 'hidden');
    assert.equal(all.at(-1)?.score, undefined);
  });

  it('isolates stores of different keys and users, and keeps one item per key if it is put concurrently', async () => {
    const shared = await client();
    const [ann, bob] = [
      new RecollectStore({ client: shared, userId: 'ann' }),
      new RecollectStore({ client: shared, userId: 'bob' }),
    ];
    await Promise.all(Array.from({ length: 8 }, (_, n) => ann.put(['x'], 'k', { n })));
    assert.equal((await ann.search(['x'])).length, 1);
    assert.equal(await bob.get(['x'], 'k'), null);
    assert.equal(await (await open()).get(['x'], 'k'), null);
  });

  it('works behind the batching store that graphs use', async () => {
    const store = new AsyncBatchedStore(await open());
    await store.start();
    await store.put(['g'], 'k', { v: 1 });
    assert.deepEqual((await store.get(['g'], 'k'))?.value, { v: 1 });
    await store.stop();
  });

  it('searches the first texts of a table, all of a long text, and everything in named fields', async () => {
    const recollect = await client();
    const store = new RecollectStore({ client: recollect });
    const rows = Array.from({ length: 1_000 }, (_, i) => ({ id: i, name: `row ${i}`, open: i % 2 === 0 }));
    const page = 'The heron stands in the shallow water and waits for a fish. '.repeat(300);
    await store.put(['t'], 'table', { rows });
    await store.put(['t'], 'page', { rows: rows.slice(0, 500), page });
    await store.put(['t'], 'named', { rows }, ['rows[*].name']);
    const { memories } = await recollect.memory.list({ user_id: 'langgraph', order: 'oldest' });
    const [table = '', both = '', named = ''] = memories.map(({ content }) => content);
    assert.ok(table.length > 3_900 && table.length <= 4_000, String(table.length));
    assert.ok(table.startsWith('0\nrow 0\ntrue\n1\nrow 1\nfalse\n2\nrow 2\n3'));
    assert.ok(both.includes(page.trim()));
    assert.equal(named, rows.map(({ name }) => name).join('\n'));
    assert.deepEqual((await store.get(['t'], 'table'))?.value, { rows });
  });

  it('keeps an item that another one contradicts', async () => {
    const recollect = await client();
    const store = new RecollectStore({ client: recollect });
    await store.put(['c'], 'old', { text: 'Ada lives in Rome' });
    const content = 'Ada no longer lives in Rome';
    const stored = await recollect.memory.store({ user_id: 'langgraph', content, detect_conflicts: true });
    const [old] = (await recollect.memory.list({ user_id: 'langgraph', include_superseded: true, order: 'oldest' }))
      .memories;
    assert.equal(old?.superseded_by, stored.id);
    assert.deepEqual((await store.get(['c'], 'old'))?.value, { text: 'Ada lives in Rome' });
    assert.equal((await store.search(['c'])).length, 1);
    assert.equal((await store.search(['c'], { query: 'Rome' }))[0]?.key, 'old');
    assert.deepEqual(await store.listNamespaces(), [['c']]);
    await store.put(['c'], 'old', { text: 'Ada lives in Paris' });
    assert.equal((await store.search(['c'])).length, 1);
  });

  it('continues with items that are not searched after the ranked ones', async () => {
    const store = await open();
    for (const [key, index] of [
      ['a', false],
      ['b', undefined],
      ['c', false],
      ['d', undefined],
      ['e', false],
    ] as const)
      await store.put(['p'], key, { text: key === 'b' ? 'heron water' : 'heron' }, index);
    const page = async (offset: number) =>
      (await store.search(['p'], { query: 'heron water', offset, limit: 2 })).map(({ key }) => key).join('');
    assert.deepEqual(await Promise.all([0, 1, 2, 3, 4, 5].map(page)), ['bd', 'da', 'ac', 'ce', 'e', '']);
  });

  it('deletes and puts items that another process deletes at the same moment', async () => {
    // Just before this one changes or forgets a memory, another process forgets it.
    const raced: string[] = [];
    const racing = async (address: unknown, init: RequestInit = {}) => {
      const url = new URL(String(address));
      const id = url.searchParams.get('id') ?? url.pathname.split('/').at(-1);
      if (init.method === 'DELETE' || init.method === 'PATCH') {
        raced.push(init.method);
        const headers = new Headers(init.headers);
        await fetch(new URL(`/memory/forget?id=${id}`, url), { method: 'DELETE', headers });
      }
      return fetch(url, init);
    };
    const store = new RecollectStore({ client: await client({ fetch: racing as typeof fetch }) });
    await store.put(['r'], 'k', { n: 1 });
    await store.put(['r'], 'k', { n: 2 });
    assert.deepEqual((await store.get(['r'], 'k'))?.value, { n: 2 });
    await store.delete(['r'], 'k');
    assert.equal(await store.get(['r'], 'k'), null);
    assert.deepEqual(raced, ['PATCH', 'DELETE']);
  });

  it('searches by the beginning of a query that does not fit into a URL', async () => {
    const store = await open();
    await store.put(['q'], 'bird', { text: 'The heron stands in the shallow water' });
    for (const filler of ['word ', '🪿', '鷺'])
      assert.equal((await store.search(['q'], { query: `heron ${filler.repeat(40_000)}` }))[0]?.key, 'bird');
  });

  it('says what is wrong with a filter or a value', async () => {
    const store = await open();
    await store.put(['w'], 'k', { a: 1 });
    const search = (filter: object) => store.search(['w'], { filter });
    await assert.rejects(search({ a: { $regex: 'x' } }), /Unsupported operator: \$regex\. Supported: \$eq, \$ne/);
    await assert.rejects(search({ a: { $in: 1 } }), /\$in takes a list of values/);
    await assert.rejects(store.put(['w'], 'big', { text: 'x'.repeat(70_000) }), /The value of "big" is too large/);
  });
});
