import { createHash } from 'node:crypto';

const BYTES = 32;

/** Hash of a set of rows, whatever their order: the engines keep some tables in orders of their own. No two rows are equal. */
export class RowDigest {
  readonly #sum = Buffer.alloc(BYTES);
  rows = 0;

  /** `cells` are canonical, in the order of the columns' names. */
  add(cells: readonly string[]): void {
    this.addBytes(cells.join('\n'));
  }

  /** A row in the one form that it has. */
  addBytes(row: string | Uint8Array): void {
    const hash = createHash('sha256').update(row).digest();
    for (let i = 0; i < BYTES; i++) this.#sum[i] = (this.#sum[i] as number) ^ (hash[i] as number);
    this.rows++;
  }

  get hash(): string {
    return this.#sum.toString('hex');
  }
}
