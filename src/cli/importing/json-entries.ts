const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
const LONGEST_NAME = 256;

interface Entry {
  /** The field of the document whose list contains it; null if the document itself is a list. */
  field: string | null;
  /** On one line. */
  bytes: Buffer;
}

/**
 * Finds the entries of a JSON document while it is read: the elements of the lists that are fields of its outermost object, or of its outermost
 * list. It holds one entry at a time. Whether an entry is valid JSON is left to whoever parses it.
 */
export class EntryScanner {
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  /** The depth of the elements: 1 in a list, 2 in a list of an object. */
  #level = 0;
  #isInList = false;
  #name: number[] | null = null;
  #field: string | null = null;
  #parts: Buffer[] | null = null;
  #isComplete = false;

  /** Whether the document has ended. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  push(chunk: Buffer): Entry[] {
    const found: Entry[] = [];
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] as number;
      if (this.#isString) {
        this.#string(byte);
        continue;
      }
      const isBetween = this.#isInList && this.#depth === this.#level;
      if (isBetween && this.#parts && (byte === COMMA || byte === CLOSE_LIST)) {
        found.push(this.#entry(chunk.subarray(start, i)));
      } else if (isBetween && !this.#parts && byte !== COMMA && byte !== CLOSE_LIST && !isBlank(byte)) {
        this.#parts = [];
        start = i;
      }
      this.#structure(byte);
    }
    this.#parts?.push(chunk.subarray(start));
    return found;
  }

  #string(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isString = false;
      return;
    }
    if (this.#name && this.#name.length < LONGEST_NAME) this.#name.push(byte);
  }

  #structure(byte: number): void {
    if (byte === QUOTE) {
      this.#isString = true;
      // The last string before a list is the list's name.
      this.#name = this.#depth === 1 && this.#level === 2 ? [] : null;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      this.#depth++;
      if (this.#depth === 1) this.#level = byte === OPEN_LIST ? 1 : 2;
      if (this.#depth === this.#level) {
        this.#isInList = byte === OPEN_LIST;
        this.#field = this.#level === 1 ? null : Buffer.from(this.#name ?? []).toString();
      }
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (this.#depth === this.#level) this.#isInList = false;
      this.#depth--;
      this.#isComplete = this.#depth === 0;
    }
  }

  #entry(last: Buffer): Entry {
    const bytes = Buffer.concat([...(this.#parts as Buffer[]), last]);
    this.#parts = null;
    // Raw line breaks occur only between JSON tokens.
    for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0x0a || bytes[i] === 0x0d) bytes[i] = 0x20;
    return { field: this.#field, bytes };
  }
}
