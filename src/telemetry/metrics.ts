import { keyValues, nanoseconds } from './otlp.js';

/** A metric in the registry of `/metrics`. */
export interface RegistryMetric {
  readonly name: string;
  readonly help: string;
  readonly type: unknown;
  readonly values: readonly Sample[];
}
interface Sample {
  readonly value: number;
  readonly labels: Readonly<Record<string, string | number | undefined>>;
  /** For a histogram: its name with `_bucket`, `_sum` or `_count`. */
  readonly metricName?: string;
}

/** Since the start of the process. */
const CUMULATIVE = 2;

const labelsOf = ({ le: _, ...labels }: Sample['labels']) =>
  keyValues(Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, String(value)])));

/** The metrics of `/metrics`, under the same names and with the same values. */
export function metricsOf(registry: readonly RegistryMetric[], since: number, now: number): object[] {
  const times = { startTimeUnixNano: nanoseconds(since), timeUnixNano: nanoseconds(now) };
  return registry.flatMap((metric): object[] => {
    const { name, help: description, type } = metric;
    const values = metric.values.filter(({ value }) => Number.isFinite(value));
    if (values.length === 0) return [];
    if (type === 'histogram') {
      const dataPoints = histogramPoints(values).map((point) => ({ ...times, ...point }));
      return [{ name, description, histogram: { dataPoints, aggregationTemporality: CUMULATIVE } }];
    }
    const dataPoints = values.map(({ value, labels }) => ({
      ...{ ...times, asDouble: value, attributes: labelsOf(labels) },
    }));
    if (type !== 'counter') return [{ name, description, gauge: { dataPoints } }];
    return [{ name, description, sum: { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true } }];
  });
}

/** A Prometheus bucket counts everything up to its limit; an OTLP bucket only what is above the previous limit. */
function histogramPoints(samples: readonly Sample[]): object[] {
  const groups = new Map<string, { labels: Sample['labels']; buckets: Sample[]; sum: number; count: number }>();
  for (const sample of samples) {
    const { le, ...labels } = sample.labels;
    const id = JSON.stringify(labels);
    const group = groups.get(id) ?? { labels, buckets: [], sum: 0, count: 0 };
    groups.set(id, group);
    if (le !== undefined) group.buckets.push(sample);
    else if (sample.metricName?.endsWith('_sum')) group.sum = sample.value;
    else group.count = sample.value;
  }
  return [...groups.values()].map(({ labels, buckets, sum, count }) => {
    const upTo = buckets.map(({ value }) => value);
    return {
      count: String(count),
      sum,
      bucketCounts: upTo.map((value, i) => String(value - (upTo[i - 1] ?? 0))),
      explicitBounds: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
      attributes: labelsOf(labels),
    };
  });
}
