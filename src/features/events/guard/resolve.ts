import { Resolver } from 'node:dns/promises';

/** All addresses of a name; throws when it has none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Milliseconds for one question to a name server, and how often it is asked. */
const PATIENCE = { timeout: 1_500, tries: 2 };

/**
 * Asks the machine's name servers itself. `lookup` would do that in the few threads that files and everything else share: names of one
 * tenant that nobody answers would hold up all others. The file of hosts and search domains are not heeded.
 */
export function nameServers(servers?: readonly string[]): Resolve {
  const resolver = new Resolver(PATIENCE);
  if (servers) resolver.setServers(servers);
  return async (name) => {
    if (name === 'localhost') return ['127.0.0.1']; // no name server need know it
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  };
}
