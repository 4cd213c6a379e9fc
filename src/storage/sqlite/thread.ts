import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, RecollectError } from '../../kernel/errors.js';
import { lowerThreadPriority } from '../../kernel/turns/thread-priority.js';
import { tooLate } from '../interruption-errors.js';
import { render, type Sql } from '../sql.js';
import { type AnyStatement, assertCarriesKey, type Row, type TenantTx } from '../statement.js';
import { SqliteConnection } from './connection.js';
import { whyUnavailable } from './driver.js';
import { migrateSqlite } from './migrate.js';
import type { Call, Outcome, ThreadData, ThreadLane, ThreadMessage } from './protocol.js';
import { Pulse, PulseFlags, type Stop } from './pulse.js';
import { forgetSamples, scrubPages } from './scrub.js';
import { SketchCache } from './search/sketch-cache.js';
import { SqliteSketches } from './search/sketches.js';
import { TermCache } from './search/term-cache.js';
import { VectorCache } from './search/vector-cache.js';
import { type SearchCaches, SqliteVectorSearch } from './search/vector-search.js';
import { begin, endQuietly, type GroupParts, putBack, writeGroup } from './write-group.js';

interface Caches extends SearchCaches {
  sketches: SketchCache | null;
}

/** The writer thread may use this share of the search thread's cache for sketches: about 180 bytes per memory. */
const SKETCH_SHARE = 1 / 8;

/** A read that keeps only some of its work might use up slice after slice, so it is retried only a few times. */
const UNDONE = { nothing: 'slow', some: 'again', most: 'back' } as const;
/**
 * Milliseconds that a read may take while others wait for its thread. After that it continues later if its work is kept, as when a scope is loaded;
 * otherwise it is run again on a slow lane. Point reads take a tenth of one. A search takes 10 in a scope of 100,000 and needs a larger slice:
 * a slow lane holds no vectors.
 */
const SLICE_MS: Record<ThreadLane, number> = { read: 50, search: 200, slow: Infinity, write: Infinity };
/** Milliseconds after which the rest of a group waits for the next one: limits how long its callers wait for each other. */
const GROUP_MS: Record<ThreadLane, number> = { read: 20, search: 50, slow: 0, write: 40 };

/** A connection that belongs to one key: it rejects statements without the key's column. */
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

/** Runs inside a worker thread: one connection, statements by name; writes that arrive together share a commit. */
export function serveSqliteThread(statements: readonly AnyStatement[]): void {
  const port = parentPort;
  if (!port) throw new Error('serveSqliteThread runs in a worker thread');
  const data = workerData as ThreadData;
  const byName = new Map(statements.map((statement) => [statement.name, statement]));
  const { lane } = data;
  if (lane === 'slow') lowerThreadPriority('bulk');
  const pulse = new Pulse(new PulseFlags(data.flags), SLICE_MS[lane]);
  let db: SqliteConnection;
  try {
    db = new SqliteConnection(data.file, lane === 'write' ? { readOnly: false } : { readOnly: true, pulse });
    if (lane === 'write') migrateSqlite(db);
  } catch (error) {
    port.postMessage({ ready: false, message: messageOf(error) });
    port.close();
    return;
  }
  // One cap for both: words take about half the space of their vectors.
  const cacheBytes = lane === 'search' ? data.cacheBytes : 0;
  const caches: Caches = {
    vectors: new VectorCache(db, cacheBytes * 0.7),
    terms: new TermCache(db, cacheBytes * 0.3),
    sketches: lane === 'write' ? new SketchCache(db, data.cacheBytes * SKETCH_SHARE) : null,
  };
  const perform = async (call: Call): Promise<unknown> => {
    const statement = byName.get(call.name);
    if (!statement) throw new Error(`The database thread knows no statement named ${call.name}`);
    if (statement.kind === 'system') return statement.body(db, call.input);
    if (!call.keyId) throw new Error(`${call.name} needs a key`);
    return statement.body(new TenantConnection(db, call.keyId, caches), call.input);
  };

  async function read(call: Call): Promise<Outcome> {
    const { id } = call;
    const began = performance.now();
    const ms = () => performance.now() - began;
    pulse.begin(call.slot, call.deadline);
    try {
      pulse.check();
      begin(db, 'begin');
      const value = await perform(call);
      return pulse.stopped ? { id, ms: ms(), ...interrupted(pulse.stopped) } : { id, ms: ms(), value };
    } catch (error) {
      return { id, ms: ms(), ...(pulse.stopped ? interrupted(pulse.stopped) : { error: describe(error) }) };
    } finally {
      pulse.end();
      endQuietly(db, 'commit');
    }
  }
  const interrupted = (why: Stop): Pick<Outcome, 'undone' | 'error'> => {
    if (why === 'deadline') return { error: describe(tooLate()) };
    if (why === 'gone') return { undone: 'gone' };
    return { undone: UNDONE[pulse.kept] };
  };

  async function readAll(calls: Call[], isOver: () => boolean): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const call of calls) outcomes.push(outcomes.length > 0 && isOver() ? putBack(call) : await read(call));
    return outcomes;
  }

  const group: GroupParts = { db, perform, describe, undone: () => caches.sketches?.undone() };
  const writeAll = (calls: Call[], isOver: () => boolean) => {
    caches.sketches?.begin();
    return writeGroup(group, calls, isOver);
  };
  const doAll = (calls: Call[]) => {
    const until = performance.now() + GROUP_MS[lane];
    return (lane === 'write' ? writeAll : readAll)(calls, () => performance.now() > until);
  };

  let work = Promise.resolve();
  port.on('message', (message: ThreadMessage) => {
    work = work.then(async () => {
      if ('calls' in message) {
        db.removed = false;
        const outcomes = await doAll(message.calls);
        port.postMessage({ outcomes, removed: db.removed });
      } else if ('figures' in message) {
        const figures = caches.vectors.figures();
        port.postMessage({
          figures: { ...figures, bytes: figures.bytes + caches.terms.bytes, capBytes: data.cacheBytes },
        });
      } else if ('scrub' in message) {
        port.postMessage({ scrubbed: scrubPages(db, message.scrub) });
      } else {
        if (lane === 'write') {
          endQuietly(db, 'pragma optimize');
          forgetSamples(db);
          endQuietly(db, 'pragma wal_checkpoint(truncate)');
        }
        db.close();
        port.close();
      }
    });
  });
  port.postMessage({ ready: true });
}

/** The error for the caller; the cause is for the log only. */
function describe(error: unknown): NonNullable<Outcome['error']> {
  if (error instanceof RecollectError) {
    const { code, message, details, retryAfter, cause } = error;
    return { code, message, details, retryAfter, ...(cause === undefined ? {} : { cause: textOf(cause) }) };
  }
  const why = whyUnavailable(error);
  if (!why) return { message: textOf(error) };
  const message = `The database cannot do this now: ${why}. Nothing was changed; try again.`;
  return { code: 'database_unavailable', message, retryAfter: 2, cause: textOf(error) };
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
