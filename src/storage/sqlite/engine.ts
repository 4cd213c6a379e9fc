import { statSync } from 'node:fs';
import { join } from 'node:path';
import { keepPrivate, makePrivate, prepareFolder } from '../../kernel/data-folder.js';
import type { Log } from '../../kernel/log.js';
import type { Database, DatabaseFigures, Leaving, ScrubState, TenantDatabase } from '../database.js';
import { type AnyStatement, type Lane, type SystemStatement, systemRead, type TenantStatement } from '../statement.js';
import { SLICE_EXHAUSTED } from './lane.js';
import { FolderLock } from './lock.js';
import type { ThreadLane } from './protocol.js';
import { sharedNow } from './pulse.js';
import { Scrubber } from './scrubber.js';
import { SlowLanes } from './slow-lanes.js';
import { SteadyLane } from './steady-lane.js';

interface SqliteOptions {
  folder: string;
  cacheBytes: number;
  /** The compiled file that a database thread runs; it contains the statements. */
  threadEntry: URL;
  log: Log;
  /** Milliseconds after which a read is interrupted. */
  readDeadlineMs?: number;
}
const READ_DEADLINE_MS = 10_000;

/** One of every thread's statements: the shortest possible read. */
export const ping = systemRead('storage.ping', async (_tx, _input: null) => null);

interface Parts {
  lock: FolderLock;
  lanes: Record<Lane, SteadyLane>;
  slow: SlowLanes;
  scrubber: Scrubber;
  deadlineMs: number;
}

/**
 * The embedded engine: one writer, one reader and one searcher, each a thread with its own connection to the same file, so that neither a commit nor
 * a scan of 100,000 vectors blocks the main thread; and two threads for slow reads, so that no other read waits for them.
 */
export class SqliteDatabase implements Database {
  readonly engine = 'sqlite';
  readonly place: string;
  readonly #parts: Parts;

  private constructor(place: string, parts: Parts) {
    this.place = place;
    this.#parts = parts;
  }

  static async open(options: SqliteOptions): Promise<SqliteDatabase> {
    const folder = prepareFolder(options.folder);
    const lock = FolderLock.take(folder);
    const file = join(folder, 'recollect.db');
    makePrivate(file);
    keepPrivate(folder);
    const opened: SteadyLane[] = [];
    const open = (lane: ThreadLane) =>
      SteadyLane.open(options.threadEntry, { file, lane, cacheBytes: options.cacheBytes }, options.log);
    const start = async (lane: Lane) => {
      const thread = await open(lane);
      opened.push(thread);
      return thread;
    };
    try {
      const write = await start('write'); // first: it migrates the schema
      const [read, search] = await Promise.all([start('read'), start('search')]);
      const scrubber = new Scrubber(write, file);
      const slow = new SlowLanes(() => open('slow'));
      const deadlineMs = options.readDeadlineMs ?? READ_DEADLINE_MS;
      return new SqliteDatabase(file, { lock, lanes: { write, read, search }, slow, scrubber, deadlineMs });
    } catch (error) {
      await Promise.all(opened.map((thread) => thread.close()));
      lock.release();
      throw error;
    }
  }

  async #run(
    { lane, name }: AnyStatement,
    keyId: string | null,
    input: unknown,
    signal?: AbortSignal,
  ): Promise<unknown> {
    const { lanes, slow, deadlineMs } = this.#parts;
    if (lane === 'write') return lanes.write.call(name, keyId, input);
    const limits = { deadline: sharedNow() + deadlineMs, signal };
    if (!slow.knows(name, keyId)) {
      const value = await lanes[lane].call(name, keyId, input, limits);
      if (value !== SLICE_EXHAUSTED) return value;
      slow.note(name, keyId);
    }
    return slow.call(name, keyId, input, limits);
  }

  tenant(keyId: string, caller?: Leaving): TenantDatabase {
    // Once it has begun to write, an operation may finish: half of one is worse than one that nobody waits for.
    let wrote = false;
    const run = <I, O>(statement: TenantStatement<I, O>, input: I) => {
      wrote ||= statement.lane === 'write';
      return this.#run(statement, keyId, input, wrote ? undefined : caller?.signal) as Promise<O>;
    };
    return { keyId, run };
  }

  system<I, O>(statement: SystemStatement<I, O>, input: I): Promise<O> {
    return this.#run(statement, null, input) as Promise<O>;
  }

  async ping(): Promise<void> {
    await this.system(ping, null);
  }

  async figures(): Promise<DatabaseFigures> {
    const { lanes } = this.#parts;
    const vectorCache = await lanes.search.figures();
    return { engine: 'sqlite', sizeBytes: this.#size(), vectorCache, writes: lanes.write.writes };
  }

  async scrub(): Promise<ScrubState> {
    return (await this.#parts.scrubber.run()) ? 'done' : 'later';
  }

  /** Every search is exact here. */
  async maintainIndexes(): Promise<null> {
    return null;
  }

  /** The file and its write-ahead log. */
  #size(): number {
    const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    return size(this.place) + size(`${this.place}-wal`);
  }

  async close(): Promise<void> {
    const { lanes, slow, scrubber, lock } = this.#parts;
    await scrubber.stop();
    await Promise.all([lanes.read.close(), lanes.search.close(), slow.close()]);
    await lanes.write.close();
    scrubber.close();
    lock.release();
  }
}
