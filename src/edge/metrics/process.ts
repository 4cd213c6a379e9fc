import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

const RESOLUTION_MS = 10;
const NANOSECONDS = 1e9;

/** How late the event loop ran its timers since the last read. */
export class EventLoopWatch {
  readonly #histogram: IntervalHistogram;

  /** The histogram is a parameter, so that tests need not block the loop. */
  constructor(histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })) {
    this.#histogram = histogram;
    this.#histogram.enable();
  }

  /** In seconds. The histogram includes the interval itself, so it is subtracted. */
  read(): { mean: number; p99: number; max: number } {
    const late = (value: number) => Math.max(0, value / NANOSECONDS - RESOLUTION_MS / 1_000);
    const { count, mean, max } = this.#histogram;
    const result =
      count === 0
        ? { mean: 0, p99: 0, max: 0 }
        : { mean: late(mean), p99: late(this.#histogram.percentile(99)), max: late(max) };
    this.#histogram.reset();
    return result;
  }

  close(): void {
    this.#histogram.disable();
  }
}

/** The process itself: version, uptime, memory, CPU time, event loop. */
export function processGauges(registry: Registry, version: string, loop: EventLoopWatch): void {
  const registers = [registry];
  const build = new Gauge({
    ...{ name: 'recollect_build_info', help: 'Always 1; the version is in the label.', registers },
    labelNames: ['version'],
  });
  build.set({ version }, 1);

  new Gauge({
    ...{ name: 'recollect_uptime_seconds', help: 'Seconds since the process started.', registers },
    collect() {
      this.set(process.uptime());
    },
  });
  new Gauge({
    ...{ name: 'recollect_memory_bytes', help: 'Memory of the process by use.', registers },
    labelNames: ['area'],
    collect() {
      const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
      const areas = {
        resident: rss,
        heap_used: heapUsed,
        heap_total: heapTotal,
        external,
        array_buffers: arrayBuffers,
      };
      for (const [area, bytes] of Object.entries(areas)) this.set({ area }, bytes);
    },
  });
  new Counter({
    ...{ name: 'recollect_cpu_seconds_total', help: 'Processor time of the process, all threads.', registers },
    labelNames: ['mode'],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc({ mode: 'user' }, user / 1e6);
      this.inc({ mode: 'system' }, system / 1e6);
    },
  });
  new Gauge({
    ...{
      name: 'recollect_event_loop_delay_seconds',
      help: 'Event loop delay since the last scrape.',
      registers,
    },
    labelNames: ['statistic'],
    collect() {
      for (const [statistic, seconds] of Object.entries(loop.read())) this.set({ statistic }, seconds);
    },
  });
}
