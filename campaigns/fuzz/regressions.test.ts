import assert from 'node:assert/strict';
import { it } from 'node:test';
import { RANKINGS } from '../../src/features/memories/search/recall.js';
import { onBothEngines } from '../../test/support/service.js';

/** Cases that the fuzzer found, each named after the correct behaviour. */
onBothEngines('found by fuzzing', (start) => {
  it('refuses NUL characters in metadata filters instead of failing on them', async () => {
    const service = await start();
    const { key } = await service.mint();
    for (const query of ['metadata.%00=1', 'metadata.a=%00']) {
      const { status, body } = await service.call('GET', `/memory?${query}`, { key });
      assert.equal(status, 400);
      assert.equal(body.error.details[0].field, 'metadata');
    }
  });

  it('filters by a metadata key of any name, even `__proto__`', async () => {
    const service = await start();
    const { key } = await service.mint();
    const store = (content: string, metadata: string) =>
      service.call('POST', '/memory/store', {
        key,
        body: `{"user_id":"ada","content":${JSON.stringify(content)},"metadata":${metadata}}`,
      });
    await store('Keeps an odd key', '{"__proto__":"x"}');
    await store('Keeps none', '{}');
    const { body } = await service.call('GET', '/memory?metadata.__proto__=x', { key });
    assert.deepEqual(
      body.memories.map((memory: { content: string }) => memory.content),
      ['Keeps an odd key'],
    );
  });

  it('refuses counters in an import that could not be incremented', async () => {
    const service = await start();
    const { key } = await service.mint();
    for (const field of ['version', 'retrieval_count', 'position']) {
      const memory = { user_id: 'ada', content: `With ${field}`, [field]: Number.MAX_SAFE_INTEGER };
      const { body } = await service.call('POST', '/memory/import', { key, body: { memories: [memory] } });
      assert.deepEqual([body.imported, body.error_count], [0, 1], field);
      assert.match(body.errors[0].message, new RegExp(field));
    }
  });

  it('replays nothing about a forgotten user, with or without memories', async () => {
    const service = await start();
    const { key } = await service.mint();
    const owner = { user_id: 'ada', agent_id: 'planner' };
    const episode = await service.call('POST', '/memory/episodes/start', { key, body: owner });
    const repeatable = [
      ['/memory/emotional', { ...owner, sentiment: 'positive', note: 'Glad about the heron' }],
      ['/memory/episodes/end', { episode_id: episode.body.id, summary: 'They spoke of the heron.' }],
    ] as const;
    const send = (path: string, body: unknown) =>
      service.call('POST', path, { key, body, headers: { 'idempotency-key': `once ${path}` } });
    for (const [path, body] of repeatable) assert.match(JSON.stringify((await send(path, body)).body), /heron/);
    await service.call('DELETE', '/memory/forget', { key, query: { user_id: 'ada' } });
    const again = await send('/memory/episodes/end', repeatable[1][1]);
    assert.equal(again.status, 404);
    assert.equal(again.headers.get('idempotent-replayed'), null);
    const felt = await send('/memory/emotional', repeatable[0][1]);
    assert.equal(felt.headers.get('idempotent-replayed'), null);
  });

  it('returns a replayed error with the id of the current request', async () => {
    const service = await start();
    const { key } = await service.mint();
    const send = () =>
      service.call('POST', '/memory/feedback', {
        key,
        body: { memory_id: 'mem_none', outcome: 'success' },
        headers: { 'idempotency-key': 'once' },
      });
    await send();
    const again = await send();
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [404, 'true']);
    assert.equal(again.body.code, again.body.error.code);
    assert.equal(again.body.error.request_id, again.headers.get('x-request-id'));
  });

  it('reports invalid parameters to an MCP client as such, not as an internal error', async () => {
    const service = await start();
    const { key } = await service.mint();
    for (const [method, params] of [
      ['initialize', {}],
      ['logging/setLevel', { level: 'loud' }],
    ] as const) {
      const { body } = await service.call('POST', '/mcp', { key, body: { jsonrpc: '2.0', id: 1, method, params } });
      assert.equal(body.error.code, -32602);
      assert.match(body.error.message, /^Invalid params: /);
    }
  });

  it('transfers the beginning of a text of the largest size without a sentence end', async () => {
    const service = await start();
    const { key } = await service.mint();
    const from = { user_id: 'ada', agent_id: 'planner' };
    await service.call('POST', '/memory/store', { key, body: { ...from, content: 'a'.repeat(100_000) } });
    const body = { user_id: 'ada', from_agent: 'planner', to_agent: 'other', mode: 'copy', summarize: true };
    const { status } = await service.call('POST', '/memory/transfer', { key, body });
    assert.equal(status, 201);
    const { memories } = (await service.call('GET', '/memory?user_id=ada&agent_id=other', { key })).body;
    assert.deepEqual([memories.length, memories[0].content], [1, `${'a'.repeat(2_000)}…`]);
  });

  it('declares that a stream cannot be given a URL', async () => {
    const service = await start({ env: { RECOLLECT_WEBHOOK_ALLOW: '127.0.0.0/8' } });
    const { key } = await service.mint();
    const { paths } = (await service.call('GET', '/openapi.json')).body;
    assert.ok(paths['/memory/subscriptions/{id}'].patch.responses['409']);
    const stream = await service.call('POST', '/memory/subscribe', { key, body: {} });
    const url = 'http://127.0.0.1:9/hook';
    const { status } = await service.call('PATCH', `/memory/subscriptions/${stream.body.id}`, { key, body: { url } });
    assert.equal(status, 409);
  });

  it('handles a tiny importance and a time far before the year 1', async () => {
    const service = await start();
    const { key } = await service.mint();
    const memories = [
      { user_id: 'ada', content: 'Of next to no importance', importance: 5e-324, outcome_score: 5e-324 },
      { user_id: 'ada', content: 'From before the calendar', created_at: -8e15 },
    ];
    const { body } = await service.call('POST', '/memory/import', { key, body: { memories } });
    assert.equal(body.imported, 2);
    const ids = (await service.call('GET', '/memory?user_id=ada', { key })).body.memories;
    for (const { id: memory_id } of ids) {
      const report = { memory_id, outcome: 'success', confidence: 5e-324 };
      assert.equal((await service.call('POST', '/memory/feedback', { key, body: report })).status, 200);
    }
    const asked = ['predict?context=importance', 'context?q=calendar', 'context?', 'health?', 'stale?', 'insights?'];
    for (const ranking of RANKINGS) asked.push(`retrieve?q=calendar&ranking=${ranking}`);
    for (const path of asked) {
      const { status } = await service.call('GET', `/memory/${path}&user_id=ada`, { key });
      assert.equal(status, 200, path);
    }
  });
});
