/** How the fields of a message are encoded: by name, the number and type of each. */
export interface Table {
  readonly [field: string]: readonly [number: number, type: Scalar | Table];
}
/** `hex`: bytes; `fixed64`: a text of digits; `fixed64s` and `doubles`: packed lists. */
type Scalar = 'text' | 'hex' | 'varint' | 'bool' | 'fixed32' | 'fixed64' | 'double' | 'fixed64s' | 'doubles';

const WIRE: Record<Scalar, number> = {
  ...{ text: 2, hex: 2, varint: 0, bool: 0, fixed32: 5, fixed64: 1, double: 1, fixed64s: 2, doubles: 2 },
};
const LENGTH_DELIMITED = 2;
const FIRST_BYTES = 64 * 1024;

/** Fills a buffer from its end: the length of a message, which precedes it, is known only after it has been written. */
class Backwards {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #at = FIRST_BYTES;

  get written(): number {
    return this.#bytes.length - this.#at;
  }
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.subarray(this.#at));
  }

  room(bytes: number): [Buffer, number] {
    while (this.#at < bytes) {
      const larger = Buffer.allocUnsafe(this.#bytes.length * 2);
      this.#bytes.copy(larger, larger.length - this.written, this.#at);
      this.#at = larger.length - this.written;
      this.#bytes = larger;
    }
    this.#at -= bytes;
    return [this.#bytes, this.#at];
  }

  varint(value: number): void {
    let length = 1;
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length++;
    const [bytes, at] = this.room(length);
    let rest = value;
    for (let i = 0; i < length; i++, rest = Math.floor(rest / 128))
      bytes[at + i] = (rest % 128) + (i < length - 1 ? 128 : 0);
  }

  scalar(type: Scalar, value: unknown): void {
    if (type === 'varint' || type === 'bool') this.varint(Number(value));
    else if (type === 'text' || type === 'hex') {
      const encoding = type === 'hex' ? 'hex' : 'utf8';
      const [bytes, at] = this.room(Buffer.byteLength(value as string, encoding));
      bytes.write(value as string, at, encoding);
    } else if (type === 'fixed32') {
      const [bytes, at] = this.room(4);
      bytes.writeUInt32LE(value as number, at);
    } else if (type === 'double') {
      const [bytes, at] = this.room(8);
      bytes.writeDoubleLE(value as number, at);
    } else if (type === 'fixed64') {
      const [bytes, at] = this.room(8);
      bytes.writeBigUInt64LE(BigInt(value as string), at);
    } else {
      for (const one of (value as readonly unknown[]).toReversed())
        this.scalar(type === 'doubles' ? 'double' : 'fixed64', one);
    }
  }

  message(table: Table, message: object): void {
    for (const [name, value] of Object.entries(message).reverse()) {
      const field = table[name];
      if (!field) throw new Error(`The table has no field ${name}`);
      if (value === undefined) continue;
      const [number, type] = field;
      const values: unknown[] = typeof type === 'object' && Array.isArray(value) ? value : [value];
      for (let i = values.length - 1; i >= 0; i--) this.#field(number, type, values[i]);
    }
  }

  #field(number: number, type: Scalar | Table, value: unknown): void {
    const before = this.written;
    if (typeof type === 'object') this.message(type, value as object);
    else this.scalar(type, value);
    const wire = typeof type === 'object' ? LENGTH_DELIMITED : WIRE[type];
    if (wire === LENGTH_DELIMITED) this.varint(this.written - before);
    this.varint(number * 8 + wire);
  }
}

export function protobuf(table: Table, message: object): Uint8Array<ArrayBuffer> {
  const out = new Backwards();
  out.message(table, message);
  return out.bytes;
}
