import { Counter, Histogram, Registry } from 'prom-client';
import type { Embedder } from '../../embedding/embedder.js';
import { STATUS_OF } from '../../kernel/errors.js';
import type { Database } from '../../storage/database.js';
import type { Exports } from '../../telemetry/telemetry.js';
import { databaseMetrics } from './database.js';
import { deferredWorkMetrics, type Later } from './deferred-work.js';
import { embedderGauges } from './embedder.js';
import { type Load, loadMetrics } from './load.js';
import { EventLoopWatch, processGauges } from './process.js';

export interface MetricsParts {
  readonly version: string;
  readonly database: Pick<Database, 'figures'>;
  readonly embedder: Pick<Embedder, 'state'>;
  /** Deferred work that is waiting, by kind. */
  readonly backlog?: () => Promise<Readonly<Record<string, number>>>;
  readonly later?: Later;
  /** Calls in flight, waiting, and refused. */
  readonly load?: () => Load;
  /** The outcome of exports to a collector, if there are any. */
  readonly exports?: (() => Exports) | undefined;
  /** Milliseconds for which the figures are reused. */
  readonly freshMs?: number;
}

/** Seconds. A retrieve takes some 10 ms with the local model; batches of long texts take seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Scrapes are seconds apart. */
const FRESH_MS = 1_000;

/**
 * What `GET /metrics` returns. One registry per service. No label ever holds a key, a user or any other name that a tenant chose: operators
 * scrape this without a credential.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #loop = new EventLoopWatch();
  readonly #requests: Counter<'route' | 'status'>;
  readonly #seconds: Histogram<'route'>;
  readonly #errors: Counter<'code'>;
  readonly #refresh: () => Promise<void>;
  readonly #freshMs: number;
  #rendered: { result: Promise<{ contentType: string; body: string }>; until: number } | undefined;

  constructor(parts: MetricsParts) {
    const registers = [this.#registry];
    this.#freshMs = parts.freshMs ?? FRESH_MS;
    this.#requests = new Counter({
      ...{ name: 'recollect_http_requests_total', help: 'Completed requests by route pattern and status.', registers },
      labelNames: ['route', 'status'],
    });
    this.#errors = new Counter({
      ...{ name: 'recollect_http_errors_total', help: 'Error responses by code.', registers },
      labelNames: ['code'],
    });
    // A series that begins with its first error has not increased for Prometheus, and no alert would fire.
    for (const code of Object.keys(STATUS_OF)) this.#errors.inc({ code }, 0);
    this.#seconds = new Histogram({
      ...{ name: 'recollect_http_request_duration_seconds', help: 'Time from request to response.', registers },
      ...{ labelNames: ['route'], buckets: BUCKETS },
    });
    processGauges(this.#registry, parts.version, this.#loop);
    const refreshers = [databaseMetrics(this.#registry, parts), deferredWorkMetrics(this.#registry, parts.later)];
    this.#refresh = async () => void (await Promise.all(refreshers.map((refresh) => refresh())));
    embedderGauges(this.#registry, parts.embedder);
    if (parts.load) loadMetrics(this.#registry, parts.load);
    if (parts.exports) exportMetrics(this.#registry, parts.exports);
  }

  /** `route` is a pattern (`GET /memory/{id}`), never a raw path. */
  observeRequest({ route, status, ms, code }: { route: string; status: number; ms: number; code?: string }): void {
    if (code) this.#errors.inc({ code });
    this.#requests.inc({ route, status });
    this.#seconds.observe({ route }, ms / 1_000);
  }

  /** Rendered at most once a second, however many ask: it reads the database, and anybody may ask. */
  render(): Promise<{ contentType: string; body: string }> {
    const now = performance.now();
    if (!this.#rendered || now >= this.#rendered.until) {
      const result = this.#render();
      this.#rendered = { result, until: now + this.#freshMs };
      result.catch(() => {
        this.#rendered = undefined;
      });
    }
    return this.#rendered.result;
  }

  async #render() {
    await this.#refresh();
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }

  /** The same as `render`, for an exporter. */
  async collect() {
    await this.#refresh();
    return this.#registry.getMetricsAsJSON();
  }

  close(): void {
    this.#loop.close();
  }
}

/** The outcome of exporting traces and metrics to a collector. */
function exportMetrics(registry: Registry, exports: () => Exports): void {
  const registers = [registry];
  new Counter({
    ...{ name: 'recollect_telemetry_spans_total', help: 'Spans by outcome.', registers },
    labelNames: ['outcome'],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(exports().spans)) this.inc({ outcome }, count);
    },
  });
  new Counter({
    ...{ name: 'recollect_telemetry_failures_total', help: 'Failed attempts to export, by signal.', registers },
    labelNames: ['signal'],
    collect() {
      this.reset();
      for (const [signal, count] of Object.entries(exports().failures)) this.inc({ signal }, count);
    },
  });
}
