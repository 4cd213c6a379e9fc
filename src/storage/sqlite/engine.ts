import { mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Log } from '../../kernel/log.js';
import type { Database, DatabaseFigures, TenantDatabase } from '../database.js';
import { type AnyStatement, type Lane, type SystemStatement, systemRead, type TenantStatement } from '../statement.js';
import { FolderLock } from './lock.js';
import { SteadyLane } from './steady-lane.js';

export interface SqliteOptions {
  folder: string;
  cacheBytes: number;
  /** The compiled file that a database thread runs; it knows the statements. */
  threadEntry: URL;
  log: Log;
}

/** Part of every thread's statements: the shortest read there is. */
export const ping = systemRead('storage.ping', async (_tx, _input: null) => null);

/**
 * The embedded engine: one writer, one reader and one searcher, each a thread with its own connection to the same file, so that
 * neither a commit nor a scan of 100,000 vectors stops the main thread.
 */
export class SqliteDatabase implements Database {
  readonly engine = 'sqlite';
  readonly place: string;
  readonly #lock: FolderLock;
  readonly #lanes: Record<Lane, SteadyLane>;

  private constructor(place: string, lock: FolderLock, lanes: Record<Lane, SteadyLane>) {
    this.place = place;
    this.#lock = lock;
    this.#lanes = lanes;
  }

  static async open(options: SqliteOptions): Promise<SqliteDatabase> {
    const folder = resolve(options.folder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = FolderLock.take(folder);
    const file = join(folder, 'recollect.db');
    const opened: SteadyLane[] = [];
    const start = async (lane: Lane) => {
      const data = { file, lane, cacheBytes: options.cacheBytes };
      const thread = await SteadyLane.open(options.threadEntry, data, options.log);
      opened.push(thread);
      return thread;
    };
    try {
      const write = await start('write'); // first: it brings the schema up to date
      const [read, search] = await Promise.all([start('read'), start('search')]);
      return new SqliteDatabase(file, lock, { write, read, search });
    } catch (error) {
      await Promise.all(opened.map((thread) => thread.close()));
      lock.release();
      throw error;
    }
  }

  #run(statement: AnyStatement, keyId: string | null, input: unknown): Promise<unknown> {
    return this.#lanes[statement.lane].call(statement.name, keyId, input);
  }

  tenant(keyId: string): TenantDatabase {
    const run = <I, O>(statement: TenantStatement<I, O>, input: I) => this.#run(statement, keyId, input) as Promise<O>;
    return { keyId, run };
  }

  system<I, O>(statement: SystemStatement<I, O>, input: I): Promise<O> {
    return this.#run(statement, null, input) as Promise<O>;
  }

  async ping(): Promise<void> {
    await this.system(ping, null);
  }

  async figures(): Promise<DatabaseFigures> {
    const vectorCache = await this.#lanes.search.figures();
    return { engine: 'sqlite', sizeBytes: this.#size(), vectorCache, writes: this.#lanes.write.writes };
  }

  /** Deleted content is overwritten where it lay; what is left of it is in the log that runs ahead of the file. */
  scrub(): Promise<boolean> {
    return this.#lanes.write.scrub();
  }

  /** Every search is exact here. */
  async keepIndexes(): Promise<null> {
    return null;
  }

  /** The file and what is written ahead of it. */
  #size(): number {
    const size = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    return size(this.place) + size(`${this.place}-wal`);
  }

  async close(): Promise<void> {
    await Promise.all([this.#lanes.read.close(), this.#lanes.search.close()]);
    await this.#lanes.write.close();
    this.#lock.release();
  }
}
