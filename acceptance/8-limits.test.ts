import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError, expectStatus } from './expect.js';
import { expectMemory, memoryOf } from './memory.js';
import { call, eventually, itemsOf, type Json, mintKey, needsTime, newScope, unique } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const EMOJI = '😀'; // one code point, two UTF-16 units, four bytes
const exactly = (length: number, letter = 'x') => {
  const start = unique('n');
  return start + letter.repeat(length - start.length);
};

describe('content', () => {
  for (const [what, letter] of [
    ['letters', 'x'],
    ['emoji', EMOJI],
  ] as const) {
    test(`of exactly 100,000 ${what} is stored whole`, async () => {
      const content = letter.repeat(100_000);
      const { id } = await mine.store({ ...newScope(), content });
      assert.equal((await mine.get(id)).content === content, true, 'it comes back whole');
    });
    test(`of 100,001 ${what} is refused by name`, async () => {
      const scope = newScope();
      const response = await mine.tryStore({ ...scope, content: letter.repeat(100_001) });
      expectError(response, 400, 'invalid_request', 'content');
      assert.deepEqual(itemsOf(await mine.list({ user_id: scope.user_id })), []);
    });
  }

  test('of one character is accepted', async () => {
    expectMemory(await mine.store({ ...newScope(), content: EMOJI }), { content: EMOJI });
  });

  test('has the same limit on update', async () => {
    const { id } = await mine.store({ ...newScope(), content: 'Short.' });
    expectError(await mine.tryPatch(id, { content: 'x'.repeat(100_001) }), 400, 'invalid_request', 'content');
    assert.equal((await mine.get(id)).content, 'Short.');
  });
});

describe('names', () => {
  for (const [field, longest] of [
    ['user_id', 256],
    ['agent_id', 256],
    ['namespace', 128],
  ] as const) {
    for (const [what, letter] of [
      ['letters', 'x'],
      ['emoji', EMOJI],
    ] as const) {
      test(`${field} may have ${longest} ${what} and not one more`, async () => {
        const content = 'Under a long name.';
        const name = exactly(longest, letter);
        const stored = await mine.store({ ...newScope(), content, [field]: name });
        assert.equal(stored[field], name);
        const refused = await mine.tryStore({ ...newScope(), content, [field]: name + letter });
        expectError(refused, 400, 'invalid_request', field);
      });
    }
    test(`${field} may be one character, but not empty`, async () => {
      const content = `${unique('content')} under a short name.`;
      expectStatus(await mine.tryStore({ ...newScope(), content, [field]: 'a' }), 201);
      expectError(await mine.tryStore({ ...newScope(), content, [field]: '' }), 400, 'invalid_request', field);
    });
  }

  test('user_id and agent_id have the same limit in a query', async () => {
    const q = 'What?';
    const user_id = 'x'.repeat(256);
    expectStatus(await mine.tryRetrieve({ q, user_id, agent_id: user_id }), 200);
    expectError(await mine.tryRetrieve({ q, user_id: `${user_id}x` }), 400, 'invalid_request', 'user_id');
    expectError(await mine.tryRetrieve({ q, user_id, agent_id: `${user_id}x` }), 400, 'invalid_request', 'agent_id');
    expectError(await mine.tryForget({ user_id: `${user_id}x` }), 400, 'invalid_request', 'user_id');
  });
});

describe('tags', () => {
  const content = 'With many tags.';

  test('a tag may have 64 characters, counted as code points, and not one more', async () => {
    for (const letter of ['x', EMOJI]) {
      const tags = [letter.repeat(64)];
      expectMemory(await mine.store({ ...newScope(), content, tags }), { tags });
      const tooLong = await mine.tryStore({ ...newScope(), content, tags: [letter.repeat(65)] });
      expectError(tooLong, 400, 'invalid_request', 'tags');
    }
  });

  test('a memory may have 64 tags and not one more', async () => {
    const tags = Array.from({ length: 65 }, (_, i) => `tag${i}`);
    const stored = await mine.store({ ...newScope(), content, tags: tags.slice(0, 64) });
    assert.equal(stored.tags.length, 64);
    expectError(await mine.tryStore({ ...newScope(), content, tags }), 400, 'invalid_request', 'tags');
  });
});

describe('metadata', () => {
  const content = 'With much beside it.';

  test('of 60 KB is stored and of 70 KB is refused by name', async () => {
    const metadata = { text: 'x'.repeat(60 * 1_024) };
    const { id } = await mine.store({ ...newScope(), content, metadata });
    assert.deepEqual((await mine.get(id)).metadata, metadata);
    const tooMuch = await mine.tryStore({ ...newScope(), content, metadata: { text: 'x'.repeat(70 * 1_024) } });
    expectError(tooMuch, 400, 'invalid_request', 'metadata');
  });

  test('may nest until the body is 32 levels deep, and no deeper', async () => {
    const nest = (levels: number): Json => (levels === 1 ? {} : { a: nest(levels - 1) });
    const deepest = nest(31); // the body around it is the 32nd level
    const { id } = await mine.store({ ...newScope(), content, metadata: deepest });
    assert.deepEqual((await mine.get(id)).metadata, deepest);
    const response = await mine.tryStore({ ...newScope(), content, metadata: nest(32) });
    expectError(response, 400, 'invalid_request');
  });
});

