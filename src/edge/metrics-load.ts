import { Counter, Gauge, type Registry } from 'prom-client';

export interface Load {
  inWork: number;
  waiting: number;
  /** Since the start. */
  shed: number;
}

/** How busy the edge is. */
export function loadMetrics(registry: Registry, load: () => Load): void {
  const registers = [registry];
  new Gauge({
    ...{ name: 'recollect_calls_in_work', help: 'Calls that are being worked on.', registers },
    collect() {
      this.set(load().inWork);
    },
  });
  new Gauge({
    ...{ name: 'recollect_calls_waiting', help: 'Calls that wait for others to be done.', registers },
    collect() {
      this.set(load().waiting);
    },
  });
  new Counter({
    ...{ name: 'recollect_calls_shed_total', help: 'Calls that were told to come back later.', registers },
    collect() {
      this.reset();
      this.inc(load().shed);
    },
  });
}
