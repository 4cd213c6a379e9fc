import { EventEmitter, once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { LoopbackServer } from '../../test/support/loopback-server.js';

/** A span as a collector sees it, whatever its encoding. */
export interface SeenSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  traceState: string;
  name: string;
  kind: number;
  start: bigint;
  end: bigint;
  attributes: Record<string, unknown>;
  code: number;
  flags: number;
}
interface Export {
  path: string;
  headers: IncomingHttpHeaders;
  /** Uncompressed. */
  body: Buffer;
}
type Behaviour = (response: ServerResponse) => unknown;
const well: Behaviour = (response) => response.writeHead(200).end();

/** A collector on loopback. */
export class Collector extends LoopbackServer {
  readonly exports: Export[] = [];
  /** How it responds; nothing else ends a response. */
  behaviour: Behaviour = well;
  readonly #news = new EventEmitter();

  protected async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
    this.exports.push({ path: request.url ?? '', headers: request.headers, body });
    this.behaviour(response);
    this.#news.emit('export');
  }

  /** Resolves once `holds` returns true; checked after every export. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) await once(this.#news, 'export');
  }

  get spans(): SeenSpan[] {
    return this.exports.filter(({ path }) => path === '/v1/traces').flatMap((one) => spansIn(one));
  }
  /** The last metrics, as `name{label="value"}`; a histogram as its count, sum and buckets. */
  get metrics(): Map<string, number> {
    const last = this.exports.findLast(({ path }) => path === '/v1/metrics');
    return last ? metricsIn(last) : new Map();
  }
  /** Everything received. */
  get bytes(): string {
    return this.exports.map(({ body, headers }) => `${JSON.stringify(headers)}${body.toString('latin1')}`).join('\n');
  }
}

/** Fields by number, as on the wire: a number, eight or four bytes, or length-delimited bytes. */
class Fields {
  readonly #fields = new Map<number, (bigint | Buffer)[]>();

  constructor(bytes: Buffer) {
    let at = 0;
    const varint = () => {
      let value = 0n;
      for (let shift = 0n; ; shift += 7n) {
        const byte = BigInt(bytes[at++] ?? 0);
        value |= (byte & 127n) << shift;
        if (byte < 128n) return value;
      }
    };
    const take = (length: number) => {
      at += length;
      return bytes.subarray(at - length, at);
    };
    while (at < bytes.length) {
      const tag = Number(varint());
      const wire = tag & 7;
      const value = wire === 0 ? varint() : take(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()));
      this.#fields.set(tag >> 3, [...(this.#fields.get(tag >> 3) ?? []), value]);
    }
  }

  all(...path: number[]): Fields[] {
    const [number = 0, ...rest] = path;
    const found = (this.#fields.get(number) ?? []).map((value) => new Fields(value as Buffer));
    return rest.length === 0 ? found : found.flatMap((one) => one.all(...rest));
  }
  has = (number: number) => this.#fields.has(number);
  bytes = (number: number) => (this.#fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);
  text = (number: number) => this.bytes(number).toString();
  number = (number: number) => Number(this.#fields.get(number)?.[0] ?? 0);
  double = (number: number) => this.bytes(number).readDoubleLE();
  fixed64 = (number: number) => this.bytes(number).readBigUInt64LE();
  fixed32 = (number: number) => this.bytes(number).readUInt32LE();
  attributes(number: number): Record<string, unknown> {
    return Object.fromEntries(
      this.all(number).map((pair) => {
        const [value] = pair.all(2);
        if (!value) return [pair.text(1), undefined];
        return [pair.text(1), value.has(1) ? value.text(1) : value.has(3) ? value.number(3) : value.double(4)];
      }),
    );
  }
}

// biome-ignore lint/suspicious/noExplicitAny: JSON as the protocol has it
type Json = any;
const attributesOf = (pairs: Json[] = []) =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [
      key,
      value.stringValue ?? (value.intValue ? Number(value.intValue) : value.doubleValue),
    ]),
  );

