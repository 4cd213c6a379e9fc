import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { ChatEndpoint } from '../../test/support/chat-endpoint.js';
import { TestClock } from '../../test/support/clock.js';
import { EmbeddingEndpoint } from '../../test/support/embedding-endpoint.js';
import { ADMIN_KEY, onBothEngines, startTestService } from '../../test/support/service.js';
import { StubEmbedder } from '../../test/support/stub-embedder.js';
import { loadConfig } from '../config/config.js';
import { Receiver } from '../features/events/webhooks/receiver.test.kit.js';
import { silentLog } from '../kernel/log.js';
import { Collector, resourceIn, type SeenSpan } from './collector.test.kit.js';
import { Telemetry } from './telemetry.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const GIVEN = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: 'vendor=1' };
const NOT_SAMPLED = { traceparent: `00-${TRACE}-${PARENT}-00` };
const TEXT = 'Canary sings in Lisbon';
const USER = 'canary-user';
const QUESTION = 'Where does the canary sing?';
const HEADER = 'sEcReT-of-the-collector';

const closers: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const close of closers) await close();
});
async function started<T extends { start(): Promise<T>; stop(): Promise<unknown> }>(part: T): Promise<T> {
  await part.start();
  closers.push(() => part.stop());
  return part;
}

/** Everything is exported when the service stops, and nothing before that. */
const exportingTo = (collector: Collector, more: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  OTEL_BSP_SCHEDULE_DELAY: '600000',
  OTEL_METRIC_EXPORT_INTERVAL: '86400000',
  ...more,
});

function logged() {
  const lines: Record<string, unknown>[] = [];
  const put = (fields: object, message: string) => void lines.push({ ...fields, message });
  return { lines, log: { debug: put, info: put, warn: put, error: put } };
}

const named = (spans: readonly SeenSpan[], name: string): SeenSpan => {
  const found = spans.find((span) => span.name === name);
  assert.ok(found, `${name} among ${spans.map((span) => span.name).join(', ')}`);
  return found;
};
const childrenOf = (spans: readonly SeenSpan[], { spanId }: SeenSpan) =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);

