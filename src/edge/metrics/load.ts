import { Counter, Gauge, type Registry } from 'prom-client';

export interface Load {
  inFlight: number;
  waiting: number;
  /** Since the start. */
  shed: number;
}

/** The load on the edge. */
export function loadMetrics(registry: Registry, load: () => Load): void {
  const registers = [registry];
  new Gauge({
    ...{ name: 'recollect_calls_in_flight', help: 'Calls in flight.', registers },
    collect() {
      this.set(load().inFlight);
    },
  });
  new Gauge({
    ...{ name: 'recollect_calls_waiting', help: 'Calls that wait for others to finish.', registers },
    collect() {
      this.set(load().waiting);
    },
  });
  new Counter({
    ...{ name: 'recollect_calls_shed_total', help: 'Calls refused because the service was overloaded.', registers },
    collect() {
      this.reset();
      this.inc(load().shed);
    },
  });
}
