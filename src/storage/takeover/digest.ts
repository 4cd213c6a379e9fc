import { createHash } from 'node:crypto';

const BYTES = 32;

/** Hash of a set of rows, independent of their order: the engines store some tables in different orders. No two rows are equal. */
export class RowDigest {
  readonly #sum = Buffer.alloc(BYTES);
  rows = 0;

  /** `cells` are canonical, ordered by column name. */
  add(cells: readonly string[]): void {
    this.addBytes(cells.join('\n'));
  }

  /** A row in its one canonical form. */
  addBytes(row: string | Uint8Array): void {
    const hash = createHash('sha256').update(row).digest();
    for (let i = 0; i < BYTES; i++) this.#sum[i] = (this.#sum[i] as number) ^ (hash[i] as number);
    this.rows++;
  }

  get hash(): string {
    return this.#sum.toString('hex');
  }
}
