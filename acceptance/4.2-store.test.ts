import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError, expectStatus } from './expect.js';
import { expectFreshTimes, expectMemory, KINDS, memoryOf, OUTCOMES } from './memory.js';
import {
  call,
  EMBEDDER_OFF,
  itemsOf,
  type Json,
  mintKey,
  needsEmbedder,
  needsNoEmbedder,
  newScope,
  serviceReaches,
  unique,
} from './support.js';

const mine = memoryOf((await mintKey()).key);

describe('POST /memory/store', () => {
  test('a memory stored with only user_id, agent_id and content gets every default', async () => {
    const scope = newScope();
    const response = await mine.tryStore({ ...scope, content: 'Ada prefers tea in the morning.' });
    expectStatus(response, 201);
    expectMemory(response.body, {
      ...scope,
      content: 'Ada prefers tea in the morning.',
      kind: 'semantic',
      metadata: {},
      namespace: 'default',
      importance_estimated: true,
      tags: [],
      outcome: 'unknown',
      outcome_score: 0.5,
      embedded: !EMBEDDER_OFF,
      valid_until: null,
      expires_at: null,
      retrieval_count: 0,
      last_retrieved_at: null,
      superseded_by: null,
    });
    expectFreshTimes(response.body);
    assert.deepEqual(response.body.conflicts, []);
    assert.equal(response.body.conflict, null);
  });

  test('a memory is already embedded when the store returns', needsEmbedder, async () => {
    const stored = await mine.store({ ...newScope(), content: 'The bakery opens at six.' });
    assert.equal(stored.embedded, true);
    assert.equal(stored.status, 'stored');
  });

  test('without an embedder a memory is still created, and reported as not embedded', needsNoEmbedder, async () => {
    const stored = await mine.store({ ...newScope(), content: 'The bakery opens at six.' });
    assert.equal(stored.embedded, false);
    assert.ok(['queued', 'stored'].includes(stored.status), stored.status);
  });

  test('every optional field is returned as given', async () => {
    const given = {
      ...newScope(),
      content: 'The release is cut every second Tuesday.',
      metadata: { source: 'wiki', nested: { list: [1, 'two', null, true] } },
      importance: 7.5,
      tags: ['release', 'process'],
      namespace: 'team',
      outcome: 'success',
      kind: 'procedural',
      valid_from: Date.UTC(2024, 0, 1),
      valid_until: Date.UTC(2124, 0, 1),
    };
    const stored = await mine.store({ ...given, detect_conflicts: false, dedupe: true });
    const read = await mine.get(stored.id);
    for (const record of [stored, read]) {
      const tags = [...record.tags].sort();
      expectMemory({ ...record, tags }, { ...given, tags: ['process', 'release'] });
    }
  });

  test('content is stored verbatim, in any script', async () => {
    const content =
      '  Grüße, 你好, سلام, 👩‍👩‍👧‍👦 e\u0301\r\n\t"quoted" \\ back <b>bold</b> {{x}} $x %s \' ; --\u2028end ';
    const stored = await mine.store({ ...newScope(), content });
    assert.equal((await mine.get(stored.id)).content, content);
  });

  test('names are taken literally, including blanks and wildcards', async () => {
    const inner = unique('u');
    const agent_id = "o'agent; DROP TABLE memories; --";
    const content = 'A memory under an unusual name.';
    const names = [
      inner,
      ` ${inner} `,
      `${inner}%`,
      `${inner}_`,
      `${inner}/../x`,
      `${inner}?&#=+`,
      inner.toUpperCase(),
    ];
    for (const user_id of names) {
      const stored = await mine.store({ user_id, agent_id, content });
      expectMemory(stored, { user_id, agent_id });
      const listed = itemsOf(await mine.list({ user_id }));
      assert.deepEqual(
        listed.map((memory) => memory.id),
        [stored.id],
      );
    }
  });

  for (const kind of KINDS) {
    test(`a memory can be of kind ${kind}`, async () => {
      expectMemory(await mine.store({ ...newScope(), content: 'Of a kind.', kind }), { kind });
    });
  }
  for (const outcome of OUTCOMES) {
    test(`a memory can have the outcome ${outcome}`, async () => {
      expectMemory(await mine.store({ ...newScope(), content: 'With an outcome.', outcome }), { outcome });
    });
  }
  for (const importance of [0, 0.5, 10]) {
    test(`importance ${importance} is within range`, async () => {
      const stored = await mine.store({ ...newScope(), content: 'Weighed.', importance });
      expectMemory(stored, { importance, importance_estimated: false });
    });
  }

  test('ttl_seconds sets expires_at', async () => {
    const stored = await mine.store({ ...newScope(), content: 'Parking permit for today.', ttl_seconds: 3_600 });
    const life = (stored.expires_at ?? 0) - stored.created_at;
    assert.ok(Math.abs(life - 3_600_000) < 5_000, `lives ${life} ms`);
  });

  for (const [form, valid_from, valid_until] of [
    ['milliseconds', Date.UTC(2020, 0, 1), Date.UTC(2021, 0, 1)],
    ['ISO 8601 strings', '2020-01-01T00:00:00Z', '2021-01-01T02:00:00+02:00'],
    ['ISO 8601 strings with fractions', '2020-01-01T00:00:00.000Z', '2021-01-01T00:00:00.000Z'],
    ['ISO 8601 dates', '2020-01-01', '2021-01-01'],
  ] as const) {
    test(`validity can be given as ${form} and is returned in milliseconds`, async () => {
      const stored = await mine.store({ ...newScope(), content: 'Valid for a year.', valid_from, valid_until });
      expectMemory(stored, { valid_from: Date.UTC(2020, 0, 1), valid_until: Date.UTC(2021, 0, 1) });
    });
  }

  for (const [field, wrong] of [
    ['user_id', undefined],
    ['user_id', ''],
    ['content', undefined],
    ['content', ''],
    ['importance', -0.1],
    ['importance', 10.1],
    ['importance', '5'],
    ['ttl_seconds', 0],
    ['ttl_seconds', -1],
    ['ttl_seconds', '60'],
    ['tags', ['']],
    ['namespace', ''],
    ['outcome', 'maybe'],
    ['kind', 'imaginary'],
    ['detect_conflicts', 'true'],
    ['dedupe', 'no'],
    ['valid_from', 'tomorrow'],
    ['valid_until', 'someday'],
  ] as const) {
    test(`${field} = ${JSON.stringify(wrong)} is refused by name, and nothing is stored`, async () => {
      const scope = newScope();
      const response = await mine.tryStore({ ...scope, content: 'Refused.', [field]: wrong });
      expectError(response, 400, 'invalid_request', field);
      assert.deepEqual(itemsOf(await mine.list({ user_id: scope.user_id })), []);
    });
  }

  test('fields the service does not know are ignored', async () => {
    const stored = await mine.store({
      ...newScope(),
      content: 'With extras.',
      colour: 'blue',
      score: 1,
      id: 'mem_mine',
    });
    assert.notEqual(stored.id, 'mem_mine');
    assert.ok(!('colour' in stored));
  });
});

