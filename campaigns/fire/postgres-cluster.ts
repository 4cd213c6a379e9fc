import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../test/support/child-service.js';
import { until } from './target.js';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../../scripts/postgres.sh', import.meta.url));
/** The children of a killed server exit the next time they wait for something. */
const GONE_LIMIT_MS = 60_000;

/** Why we cannot start our own cluster here, or false. */
export const NO_CLUSTER =
  process.platform !== 'win32' && existsSync('/usr/lib/postgresql') && existsSync(SCRIPT)
    ? false
    : 'PostgreSQL is not installed (scripts/postgres.sh install)';

/** A private PostgreSQL for the campaign, in its own folder and on an unused port: only its processes are killed. */
export class PostgresCluster {
  private constructor(
    readonly folder: string,
    readonly port: number,
    readonly url: string,
  ) {}

  static async start(): Promise<PostgresCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'rec-pg-'));
    chmodSync(folder, 0o755); // the server runs as another user if we are root
    const port = await freePort();
    return new PostgresCluster(folder, port, await startIn(folder, port));
  }

  get #postmaster(): number {
    return Number(readFileSync(join(this.folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  }

  /** Kills the whole server at once, as if the machine had lost power. Resolves when its processes are gone. */
  async kill(): Promise<void> {
    const all = this.#processes();
    process.kill(this.#postmaster, 'SIGKILL');
    await until(GONE_LIMIT_MS, 'the killed server is gone', async () => all.every((pid) => !isAlive(pid)));
  }

  /** Kills one backend: the server then ends all others and recovers by itself. */
  async killBackend(): Promise<void> {
    const client = new pg.Client(this.url);
    await client.connect();
    client.on('error', () => {});
    const { rows } = await client.query(
      `select pid from pg_stat_activity where application_name = 'recollect' and state <> 'idle' union all
       select pid from pg_stat_activity where application_name = 'recollect' limit 1`,
    );
    const pid = Number(rows[0]?.pid);
    if (this.#processes().includes(pid)) process.kill(pid, 'SIGKILL');
    await client.end().catch(() => {});
  }

  /** Suspends every process: nothing responds, and no connection breaks. */
  freeze(): void {
    for (const pid of this.#processes()) process.kill(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#processes().reverse()) process.kill(pid, 'SIGCONT');
  }

  /** The postmaster comes first. */
  #processes(): number[] {
    const parent = this.#postmaster;
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(/\s+/);
    return [parent, ...children.filter(Boolean).map(Number)];
  }

  async startAgain(): Promise<void> {
    await startIn(this.folder, this.port);
  }

  async responds(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async stop(): Promise<void> {
    await run(SCRIPT, ['stop', this.folder]);
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const startIn = async (folder: string, port: number) =>
  (await run(SCRIPT, ['start', folder, String(port)])).stdout.trim();

function isAlive(pid: number): boolean {
  try {
    // A zombie is dead: its parent has just not reaped it yet.
    return !/^\S+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
