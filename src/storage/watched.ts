import type { Database, TenantDatabase } from './database.js';
import type { TenantStatement } from './statement.js';

/** The same database, which reports every write to a key's data once it is committed. */
export function watchWrites(database: Database, wrote: (keyId: string) => void): Database {
  const tenant = (keyId: string, signal?: AbortSignal): TenantDatabase => {
    const inner = database.tenant(keyId, signal);
    return {
      keyId,
      async run<I, O>(statement: TenantStatement<I, O>, input: I): Promise<O> {
        const result = await inner.run(statement, input);
        if (statement.lane === 'write') wrote(keyId);
        return result;
      },
    };
  };
  return {
    engine: database.engine,
    place: database.place,
    tenant,
    system: (statement, input) => database.system(statement, input),
    ping: () => database.ping(),
    figures: () => database.figures(),
    scrub: () => database.scrub(),
    maintainIndexes: (request) => database.maintainIndexes(request),
    close: () => database.close(),
  };
}
