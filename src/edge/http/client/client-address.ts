import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Returns the address of the client behind the trusted proxies. */
export type ClientAddress = (request: IncomingMessage) => string;

/** Whether the hop at this distance, 0 being the connection itself, may name the one before it. */
type Trust = (address: string, hop: number) => boolean;

/** `trusted` is the number of proxies in front of the service, or their addresses and ranges. */
export function clientAddress(trusted: false | number | string): ClientAddress {
  if (trusted === false) return connected;
  const trust = typeof trusted === 'number' ? (_: string, hop: number) => hop < trusted : among(trusted);
  return (request) => {
    const forwarded = request.headers['x-forwarded-for'];
    if (forwarded === undefined) return connected(request);
    const hops = [connected(request), ...String(forwarded).split(',').reverse().map(plain)];
    const client = hops.findIndex((address, hop) => !trust(address, hop));
    return hops.at(client) ?? ''; // -1, the farthest, when all are trusted
  };
}

const connected: ClientAddress = (request) => plain(request.socket.remoteAddress ?? '');

/** An IPv4 address mapped into IPv6 is treated as IPv4. */
const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

function among(ranges: string): Trust {
  const list = new BlockList();
  for (const range of ranges.split(',')) {
    const [address = '', bits] = range.trim().split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}
