import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { freePort } from '../../test/support/child-service.js';
import { remoteSpan, SPAN_KIND } from '../kernel/trace.js';
import { Collector } from './collector.test.kit.js';
import { protobuf } from './protobuf.js';
import { SAMPLERS, type SamplerName, samplerOf } from './sampler.js';
import { Sender, type Target } from './sender.js';
import { type QueueLimits, SpanQueue } from './span-queue.js';
import { SpanTracer } from './tracer.js';

const SECRET = 'sEcReT-of-the-collector';
const REPORTER = { resource: { 'service.name': 'test' }, scope: { name: 'recollect', version: '0' } };
const LIMITS: QueueLimits = { most: 100, perExport: 100, delayMs: 1, maxWaitMs: 60_000 };

interface Line {
  level: string;
  message: string;
  reason?: string;
}

describe('the export of spans', () => {
  const collectors: Collector[] = [];
  after(async () => {
    for (const collector of collectors) await collector.stop();
  });
  const newCollector = async () => {
    const collector = await new Collector().start();
    collectors.push(collector);
    return collector;
  };

  function queueTo(url: string, limits: Partial<QueueLimits> = {}, how: Partial<Target> = {}) {
    const lines: Line[] = [];
    const at = (level: string) => (fields: object, message: string) => void lines.push({ ...fields, level, message });
    const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
    const target: Target = {
      ...{ url: `${url}/v1/traces`, headers: { 'x-key': SECRET }, timeoutMs: 60_000 },
      ...{ protocol: 'http/protobuf', compression: 'none', ...how },
    };
    const queue = new SpanQueue(new Sender('traces', target, log), REPORTER, { ...LIMITS, ...limits });
    const tracer = new SpanTracer(
      () => true,
      (span) => queue.add(span),
    );
    const add = (name = 'work') => tracer.begin({ name, kind: SPAN_KIND.internal }, null).end();
    return { queue, add, lines, levels: () => lines.map(({ level }) => level) };
  }

  for (const protocol of ['http/protobuf', 'http/json'] as const) {
    for (const compression of ['none', 'gzip'] as const) {
      it(`arrives as ${protocol} with compression ${compression}`, async () => {
        const collector = await newCollector();
        const { queue, add } = queueTo(collector.url, {}, { protocol, compression });
        const names = Array.from({ length: 90 }, (_, i) => `Grüße ${i} ${'x'.repeat(1_000)}`); // more than the first buffer holds
        for (const name of names) add(name);
        await queue.close(60_000);
        assert.deepEqual(
          collector.spans.map(({ name }) => name),
          names,
        );
        for (const { start, end, traceId, parentSpanId } of collector.spans) {
          assert.ok(start > 0n && end >= start);
          assert.match(traceId, /^[0-9a-f]{32}$/);
          assert.equal(parentSpanId, '');
        }
        assert.equal(collector.exports[0]?.headers['x-key'], SECRET);
        assert.deepEqual(queue.counts, { exported: 90, dropped: 0 });
      });
    }
  }

  it('is retried if the collector asks for it', async () => {
    const collector = await newCollector();
    const { queue, add, levels } = queueTo(collector.url);
    const statuses = [429, 502, 503, 504];
    collector.behaviour = (response) => response.writeHead(statuses.shift() ?? 200, { 'retry-after': '0' }).end();
    add();
    await collector.until(() => collector.exports.length === 5);
    await queue.close(60_000);
    assert.deepEqual(queue.counts, { exported: 1, dropped: 0 });
    assert.deepEqual(levels(), ['warn', 'info'], 'one line when it begins, one when it is over');
  });

  it('counts spans that the collector rejects as dropped', async () => {
    for (const [protocol, result] of [
      ['http/json', Buffer.from('{"partialSuccess":{"rejectedSpans":"2","errorMessage":"no"}}')],
      ['http/protobuf', Buffer.from('0a06080212026e6f', 'hex')],
    ] as const) {
      const collector = await newCollector();
      collector.behaviour = (response) => response.writeHead(200).end(result);
      const { queue, add } = queueTo(collector.url, {}, { protocol });
      for (let i = 0; i < 3; i++) add();
      await queue.close(60_000);
      assert.deepEqual(queue.counts, { exported: 1, dropped: 2 });
    }
  });

  it('is abandoned if the collector rejects it, or asks for a longer pause than allowed', async () => {
    for (const [status, retryAfter] of [
      [400, undefined],
      [404, '0'],
      [503, '3600'],
      [503, new Date(Date.now() + 3_600_000).toUTCString()],
    ] as const) {
      const collector = await newCollector();
      const { queue, add, lines } = queueTo(collector.url);
      collector.behaviour = (response) =>
        response.writeHead(status, retryAfter ? { 'retry-after': retryAfter } : {}).end(SECRET);
      add();
      await collector.until(() => collector.exports.length === 1);
      await queue.close(60_000);
      assert.deepEqual(queue.counts, { exported: 0, dropped: 1 });
      assert.equal(collector.exports.length, 1);
      assert.equal(lines[0]?.reason, `the collector returned ${status}`);
      assert.equal(lines.length, 1);
      assert.ok(!JSON.stringify(lines).includes(SECRET));
    }
  });

  it('drops what it cannot deliver while the collector is unavailable, and resumes when it responds', async () => {
    const port = await freePort();
    const { queue, add, lines, levels } = queueTo(`http://127.0.0.1:${port}`, { maxWaitMs: 0 });
    for (let i = 0; i < 3; i++) {
      add();
      while (queue.counts.dropped <= i) await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(levels(), ['warn']);
    assert.equal(lines[0]?.reason, 'the collector did not respond (ECONNREFUSED)');
    const collector = await new Collector().start(port);
    collectors.push(collector);
    add();
    await collector.until(() => collector.spans.length === 1);
    await queue.close(60_000);
    assert.deepEqual(queue.counts, { exported: 1, dropped: 3 });
    assert.deepEqual(levels(), ['warn', 'info']);
  });

  it('never waits: a full queue drops spans, a stop takes limited time, and a slow collector times out', async () => {
    const collector = await newCollector();
    collector.behaviour = () => {}; // never responds
    const { queue, add, levels } = queueTo(collector.url, { most: 2, perExport: 2 });
    add();
    add();
    await collector.until(() => collector.exports.length === 1); // two are in flight
    for (let i = 0; i < 5; i++) add();
    assert.deepEqual(queue.counts, { exported: 0, dropped: 3 });
    assert.deepEqual(levels(), ['warn']);
    await queue.close(1);
    assert.deepEqual(queue.counts, { exported: 0, dropped: 7 });
    const late = queueTo(collector.url, { maxWaitMs: 0 }, { timeoutMs: 1 });
    late.add();
    while (late.queue.counts.dropped === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(late.lines[0]?.reason, 'the collector did not respond within 1 ms');
  });

  it('keeps the trace of a job that did something, and not of one that found nothing to do', async () => {
    const kept: string[] = [];
    const tracer = new SpanTracer(
      () => true,
      ({ name }) => void kept.push(name),
    );
    const job = (name: string, quiet: boolean, fails = false) => {
      const root = tracer.beginJob({ name, kind: SPAN_KIND.internal });
      const child = tracer.begin({ name: `in ${name}`, kind: SPAN_KIND.internal, quiet }, root);
      if (fails) child.fail(new Error('no'));
      child.end();
      root.end();
    };
    job('idle', true);
    assert.deepEqual(kept, []);
    job('busy', false);
    job('failing', true, true);
    assert.deepEqual(kept, ['in busy', 'busy', 'in failing', 'failing']);
  });
});

describe('a sampler', () => {
  const TRACE = '0af7651916cd43dd8448eb211c80319c';
  const parent = (flags: string) => remoteSpan(`00-${TRACE}-b7ad6b7169203331-${flags}`, undefined);
  const decisions = (name: SamplerName, ratio: number) =>
    [null, parent('01'), parent('00')].map((one) => samplerOf(name, ratio)(TRACE, one));

  it("follows the caller's decision only if it is parent-based", () => {
    assert.deepEqual(
      SAMPLERS.map((name) => [name, ...decisions(name, 0)]),
      [
        ['parentbased_always_on', true, true, false],
        ['parentbased_always_off', false, true, false],
        ['parentbased_traceidratio', false, true, false],
        ['always_on', true, true, true],
        ['always_off', false, false, false],
        ['traceidratio', false, false, false],
      ],
    );
    assert.deepEqual(decisions('traceidratio', 1), [true, true, true]);
  });

  it('takes its share of traces by their ids, the same on every node', () => {
    const sampler = samplerOf('traceidratio', 0.25);
    const id = (share: number) =>
      `${'0'.repeat(18)}${Math.floor(share * 2 ** 52)
        .toString(16)
        .padStart(13, '0')}0`;
    const taken = [0, 0.5, 0.7499, 0.7501, 0.9, 0.9999].map((share) => sampler(id(share), null));
    assert.deepEqual(taken, [false, false, false, true, true, true]);
  });
});

describe('protobuf', () => {
  it('writes the bytes that the specification gives as examples', () => {
    const bytes = (...given: Parameters<typeof protobuf>) => Buffer.from(protobuf(...given)).toString('hex');
    assert.equal(bytes({ a: [1, 'varint'] }, { a: 150 }), '089601');
    assert.equal(bytes({ b: [2, 'text'] }, { b: 'testing' }), '120774657374696e67');
    assert.equal(bytes({ c: [3, { a: [1, 'varint'] }] }, { c: { a: 150 } }), '1a03089601');
    assert.equal(bytes({ d: [4, 'text'], e: [5, 'varint'] }, { d: 'hello', e: 1 }), '220568656c6c6f2801');
    assert.throws(() => protobuf({}, { unknown: 1 }), /no field unknown/);
  });
});
