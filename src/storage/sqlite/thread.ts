import { parentPort, workerData } from 'node:worker_threads';
import { RecollectError } from '../../kernel/errors.js';
import { render, type Sql } from '../sql.js';
import { type AnyStatement, assertCarriesKey, type Row, type TenantTx } from '../statement.js';
import { SqliteConnection } from './connection.js';
import { whyUnavailable } from './driver.js';
import { migrateSqlite } from './migrate.js';
import type { Call, Outcome, ThreadData, ThreadMessage } from './protocol.js';
import { SketchCache } from './sketch-cache.js';
import { SqliteSketches } from './sketches.js';
import { TermCache } from './term-cache.js';
import { VectorCache } from './vector-cache.js';
import { type SearchCaches, SqliteVectorSearch } from './vector-search.js';
import { begin, endQuietly, type GroupParts, writeGroup } from './write-group.js';

interface Caches extends SearchCaches {
  sketches: SketchCache | null;
}

/** Of what the searching thread may hold, the share that the writing thread may hold of sketches: about 180 bytes a memory. */
const SKETCH_SHARE = 1 / 8;

/** A connection that belongs to one key: a statement without the key's column does not run. */
class TenantConnection implements TenantTx {
  readonly dialect = 'sqlite' as const;
  readonly vectors: SqliteVectorSearch;
  readonly sketches: SqliteSketches;
  constructor(
    readonly db: SqliteConnection,
    readonly keyId: string,
    caches: Caches,
  ) {
    this.vectors = new SqliteVectorSearch(db, caches, keyId);
    this.sketches = new SqliteSketches(db, caches.sketches, keyId);
  }
  #checked(query: Sql): Sql {
    assertCarriesKey(render(query, 'sqlite'));
    return query;
  }
  all<T = Row>(query: Sql): T[] {
    return this.db.all<T>(this.#checked(query));
  }
  get<T = Row>(query: Sql): T | undefined {
    return this.db.get<T>(this.#checked(query));
  }
  run(query: Sql): number {
    return this.db.run(this.#checked(query));
  }
}

/** Runs inside a worker thread: one connection, statements by name, writes that arrive together share a commit. */
export function serveSqliteThread(statements: readonly AnyStatement[]): void {
  const port = parentPort;
  if (!port) throw new Error('serveSqliteThread runs in a worker thread');
  const data = workerData as ThreadData;
  const byName = new Map(statements.map((statement) => [statement.name, statement]));
  let db: SqliteConnection;
  try {
    db = new SqliteConnection(data.file, { readOnly: data.lane !== 'write' });
    if (data.lane === 'write') migrateSqlite(db);
  } catch (error) {
    port.postMessage({ ready: false, message: error instanceof Error ? error.message : String(error) });
    port.close();
    return;
  }
  // One cap for both: words take about a tenth of the room of their vectors.
  const cacheBytes = data.lane === 'search' ? data.cacheBytes : 0;
  const caches: Caches = {
    vectors: new VectorCache(db, cacheBytes * 0.85),
    terms: new TermCache(db, cacheBytes * 0.15),
    sketches: data.lane === 'write' ? new SketchCache(db, data.cacheBytes * SKETCH_SHARE) : null,
  };
  const perform = async (call: Call): Promise<unknown> => {
    const statement = byName.get(call.name);
    if (!statement) throw new Error(`No statement is registered as ${call.name}`);
    if (statement.kind === 'system') return statement.body(db, call.input);
    if (!call.keyId) throw new Error(`${call.name} needs a key`);
    return statement.body(new TenantConnection(db, call.keyId, caches), call.input);
  };

  async function readAll(calls: Call[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const call of calls) {
      try {
        begin(db, 'begin');
        outcomes.push({ id: call.id, value: await perform(call) });
      } catch (error) {
        outcomes.push({ id: call.id, error: describe(error) });
      } finally {
        endQuietly(db, 'commit');
      }
    }
    return outcomes;
  }

  const group: GroupParts = { db, perform, describe, undone: () => caches.sketches?.undone() };
  const writeAll = (calls: Call[]) => {
    caches.sketches?.begin();
    return writeGroup(group, calls);
  };

  let work = Promise.resolve();
  port.on('message', (message: ThreadMessage) => {
    work = work.then(async () => {
      if ('calls' in message) {
        port.postMessage({
          outcomes: data.lane === 'write' ? await writeAll(message.calls) : await readAll(message.calls),
        });
      } else if ('figures' in message) {
        const figures = caches.vectors.figures();
        port.postMessage({
          figures: { ...figures, bytes: figures.bytes + caches.terms.bytes, capBytes: data.cacheBytes },
        });
      } else if ('scrub' in message) {
        port.postMessage({ scrubbed: db.emptyLog() });
      } else {
        if (data.lane === 'write') endQuietly(db, 'pragma optimize; pragma wal_checkpoint(truncate)');
        db.close();
        port.close();
      }
    });
  });
  port.postMessage({ ready: true });
}

function describe(error: unknown): NonNullable<Outcome['error']> {
  if (error instanceof RecollectError) {
    return { code: error.code, message: error.message, details: error.details, retryAfter: error.retryAfter };
  }
  const why = whyUnavailable(error);
  if (why)
    return {
      code: 'database_unavailable',
      message: `The store cannot do this now: ${why}. Nothing was changed; try again.`,
      retryAfter: 2,
    };
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
