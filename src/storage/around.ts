import { SPAN_KIND, spanned } from '../kernel/trace.js';
import type { Database, Leaving, TenantDatabase } from './database.js';
import type { Lane, TenantStatement } from './statement.js';

/** Runs a statement; `keyId` is null for the service's own. */
type Around = <O>(statement: { name: string; lane: Lane }, work: () => Promise<O>, keyId: string | null) => Promise<O>;

/** The same database, with something done around every statement. */
function aroundStatements(database: Database, around: Around): Database {
  const tenant = (keyId: string, caller?: Leaving): TenantDatabase => {
    const inner = database.tenant(keyId, caller);
    return {
      keyId,
      run: <I, O>(statement: TenantStatement<I, O>, input: I) =>
        around(statement, () => inner.run(statement, input), keyId),
    };
  };
  return {
    engine: database.engine,
    place: database.place,
    tenant,
    system: (statement, input) => around(statement, () => database.system(statement, input), null),
    ping: () => database.ping(),
    figures: () => database.figures(),
    scrub: () => database.scrub(),
    maintainIndexes: (request) => database.maintainIndexes(request),
    close: () => database.close(),
  };
}

/** The same database, with a span for every statement that is part of a trace. Spans carry names only: never SQL, an input or a key. */
export function traceStatements(database: Database): Database {
  const isEmbedded = database.engine === 'sqlite';
  const kind = isEmbedded ? SPAN_KIND.internal : SPAN_KIND.client;
  const system = isEmbedded ? 'sqlite' : 'postgresql';
  return aroundStatements(database, ({ name, lane }, work) => {
    const attributes = { 'db.system.name': system, 'db.operation.name': name, 'recollect.lane': lane };
    return spanned({ name, kind, attributes, quiet: lane !== 'write' }, work);
  });
}

/** The same database, which reports every write to a key's data once it is committed. */
export const watchWrites = (database: Database, wrote: () => void): Database =>
  aroundStatements(database, async ({ lane }, work, keyId) => {
    const result = await work();
    if (lane === 'write' && keyId !== null) wrote();
    return result;
  });
