import { type Address, inRange, parseRange, type Range } from './address.js';

const V4_FORBIDDEN: readonly (readonly [range: string, what: string])[] = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared by a carrier'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', "a cloud's metadata"],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved for protocols'],
  ['192.0.2.0/24', 'for documentation'],
  ['192.88.99.0/24', 'a 6to4 relay'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'for benchmarks'],
  ['198.51.100.0/24', 'for documentation'],
  ['203.0.113.0/24', 'for documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
];

/** Every address assigned to hosts of the public internet is in here; mapped, NAT64, unique-local, link-local and multicast addresses are not. */
const V6_PUBLIC = parseRange('2000::/3');
const V6_FORBIDDEN: typeof V4_FORBIDDEN = [
  ['2001::/23', 'reserved for protocols, Teredo among them'],
  ['2001:db8::/32', 'for documentation'],
  ['2002::/16', 'IPv4 in IPv6 (6to4)'],
  ['3fff::/20', 'for documentation'],
];
/** The lower half of an address that an ISATAP tunnel unpacks into IPv4; one bit of it may be set or not. */
const ISATAP = 0x0000_5efen;
const ISATAP_BIT = 0x0200_0000n;

const compiled = (list: typeof V4_FORBIDDEN) => list.map(([range, what]) => ({ range: parseRange(range), what }));
const V4 = compiled(V4_FORBIDDEN);
const V6 = compiled(V6_FORBIDDEN);

/** Why nothing may be sent there; null if it is allowed. The operator's ranges take precedence. */
export function forbidden(address: Address, allowed: readonly Range[]): string | null {
  if (allowed.some((range) => inRange(address, range))) return null;
  const listed = (address.bits === 32 ? V4 : V6).find(({ range }) => inRange(address, range));
  if (listed) return listed.what;
  if (address.bits === 32) return null;
  if (!inRange(address, V6_PUBLIC)) return 'not a public IPv6 address';
  const interfaceId = (address.value >> 32n) & 0xffff_ffffn & ~ISATAP_BIT;
  return interfaceId === ISATAP ? 'IPv4 in IPv6 (ISATAP)' : null;
}
