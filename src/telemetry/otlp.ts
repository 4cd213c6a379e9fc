import type { Attributes } from '../kernel/trace.js';
import type { Table } from './protobuf.js';
import type { RecordedSpan } from './tracer.js';

/* The messages of OTLP 1 in their JSON form (ids in hexadecimal, 64-bit numbers as text), and the tables that encode the same objects as protobuf. */
const ANY_VALUE: Table = {
  ...{ stringValue: [1, 'text'], boolValue: [2, 'bool'], intValue: [3, 'varint'], doubleValue: [4, 'double'] },
};
const KEY_VALUE: Table = { key: [1, 'text'], value: [2, ANY_VALUE] };
const RESOURCE: Table = { attributes: [1, KEY_VALUE] };
const SCOPE: Table = { name: [1, 'text'], version: [2, 'text'] };
const SPAN: Table = {
  ...{ traceId: [1, 'hex'], spanId: [2, 'hex'], traceState: [3, 'text'], parentSpanId: [4, 'hex'], name: [5, 'text'] },
  ...{ kind: [6, 'varint'], startTimeUnixNano: [7, 'fixed64'], endTimeUnixNano: [8, 'fixed64'] },
  ...{ attributes: [9, KEY_VALUE], status: [15, { code: [3, 'varint'] }], flags: [16, 'fixed32'] },
};
const TIMES: Table = { startTimeUnixNano: [2, 'fixed64'], timeUnixNano: [3, 'fixed64'] };
const NUMBER_POINT: Table = { ...TIMES, asDouble: [4, 'double'], attributes: [7, KEY_VALUE] };
const HISTOGRAM_POINT: Table = {
  ...{ ...TIMES, count: [4, 'fixed64'], sum: [5, 'double'], bucketCounts: [6, 'fixed64s'] },
  ...{ explicitBounds: [7, 'doubles'], attributes: [9, KEY_VALUE] },
};
const SUM: Table = { dataPoints: [1, NUMBER_POINT], aggregationTemporality: [2, 'varint'], isMonotonic: [3, 'bool'] };
const HISTOGRAM: Table = { dataPoints: [1, HISTOGRAM_POINT], aggregationTemporality: [2, 'varint'] };
const METRIC: Table = {
  ...{ name: [1, 'text'], description: [2, 'text'], gauge: [5, { dataPoints: [1, NUMBER_POINT] }] },
  ...{ sum: [7, SUM], histogram: [9, HISTOGRAM] },
};
export const TRACES: Table = {
  resourceSpans: [1, { resource: [1, RESOURCE], scopeSpans: [2, { scope: [1, SCOPE], spans: [2, SPAN] }] }],
};
export const METRICS: Table = {
  resourceMetrics: [1, { resource: [1, RESOURCE], scopeMetrics: [2, { scope: [1, SCOPE], metrics: [2, METRIC] }] }],
};

/** Identifies the reporting service. */
export interface Reporter {
  readonly resource: Attributes;
  readonly scope: { readonly name: string; readonly version: string };
}

export const keyValues = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));

function anyValue(value: Attributes[string]): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) && value >= 0 ? { intValue: String(value) } : { doubleValue: value };
}

/** The clock is exact to the microsecond. */
export const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1_000)}000`;

const FAILED = 2;
/** Two flags: whether the parent is remote is known, and it is. */
const REMOTE_KNOWN = 0x100;
const REMOTE = 0x200;

function spanOf(span: RecordedSpan): object {
  const { parent, state } = span;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(state === undefined ? {} : { traceState: state }),
    ...(parent ? { parentSpanId: parent.spanId } : {}),
    name: span.name,
    kind: span.kind,
    startTimeUnixNano: nanoseconds(span.startedAt),
    endTimeUnixNano: nanoseconds(span.endedAt),
    attributes: keyValues(span.attributes),
    status: span.hasFailed ? { code: FAILED } : {},
    flags: span.flags | REMOTE_KNOWN | (parent && !parent.isOurs ? REMOTE : 0),
  };
}

export const tracesMessage = ({ resource, scope }: Reporter, spans: readonly RecordedSpan[]): object => ({
  resourceSpans: [{ resource: { attributes: keyValues(resource) }, scopeSpans: [{ scope, spans: spans.map(spanOf) }] }],
});

export const metricsMessage = ({ resource, scope }: Reporter, metrics: readonly object[]): object => ({
  resourceMetrics: [{ resource: { attributes: keyValues(resource) }, scopeMetrics: [{ scope, metrics }] }],
});
