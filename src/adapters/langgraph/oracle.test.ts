import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Embeddings } from '@langchain/core/embeddings';
import { type BaseStore, InMemoryStore, type Item, type Operation } from '@langchain/langgraph-checkpoint';
import { withService } from '../adapters.test.kit.js';
import { RecollectStore } from '../langgraph.js';

/** Embeds a text as the words it contains, so that the framework's store has an order to compare with. */
class WordEmbeddings extends Embeddings {
  static readonly WORDS = ['heron', 'water', 'canoe', 'beach', 'tea', 'kettle'];
  async embedQuery(text: string) {
    return [0.1, ...WordEmbeddings.WORDS.map((word) => Number(text.toLowerCase().includes(word)))];
  }
  embedDocuments(texts: string[]) {
    return Promise.all(texts.map((text) => this.embedQuery(text)));
  }
}

type Fields = string[];
type Script = (store: BaseStore, say: (result: unknown) => void) => Promise<void>;
interface Calls {
  /** The fields to search; every text unless given. */
  fields?: Fields;
  script: Script;
}

const plain = (item: Item | null) => item && [item.namespace.join('/'), item.key, item.value];
const keys = (items: Item[]) => items.map(({ namespace, key }) => `${namespace.join('/')}:${key}`);

const NAMESPACES = [
  ['a', 'b', 'c'],
  ['a', 'b', 'd', 'e'],
  ['a', 'b', 'd', 'i'],
  ['a', 'c', 'f'],
  ['b', 'a', 'f'],
  ['users', '1'],
  ['users', '2', 'settings'],
  ['team', 'users', '2'],
];
const PEOPLE: [string, Record<string, unknown>][] = [
  ['ada', { name: 'Ada', age: 36, city: 'London', active: true, score: 4.5 }],
  ['bob', { name: 'Bob', age: 17, city: 'Paris', active: false, score: 0 }],
  ['cyd', { name: 'Cyd', age: '40', city: null, active: true }],
  ['dan', { name: 'Dan', city: 'London', tags: ['x'] }],
];
const FILTERS: Record<string, unknown>[] = [
  { city: 'London' },
  { city: 'London', active: true },
  { city: null },
  { age: { $eq: 36 } },
  { age: { $ne: 36 } },
  { age: { $gt: 17 } },
  { age: { $gte: 17 } },
  { age: { $lt: 40 } },
  { age: { $lte: 40 } },
  { age: { $gt: 10, $lt: 38 } },
  { score: { $lte: 0 } },
  { city: { $in: ['Paris', 'Rome'] } },
  { city: { $in: [] } },
  { city: { $nin: ['Paris', 'Rome'] } },
  { city: { $nin: [] } },
  { active: { $in: [true] }, age: { $gte: 30 } },
  { nothing: 'here' },
  { nothing: { $ne: 'here' } },
];

