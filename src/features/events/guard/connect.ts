import type { LookupFunction } from 'node:net';
import { isIPv6 } from 'node:net';
import type { Guard } from './guard.js';

/** Node's own connection lookup, through the guard: it can connect only to addresses that were checked. */
export const guardedLookup =
  (guard: Guard): LookupFunction =>
  (hostname, options, done) => {
    guard.addressesOf(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
        const [first] = found;
        if (options.all) done(null, found);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 0),
    );
  };
