import { createHash } from 'node:crypto';

/** What a receipt proves of one record. */
export const lineOf = (section: string, id: string, text: string): string =>
  JSON.stringify([section, id, createHash('sha256').update(text).digest('hex')]);

/**
 * The hash of a receipt: one line for each record, `["memories","mem_…","<SHA-256 of its text>"]`, each ended by a line break. Who kept the export can
 * write the same lines; who has the receipt alone learns nothing, since the ids are random.
 */
export class Proof {
  readonly #hash = createHash('sha256');

  add(line: string): void {
    this.#hash.update(`${line}\n`);
  }

  end(): string {
    return this.#hash.digest('hex');
  }
}
