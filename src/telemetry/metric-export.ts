import { metricsOf, type RegistryMetric } from './metrics.js';
import { METRICS, metricsMessage, type Reporter } from './otlp.js';
import type { Sender } from './sender.js';

/** Exports the metrics of `/metrics` periodically, and once more at the end. */
export class MetricExport {
  readonly #sender: Sender;
  readonly #reporter: Reporter;
  readonly #everyMs: number;
  readonly #collect: () => Promise<readonly RegistryMetric[]>;
  readonly #since = Date.now();
  readonly #timer: NodeJS.Timeout;
  #sending: Promise<void> | undefined;

  constructor(sender: Sender, reporter: Reporter, everyMs: number, collect: () => Promise<readonly RegistryMetric[]>) {
    this.#sender = sender;
    this.#reporter = reporter;
    this.#everyMs = everyMs;
    this.#collect = collect;
    this.#timer = setInterval(() => void this.#export(), everyMs).unref();
  }

  /** One at a time; figures that are late are superseded by the next ones. */
  #export(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  async #send(): Promise<void> {
    try {
      const metrics = metricsOf(await this.#collect(), this.#since, Date.now());
      const message = metricsMessage(this.#reporter, metrics);
      if ((await this.#sender.send(METRICS, message, this.#everyMs)) !== null) this.#sender.well();
    } catch (error) {
      this.#sender.logFailure(`the metrics could not be collected (${(error as Error).name})`);
    }
  }

  /** Takes at most `ms` milliseconds. */
  async close(ms: number): Promise<void> {
    clearInterval(this.#timer);
    this.#sender.close(ms);
    await this.#sending;
    await this.#export();
  }
}