const SAME: Record<string, Calls> = {
  'put, get and delete': {
    async script(store, say) {
      say(await store.put(['n'], 'k', { a: 1, b: [1, { c: null }], d: 'ü' }));
      say(plain(await store.get(['n'], 'k')));
      say(await store.get(['n'], 'other'));
      say(await store.get(['n', 'deeper'], 'k'));
      await store.put(['n'], 'k', { a: 2 });
      say(plain(await store.get(['n'], 'k')));
      say(await store.delete(['n'], 'k'));
      say(await store.get(['n'], 'k'));
      say(await store.delete(['n'], 'never there'));
    },
  },
  'items keep their creation time and record their last change': {
    async script(store, say) {
      await store.put(['n'], 'k', { a: 1 });
      const first = await store.get(['n'], 'k');
      const made = first?.createdAt.getTime();
      say([first?.createdAt instanceof Date, first?.updatedAt.getTime() === made]);
      await store.put(['n'], 'k', { a: 2 });
      const second = await store.get(['n'], 'k');
      say([second?.createdAt.getTime() === made, (second?.updatedAt.getTime() ?? 0) >= (made ?? 1)]);
    },
  },
  'a batch of all kinds of operations': {
    async script(store, say) {
      await store.put(['n'], 'old', { a: 'before' });
      const operations: Operation[] = [
        { namespace: ['n'], key: 'old' },
        { namespace: ['n'], key: 'one', value: { a: 1 } },
        { namespace: ['n'], key: 'two', value: { a: 2 } },
        { namespace: ['n'], key: 'one', value: { a: 3 } },
        { namespace: ['n'], key: 'old', value: null },
        { namespacePrefix: ['n'], limit: 5, offset: 0 },
        { matchConditions: [{ matchType: 'prefix', path: ['n'] }], limit: 5, offset: 0 },
        { namespace: ['n'], key: 'one' },
      ];
      const results = (await store.batch(operations)) as unknown[];
      say(results.length);
      say([results[1], results[2], results[3], results[4]]);
      say([plain(results[0] as Item), keys(results[5] as Item[]), results[6], results[7]]);
      say((await store.search(['n'])).map(plain));
    },
  },
  'a search without a query returns items in the order of the puts': {
    async script(store, say) {
      const puts = ['c', 'a', 'z', 'b', 'y'].map((key, i) => ({ namespace: ['n'], key, value: { i } }));
      await store.batch(puts);
      await store.put(['n'], 'late', { i: 9 });
      await store.put(['n'], 'a', { i: 'changed' });
      say((await store.search(['n'])).map(plain));
      await store.delete(['n'], 'c');
      await store.put(['n'], 'c', { i: 'again' });
      say(keys(await store.search(['n'])));
      for (const page of [{ limit: 2 }, { limit: 2, offset: 2 }, { limit: 2, offset: 5 }, { offset: 6 }, { limit: 0 }])
        say(keys(await store.search(['n'], page)));
      say((await store.search(['n'], { limit: 1 })).map(({ score }) => score));
    },
  },
  'a search returns ten items by default': {
    async script(store, say) {
      for (let i = 0; i < 12; i++) await store.put(['n'], `k${i}`, { i });
      say(keys(await store.search(['n'])));
      say(keys(await store.search(['n'], { filter: { i: { $gte: 1 } } })));
      say(keys(await store.search(['n'], { filter: { i: { $gte: 1 } }, offset: 9, limit: 5 })));
    },
  },
  'a search covers the namespaces below its prefix': {
    async script(store, say) {
      for (const [i, namespace] of NAMESPACES.entries()) await store.put(namespace, 'k', { i });
      for (const prefix of [[], ['a'], ['a', 'b'], ['a', 'b', 'd', 'e'], ['users'], ['nobody']])
        say(keys(await store.search(prefix)));
    },
  },
  'filters with every operator': {
    async script(store, say) {
      for (const [key, value] of PEOPLE) await store.put(['people'], key, value);
      for (const filter of FILTERS) say([filter, keys(await store.search(['people'], { filter }))]);
    },
  },
  'namespaces by prefix, suffix, wildcards and depth, page by page': {
    async script(store, say) {
      say(await store.listNamespaces());
      for (const [i, namespace] of NAMESPACES.entries()) await store.put(namespace, `k${i}`, { i });
      await store.put(['a', 'b', 'c'], 'second', { i: 'the same namespace' });
      for (const options of [
        {},
        { prefix: ['a'] },
        { prefix: ['a', 'b', 'd'] },
        { suffix: ['f'] },
        { prefix: ['a'], suffix: ['f'] },
        { prefix: ['*', 'b'] },
        { prefix: ['users', '*'] },
        { suffix: ['*', '2'] },
        { prefix: ['*', 'users'], suffix: ['settings', '*'] },
        { prefix: ['a', 'b', 'c', 'd', 'e'] },
        { maxDepth: 1 },
        { maxDepth: 2 },
        { prefix: ['a', 'b'], maxDepth: 3 },
        { limit: 2 },
        { limit: 2, offset: 3 },
        { offset: 6 },
        { maxDepth: 2, limit: 2, offset: 1 },
      ])
        say([options, await store.listNamespaces(options)]);
    },
  },
  'namespaces that the framework does not allow': {
    async script(store, say) {
      for (const namespace of [[], ['a.b'], [''], ['langgraph', 'x']])
        say(await store.put(namespace, 'k', {}).catch((error: Error) => [error.name, error.message]));
      await store.put(['x', 'langgraph'], 'k', { fine: true });
      say(plain(await store.get(['x', 'langgraph'], 'k')));
    },
  },
  'a query, and texts that are not searched': {
    async script(store, say) {
      await store.put(['q'], 'hidden', { text: 'heron heron water' }, false);
      await store.put(['q'], 'boat', { text: 'A canoe lies on the beach' });
      await store.put(['q'], 'bird', { text: 'The heron stands in the water' });
      await store.put(['q'], 'none', { text: 'heron' }, []);
      await store.put(['q'], 'absent', { text: 'heron' }, ['missing', 'also.missing']);
      await store.put(['other'], 'bird', { text: 'The heron of somebody else in the water' });
      const found = await store.search(['q'], { query: 'heron in the water' });
      say(found.map(({ key, score }) => [key, typeof score]));
      say(keys(await store.search(['q'], { query: 'canoe on a beach', limit: 1 })));
      say(keys(await store.search(['q'], { query: 'heron water', filter: { text: { $ne: 'heron' } }, limit: 2 })));
    },
  },
  'a changed item is found by its new text': {
    async script(store, say) {
      await store.put(['q'], 'one', { text: 'The heron stands in the water' });
      await store.put(['q'], 'two', { text: 'Tea from the kettle' });
      say(keys(await store.search(['q'], { query: 'heron water', limit: 1 })));
      await store.put(['q'], 'one', { text: 'A canoe lies on the beach' });
      await store.put(['q'], 'two', { text: 'A heron drinks water' });
      say(keys(await store.search(['q'], { query: 'heron water', limit: 1 })));
      say(keys(await store.search(['q'], { query: 'canoe beach', limit: 1 })));
      await store.put(['q'], 'two', { text: 'A heron drinks water' }, false);
      say((await store.search(['q'], { query: 'canoe beach' })).map(plain)[0]);
    },
  },
  'fields of the store, and fields of a single put': {
    fields: ['text', 'meta.title'],
    async script(store, say) {
      await store.put(['f'], 'text', { text: 'heron', other: 'canoe', meta: { title: 'tea' } });
      await store.put(['f'], 'parts', { parts: [{ body: 'canoe' }, { body: 'beach' }], text: 'kettle' }, [
        'parts[*].body',
      ]);
      await store.put(['f'], 'last', { list: ['heron', 'kettle'], text: 'beach' }, ['list[-1]']);
      await store.put(['f'], 'either', { a: 'water', b: { c: 'canoe' }, text: 'tea' }, ['{a,b.c}']);
      await store.put(['f'], 'none', { other: 'heron' });
      for (const query of ['heron', 'tea', 'canoe beach', 'kettle', 'water'])
        say([query, keys(await store.search(['f'], { query, limit: 1 }))]);
      const found = await store.search(['f'], { query: 'heron' });
      say(found.filter(({ score }) => score === undefined).map(({ key }) => key));
    },
  },
};

describe("LangGraph's store does what the framework's own in-memory store does", () => {
  const { client } = withService();
  for (const [name, { fields, script }] of Object.entries(SAME)) {
    it(name, async () => {
      const index = { dims: 7, embeddings: new WordEmbeddings({}), ...(fields ? { fields } : {}) };
      const ours = new RecollectStore({ client: await client(), ...(fields ? { fields } : {}) });
      const [returned, expected] = await Promise.all(
        [ours, new InMemoryStore({ index })].map((store) => resultsOf(store, script)),
      );
      assert.deepEqual(returned, expected);
      assert.ok(expected?.length);
    });
  }
});

async function resultsOf(store: BaseStore, script: Script): Promise<unknown[]> {
  const results: unknown[] = [];
  await script(store, (result) => void results.push(result));
  return results;
}
