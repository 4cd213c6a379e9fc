import { SAMPLERS } from '../telemetry/sampler.js';
import { choice, type Definition, integer, list, onOff, url, word } from './setting.js';

/** Per signal, with the variable names of the OpenTelemetry specification: a value set for one signal overrides the value set for both. */
const OF = { both: '', traces: 'TRACES_', metrics: 'METRICS_' } as const;
type Of = keyof typeof OF;
const name = (of: Of, what: string) => `OTEL_EXPORTER_OTLP_${OF[of]}${what}`;
const INSTEAD = { traces: ', for traces only', metrics: ', for metrics only' };
const sentence = (of: Of, text: string) => `${text}${of === 'both' ? '' : INSTEAD[of]}.`;

const decodes = (text: string) => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};
const isAttribute = (text: string): text is string => /^[^=\s]+\s*=/.test(text) && decodes(text);
/** Name and value as allowed in a request: the value is visible ASCII once decoded. */
const isHeader = (text: string): text is string =>
  /^[\w!#$&'*+.^`|~-]+\s*=/.test(text) &&
  decodes(text) &&
  /^[\t\x20-\x7e]*$/.test(decodeURIComponent(text.slice(text.indexOf('=') + 1)));

const endpoint = (of: Of): Definition<string | undefined> => {
  const { read, ...rest } = url(
    name(of, 'ENDPOINT'),
    ['http', 'https'],
    of === 'both'
      ? 'Base address of an OpenTelemetry collector (OTLP over HTTP); `/v1/traces` and `/v1/metrics` are appended. Setting it turns traces and metrics on.'
      : `Address that ${of} are sent to, used as it is. Setting it turns ${of} on.`,
  );
  const refused = of === 'both' ? /[?#@]/ : /[#@]/;
  return {
    ...rest,
    allowed: `a URL that begins with http:// or https://, without ${of === 'both' ? 'user, query' : 'user'} or fragment`,
    read: (text, base) => {
      const found = refused.test(text) ? undefined : read(text, base);
      return found !== undefined && of !== 'both' ? text : found;
    },
  };
};

const headers = (of: Of) =>
  list(
    name(of, 'HEADERS'),
    [],
    isHeader,
    'a comma-separated list of name=value, the values percent-encoded if necessary',
    sentence(of, 'Headers sent to the collector, such as an API key'),
    { secret: true, fromFile: true },
  );

const TIMEOUT: [number, number] = [1, 600_000];
const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const COMPRESSIONS = ['gzip', 'none'] as const;

/** A choice without a default: if it is not set, the one for both signals applies. */
const openChoice = <T extends string>({ default: _, ...made }: Definition<T>): Definition<T | undefined> => ({
  ...made,
  default: undefined,
});
const protocol = (of: Of) =>
  choice(name(of, 'PROTOCOL'), 'http/protobuf', PROTOCOLS, sentence(of, 'Encoding of what is sent'));
const compression = (of: Of) =>
  choice(name(of, 'COMPRESSION'), 'none', COMPRESSIONS, sentence(of, 'Compression of what is sent'));
const timeout = (of: Of) => sentence(of, 'Milliseconds that the collector has to respond');

const exporter = (signal: 'TRACES' | 'METRICS') =>
  choice(
    `OTEL_${signal}_EXPORTER`,
    'otlp',
    ['otlp', 'none'],
    `\`none\` turns ${signal.toLowerCase()} off even if an endpoint is set.`,
  );

const PROPAGATORS = ['tracecontext', 'baggage', 'none'] as const;
type Propagator = (typeof PROPAGATORS)[number];
const isPropagator = (text: string): text is Propagator => PROPAGATORS.some((one) => one === text);

/** The OpenTelemetry variables that have an effect here. */
export const telemetrySettings = {
  otelSdkDisabled: onOff('OTEL_SDK_DISABLED', false, 'Turns traces and metrics off, whatever else is set.'),
  otelServiceName: word('OTEL_SERVICE_NAME', undefined, 'Name of the service in traces and metrics.', {
    defaultText: '`service.name` in `OTEL_RESOURCE_ATTRIBUTES`, else `recollect`',
  }),
  otelResourceAttributes: list(
    'OTEL_RESOURCE_ATTRIBUTES',
    [],
    isAttribute,
    'a comma-separated list of name=value, the values percent-encoded if necessary',
    'Attributes that all traces and metrics carry, such as `deployment.environment.name=production`.',
  ),
  otelEndpoint: endpoint('both'),
  otelTracesEndpoint: endpoint('traces'),
  otelMetricsEndpoint: endpoint('metrics'),
  otelHeaders: headers('both'),
  otelTracesHeaders: headers('traces'),
  otelMetricsHeaders: headers('metrics'),
  otelTimeout: integer(name('both', 'TIMEOUT'), 10_000, TIMEOUT, timeout('both')),
  otelTracesTimeout: integer(name('traces', 'TIMEOUT'), undefined, TIMEOUT, timeout('traces')),
  otelMetricsTimeout: integer(name('metrics', 'TIMEOUT'), undefined, TIMEOUT, timeout('metrics')),
  otelProtocol: protocol('both'),
  otelTracesProtocol: openChoice(protocol('traces')),
  otelMetricsProtocol: openChoice(protocol('metrics')),
  otelCompression: compression('both'),
  otelTracesCompression: openChoice(compression('traces')),
  otelMetricsCompression: openChoice(compression('metrics')),
  otelTracesExporter: exporter('TRACES'),
  otelMetricsExporter: exporter('METRICS'),
  otelTracesSampler: choice(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    SAMPLERS,
    'Which traces are recorded; `parentbased_` follows the caller if its request carries `traceparent`.',
  ),
  otelTracesSamplerArg: {
    ...{ env: 'OTEL_TRACES_SAMPLER_ARG', kind: 'integer', default: 1, allowed: 'a number from 0 to 1' },
    describe: 'Share of traces that `traceidratio` and `parentbased_traceidratio` record.',
    read: (text) => (/^(?:[01]|1\.0{1,15}|0?\.\d{1,15})$/.test(text) ? Number(text) : undefined),
  } as Definition<number>,
  otelPropagators: list<Propagator>(
    'OTEL_PROPAGATORS',
    ['tracecontext'],
    isPropagator,
    'tracecontext, baggage or none, separated by commas',
    '`tracecontext`: `traceparent` is taken from requests and passed on. `baggage` has no effect. `none`: neither.',
  ),
  otelMetricExportInterval: integer(
    'OTEL_METRIC_EXPORT_INTERVAL',
    60_000,
    [100, 86_400_000],
    'Milliseconds between two exports of metrics.',
  ),
  otelBspScheduleDelay: integer(
    'OTEL_BSP_SCHEDULE_DELAY',
    5_000,
    [1, 600_000],
    'Milliseconds that a span waits for others before they are exported together.',
  ),
  otelBspMaxQueueSize: integer(
    'OTEL_BSP_MAX_QUEUE_SIZE',
    2_048,
    [1, 1_000_000],
    'Spans that wait to be exported; further ones are dropped and counted.',
  ),
  otelBspMaxExportBatchSize: integer(
    'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    512,
    [1, 10_000],
    'Spans in one export; at most `OTEL_BSP_MAX_QUEUE_SIZE`.',
  ),
  otelBspExportTimeout: integer(
    'OTEL_BSP_EXPORT_TIMEOUT',
    30_000,
    [1, 600_000],
    'Milliseconds for which an export of spans is retried.',
  ),
};
