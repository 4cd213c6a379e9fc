import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { DAY } from '../../kernel/clock.js';

onBothEngines('a memory', (start) => {
  it('is stored once when twenty callers store it at the same time', async () => {
    const service = await start();
    const { key } = await service.mint();
    const body = { user_id: 'ann', content: 'Ann plays the cello', tags: ['music'] };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => service.call('POST', '/memory/store', { key, body })),
    );
    assert.equal(new Set(responses.map((response) => response.body.id)).size, 1);
    assert.deepEqual(responses.map((response) => response.status).sort(), [...new Array(19).fill(200), 201]);
    const usage = await service.call('GET', '/usage', { key });
    assert.equal(usage.body.used, 1);
  });

  it('keeps what each of several concurrent stores adds to it', async () => {
    const service = await start();
    const { key } = await service.mint();
    const content = 'Ann plays the cello in a quartet';
    const { body: there } = await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } });
    const entries = ['a', 'b', 'c'].map((tag) => ({ user_id: 'ann', content, tags: [tag], metadata: { [tag]: 1 } }));
    await service.call('POST', '/memory/batch', { key, body: { memories: entries } });
    await Promise.all(
      ['d', 'e', 'f', 'g'].map((tag) =>
        service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content, tags: [tag] } }),
      ),
    );
    const { body } = await service.call('GET', `/memory/${there.id}`, { key });
    assert.deepEqual([...body.tags].sort(), ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    assert.deepEqual(body.metadata, { a: 1, b: 1, c: 1 });
    const history = await service.call('GET', `/memory/${there.id}/history`, { key });
    assert.equal(history.body.versions.length, 8);
  });

  it('is found by the name of its speaker, and by the new name after a correction', async () => {
    const service = await start();
    const { key } = await service.mint();
    const body = {
      user_id: 'ann',
      kind: 'episodic',
      content: 'I will bring the ladder',
      metadata: { speaker: 'Wilma' },
    };
    const { body: turn } = await service.call('POST', '/memory/store', { key, body });
    const foundBy = async (q: string) => {
      const { body: found } = await service.call('GET', `/memory/retrieve?user_id=ann&ranking=words&q=${q}`, { key });
      return found.results.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual([await foundBy('Wilma'), await foundBy('Gustav')], [[turn.id], []]);
    const patch = { metadata: { speaker: 'Gustav' } };
    const changed = await service.call('PATCH', `/memory/${turn.id}`, { key, body: patch });
    assert.equal(changed.status, 200);
    assert.deepEqual([changed.body.content, changed.body.verified_at], [turn.content, turn.verified_at]);
    assert.deepEqual([await foundBy('Wilma'), await foundBy('Gustav')], [[], [turn.id]]);
    assert.deepEqual(await foundBy('ladder'), [turn.id]);
  });

  it('merges tags, lets new metadata win and keeps the earlier version when it is stored again', async () => {
    const service = await start();
    const { key } = await service.mint();
    const store = (more: object) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'Ann plays the cello', ...more } });
    const first = await store({ tags: ['a'], metadata: { source: 'chat', seen: 1 } });
    const second = await store({ tags: ['b', 'a'], metadata: { seen: 2, extra: true } });
    assert.equal(second.status, 200);
    assert.equal(second.body.id, first.body.id);
    assert.equal(second.body.status, 'duplicate');
    assert.deepEqual(second.body.tags, ['a', 'b']);
    assert.deepEqual(second.body.metadata, { source: 'chat', seen: 2, extra: true });
    assert.ok(second.body.verified_at);
    const history = await service.call('GET', `/memory/${first.body.id}/history`, { key });
    assert.deepEqual(
      history.body.versions.map((entry: { version: number }) => entry.version),
      [2, 1],
    );
    assert.deepEqual(history.body.versions[1].record.tags, ['a']);
    const other = await store({ namespace: 'elsewhere' });
    assert.equal(other.status, 201);
    const again = await store({ dedupe: false });
    assert.equal(again.status, 201);
    assert.notEqual(again.body.id, first.body.id);
  });

  it('expires at the later of both times when it is stored again, and never if one store had no TTL', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    const store = async (more: object) =>
      (await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'Ann skis', ...more } }))
        .body;
    const first = await store({ ttl_seconds: 60 });
    assert.equal((await store({ ttl_seconds: 30 })).expires_at, first.expires_at);
    assert.equal((await store({ ttl_seconds: 90, tags: ['a'] })).expires_at, clock.now() + 90_000);
    assert.equal((await store({})).expires_at, null);
    assert.equal((await store({ ttl_seconds: 60 })).expires_at, null);
    clock.advance(DAY);
    const { status, body } = await service.call('GET', `/memory/${first.id}`, { key });
    assert.deepEqual([status, body.expires_at], [200, null]);
  });

  it('keeps the importance and the wider of the validities when it is stored again, in a version of their own', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    const body = { user_id: 'ann', content: 'Ann has a parking permit' };
    const store = async (more: object) =>
      (await service.call('POST', '/memory/store', { key, body: { ...body, ...more } })).body;
    const [from, end] = [clock.now() - 9 * DAY, clock.now() + 9 * DAY];
    const first = await store({ valid_from: from });
    const known = ({ id, valid_from, valid_until, importance }: Record<string, unknown>) => [
      id,
      valid_from,
      valid_until,
      importance,
    ];
    for (const [given, ...kept] of [
      [{ importance: 9 }, from, null, 9],
      [{ valid_until: end }, from, end, 9],
      [{ valid_until: end - DAY, valid_from: from + DAY }, from, end, 9],
      [{ valid_until: end + DAY, importance: 2 }, from, end + DAY, 2],
      [{ valid_from: from - DAY }, from - DAY, end + DAY, 2],
    ] as const)
      assert.deepEqual(known(await store(given)), [first.id, ...kept]);
    const history = (await service.call('GET', `/memory/${first.id}/history`, { key })).body;
    assert.equal(history.count, 5);
    const next = await store({ valid_from: end + DAY });
    const former = await store({ valid_from: from - 9 * DAY, valid_until: from - 8 * DAY });
    assert.deepEqual([next.status, former.status], ['stored', 'stored']);
    const again = await store({ valid_from: end + 2 * DAY });
    assert.deepEqual([again.status, again.id, again.valid_from], ['duplicate', next.id, end + DAY]);
    assert.equal((await store({})).valid_from, clock.now(), 'what is stored without a start holds now');
    const entries = [{ valid_until: end }, { valid_from: end, valid_until: end + DAY }, { valid_from: end - DAY }];
    const { results } = (
      await service.call('POST', '/memory/batch', {
        key,
        body: { memories: entries.map((entry) => ({ ...body, content: 'Ann has a library card', ...entry })) },
      })
    ).body;
    assert.deepEqual(
      results.map(({ status }: { status: string }) => status),
      ['stored', 'stored', 'duplicate'],
    );
  });

  it('is stored again if the earlier copy has expired or ended', async () => {
    const clock = new TestClock();
    const service = await start({ clock });
    const { key } = await service.mint();
    const store = (more: object) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'Ann is on holiday', ...more } });
    const expiring = await store({ ttl_seconds: 60 });
    assert.equal((await store({ ttl_seconds: 60 })).body.id, expiring.body.id);
    clock.advance(DAY);
    const next = await store({ valid_until: clock.now() + DAY });
    assert.equal(next.status, 201);
    clock.advance(2 * DAY);
    const last = await store({});
    assert.equal(last.status, 201);
    const found = await service.call('GET', '/memory/retrieve', { key, query: { q: 'Ann holiday', user_id: 'ann' } });
    assert.deepEqual(
      found.body.results.map((memory: { id: string }) => memory.id),
      [last.body.id],
    );
    const then = await service.call('GET', '/memory/retrieve', {
      key,
      query: { q: 'Ann holiday', user_id: 'ann', as_of: clock.now() - 1.5 * DAY },
    });
    assert.deepEqual(
      then.body.results.map((memory: { id: string }) => memory.id),
      [next.body.id],
    );
  });

  it('is stored without vectors while the embedder is unavailable, and embedded once it is back', async () => {
    const embedder = new StubEmbedder();
    const service = await start({ embedder });
    const { key } = await service.mint();
    embedder.unavailable = true;
    const stored = await service.call('POST', '/memory/store', {
      key,
      body: { user_id: 'ann', content: 'Ann keeps bees' },
    });
    assert.equal(stored.status, 201);
    assert.equal(stored.body.embedded, false);
    assert.equal(stored.body.status, 'queued');
    await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'Ann sold the honey' } });
    const blind = await service.call('GET', '/memory/retrieve', { key, query: { q: 'bees', user_id: 'ann' } });
    assert.equal(blind.body.semantic, false);
    assert.deepEqual(
      blind.body.results.map((memory: { content: string }) => memory.content),
      ['Ann sold the honey', 'Ann keeps bees'],
    );
    assert.equal(blind.body.results[0].score, null);
    const health = await service.call('GET', '/health');
    assert.equal(health.status, 200);
    assert.equal(health.body.status, 'degraded');
    assert.equal(health.body.checks.embedder.backlog, 2);

    embedder.unavailable = false;
    await service.jobs.runDue();
    const found = await service.call('GET', '/memory/retrieve', {
      key,
      query: { q: 'Ann keeps bees', user_id: 'ann' },
    });
    assert.equal(found.body.semantic, true);
    assert.equal(found.body.results[0].content, 'Ann keeps bees');
    assert.equal(found.body.results[0].embedded, true);
    assert.equal((await service.call('GET', '/health')).body.checks.embedder.backlog, 0);
  });

  it('is embedded again when the model changes, and never compared with vectors of the old one', async () => {
    const before = await start({ embedder: new StubEmbedder(64, 'old') });
    const { key } = await before.mint();
    await before.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: 'Ann keeps bees' } });
    await before.stop();
    const after = await start({ embedder: new StubEmbedder(32, 'new'), place: before.place });
    const query = { q: 'Ann keeps bees', user_id: 'ann' };
    assert.equal((await after.call('GET', '/memory/retrieve', { key, query })).body.count, 0);
    await after.jobs.runDue();
    const found = await after.call('GET', '/memory/retrieve', { key, query });
    assert.equal(found.body.results[0].score, 1);
  });

  it('is gone for every call once forgotten, along with its history', async () => {
    const service = await start();
    const { key } = await service.mint();
    const { body } = await service.call('POST', '/memory/store', {
      key,
      body: { user_id: 'ann', content: 'Ann fears moths' },
    });
    await service.call('PATCH', `/memory/${body.id}`, { key, body: { content: 'Ann fears large moths' } });
    const gone = await service.call('DELETE', '/memory/forget', { key, query: { id: body.id } });
    assert.deepEqual(gone.body, { deleted: 1 });
    for (const path of [`/memory/${body.id}`, `/memory/${body.id}/history`]) {
      assert.equal((await service.call('GET', path, { key })).status, 404);
    }
    const found = await service.call('GET', '/memory/retrieve', {
      key,
      query: { q: 'Ann fears moths', user_id: 'ann', include_expired: true },
    });
    assert.equal(found.body.count, 0);
    assert.equal((await service.call('PATCH', `/memory/${body.id}`, { key, body: { importance: 1 } })).status, 404);
    assert.equal((await service.call('DELETE', '/memory/forget', { key, query: { id: body.id } })).status, 404);
  });

  it('is reported as a near duplicate of an earlier one, and both are kept', async () => {
    const service = await start();
    const { key } = await service.mint();
    const store = (content: string) =>
      service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } });
    const first = await store('Ann keeps two cats and a parrot in the flat above the bakery');
    const near = await store('Ann keeps two cats and a parrot in her flat above the bakery!');
    assert.equal(near.status, 201);
    assert.equal(near.body.near_duplicate_of, first.body.id);
    const other = await store('Ann keeps three cats and a parrot in the flat above the bakery 3');
    assert.equal(other.body.near_duplicate_of, null, 'another number says something else');
    const batch = await service.call('POST', '/memory/batch', {
      key,
      body: {
        memories: [{ user_id: 'ann', content: 'Ann keeps two cats and one parrot in the flat above the bakery' }],
      },
    });
    assert.ok(batch.body.results[0].near_duplicate_of);
  });

  it('does not multiply when an agent stores back what it was given for fifty turns', async () => {
    const service = await start();
    const { key } = await service.mint();
    const facts = [
      'Ann plays the cello in a quartet on Sundays',
      'Ann works at the observatory on the hill',
      'Ann drinks green tea before noon',
    ];
    for (const content of facts)
      await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content } });
    for (let turn = 0; turn < 50; turn++) {
      const q = ['What does Ann play?', 'Where does Ann work?', 'What does Ann drink?'][turn % 3] as string;
      const found = await service.call('GET', '/memory/retrieve', {
        key,
        query: { q, user_id: 'ann', ranking: 'hybrid' },
      });
      const { content } = found.body.results[turn % found.body.count];
      const echoed = [content, `${content}.`, content.toUpperCase(), ` "${content}" `][turn % 4] as string;
      const response = await service.call('POST', '/memory/store', { key, body: { user_id: 'ann', content: echoed } });
      assert.equal(response.status, 200, echoed);
    }
    assert.equal((await service.call('GET', '/memory', { key, query: { user_id: 'ann' } })).body.count, facts.length);
  });

  it('is stored if its words differ in anything from what was just retrieved, or are too many to compare', async () => {
    const service = await start();
    const { key } = await service.mint();
    const changes = [
      ['The budget was reviewed and approved by the board', 'The budget was reviewed and rejected by the board'],
      ['Ann lent Bob her bicycle for the summer', 'Bob lent Ann her bicycle for the summer'],
      ['The night train goes from Paris to Rome', 'The night train goes from Rome to Paris'],
      ['Ann walks the dog in the park every morning', 'Ann walks the dog in the park every morning with Bea'],
      ['The entrance fee of the museum is $12', 'The entrance fee of the museum is €12'],
      ['Ann signed the contract', 'Ann signed the contract?'],
      ['मेरा बेटा दिल्ली में रहता है', 'मेरी बेटी दिल्ली में रहती है'],
      ['The balance of the account is - 500 euros', 'The balance of the account is 500 euros'],
      ['A long story. '.repeat(700), `${'A long story. '.repeat(700)} It ended well.`],
      ['A long story. '.repeat(700), `"${'A long story. '.repeat(700)}"`],
    ] as const;
    for (const [at, pair] of changes.entries()) {
      const user_id = `ann ${at}`;
      const [was, is] = pair;
      await service.call('POST', '/memory/store', { key, body: { user_id, content: was } });
      await service.call('GET', '/memory/retrieve', { key, query: { q: was.slice(0, 60), user_id } });
      const { status, body } = await service.call('POST', '/memory/store', { key, body: { user_id, content: is } });
      assert.deepEqual([status, body.status, body.content], [201, 'stored', is]);
      assert.equal((await service.call('GET', '/memory', { key, query: { user_id } })).body.count, 2);
    }
  });

  it('counts how often it was retrieved', async () => {
    const service = await start();
    const { key } = await service.mint();
    const { body } = await service.call('POST', '/memory/store', {
      key,
      body: { user_id: 'ann', content: 'Ann rows on Sundays' },
    });
    for (let i = 0; i < 3; i++)
      await service.call('GET', '/memory/retrieve', { key, query: { q: 'rowing', user_id: 'ann' } });
    await service.stop();
    const again = await start({ place: service.place });
    const memory = await again.call('GET', `/memory/${body.id}`, { key });
    assert.equal(memory.body.retrieval_count, 3);
    assert.ok(memory.body.last_retrieved_at);
  });
});
