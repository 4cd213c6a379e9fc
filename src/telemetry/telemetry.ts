import type { Config } from '../config/config.js';
import { SECOND } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import type { Attributes, Tracer } from '../kernel/trace.js';
import { VERSION } from '../version.js';
import { MetricExport } from './metric-export.js';
import type { RegistryMetric } from './metrics.js';
import type { Reporter } from './otlp.js';
import { samplerOf } from './sampler.js';
import { Sender, type Target } from './sender.js';
import { SpanQueue } from './span-queue.js';
import { SpanTracer } from './tracer.js';

/** Milliseconds that shutdown waits for a collector, per signal. */
const LAST_EXPORT_MS = 3 * SECOND;

/** The outcome of exports since the start. */
export interface Exports {
  spans: Readonly<Record<'exported' | 'dropped', number>>;
  /** Attempts that failed, by signal. */
  failures: Readonly<Record<'traces' | 'metrics', number>>;
}

/** OpenTelemetry as configured: traces, metrics, both or nothing. */
export class Telemetry {
  /** Null: nothing is traced. */
  readonly tracer: Tracer | null;
  /** Whether `traceparent` is accepted from requests and passed on, even if nothing is recorded. */
  readonly propagates: boolean;
  readonly #queue: SpanQueue | null;
  readonly #metricSender: Sender | null;
  readonly #reporter: Reporter;
  readonly #metricsEveryMs: number;

  constructor(config: Config, { log, nodeId }: { log: Log; nodeId: string }) {
    this.propagates = config.otelPropagators.includes('tracecontext');
    this.#reporter = { resource: resourceOf(config, nodeId), scope: { name: 'recollect', version: VERSION } };
    this.#metricsEveryMs = config.otelMetricExportInterval;
    const { traces, metrics } = targetsOf(config);
    this.#metricSender = metrics && new Sender('metrics', metrics, log);
    const queue =
      traces &&
      new SpanQueue(new Sender('traces', traces, log), this.#reporter, {
        most: config.otelBspMaxQueueSize,
        perExport: Math.min(config.otelBspMaxExportBatchSize, config.otelBspMaxQueueSize),
        delayMs: config.otelBspScheduleDelay,
        maxWaitMs: config.otelBspExportTimeout,
      });
    this.#queue = queue;
    const sampler = samplerOf(config.otelTracesSampler, config.otelTracesSamplerArg);
    this.tracer = queue && new SpanTracer(sampler, (span) => queue.add(span));
  }

  /** Undefined if nothing is exported. */
  figures(): (() => Exports) | undefined {
    const [queue, sender] = [this.#queue, this.#metricSender];
    if (!queue && !sender) return undefined;
    return () => ({
      spans: queue?.counts ?? { exported: 0, dropped: 0 },
      failures: { traces: queue?.failures ?? 0, metrics: sender?.failures ?? 0 },
    });
  }

  /** Exports these metrics until it is closed; returns null if none are configured. */
  exportMetrics(collect: () => Promise<readonly RegistryMetric[]>): { close(): Promise<void> } | null {
    if (!this.#metricSender) return null;
    const metrics = new MetricExport(this.#metricSender, this.#reporter, this.#metricsEveryMs, collect);
    return { close: () => metrics.close(LAST_EXPORT_MS) };
  }

  async close(): Promise<void> {
    await this.#queue?.close(LAST_EXPORT_MS);
  }
}

/** `name=value` items; the values are percent-encoded if necessary. */
const pairsOf = (items: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    items.map((item) => {
      const at = item.indexOf('=');
      return [item.slice(0, at).trim(), decodeURIComponent(item.slice(at + 1).trim())];
    }),
  );

function resourceOf({ otelServiceName, otelResourceAttributes }: Config, nodeId: string): Attributes {
  const given = pairsOf(otelResourceAttributes);
  return {
    'service.name': 'recollect',
    'service.version': VERSION,
    'service.instance.id': nodeId,
    ...given,
    ...(otelServiceName === undefined ? {} : { 'service.name': otelServiceName }),
    'telemetry.sdk.name': 'recollect',
    'telemetry.sdk.language': 'nodejs',
    'telemetry.sdk.version': VERSION,
  };
}

/** Where each signal goes. A setting for one signal overrides the one for both; a base address gets the path of the signal. */
function targetsOf(config: Config): { traces: Target | null; metrics: Target | null } {
  const base = (path: string) => (config.otelEndpoint ? `${config.otelEndpoint}${path}` : undefined);
  const target = (isOn: boolean, url: string | undefined, own: Partial<Target>): Target | null => {
    if (!isOn || url === undefined || config.otelSdkDisabled) return null;
    return {
      url,
      headers: own.headers ?? {},
      timeoutMs: own.timeoutMs ?? config.otelTimeout,
      protocol: own.protocol ?? config.otelProtocol,
      compression: own.compression ?? config.otelCompression,
    };
  };
  const shared = pairsOf(config.otelHeaders);
  return {
    traces: target(config.otelTracesExporter === 'otlp', config.otelTracesEndpoint ?? base('/v1/traces'), {
      headers: { ...shared, ...pairsOf(config.otelTracesHeaders) },
      timeoutMs: config.otelTracesTimeout,
      protocol: config.otelTracesProtocol,
      compression: config.otelTracesCompression,
    }),
    metrics: target(config.otelMetricsExporter === 'otlp', config.otelMetricsEndpoint ?? base('/v1/metrics'), {
      headers: { ...shared, ...pairsOf(config.otelMetricsHeaders) },
      timeoutMs: config.otelMetricsTimeout,
      protocol: config.otelMetricsProtocol,
      compression: config.otelMetricsCompression,
    }),
  };
}
