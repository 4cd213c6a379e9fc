import { createHash } from 'node:crypto';

const BYTES = 32;

/** Hash of a set of rows, whatever their order: the engines keep some tables in orders of their own. No two rows are equal. */
export class RowDigest {
  readonly #sum = Buffer.alloc(BYTES);
  rows = 0;

  /** `cells` are canonical, in the order of the columns' names. */
  add(cells: readonly string[]): void {
    const hash = createHash('sha256').update(cells.join('\n')).digest();
    for (let i = 0; i < BYTES; i++) this.#sum[i] = (this.#sum[i] as number) ^ (hash[i] as number);
    this.rows++;
  }

  get hash(): string {
    return this.#sum.toString('hex');
  }
}
