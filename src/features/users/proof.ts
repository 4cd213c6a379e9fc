import { createHash } from 'node:crypto';

/**
 * The hash of a receipt: one line for each record, `["memories","mem_…","<SHA-256 of its text>"]`, each ended by a line break. Who kept the export can
 * write the same lines; who has the receipt alone learns nothing, since the ids are random.
 */
export class Proof {
  readonly #hash = createHash('sha256');

  add(section: string, id: string, text: string): void {
    const digest = createHash('sha256').update(text).digest('hex');
    this.#hash.update(`${JSON.stringify([section, id, digest])}\n`);
  }

  end(): string {
    return this.#hash.digest('hex');
  }
}