describe('storing the same content again', () => {
  const content = 'Bruno lives in Porto.';

  test('returns 200 with the existing memory, its tags and metadata merged', async () => {
    const scope = newScope();
    const first = await mine.store({ ...scope, content, tags: ['a', 'b'], metadata: { kept: 1, changed: 'old' } });
    const again = await mine.tryStore({
      ...scope,
      content,
      tags: ['b', 'c'],
      metadata: { changed: 'new', added: true },
    });
    expectStatus(again, 200);
    assert.equal(again.body.id, first.id);
    assert.equal(again.body.status, 'duplicate');
    assert.equal(again.body.duplicate, true);
    for (const record of [again.body, await mine.get(first.id)]) {
      assert.deepEqual([...record.tags].sort(), ['a', 'b', 'c']);
      assert.deepEqual(record.metadata, { kept: 1, changed: 'new', added: true });
      assert.equal(record.created_at, first.created_at);
      assert.ok((record.verified_at ?? 0) >= first.created_at, 'it counts as verified now');
    }
    assert.equal(itemsOf(await mine.list({ user_id: scope.user_id })).length, 1);
  });

  test('keeps tags and metadata that the second call does not mention', async () => {
    const scope = newScope();
    await mine.store({ ...scope, content, tags: ['kept'], metadata: { kept: true } });
    const again = await mine.tryStore({ ...scope, content });
    expectStatus(again, 200);
    assert.deepEqual([again.body.tags, again.body.metadata], [['kept'], { kept: true }]);
  });

  const elsewhere: [string, () => Json][] = [
    ['another namespace', () => ({ namespace: 'other' })],
    ['another kind', () => ({ kind: 'episodic' })],
    ['another agent', () => ({ agent_id: unique('agent') })],
    ['another user', () => ({ user_id: unique('user') })],
  ];
  for (const [where, change] of elsewhere) {
    test(`in ${where} creates a separate memory`, async () => {
      const scope = newScope();
      const first = await mine.store({ ...scope, content });
      const second = await mine.store({ ...scope, content, ...change() });
      assert.notEqual(second.id, first.id);
    });
  }

  test('under another key creates a separate memory', async () => {
    const scope = newScope();
    const other = memoryOf((await mintKey()).key);
    const first = await mine.store({ ...scope, content });
    assert.notEqual((await other.store({ ...scope, content })).id, first.id);
  });

  test('with dedupe false creates a second memory', async () => {
    const scope = newScope();
    const first = await mine.store({ ...scope, content });
    const second = await mine.store({ ...scope, content, dedupe: false });
    assert.notEqual(second.id, first.id);
    assert.equal(second.status === 'duplicate', false);
  });

  test('after it was forgotten creates a new memory', async () => {
    const scope = newScope();
    const first = await mine.store({ ...scope, content });
    await mine.forget({ id: first.id });
    assert.notEqual((await mine.store({ ...scope, content })).id, first.id);
  });

  test('twenty times concurrently creates one memory', async () => {
    const scope = newScope();
    const body = { ...scope, content: 'Twenty clients say the same at once.' };
    const responses = await Promise.all(Array.from({ length: 20 }, () => mine.tryStore(body)));
    for (const response of responses) expectStatus(response, 200, 201);
    assert.equal(responses.filter((response) => response.status === 201).length, 1);
    assert.equal(new Set(responses.map((response) => response.body.id)).size, 1);
    assert.equal(itemsOf(await mine.list({ user_id: scope.user_id })).length, 1);
  });

  test('ten times concurrently with different tags and metadata merges all of them', async () => {
    const body = { ...newScope(), content: 'Ten clients add to the same memory.' };
    const { id } = await mine.store(body);
    const names = Array.from({ length: 10 }, (_, i) => `t${i}`);
    const responses = await Promise.all(
      names.map((name) => mine.tryStore({ ...body, tags: [name], metadata: { [name]: true } })),
    );
    for (const response of responses) expectStatus(response, 200);
    const united = await mine.get(id);
    assert.deepEqual([...united.tags].sort(), names);
    assert.deepEqual(Object.keys(united.metadata).sort(), names);
  });
});