describe('counts', () => {
  test('a batch may have 100 memories and not one more', async () => {
    const scope = newScope();
    const memories = Array.from({ length: 101 }, (_, i) => ({ ...scope, content: `number ${i}` }));
    expectError(await mine.tryBatch(memories), 400, 'invalid_request', 'memories');
    assert.equal((await mine.batch(memories.slice(1))).stored, 100);
  });

  test('a batch applies the content limit to each memory', async () => {
    const scope = newScope();
    const response = await mine.batch([
      { ...scope, content: 'x'.repeat(100_001) },
      { ...scope, content: 'short' },
    ]);
    assert.deepEqual(
      response.results.map((result) => result.status),
      ['error', 'stored'],
    );
  });

  test('limit is at least 1 and at most 100', async () => {
    const query = { q: 'What?', user_id: unique('user') };
    for (const limit of [1, 100]) expectStatus(await mine.tryRetrieve({ ...query, limit }), 200);
    for (const limit of [0, 101, -5, 1e9]) {
      expectError(await mine.tryRetrieve({ ...query, limit }), 400, 'invalid_request', 'limit');
    }
  });
});

interface Allowance {
  tier: string;
  used: number;
  limit: number;
  remaining: number;
}
async function expectUsed(freeKey: string, used: number): Promise<void> {
  await eventually(async () => {
    const { body } = await call<Allowance>('GET', '/usage', { key: freeKey });
    assert.deepEqual([body.tier, body.used, body.limit, body.remaining], ['free', used, 10_000, 10_000 - used]);
  });
}

describe('the free allowance', () => {
  test('counts each memory that is created, and nothing else', async () => {
    const { key: freeKey } = await mintKey({ tier: 'free' });
    const free = memoryOf(freeKey);
    const scope = newScope();
    await expectUsed(freeKey, 0);
    const first = await free.store({ ...scope, content: 'one' });
    await free.store({ ...scope, content: 'two' });
    await expectUsed(freeKey, 2);
    expectStatus(await free.tryStore({ ...scope, content: 'two' }), 200);
    expectStatus(await free.tryStore({ ...scope }), 400);
    await free.retrieve({ q: 'How many?', user_id: scope.user_id });
    await free.patch(first.id, { importance: 7 });
    await expectUsed(freeKey, 2);
    await free.batch([
      { ...scope, content: 'three' },
      { ...scope, content: 'three' },
      { ...scope, content: 'two' },
      { ...scope, content: 'four' },
      { ...scope },
    ]);
    await expectUsed(freeKey, 4);
    await free.forget({ user_id: scope.user_id });
    await expectUsed(freeKey, 4);
  });

  test('counts a call repeated with the same Idempotency-Key once', async () => {
    const { key: freeKey } = await mintKey({ tier: 'free' });
    const free = memoryOf(freeKey);
    const headers = { 'idempotency-key': unique('idem') };
    const body = { ...newScope(), content: 'Paid once.', dedupe: false };
    for (let i = 0; i < 3; i++) expectStatus(await free.tryStore(body, headers), 201);
    await expectUsed(freeKey, 1);
  });

  test('counts concurrent stores exactly', async () => {
    const { key: freeKey } = await mintKey({ tier: 'free' });
    const free = memoryOf(freeKey);
    const scope = newScope();
    await Promise.all(Array.from({ length: 20 }, (_, i) => free.store({ ...scope, content: `parallel ${i}` })));
    await expectUsed(freeKey, 20);
  });

  test('is counted separately for each free key, and absent for pro', async () => {
    const [one, other] = [await mintKey({ tier: 'free' }), await mintKey({ tier: 'free' })];
    await memoryOf(one.key).store({ ...newScope(), content: 'Used by one.' });
    await expectUsed(one.key, 1);
    await expectUsed(other.key, 0);
    const { body } = await call<Allowance>('GET', '/usage', { key });
    assert.deepEqual([body.tier, body.limit, body.remaining], ['pro', null, null]);
  });

  test('refuses calls that exceed it as a whole, and still allows reads and forgets', needsTime, async () => {
    const { key: freeKey } = await mintKey({ tier: 'free' });
    const free = memoryOf(freeKey);
    const scope = newScope();
    const batchOf = (count: number, start: number) =>
      Array.from({ length: count }, (_, i) => ({ ...scope, content: `item ${start + i}` }));
    for (let start = 0; start < 9_900; start += 100) await free.batch(batchOf(100, start));
    await free.batch(batchOf(50, 9_900));
    await expectUsed(freeKey, 9_950);
    expectError(await free.tryBatch(batchOf(51, 9_950)), 429, 'quota_exceeded');
    await expectUsed(freeKey, 9_950);
    await free.batch(batchOf(50, 9_950));
    await expectUsed(freeKey, 10_000);
    const refused = await free.tryStore({ ...scope, content: 'one too many' });
    expectError(refused, 429, 'quota_exceeded');
    assert.match(refused.text, /10[,.\s]?000/);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    const { results } = await free.retrieve({ q: 'Which item?', user_id: scope.user_id });
    assert.equal(results.length, 10);
    assert.equal((await free.forget({ id: results[0]?.id ?? '' })).deleted, 1);
    expectError(await free.tryStore({ ...scope, content: 'still one too many' }), 429, 'quota_exceeded');
  });
});

test('rate-limit headers are consistent numbers', async (t) => {
  const { headers } = await call('GET', '/usage', { key });
  const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit', 'ratelimit-policy'];
  if (names.every((name) => !headers.has(name))) return t.skip('the service has no rate limit');
  const [limit, remaining, reset] = names.slice(0, 3).map((name) => headers.get(name) ?? '');
  for (const number of [limit, remaining, reset]) assert.match(number ?? '', /^\d+$/);
  assert.ok(Number(limit) > 0 && Number(remaining) <= Number(limit));
  assert.ok(headers.get('ratelimit') && headers.get('ratelimit-policy'));
});