function spansIn({ headers, body }: Export): SeenSpan[] {
  if (headers['content-type'] === 'application/json') {
    const { resourceSpans } = JSON.parse(body.toString()) as Json;
    return resourceSpans[0].scopeSpans[0].spans.map((span: Json) => ({
      ...{ traceId: span.traceId, spanId: span.spanId, parentSpanId: span.parentSpanId ?? '', name: span.name },
      ...{ traceState: span.traceState ?? '', kind: span.kind, code: span.status?.code ?? 0, flags: span.flags },
      ...{ start: BigInt(span.startTimeUnixNano), end: BigInt(span.endTimeUnixNano) },
      attributes: attributesOf(span.attributes),
    }));
  }
  return new Fields(body).all(1, 2, 2).map((span) => ({
    traceId: span.bytes(1).toString('hex'),
    spanId: span.bytes(2).toString('hex'),
    traceState: span.text(3),
    parentSpanId: span.bytes(4).toString('hex'),
    name: span.text(5),
    kind: span.number(6),
    start: span.fixed64(7),
    end: span.fixed64(8),
    attributes: span.attributes(9),
    code: span.all(15)[0]?.number(3) ?? 0,
    flags: span.fixed32(16),
  }));
}

export function resourceIn({ headers, body }: Export): Record<string, unknown> {
  if (headers['content-type'] !== 'application/json') return new Fields(body).all(1, 1)[0]?.attributes(1) ?? {};
  const message = JSON.parse(body.toString()) as Json;
  return attributesOf((message.resourceSpans ?? message.resourceMetrics)[0].resource.attributes);
}

const nameOf = (name: string, labels: Record<string, unknown>) => {
  const shown = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return shown.length > 0 ? `${name}{${shown.join(',')}}` : name;
};

function metricsIn({ headers, body }: Export): Map<string, number> {
  const found = new Map<string, number>();
  const histogram = (
    name: string,
    labels: Record<string, unknown>,
    count: number,
    sum: number,
    buckets: number[],
    bounds: number[],
  ) => {
    found.set(nameOf(`${name}_count`, labels), count).set(nameOf(`${name}_sum`, labels), sum);
    let upTo = 0;
    buckets.forEach((value, i) => {
      upTo += value;
      found.set(nameOf(`${name}_bucket`, { le: bounds[i] ?? '+Inf', ...labels }), upTo);
    });
  };
  if (headers['content-type'] === 'application/json') {
    const { resourceMetrics } = JSON.parse(body.toString()) as Json;
    for (const { name, sum, gauge, histogram: given } of resourceMetrics[0].scopeMetrics[0].metrics) {
      for (const point of (sum ?? gauge)?.dataPoints ?? []) {
        found.set(nameOf(name, attributesOf(point.attributes)), point.asDouble);
      }
      for (const point of given?.dataPoints ?? []) {
        const buckets = point.bucketCounts.map(Number);
        histogram(name, attributesOf(point.attributes), Number(point.count), point.sum, buckets, point.explicitBounds);
      }
    }
    return found;
  }
  const packed = (bytes: Buffer, read: (at: number) => number) =>
    Array.from({ length: bytes.length / 8 }, (_, i) => read(i * 8));
  for (const metric of new Fields(body).all(1, 2, 2)) {
    const name = metric.text(1);
    for (const point of [...metric.all(5, 1), ...metric.all(7, 1)]) {
      found.set(nameOf(name, point.attributes(7)), point.double(4));
    }
    for (const point of metric.all(9, 1)) {
      const [buckets, bounds] = [point.bytes(6), point.bytes(7)];
      histogram(
        ...([name, point.attributes(9), Number(point.fixed64(4)), point.double(5)] as const),
        packed(buckets, (at) => Number(buckets.readBigUInt64LE(at))),
        packed(bounds, (at) => bounds.readDoubleLE(at)),
      );
    }
  }
  return found;
}
