/** The binary format of WebAssembly, as far as functions assembled by hand need it. */
export const I32 = 0x7f;
export const F32 = 0x7d;
export const V128 = 0x7b;
export const get = (local: number) => [0x20, local];
export const set = (local: number) => [0x21, local];
export const constant = (value: number) => [0x41, ...signed(value)];

function signed(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  for (;;) {
    const byte = rest & 0x7f;
    rest >>= 7;
    if ((rest === 0 && !(byte & 0x40)) || (rest === -1 && byte & 0x40)) return [...out, byte];
    out.push(byte | 0x80);
  }
}

export function unsigned(value: number): number[] {
  const out: number[] = [];
  let rest = value;
  do {
    out.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest);
  return out;
}

export const section = (id: number, body: number[]) => [id, ...unsigned(body.length), ...body];
export const name = (text: string) => [text.length, ...Buffer.from(text)];
