/** An IP address as a number, with the bit length of its family. */
export interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}
export interface Range extends Address {
  /** Leading bits that are compared. */
  readonly prefix: number;
}

const OCTET = /^(0|[1-9]\d{0,2})$/;

/** Only four decimal numbers: the URL parser normalises other spellings, and an honest name server sends none. */
function ipv4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => OCTET.test(part) && Number(part) <= 255)) return null;
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function ipv6(text: string): bigint | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = halves.map((half) => (half === '' ? [] : half.split(':'))) as [string[], string[] | undefined];
  const last = (tail ?? head).at(-1);
  if (last?.includes('.')) {
    const embedded = ipv4(last);
    if (embedded === null) return null;
    (tail ?? head).splice(-1, 1, (embedded >> 16n).toString(16), (embedded & 0xffffn).toString(16));
  }
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...head, ...Array<string>(tail === undefined ? 0 : missing).fill('0'), ...(tail ?? [])];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** Null if it is not an address, or one with a zone (`fe80::1%eth0`). */
export function parseAddress(text: string): Address | null {
  const value = text.includes(':') ? ipv6(text) : ipv4(text);
  return value === null ? null : { bits: text.includes(':') ? 128 : 32, value };
}

/** `10.0.0.0/8`, or a single address. */
export function parseRange(text: string): Range {
  const [base = '', prefix] = text.split('/');
  const address = parseAddress(base);
  if (!address) throw new Error(`Not an address range: ${text}`);
  return { ...address, prefix: prefix === undefined ? address.bits : Number(prefix) };
}

export function inRange(address: Address, range: Range): boolean {
  if (address.bits !== range.bits) return false;
  const shift = BigInt(range.bits - range.prefix);
  return address.value >> shift === range.value >> shift;
}
