import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AsyncBatchedStore, type BaseStore, InMemoryStore } from '@langchain/langgraph-checkpoint';
import { withService } from './adapters.test.kit.js';
import { RecollectStore } from './langgraph.js';

const plain = (item: { namespace: string[]; key: string; value: unknown } | null) =>
  item && [item.namespace, item.key, item.value];

describe("LangGraph's store", () => {
  const { client } = withService();
  const open = async () => new RecollectStore({ client: await client() });

  it("does what the framework's own store in memory does", async () => {
    // The same calls on both; what they answer must be the same.
    const script = async (store: BaseStore) => {
      const answers: unknown[] = [];
      const say = (value: unknown) => void answers.push(value);
      await store.put(['users', '1'], 'prefs', { theme: 'dark', size: 3 });
      await store.put(['users', '1'], 'name', { first: 'Ada' });
      await store.put(['users', '2'], 'prefs', { theme: 'light', size: 5 });
      await store.put(['docs'], 'a', { text: 'on herons', meta: { year: 1999 } });
      say(plain(await store.get(['users', '1'], 'prefs')));
      say(await store.get(['users', '1'], 'nothing'));
      say(await store.get(['users'], 'prefs'));
      await store.put(['users', '1'], 'prefs', { theme: 'blue', size: 4 });
      say(plain(await store.get(['users', '1'], 'prefs')));
      const keys = async (prefix: string[], options = {}) =>
        (await store.search(prefix, options)).map((item) => `${item.namespace.join('/')}:${item.key}`).sort();
      say(await keys(['users']));
      say(await keys(['users', '1']));
      say(await keys(['users'], { filter: { theme: 'light' } }));
      say(await keys(['users'], { filter: { size: { $gte: 4 } } }));
      say(await keys(['users'], { filter: { size: { $gt: 4, $lt: 9 } } }));
      say(await keys(['users'], { filter: { theme: { $ne: 'light' } } }));
      say((await store.search(['users'], { limit: 2 })).length);
      say((await store.search(['users'], { limit: 10, offset: 2 })).length);
      say(await store.listNamespaces());
      say(await store.listNamespaces({ prefix: ['users'] }));
      say(await store.listNamespaces({ suffix: ['2'] }));
      say(await store.listNamespaces({ prefix: ['*', '1'] }));
      say(await store.listNamespaces({ maxDepth: 1 }));
      say(await store.listNamespaces({ limit: 1, offset: 1 }));
      await store.delete(['users', '2'], 'prefs');
      say(await store.get(['users', '2'], 'prefs'));
      await store.delete(['users', '2'], 'never there');
      const batch = await store.batch([
        { namespace: ['docs'], key: 'a' },
        { namespace: ['docs'], key: 'b', value: { text: 'on canoes' } },
        { namespacePrefix: ['docs'], limit: 5, offset: 0 },
      ] as never);
      say([plain((batch as never)[0]), ((batch as never)[2] as unknown[]).length]);
      say(plain(await store.get(['docs'], 'b')));
      return answers;
    };
    assert.deepEqual(await script(await open()), await script(new InMemoryStore()));
  });

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

  it('keeps two stores of different keys and users apart, and one item under one key when it is put twice at once', async () => {
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
});
