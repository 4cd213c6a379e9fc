import assert from 'node:assert/strict';
import { createHistogram, type IntervalHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { afterEach, describe, it } from 'node:test';
import type { EmbedderState } from '../../embedding/embedder.js';
import { STATUS_OF } from '../../kernel/errors.js';
import type { DatabaseFigures } from '../../storage/database.js';
import { Metrics, type MetricsParts } from './metrics.js';
import { EventLoopWatch } from './process.js';

const FIGURES: DatabaseFigures = {
  engine: 'sqlite',
  sizeBytes: 4_096,
  vectorCache: { bytes: 10, capBytes: 20, scopes: 3, loads: 4, evictions: 5 },
  writes: { units: 60, commits: 7 },
};
const STATE: EmbedderState = { status: 'ready', model: 'bge-small-en-v1.5', dimensions: 384, pending: 2 };

const open: Metrics[] = [];
function metricsOf(parts: Partial<MetricsParts> = {}): Metrics {
  const database = { figures: async () => FIGURES };
  const metrics = new Metrics({ version: '1.2.3', database, embedder: { state: () => STATE }, freshMs: 0, ...parts });
  open.push(metrics);
  return metrics;
}

/** Samples by name and labels, as in the text format. Fails on a line that is not a sample. */
async function scrape(metrics: Metrics): Promise<Map<string, number>> {
  const { contentType, body } = await metrics.render();
  assert.match(contentType, /^text\/plain; version=0\.0\.4/);
  const samples = new Map<string, number>();
  const helped = new Set<string>();
  for (const line of body.split('\n').filter(Boolean)) {
    const comment = /^# (HELP|TYPE) (recollect_\w+) \S/.exec(line);
    if (comment) helped.add(comment[2] ?? '');
    else {
      const sample = /^(recollect_\w+)(\{[^}]*(?:\{\w+\}[^}]*)*\})? (\S+)$/.exec(line);
      assert.ok(sample, line);
      assert.ok(Number.isFinite(Number(sample[3])), line);
      assert.ok(helped.has((sample[1] ?? '').replace(/_(bucket|sum|count)$/, '')), `${line} has no HELP`);
      samples.set(`${sample[1]}${sample[2] ?? ''}`, Number(sample[3]));
    }
  }
  return samples;
}

