import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../fire/target.js';

const run = promisify(execFile);
const PG_CTL = '/usr/lib/postgresql/15/bin/pg_ctl';
const UP_LIMIT_MS = 60_000;
const CLEANED_LIMIT_MS = 120_000;

interface Worker {
  port: number;
  data: string;
}

/** A cluster that `citus.sh start` has started in a folder: a coordinator in `n0` and its workers. */
export class CitusCluster {
  readonly workers: readonly Worker[];

  constructor(
    readonly folder: string,
    readonly url: string,
  ) {
    this.workers = [1, 2].map((n) => {
      const data = join(folder, `n${n}`, 'data');
      return { data, port: Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[3]) };
    });
  }

  /** Queries the coordinator, in the schema that the URL names. */
  async ask<T extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<T>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** The port of the worker that holds the rows of a key. */
  async workerOf(url: string, keyId: string): Promise<number> {
    const [place] = await this.ask<{ port: number }>(
      url,
      `select nodeport as port from citus_shards
        where table_name = 'memories'::regclass and shardid = get_shard_id_for_distribution_column('memories', $1::text)`,
      [keyId],
    );
    if (!place) throw new Error(`No worker has the key ${keyId}`);
    return place.port;
  }

  /** Kills the whole worker at once, as if its machine had lost power. */
  kill(worker: Worker): void {
    process.kill(Number(readFileSync(join(worker.data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  }

  /** Retries until the children of the killed process have exited: they hold its shared memory until then. */
  async startAgain(worker: Worker): Promise<void> {
    const start = [
      '-u',
      'postgres',
      '--',
      PG_CTL,
      'start',
      '-w',
      '-D',
      worker.data,
      '-l',
      join(worker.data, '..', 'log'),
    ];
    await until(UP_LIMIT_MS, 'the worker starts again', async () => {
      await run('runuser', start, { cwd: '/' });
      return true;
    });
  }

  /** Moves the shards of a key to the other worker while writers are active. */
  async move(url: string, keyId: string): Promise<void> {
    const from = await this.workerOf(url, keyId);
    const to = this.workers.find(({ port }) => port !== from);
    // Leftovers of an earlier move are removed in the background and block the next one.
    await until(CLEANED_LIMIT_MS, 'a move is possible', async () => {
      try {
        await this.ask(
          url,
          `select citus_move_shard_placement(get_shard_id_for_distribution_column('memories', $1::text), '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')`,
          [keyId, from, to?.port],
        );
        return true;
      } catch (error) {
        if (!/could not be cleaned up/.test(String(error))) throw error;
        return false;
      }
    });
  }
}