onBothEngines('telemetry', (start, engine) => {
  it('traces the request, its statements and the models, and exports none of their content', async () => {
    const collector = await started(new Collector());
    const { lines, log } = logged();
    const env = exportingTo(collector, {
      OTEL_EXPORTER_OTLP_PROTOCOL: engine === 'sqlite' ? 'http/protobuf' : 'http/json',
      OTEL_EXPORTER_OTLP_COMPRESSION: engine === 'sqlite' ? 'gzip' : 'none',
      OTEL_EXPORTER_OTLP_HEADERS: `x-key=${HEADER}%21, x-both=1`,
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-both=2',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=ignored,place=a%20b',
      OTEL_SERVICE_NAME: 'memory',
    });
    const service = await start({ env, log, background: false });
    const { key, id: keyId } = await service.mint();
    const headers = { ...GIVEN, 'x-request-id': 'of-the-test' };
    const body = { user_id: USER, content: TEXT, agent_id: 'canary-agent', metadata: { a: 'canary-value' } };
    assert.equal((await service.call('POST', '/memory/store', { key, body, headers })).status, 201);
    const query = { user_id: USER, q: QUESTION, ranking: 'hybrid' };
    assert.equal((await service.call('GET', '/memory/retrieve', { key, query })).body.results.length, 1);
    assert.ok((await service.call('GET', `/memory/${USER}`, { key })).status >= 400);
    assert.equal((await service.call('GET', `/nowhere/${USER}?q=${TEXT}`, { key })).status, 404);
    await service.call('GET', '/health');
    const shown = await (await fetch(`${service.url}/metrics`)).text();
    await service.stop();
    const { spans } = collector;

    const store = named(spans, 'POST /memory/store');
    assert.deepEqual([store.traceId, store.parentSpanId, store.traceState], [TRACE, PARENT, GIVEN.tracestate]);
    assert.deepEqual([store.kind, store.code, store.flags & 0x300], [2, 0, 0x300]);
    assert.deepEqual(store.attributes, {
      'http.request.method': 'POST',
      'http.route': '/memory/store',
      'url.scheme': 'http',
      'recollect.request_id': 'of-the-test',
      'recollect.operation': 'memory.store',
      'http.response.status_code': 201,
    });
    const trace = spans.filter(({ traceId }) => traceId === TRACE);
    const embed = named(trace, 'embed passage');
    assert.deepEqual([embed.parentSpanId, embed.attributes['recollect.texts']], [store.spanId, 1]);
    const system = engine === 'sqlite' ? 'sqlite' : 'postgresql';
    const write = trace.find(({ attributes }) => attributes['recollect.lane'] === 'write');
    assert.equal(write?.attributes['db.system.name'], system);
    assert.equal(write?.attributes['db.operation.name'], write?.name);
    const ids = new Set([PARENT, ...trace.map(({ spanId }) => spanId)]);
    for (const { name, parentSpanId, start: began, end } of trace) {
      assert.ok(ids.has(parentSpanId), `${name} hangs on nothing`);
      assert.ok(end >= began && began >= store.start && end <= store.end, `${name} lies outside of its request`);
    }

    const retrieve = named(spans, 'GET /memory/retrieve');
    assert.ok(retrieve.traceId !== TRACE && retrieve.parentSpanId === '');
    const below = childrenOf(spans, retrieve);
    for (const name of ['embed query', 'read fit']) assert.ok(below.includes(name), below.join(', '));
    assert.equal(named(spans, 'GET /memory/{id}').code, 0, 'what a caller did wrong is no failure of ours');
    assert.equal(named(spans, 'GET').attributes['http.route'], undefined);
    assert.ok(!spans.some(({ name }) => name === 'GET /health' || name === 'GET /metrics'));

    const line = (route: string) => lines.find((one) => one.route === route);
    assert.equal(line('POST /memory/store')?.trace_id, TRACE);
    assert.equal(line('POST /memory/store')?.span_id, store.spanId);
    assert.equal(line('GET /memory/retrieve')?.trace_id, retrieve.traceId);

    const [traces, metrics] = ['/v1/traces', '/v1/metrics'].map((path) =>
      collector.exports.find((one) => one.path === path),
    );
    assert.ok(traces && metrics);
    assert.deepEqual([traces.headers['x-key'], traces.headers['x-both']], [`${HEADER}!`, '2']);
    assert.deepEqual([metrics.headers['x-key'], metrics.headers['x-both']], [`${HEADER}!`, '1']);
    for (const one of [traces, metrics]) {
      const { 'service.name': name, place } = resourceIn(one);
      assert.deepEqual([name, place], ['memory', 'a b']);
    }
    const samples = shown.split('\n').filter((one) => /route="(?:POST \/memory\/store|GET \/memory\/)/.test(one));
    assert.ok(samples.length > 30, samples.join('\n'));
    for (const sample of samples) {
      const at = sample.lastIndexOf(' ');
      assert.equal(collector.metrics.get(sample.slice(0, at)), Number(sample.slice(at)), sample);
    }
    assert.equal(collector.metrics.get('recollect_database_up'), 1);

    for (const canary of [TEXT, USER, QUESTION, 'canary-agent', 'canary-value', key, keyId, ADMIN_KEY]) {
      assert.ok(!collector.bytes.includes(canary), `${canary} was exported`);
    }
    assert.ok(!JSON.stringify(lines).includes(HEADER));
  });
});

describe('telemetry', () => {
  it('passes the trace on to the embedding endpoint, the language model and webhooks', async () => {
    const collector = await started(new Collector());
    const [endpoint, chat, receiver] = [
      await started(new EmbeddingEndpoint()),
      await started(new ChatEndpoint('[]')),
      await new Receiver().start(),
    ];
    closers.push(() => receiver.stop());
    const models = {
      ...{ RECOLLECT_EMBEDDER: 'openai', RECOLLECT_EMBEDDINGS_URL: endpoint.url, RECOLLECT_WEBHOOK_ALLOW: '127.0.0.1' },
      ...{ RECOLLECT_LLM_URL: chat.url, RECOLLECT_LLM_MODEL: 'small' },
    };
    const run = async (env: Record<string, string>) => {
      const { lines, log } = logged();
      const options = { env: { ...models, ...env }, log, background: false, embedder: undefined };
      const service = await startTestService('sqlite', options);
      closers.push(() => service.place.remove());
      const { key } = await service.mint();
      const post = async (path: string, body: object, headers: Record<string, string> = GIVEN) => {
        const { status, body: response } = await service.call('POST', path, { key, body, headers });
        assert.ok(status < 300, JSON.stringify(response));
        return response;
      };
      await post('/memory/store', { user_id: USER, content: `${TEXT} ${Object.keys(env).length}` });
      const embedding = endpoint.headers;
      const talk = { user_id: USER, messages: [{ role: 'user', content: 'I keep bees on the roof.' }], wait: true };
      await post('/memory/ingest', talk);
      const { id } = await post('/memory/subscribe', { url: receiver.url });
      await post(`/memory/subscriptions/${id}/test`, {});
      const hook = receiver.received.at(-1)?.headers ?? {};
      await post('/memory/store', { user_id: USER, content: 'Another canary' });
      await service.jobs.runDue();
      const delivered = receiver.received.at(-1)?.headers ?? {};
      await post('/memory/store', { user_id: USER, content: 'Without a trace' }, {});
      const plain = endpoint.headers;
      await service.stop();
      return { embedding, chatted: chat.calls.at(-1)?.headers ?? {}, hook, delivered, plain, lines };
    };

    const on = await run(exportingTo(collector));
    const { spans } = collector;
    const sent = (headers: object) => String((headers as { traceparent?: string }).traceparent).split('-');
    for (const [headers, name, parent] of [
      [on.embedding, 'POST /embeddings', 'embed passage'],
      [on.chatted, 'POST /chat/completions', 'POST /memory/ingest'],
      [on.hook, 'POST webhook', 'POST /memory/subscriptions/{id}/test'],
    ] as const) {
      const [version, traceId, spanId, flags] = sent(headers);
      assert.deepEqual([version, traceId, flags, headers.tracestate], ['00', TRACE, '01', GIVEN.tracestate], name);
      const span = spans.find((one) => one.spanId === spanId);
      assert.deepEqual(
        [span?.name, span?.kind, span?.attributes['http.response.status_code']],
        [name, 3, name === 'POST webhook' ? 204 : 200],
      );
      assert.equal(spans.find((one) => one.spanId === span?.parentSpanId)?.name, parent);
    }
    const job = named(spans, 'job deliver');
    assert.equal(sent(on.delivered)[1], job.traceId, 'a delivery belongs to its job');
    assert.ok(job.traceId !== TRACE && job.parentSpanId === '');
    assert.ok(sent(on.plain)[1] !== TRACE && sent(on.plain)[3] === '03');

    const off = await run({});
    for (const headers of [off.embedding, off.chatted, off.hook]) {
      assert.deepEqual([headers.traceparent, headers.tracestate], [GIVEN.traceparent, GIVEN.tracestate]);
    }
    assert.deepEqual([off.plain.traceparent, off.delivered.traceparent], [undefined, undefined]);
    const stores = off.lines.filter(({ route }) => route === 'POST /memory/store');
    assert.deepEqual(
      stores.map(({ trace_id, span_id }) => [trace_id, span_id]),
      [
        [TRACE, undefined],
        [TRACE, undefined],
        [undefined, undefined],
      ],
    );

    const none = await run({ OTEL_PROPAGATORS: 'none' });
    for (const headers of [none.embedding, none.chatted, none.hook]) assert.equal(headers.traceparent, undefined);
  });

  it('leaves to the caller whether its trace is recorded', async () => {
    const collector = await started(new Collector());
    const endpoint = await started(new EmbeddingEndpoint());
    const env = { RECOLLECT_EMBEDDER: 'openai', RECOLLECT_EMBEDDINGS_URL: endpoint.url };
    const service = await startTestService('sqlite', {
      ...{ env: { ...env, ...exportingTo(collector) }, background: false, embedder: undefined },
    });
    const { key } = await service.mint();
    const store = (content: string, headers: Record<string, string>) =>
      service.call('POST', '/memory/store', { key, body: { user_id: USER, content }, headers });
    await store(TEXT, NOT_SAMPLED);
    assert.match(String(endpoint.headers.traceparent), new RegExp(`^00-${TRACE}-(?!${PARENT})[0-9a-f]{16}-00$`));
    await store('Not a valid parent', { traceparent: 'nonsense', tracestate: 'vendor=1' });
    assert.equal(endpoint.headers.tracestate, undefined);
    await service.stop();
    await service.place.remove();
    const stores = collector.spans.filter(({ name }) => name === 'POST /memory/store');
    assert.equal(stores.length, 1);
    assert.ok(stores[0]?.traceId !== TRACE && stores[0]?.traceState === '');
    assert.ok(!collector.spans.some(({ traceId }) => traceId === TRACE));
  });

  it('has a span for each MCP tool call and for jobs that do something', async () => {
    const collector = await started(new Collector());
    const embedder = new StubEmbedder();
    const clock = new TestClock();
    const options = { env: exportingTo(collector), background: false, embedder, clock };
    const service = await startTestService('sqlite', options);
    const { key } = await service.mint();
    await service.jobs.runDue();
    const call = (name: string, input: object) => {
      const params = { name, arguments: input };
      return service.call('POST', '/mcp', { key, body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } });
    };
    embedder.unavailable = true;
    assert.equal((await call('store_memory', { content: TEXT })).status, 200);
    await call('fetch', { id: 'mem_nothing' });
    embedder.unavailable = false;
    clock.advance(10_000);
    await service.jobs.runDue();
    await service.stop();
    await service.place.remove();
    const { spans } = collector;
    const tool = named(spans, 'tools/call store_memory');
    assert.equal(tool.attributes['recollect.operation'], 'memory.store');
    const request = spans.find(({ spanId }) => spanId === tool.parentSpanId);
    assert.equal(request?.name, 'POST /mcp');
    const below = childrenOf(spans, tool);
    assert.ok(below.includes('embed passage') && below.length > 1, below.join(', '));
    assert.equal(named(spans, 'embed passage').code, 2, 'it failed');
    assert.equal(named(spans, 'tools/call fetch').code, 0);
    const jobs = spans.filter(({ name }) => name === 'job embed-backlog');
    assert.equal(jobs.length, 1, 'the first found nothing to do');
    assert.ok(childrenOf(spans, jobs[0] as SeenSpan).includes('embed passage'));
    assert.ok(!collector.bytes.includes(TEXT) && !collector.bytes.includes(key));
  });

  it('delays neither requests nor a stop if the collector hangs', async () => {
    const collector = await started(new Collector());
    collector.behaviour = () => {};
    const { lines, log } = logged();
    const env = exportingTo(collector, {
      ...{ OTEL_BSP_SCHEDULE_DELAY: '1', OTEL_BSP_MAX_QUEUE_SIZE: '4', OTEL_EXPORTER_OTLP_TIMEOUT: '600000' },
      ...{ OTEL_BSP_EXPORT_TIMEOUT: '600000', OTEL_METRICS_EXPORTER: 'none' },
    });
    const service = await startTestService('sqlite', { env, log, background: false });
    const { key } = await service.mint();
    await collector.until(() => collector.exports.length === 1);
    for (let i = 0; i < 5; i++) {
      const body = { user_id: USER, content: `${TEXT} ${i}` };
      assert.equal((await service.call('POST', '/memory/store', { key, body })).status, 201);
    }
    const shown = await (await fetch(`${service.url}/metrics`)).text();
    assert.ok(Number(/^recollect_telemetry_spans_total\{outcome="dropped"\} (\d+)$/m.exec(shown)?.[1]) > 0, shown);
    await service.stop();
    await service.place.remove();
    assert.equal(
      lines.filter(({ message }) => message === 'telemetry cannot be exported; requests are not affected').length,
      1,
    );
  });

  it('sends nothing if it is switched off, and each signal to its own endpoint', async () => {
    const collector = await started(new Collector());
    const base = `${collector.url}/otel`;
    const paths = async (env: Record<string, string>) => {
      collector.exports.length = 0;
      const telemetry = new Telemetry(loadConfig({ env }), { log: silentLog, nodeId: 'node' });
      telemetry.tracer?.begin({ name: 'work', kind: 1 }, null).end();
      await telemetry.exportMetrics(async () => [])?.close();
      await telemetry.close();
      return collector.exports.map(({ path }) => path).sort();
    };
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: base };
    assert.deepEqual(await paths({}), []);
    assert.deepEqual(await paths({ ...endpoint, OTEL_SDK_DISABLED: 'true' }), []);
    assert.deepEqual(await paths({ ...endpoint }), ['/otel/v1/metrics', '/otel/v1/traces']);
    assert.deepEqual(await paths({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }), ['/otel/v1/metrics']);
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${base}/as/it/is/?a=b` };
    assert.deepEqual(await paths(own), ['/otel/as/it/is/?a=b']);
    assert.deepEqual(await paths({ ...endpoint, ...own }), ['/otel/as/it/is/?a=b', '/otel/v1/metrics']);
    assert.deepEqual(await paths({ ...endpoint, OTEL_TRACES_SAMPLER: 'always_off' }), ['/otel/v1/metrics']);
  });
});
