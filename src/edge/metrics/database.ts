import { Counter, Gauge, type Registry } from 'prom-client';
import type { DatabaseFigures } from '../../storage/database.js';
import type { MetricsParts } from './metrics.js';

/** Milliseconds: a scrape gets a response even if the database does not respond. */
const DEADLINE_MS = 2_000;

export function patiently<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), DEADLINE_MS);
  });
  return Promise.race([work.catch(() => null), tooLate]).finally(() => clearTimeout(timer));
}

type Read = (figures: DatabaseFigures) => number | null | undefined;

const GAUGES: [name: string, help: string, read: Read][] = [
  ['database_size_bytes', 'Size of the database on disk in bytes.', (all) => all.sizeBytes],
  ['vector_cache_bytes', 'Bytes of vectors held in memory (SQLite).', (all) => all.vectorCache?.bytes],
  ['vector_cache_cap_bytes', 'Limit of the vector cache in bytes.', (all) => all.vectorCache?.capBytes],
  ['vector_cache_scopes', 'Scopes whose vectors are in memory.', (all) => all.vectorCache?.scopes],
];
const COUNTERS: [name: string, help: string, read: Read][] = [
  ['vector_cache_loads_total', 'Scopes loaded into the vector cache.', (all) => all.vectorCache?.loads],
  ['vector_cache_evictions_total', 'Scopes evicted from the vector cache.', (all) => all.vectorCache?.evictions],
  ['write_units_total', 'Write transactions (SQLite).', (all) => all.writes?.units],
  ['write_commits_total', 'Commits shared by write transactions (SQLite).', (all) => all.writes?.commits],
];

/** Returns a function that updates the figures. Those that are unavailable are left out. */
export function databaseMetrics(registry: Registry, parts: MetricsParts): () => Promise<void> {
  const registers = [registry];
  const gauges = GAUGES.map(([name, help, read]) => {
    const gauge = new Gauge({ name: `recollect_${name}`, help, registers });
    return { read, metric: gauge, put: (value: number) => gauge.set(value) };
  });
  const counters = COUNTERS.map(([name, help, read]) => {
    const counter = new Counter({ name: `recollect_${name}`, help, registers });
    return { read, metric: counter, put: (value: number) => counter.inc(value) };
  });
  const up = new Gauge({ name: 'recollect_database_up', help: '1 if the database responds, else 0.', registers });
  const waiting = new Gauge({
    ...{ name: 'recollect_jobs_backlog', help: 'Work waiting to be done later, by kind.', registers },
    labelNames: ['kind'],
  });

  return async () => {
    const { database, backlog } = parts;
    const [figures, kinds] = await Promise.all([patiently(database.figures()), backlog ? patiently(backlog()) : null]);
    up.set(figures ? 1 : 0);
    for (const { metric, read, put } of [...gauges, ...counters]) {
      const value = figures && read(figures);
      metric.remove();
      if (typeof value === 'number') put(value);
    }
    waiting.reset();
    for (const [kind, count] of Object.entries(kinds ?? {})) waiting.set({ kind }, count);
  };
}
