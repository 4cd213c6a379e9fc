import { createHash, hash } from 'node:crypto';

/** What a receipt proves about one record. */
export const lineOf = (section: string, id: string, text: string): string =>
  JSON.stringify([section, id, hash('sha256', text)]);

/**
 * The hash of a receipt: one line per record, `["memories","mem_…","<SHA-256 of its text>"]`, each terminated by a line break. Anyone who kept the
 * export can write the same lines; the receipt alone reveals nothing, because the ids are random.
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
