import { Counter, Gauge, type Registry } from 'prom-client';
import { patiently } from './database.js';

/** Deferred work, and events being delivered. */
export interface Later {
  jobs(): Promise<readonly { kind: string; state: string; count: number }[]>;
  deliveries(): Promise<readonly { status: string; count: number }[]>;
  /** On this node since its start. */
  attempts(): Readonly<Record<'delivered' | 'failed', number>>;
  /** Open on this node. */
  streams(): number;
}

/** Returns a function that updates the figures. Those that are unavailable are left out. */
export function deferredWorkMetrics(registry: Registry, later: Later | undefined): () => Promise<void> {
  if (!later) return async () => {};
  const registers = [registry];
  const jobs = new Gauge({
    ...{ name: 'recollect_jobs', help: 'Jobs by kind and state.', registers },
    labelNames: ['kind', 'state'],
  });
  const deliveries = new Gauge({
    ...{ name: 'recollect_event_deliveries', help: 'Webhook deliveries on record by status.', registers },
    labelNames: ['status'],
  });
  new Counter({
    ...{ name: 'recollect_event_attempts_total', help: 'Webhook attempts of this node by outcome.', registers },
    labelNames: ['outcome'],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(later.attempts())) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    ...{ name: 'recollect_event_streams', help: 'Open event streams of this node.', registers },
    collect() {
      this.set(later.streams());
    },
  });
  return async () => {
    const [kinds, statuses] = await Promise.all([patiently(later.jobs()), patiently(later.deliveries())]);
    jobs.reset();
    deliveries.reset();
    for (const { kind, state, count } of kinds ?? []) jobs.set({ kind, state }, count);
    for (const { status, count } of statuses ?? []) deliveries.set({ status }, count);
  };
}
