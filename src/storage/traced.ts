import { SPAN_KIND, spanned } from '../kernel/trace.js';
import type { Database, TenantDatabase } from './database.js';
import type { Lane, TenantStatement } from './statement.js';

/** The same database, with a span for every statement that is part of a trace. Spans carry names only: never SQL, an input or a key. */
export function traceStatements(database: Database): Database {
  const isEmbedded = database.engine === 'sqlite';
  const kind = isEmbedded ? SPAN_KIND.internal : SPAN_KIND.client;
  const system = isEmbedded ? 'sqlite' : 'postgresql';
  const traced = <O>({ name, lane }: { name: string; lane: Lane }, work: () => Promise<O>): Promise<O> => {
    const attributes = { 'db.system.name': system, 'db.operation.name': name, 'recollect.lane': lane };
    return spanned({ name, kind, attributes, quiet: lane !== 'write' }, work);
  };
  const tenant = (keyId: string, signal?: AbortSignal): TenantDatabase => {
    const inner = database.tenant(keyId, signal);
    return {
      keyId,
      run: <I, O>(statement: TenantStatement<I, O>, input: I) => traced(statement, () => inner.run(statement, input)),
    };
  };
  return {
    engine: database.engine,
    place: database.place,
    tenant,
    system: (statement, input) => traced(statement, () => database.system(statement, input)),
    ping: () => database.ping(),
    figures: () => database.figures(),
    scrub: () => database.scrub(),
    maintainIndexes: (request) => database.maintainIndexes(request),
    close: () => database.close(),
  };
}
