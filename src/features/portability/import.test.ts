import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines, type TestService } from '../../../test/support/service.js';
import { StubEmbedder } from '../../../test/support/stub-embedder.js';
import { during } from '../../../test/support/waits-for.js';
import { monthOf, nextMonth } from '../../kernel/clock.js';
import { exported, imported, linesOf, many, sendLines } from './portability.test.kit.js';
import { reserveQuota } from './sql/import.js';

/** Uses up this much of the monthly allowance. */
async function spend(service: TestService, keyId: string, count: number) {
  const now = Date.now();
  const quota = { month: monthOf(now), limit: 10_000, now, resetAt: nextMonth(now), count };
  await service.database.tenant(keyId).run(reserveQuota, quota);
}
const used = async (service: TestService, key: string) => (await service.call('GET', '/usage', { key })).body.used;

onBothEngines('import', (start, engine) => {
  it('adds nothing the second time, whether entries have ids or not', async () => {
    const service = await start();
    const { key } = await service.mint();
    const memories = [...many(5), { id: 'kept', user_id: 'ada', content: 'With an id', created_at: 1_700_000_000_000 }];
    assert.equal((await imported(service, key, { memories })).imported, 6);
    const before = await exported(service, key);
    const again = await imported(service, key, { memories });
    assert.deepEqual([again.imported, again.duplicates, again.skipped], [0, 6, 6]);
    assert.deepEqual((await exported(service, key)).memories, before.memories);
    assert.equal(before.memories.find((one) => one.id === 'kept')?.created_at, 1_700_000_000_000);
  });

  it('counts and writes nothing in a dry run, as a document and as lines', async () => {
    const service = await start();
    const { key, id } = await service.mint({ tier: 'free' });
    await imported(service, key, { memories: many(2) });
    const memories = [...many(4), { user_id: 'ada' }];
    const links = [{ from: 'a', to: 'b', relationship: 'related_to' }];
    const document = await imported(service, key, { memories, links, dry_run: true });
    const lines = await sendLines(service, key, linesOf(memories), '?dry_run=true');
    assert.equal(lines.status, 201, JSON.stringify(lines.body));
    for (const response of [document, lines.body])
      assert.deepEqual([response.imported, response.duplicates, response.error_count], [2, 2, 1]);
    assert.deepEqual([document.links, lines.body.errors[0].index], [1, 4]);
    assert.equal((await exported(service, key)).memories.length, 2);
    assert.equal(await used(service, key), 2);
    await spend(service, id, 9_998);
    assert.equal((await imported(service, key, { memories, dry_run: true })).imported, 2, 'the allowance is not asked');
  });

  it('says what is wrong with which entry, and imports the others', async () => {
    const service = await start();
    const { key } = await service.mint();
    const good = { user_id: 'ada', content: 'Good' };
    const text = [
      JSON.stringify(good),
      '{"user_id": "ada", "content": ',
      '',
      '[1, 2]',
      JSON.stringify({ ...good, content: 'x'.repeat(100_001) }),
      JSON.stringify({ content: 'Of nobody' }),
      JSON.stringify({ ...good, content: 'When?', created_at: 'yesterday' }),
      `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
      JSON.stringify({ ...good, content: 'Also good' }),
    ].join('\n');
    const { status, body } = await sendLines(service, key, text);
    assert.equal(status, 201);
    assert.deepEqual([body.imported, body.error_count, body.skipped], [2, 6, 6]);
    const messages = Object.fromEntries(
      body.errors.map((one: { index: number; message: string }) => [one.index, one.message]),
    );
    assert.match(messages[1], /not valid JSON/);
    assert.match(messages[3], /JSON object/);
    assert.match(messages[4], /content.*100000/);
    assert.match(messages[5], /user_id.*required/);
    assert.match(messages[6], /created_at.*time/);
    assert.match(messages[7], /deeper/);
    const bad = await imported(service, key, { memories: Array(250).fill({}) });
    assert.deepEqual([bad.error_count, bad.errors.length], [250, 100]);
  });

  it('refuses numbers of seconds as times, except for what an export says about early 1970', async () => {
    const service = await start();
    const [{ key }, other] = [await service.mint(), await service.mint()];
    const [seconds, birth] = [1_760_000_000, Date.UTC(1970, 1, 3)];
    const born = { user_id: 'ada', content: 'Ada was born.' };
    const store = (valid_from: unknown) =>
      service.call('POST', '/memory/store', { key, body: { ...born, valid_from } });
    for (const refused of [seconds, String(seconds), birth]) {
      const { status, body } = await store(refused);
      assert.deepEqual([status, body.error.details?.[0].field], [400, 'valid_from']);
      assert.match(body.error.message, /seconds.*milliseconds.*1970/);
    }
    const query = { user_id: 'ada', created_after: seconds };
    assert.equal((await service.call('GET', '/memory', { key, query })).status, 400);
    assert.equal((await store('1970-02-03')).status, 201);
    const plain = await imported(service, key, {
      source: 'recollect',
      memories: [{ ...born, content: 'Now', created_at: seconds }],
    });
    assert.match(plain.errors[0]?.message ?? '', /created_at.*milliseconds/);
    const agentmemo = { ...born, content: 'Later', memory_type: 'semantic', created_at: seconds };
    assert.equal((await imported(service, key, { source: 'agentmemo', memories: [agentmemo] })).imported, 1);
    const before = await exported(service, key);
    assert.deepEqual(before.memories.map(({ valid_from }) => valid_from).sort(), [birth, null]);
    assert.equal((await imported(service, other.key, { ...before })).imported, 2);
    assert.deepEqual((await exported(service, other.key)).memories, before.memories);
  });

  it('assigns everything to the user and agent that the request names', async () => {
    const service = await start();
    const { key } = await service.mint();
    await imported(service, key, {
      user_id: 'eve',
      memories: [{ content: 'No owner' }, { user_id: 'ada', content: 'Hers' }],
    });
    await sendLines(service, key, linesOf([{ content: 'From a line' }]), '?user_id=eve&agent_id=scribe');
    const { memories } = await exported(service, key);
    assert.deepEqual(
      memories.map((one) => one.user_id),
      ['eve', 'eve', 'eve'],
    );
    assert.deepEqual(memories.map((one) => one.agent_id).sort(), ['default', 'default', 'scribe']);
  });

  it('ignores the ids of another key', async () => {
    const service = await start();
    const [ann, bob] = [await service.mint(), await service.mint()];
    const memories = [{ id: 'shared', user_id: 'ada', content: 'Of Ann' }];
    await imported(service, ann.key, { memories });
    const response = await imported(service, bob.key, { memories: [{ ...memories[0], content: 'Of Bob' }] });
    assert.deepEqual([response.imported, response.duplicates], [1, 0]);
    assert.equal((await exported(service, ann.key)).memories[0]?.content, 'Of Ann');
  });

  it('imports a current memory alongside an old copy of its text that no longer holds', async () => {
    const service = await start();
    const { key } = await service.mint();
    const content = 'The library is open on Sundays';
    const over = { user_id: 'ada', content, valid_until: '2020-01-01' };
    assert.equal((await imported(service, key, { memories: [over, { user_id: 'ada', content }] })).imported, 2);
    assert.equal((await imported(service, key, { memories: [over, { user_id: 'ada', content }] })).imported, 0);
  });

  it('reports procedures and emotional records that are not valid, and imports the others', async () => {
    const service = await start();
    const { key } = await service.mint();
    const feeling = { id: 'emo_1', user_id: 'ada', agent_id: 'default', sentiment: 'positive', intensity: 5 };
    const whole = { ...feeling, valence: 0.5, source: 'given', created_at: 1 };
    const emotional = [whole, { ...whole, id: 'emo_2', valence: 7 }];
    const procedures = [{ id: 'proc_1', name: 'tea', steps: 'boil' }];
    const { counts, errors } = await imported(service, key, { emotional, procedures });
    assert.deepEqual(
      [counts.emotional, counts.procedures],
      [
        { imported: 1, duplicates: 0, errors: 1 },
        { imported: 0, duplicates: 0, errors: 1 },
      ],
    );
    assert.deepEqual(errors.map(({ message }: { message: string }) => /`(\w+)`/.exec(message)?.[1]).sort(), [
      'steps',
      'valence',
    ]);
  });

  it('restores links, and reports those that lead nowhere', async () => {
    const service = await start();
    const [from, to] = [await service.mint(), await service.mint()];
    const memories = ['a', 'b'].map((id) => ({ id, user_id: 'ada', content: `Memory ${id}` }));
    const link = { id: 'lnk_1', from: 'a', to: 'b', relationship: 'supports', weight: 0.5, metadata: { why: 'x' } };
    const response = await imported(service, from.key, { memories, links: [link, { ...link, id: 'lnk_2', to: 'zz' }] });
    assert.deepEqual([response.imported, response.links, response.error_count], [2, 1, 1]);
    assert.deepEqual(
      response.errors.map((one) => one.index),
      [3],
    );
    const before = await exported(service, from.key);
    assert.equal(before.links.length, 1);
    assert.equal((await imported(service, to.key, { ...before })).links, 1);
    assert.deepEqual((await exported(service, to.key)).links, before.links);
    const other = await exported(service, to.key, { user_id: 'somebody else' });
    assert.deepEqual([other.count, other.links], [0, []]);
  });

  it('refuses links that could not be made here', async () => {
    const service = await start();
    const { key } = await service.mint();
    const memories = ['a', 'b'].map((id) => ({ id, user_id: 'ada', content: `Memory ${id}` }));
    const links = [
      { from: 'a', to: 'b', relationship: 'likes' },
      { from: 'a', to: 'a', relationship: 'supports' },
    ];
    const response = await imported(service, key, { memories, links });
    assert.deepEqual([response.imported, response.links, response.error_count], [2, 0, 2]);
    assert.match(response.errors[0]?.message ?? '', /`relationship`.*part_of/);
    assert.match(response.errors[1]?.message ?? '', /`to` must be a different memory/);
  });

  // On SQLite nothing is written meanwhile.
  const onManyWriters = engine === 'postgres' ? it : () => {};
  onManyWriters('makes no link to a memory that is being forgotten', async () => {
    const service = await start({ background: false });
    const { key } = await service.mint();
    const memories = ['a', 'b'].map((id) => ({ id, user_id: 'ada', content: `Memory ${id}` }));
    await imported(service, key, { memories });
    const links = [{ from: 'a', to: 'b', relationship: 'supports' }];
    const response = await during(service.place, "delete from memories where id = 'a'", [], () =>
      imported(service, key, { links }),
    );
    assert.deepEqual([response.links, response.error_count], [0, 1]);
  });

  it('refuses the whole JSON body if it exceeds the allowance, even when two arrive at once', async () => {
    const service = await start();
    const { id, key } = await service.mint({ tier: 'free' });
    await spend(service, id, 8_900);
    const body = { memories: many(1_200) };
    const refused = await service.call('POST', '/memory/import', { key, body });
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'quota_exceeded']);
    assert.equal((await exported(service, key)).count, 0);
    assert.equal(await used(service, key), 8_900);
    const halves = ['one', 'two'].map((user_id) => ({ memories: many(600, { user_id }) }));
    const responses = await Promise.all(
      halves.map((half) => service.call('POST', '/memory/import', { key, body: half })),
    );
    assert.deepEqual(responses.map((one) => one.status).sort(), [201, 429]);
    assert.equal((await exported(service, key)).count, 600);
    assert.equal(await used(service, key), 9_500);
    await imported(service, key, { memories: many(600, { user_id: responses[0]?.status === 201 ? 'one' : 'two' }) });
    assert.equal(await used(service, key), 9_500);
  });

  it('counts lines chunk by chunk and reports how many were imported before the refusal', async () => {
    const service = await start();
    const { id, key } = await service.mint({ tier: 'free' });
    await spend(service, id, 9_300);
    const { status, body } = await sendLines(service, key, linesOf(many(1_100)));
    assert.deepEqual([status, body.error.code], [429, 'quota_exceeded']);
    assert.deepEqual([body.error.details.imported, body.error.details.limit], [500, 10_000]);
    assert.equal((await exported(service, key)).count, 500);
    assert.equal(await used(service, key), 9_800);
  });

  it('stores what cannot be embedded now, and does not embed existing memories again', async () => {
    const embedder = new StubEmbedder();
    const service = await start({ embedder });
    const { key } = await service.mint();
    embedder.unavailable = true;
    await imported(service, key, { memories: many(40) });
    assert.ok((await exported(service, key)).memories.every((one) => one.embedded === false));
    embedder.unavailable = false;
    const calls = embedder.calls;
    await imported(service, key, { memories: many(40) });
    assert.ok(embedder.calls - calls <= 40, 'at most what the backlog embeds');
  });

  it('takes an Idempotency-Key with a JSON body and refuses it with lines', async () => {
    const service = await start();
    const { key } = await service.mint();
    const headers = { 'idempotency-key': 'import-1' };
    const once = await service.call('POST', '/memory/import', { key, body: { memories: many(3) }, headers });
    const twice = await service.call('POST', '/memory/import', { key, body: { memories: many(3) }, headers });
    assert.deepEqual([once.body, twice.headers.get('idempotent-replayed')], [twice.body, 'true']);
    const lines = await service.call('POST', '/memory/import', {
      key,
      body: linesOf(many(1)),
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
    });
    assert.equal(lines.status, 400);
  });

  for (const body of [{}, { memories: 'all' }, { memories: {} }, { memories: [], source: 'elsewhere' }]) {
    it(`refuses ${JSON.stringify(body)}`, async () => {
      const service = await start();
      const { key } = await service.mint();
      assert.equal((await service.call('POST', '/memory/import', { key, body })).status, 400);
    });
  }
});
