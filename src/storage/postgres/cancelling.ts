import type pg from 'pg';

/** Cancels what a connection is running when the signal fires. */
export class Cancelling {
  readonly #pool: pg.Pool;
  readonly #client: pg.PoolClient;
  readonly #signal: AbortSignal | undefined;
  #cancelled: Promise<unknown> | undefined;

  constructor(pool: pg.Pool, client: pg.PoolClient, signal: AbortSignal | undefined) {
    this.#pool = pool;
    this.#client = client;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#cancel);
  }

  #cancel = () => {
    const { processID } = this.#client as pg.PoolClient & { processID: number };
    // The cast: Citus has a second function of this name.
    this.#cancelled = this.#pool.query('select pg_cancel_backend($1::int)', [processID]);
    this.#cancelled.catch(() => {}); // reported by `end`
  };

  /** Call before the connection goes to another caller. A late cancel hits the empty statement here, not the next caller's. */
  async end(): Promise<void> {
    this.#signal?.removeEventListener('abort', this.#cancel);
    if (!this.#cancelled) return;
    await this.#cancelled;
    await this.#client.query('select 1').catch(() => this.#client.query('select 1'));
  }
}
