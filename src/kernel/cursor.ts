import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidField } from './errors.js';

/** A position in a list: the values that the list is ordered by. */
export type Position = readonly (string | number)[];

const MAC_BYTES = 12;

/**
 * Cursors are signed together with the list they belong to (operation, key, filters): a cursor of another key or another list is refused
 * like any malformed one.
 */
export class Cursors {
  readonly #secret: string;
  constructor(secret: string) {
    this.#secret = secret;
  }

  #mac(list: string, payload: string): Buffer {
    return createHmac('sha256', this.#secret).update(list).update('\0').update(payload).digest().subarray(0, MAC_BYTES);
  }

  write(list: string, position: Position): string {
    const payload = JSON.stringify(position);
    return Buffer.concat([this.#mac(list, payload), Buffer.from(payload)]).toString('base64url');
  }

  /** The page of a list that was read with one more than its limit, and the cursor of the next page, if there is one. `by`: the fields it is ordered by. */
  page<T extends Record<K, string | number>, K extends keyof T>(list: string, found: T[], limit: number, by: K[]) {
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const position = last && by.map((field) => last[field]);
    return { page, next_cursor: position ? this.write(list, position) : null };
  }

  /** Nothing for the first page, which has no cursor. */
  read(list: string, cursor: string | undefined): Position {
    if (cursor === undefined) return [];
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(MAC_BYTES).toString();
    const valid =
      bytes.length > MAC_BYTES &&
      bytes.toString('base64url') === cursor &&
      timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.#mac(list, payload));
    if (!valid)
      throw invalidField('cursor', 'was not issued by this list: send `next_cursor` of the previous page, or none');
    return JSON.parse(payload) as Position;
  }

  /** For lists that are ordered by the time of creation and the id; null for the first page. */
  readCreated(list: string, cursor: string | undefined): { createdAt: number; id: string } | null {
    const [createdAt, id] = this.read(list, cursor);
    return createdAt === undefined || id === undefined ? null : { createdAt: Number(createdAt), id: String(id) };
  }
}
