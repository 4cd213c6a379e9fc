import { Counter, type Registry } from 'prom-client';
import type { Exports } from '../../telemetry/telemetry.js';

/** The outcome of exporting traces and metrics to a collector. */
export function exportMetrics(registry: Registry, exports: () => Exports): void {
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
