import { isIPv6 } from 'node:net';

/** Groups of an IPv6 address that a provider assigns to one customer as a whole. */
const CUSTOMER_GROUPS = 4;

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address, which belongs to one customer. */
export function clientOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = (part: string) => (part ? part.split(':') : []);
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = address.includes('::')
    ? [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)]
    : groups(head);
  const kept = all.slice(0, CUSTOMER_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${kept.join(':')}::/64`;
}
