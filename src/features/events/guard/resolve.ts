import { Resolver } from 'node:dns/promises';

/** All addresses of a name; throws when it has none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Milliseconds per query to a name server, and how often it is tried. */
const DNS_LIMITS = { timeout: 1_500, tries: 2 };

/**
 * Queries the machine's name servers directly. `lookup` would do that in the few threads that files and everything else share: one tenant's
 * unresponsive names would hold up everyone else. The hosts file and search domains are ignored.
 */
export function nameServers(servers?: readonly string[]): Resolve {
  const resolver = new Resolver(DNS_LIMITS);
  if (servers) resolver.setServers(servers);
  return async (name) => {
    if (name === 'localhost') return ['127.0.0.1']; // name servers need not know it
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  };
}