describe('metrics', () => {
  afterEach(() => {
    for (const metrics of open.splice(0)) metrics.close();
  });

  it('begin every error code at 0, so that the first error is an increase', async () => {
    const samples = await scrape(metricsOf());
    for (const code of Object.keys(STATUS_OF))
      assert.equal(samples.get(`recollect_http_errors_total{code="${code}"}`), 0);
  });

  it('count requests by route pattern and status, and how long they took', async () => {
    const metrics = metricsOf();
    metrics.observeRequest({ route: 'GET /memory/{id}', status: 200, ms: 15 });
    metrics.observeRequest({ route: 'GET /memory/{id}', status: 404, ms: 5 });
    const samples = await scrape(metrics);
    assert.equal(samples.get('recollect_http_requests_total{route="GET /memory/{id}",status="200"}'), 1);
    assert.equal(samples.get('recollect_http_request_duration_seconds_count{route="GET /memory/{id}"}'), 2);
    assert.equal(samples.get('recollect_http_request_duration_seconds_sum{route="GET /memory/{id}"}'), 0.02);
  });

  it('report the state of the database, the vector cache, the embedder, the backlog and the process', async () => {
    const metrics = metricsOf({ backlog: async () => ({ embed: 9 }) });
    await scrape(metrics);
    const samples = await scrape(metrics); // a second scrape shows the same counters, not doubled ones
    const expected: [string, number][] = [
      ['recollect_database_up', 1],
      ['recollect_database_size_bytes', 4_096],
      ['recollect_vector_cache_bytes', 10],
      ['recollect_vector_cache_cap_bytes', 20],
      ['recollect_vector_cache_scopes', 3],
      ['recollect_vector_cache_loads_total', 4],
      ['recollect_vector_cache_evictions_total', 5],
      ['recollect_write_units_total', 60],
      ['recollect_write_commits_total', 7],
      ['recollect_embedder_status{model="bge-small-en-v1.5",status="ready"}', 1],
      ['recollect_embedder_status{model="bge-small-en-v1.5",status="down"}', 0],
      ['recollect_embedder_pending_texts', 2],
      ['recollect_jobs_backlog{kind="embed"}', 9],
      ['recollect_build_info{version="1.2.3"}', 1],
    ];
    for (const [name, value] of expected) assert.equal(samples.get(name), value, name);
    for (const statistic of ['mean', 'p99', 'max']) {
      assert.ok((samples.get(`recollect_event_loop_delay_seconds{statistic="${statistic}"}`) ?? -1) >= 0);
    }
    assert.ok((samples.get('recollect_memory_bytes{area="resident"}') ?? 0) > 1e6);
    assert.ok((samples.get('recollect_uptime_seconds') ?? 0) > 0);
  });

  it('show a stall of the event loop once', () => {
    const histogram = createHistogram() as unknown as IntervalHistogram;
    const loop = new EventLoopWatch(Object.assign(histogram, { enable: () => true, disable: () => true }));
    assert.deepEqual(loop.read(), { mean: 0, p99: 0, max: 0 });
    const record = (ms: number) => (histogram as unknown as RecordableHistogram).record(ms * 1e6);
    record(10); // on time
    record(130);
    const { max, mean } = loop.read();
    assert.ok(Math.abs(max - 0.12) < 0.001 && Math.abs(mean - 0.06) < 0.001, `${max} ${mean}`);
    record(10);
    assert.ok(loop.read().max < 0.001);
  });

  it('are returned even if the database is unavailable, without its figures', async () => {
    let fails = false;
    const database = { figures: async () => (fails ? Promise.reject(new Error('gone')) : FIGURES) };
    const metrics = metricsOf({ database });
    assert.equal((await scrape(metrics)).get('recollect_database_up'), 1);
    fails = true;
    const samples = await scrape(metrics);
    assert.equal(samples.get('recollect_database_up'), 0);
    assert.equal(samples.has('recollect_vector_cache_bytes'), false);
    assert.equal(samples.has('recollect_write_units_total'), false);
  });

  it('count error responses by their code', async () => {
    const metrics = metricsOf();
    for (const code of ['overloaded', 'overloaded', 'not_found']) {
      metrics.observeRequest({ route: 'GET /memory/{id}', status: 503, ms: 1, code });
    }
    metrics.observeRequest({ route: 'GET /memory/{id}', status: 200, ms: 1 });
    const samples = await scrape(metrics);
    assert.equal(samples.get('recollect_http_errors_total{code="overloaded"}'), 2);
    assert.equal(samples.get('recollect_http_errors_total{code="not_found"}'), 1);
  });

  it('read the database once while its figures are fresh', async () => {
    let read = 0;
    const database = {
      figures: async () => {
        read++;
        return FIGURES;
      },
    };
    const metrics = metricsOf({ database, freshMs: 60_000 });
    await Promise.all([scrape(metrics), scrape(metrics)]);
    await scrape(metrics);
    assert.equal(read, 1);
  });

  it('leave out on PostgreSQL what only SQLite has', async () => {
    const database = {
      figures: async () => ({ ...FIGURES, engine: 'postgres' as const, vectorCache: null, writes: null }),
    };
    const samples = await scrape(metricsOf({ database }));
    assert.equal(samples.has('recollect_vector_cache_bytes'), false);
    assert.equal(samples.has('recollect_write_units_total'), false);
    assert.equal(samples.get('recollect_database_size_bytes'), 4_096);
  });

  it('are separate for services in one process', async () => {
    const [one, other] = [metricsOf(), metricsOf()];
    one.observeRequest({ route: 'GET /health', status: 200, ms: 1 });
    assert.equal((await scrape(other)).has('recollect_http_requests_total{route="GET /health",status="200"}'), false);
  });
});