describe('a memory with ttl_seconds', () => {
  test('is no longer found once it has expired', async () => {
    const scope = newScope();
    const lasting = await mine.store({ ...scope, content: 'The wifi password is on the fridge.' });
    const brief = await mine.store({ ...scope, content: 'The wifi is down just now.', ttl_seconds: 1 });
    const query = { q: 'What about the wifi?', user_id: scope.user_id };
    await serviceReaches(brief.created_at + 1_000);
    assert.deepEqual(
      (await mine.retrieve(query)).results.map((memory) => memory.id),
      [lasting.id],
    );
    assert.deepEqual(
      itemsOf(await mine.list({ user_id: scope.user_id })).map((memory) => memory.id),
      [lasting.id],
    );
  });

  test('is found with include_expired until a sweep removes it', async () => {
    const attempts = 3; // a background sweep may interfere with any one of them
    for (let attempt = 1; ; attempt++) {
      const scope = newScope();
      const brief = await mine.store({ ...scope, content: 'The lift is out of order.', ttl_seconds: 1 });
      await serviceReaches(brief.created_at + 1_000);
      const query = { q: 'Does the lift work?', user_id: scope.user_id };
      assert.deepEqual((await mine.retrieve({ ...query, include_expired: false })).results, []);
      const found = (await mine.retrieve({ ...query, include_expired: true })).results.map((memory) => memory.id);
      if (found.includes(brief.id)) return;
      assert.ok(attempt < attempts, 'an expired memory was never found with include_expired');
    }
  });
});

test('storing accepts a JSON body sent as text/plain', async () => {
  const { key } = await mintKey();
  const raw = JSON.stringify({ ...newScope(), content: 'Sent as plain text.' });
  expectStatus(await call('POST', '/memory/store', { key, raw, headers: { 'content-type': 'text/plain' } }), 201);
});
