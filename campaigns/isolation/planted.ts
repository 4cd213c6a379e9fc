import { openDatabase } from '../../src/app/foundation.js';
import type { Config } from '../../src/config/config.js';
import { Cursors, type Position } from '../../src/kernel/cursor.js';
import type { Log } from '../../src/kernel/log.js';
import { statements } from '../../src/statements.js';
import type { Database } from '../../src/storage/database.js';
import type { AnyStatement, TenantStatement } from '../../src/storage/statement.js';
import { PLANTED, STATEMENT_BUGS, withBug } from './bugs.js';

export const BUGS = [
  ...(Object.keys(STATEMENT_BUGS) as (keyof typeof STATEMENT_BUGS)[]),
  'a cursor that carries no key',
  'a cache key without the key',
] as const;
export type Bug = (typeof BUGS)[number];

/** Opens a database for a service with this bug. */
export const openWith =
  (bug: Bug) =>
  async (config: Config, log: Log): Promise<Database> => {
    const database = config.databaseUrl
      ? swapped(await openDatabase(config, log), bug)
      : await sqliteWith(config, log, bug);
    return bug === 'a cache key without the key' ? cached(database) : database;
  };

/** A thread learns which bug it has from its environment, which is set when it starts. */
async function sqliteWith(config: Config, log: Log, bug: Bug): Promise<Database> {
  const threadEntry = new URL('./planted-thread.js', import.meta.url);
  process.env[PLANTED] = bug;
  try {
    return await openDatabase(config, log, threadEntry);
  } finally {
    delete process.env[PLANTED];
  }
}

/** On PostgreSQL statements run on the node: the one with the bug replaces the correct one. */
function swapped(database: Database, bug: Bug): Database {
  const byName = new Map<string, AnyStatement>(
    withBug(statements, bug).map((statement) => [statement.name, statement]),
  );
  return changed(database, (keyId, statement, input) =>
    database.tenant(keyId).run((byName.get(statement.name) ?? statement) as typeof statement, input),
  );
}

/** Caches the results of reads by the query alone. */
function cached(database: Database): Database {
  const results = new Map<string, unknown>();
  return changed(database, async (keyId, statement, input) => {
    if (statement.lane === 'write') return database.tenant(keyId).run(statement, input);
    const question = JSON.stringify([statement.name, { ...(input as object), now: 0 }]);
    if (!results.has(question)) results.set(question, await database.tenant(keyId).run(statement, input));
    return results.get(question);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: statements of every shape
type Run = (keyId: string, statement: TenantStatement<any, any>, input: unknown) => Promise<any>;

function changed(database: Database, run: Run): Database {
  const tenant: Database['tenant'] = (keyId) => ({ keyId, run: (statement, input) => run(keyId, statement, input) });
  return new Proxy(database, {
    get(target, name) {
      if (name === 'tenant') return tenant;
      const part = Reflect.get(target, name, target);
      return typeof part === 'function' ? part.bind(target) : part;
    },
  });
}

/** The name of a list without the key it belongs to: `["memory.list", key, filters]`. */
function withoutKey(list: string): string {
  const [operation, , ...rest] = JSON.parse(list) as unknown[];
  return JSON.stringify([operation, ...rest]);
}

/** Lets any key use any cursor, until undone. */
export function forgetKeysInCursors(): () => void {
  const { read, write } = Cursors.prototype;
  Cursors.prototype.read = function (this: Cursors, list: string, cursor: string) {
    return read.call(this, withoutKey(list), cursor);
  };
  Cursors.prototype.write = function (this: Cursors, list: string, position: Position) {
    return write.call(this, withoutKey(list), position);
  };
  return () => Object.assign(Cursors.prototype, { read, write });
}
