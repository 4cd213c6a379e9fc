import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChildService, freePort } from '../../test/support/child-service.js';
import { checkRound, stores, verifyAgain } from './check.js';
import { type Figures, type Ledger, noFigures } from './ledger.js';
import { pause, Target, until } from './target.js';
import { startRound } from './writers.js';

/** `full`: a small file system without free space. `errors`: every write beyond a file's current size fails (RLIMIT_FSIZE, EFBIG). */
export type DiskTrouble = 'full' | 'errors';

interface DiskFigures extends Figures {
  rounds: number;
  kills: number;
  /** The longest time in milliseconds from the end of the trouble to the next acknowledged store. */
  readyLongestMs: number;
}

/** Space for everything that the writers of a long run store. */
const DISK_MEGABYTES = 320;
const READY_LIMIT_MS = 60_000;
/** How long the trouble lasts after the first failed call. */
const TROUBLE_MS = 300;
/** The service is killed in the middle of the trouble every this many rounds. */
const KILL_EVERY = 4;

/** A file system of a few megabytes; null if we may not mount one. */
export function smallDisk(megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
}
export function removeDisk(folder: string): void {
  execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
}

/** Whether a file size limit can be set on a running process. */
function canLimit(): boolean {
  try {
    execFileSync('prlimit', ['--pid', String(process.pid), '--fsize'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const limitFiles = (pid: number, bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);

/** Takes free space, or the ability to write, away from SQLite under 32 writers, again and again. Null if not possible on this machine. */
export async function diskRounds(
  trouble: DiskTrouble,
  rounds: number,
  onRound: (done: number, figures: DiskFigures) => void,
): Promise<DiskFigures | null> {
  const disk = trouble === 'full' ? smallDisk(DISK_MEGABYTES) : mkdtempSync(join(tmpdir(), 'recollect-disk-'));
  if (disk === null || (trouble === 'errors' && !canLimit())) return null;
  const service = new ChildService(await freePort(), {
    RECOLLECT_DATA_DIR: join(disk, 'data'),
    RECOLLECT_EMBEDDER: 'none',
    LOG_LEVEL: 'fatal',
  });
  const figures: DiskFigures = { ...noFigures(), rounds: 0, kills: 0, readyLongestMs: 0 };
  const blows = { full: fullDisk(disk), errors: failingWrites(disk, service) }[trouble];
  try {
    await service.start();
    const target = await Target.withNewKey(service.url);
    const ledgers: Ledger[] = [];
    for (let i = 0; i < rounds; i++) {
      const kill = i % KILL_EVERY === KILL_EVERY - 1;
      const { ledger, finish } = await startRound(target, `disk-${i}`, kill);
      ledgers.push(ledger);
      blows.strike();
      await until(READY_LIMIT_MS, 'the trouble is felt', async () => (ledger.statuses.get(503) ?? 0) > 0);
      await pause(TROUBLE_MS);
      await stillReads(target, ledger);
      if (kill) {
        await service.end('SIGKILL');
        figures.kills++;
      }
      blows.relieve();
      const relieved = performance.now();
      if (kill) await service.start();
      await until(READY_LIMIT_MS, 'it stores again', () => stores(target, ledger));
      figures.readyLongestMs = Math.max(figures.readyLongestMs, Math.round(performance.now() - relieved));
      await pause(100);
      await finish();
      await checkRound(target, ledger, figures);
      onRound(i + 1, figures);
    }
    await verifyAgain(target, ledgers, figures, false);
    return figures;
  } finally {
    await service.end('SIGTERM');
    if (trouble === 'full') removeDisk(disk);
    else rmSync(disk, { recursive: true });
  }
}

function fullDisk(disk: string) {
  const ballast = join(disk, 'ballast');
  return {
    strike() {
      try {
        writeFileSync(ballast, Buffer.alloc(DISK_MEGABYTES * 1024 * 1024));
      } catch {
        // Uses up the remaining space: the disk is full now.
      }
    },
    relieve: () => rmSync(ballast),
  };
}

function failingWrites(disk: string, service: ChildService) {
  const data = join(disk, 'data');
  return {
    /** Files may not grow beyond the size of the smallest one that is written to. */
    strike() {
      const sizes = readdirSync(data)
        .filter((name) => /\.db(-wal)?$/.test(name) && name.startsWith('recollect'))
        .map((name) => statSync(join(data, name)).size);
      limitFiles(service.pid, Math.max(1, Math.min(...sizes)));
    },
    relieve() {
      if (!service.hasEnded) limitFiles(service.pid, 'unlimited');
    },
  };
}

/** Existing data stays readable meanwhile. */
async function stillReads(target: Target, ledger: Ledger): Promise<void> {
  for (const path of ['/health', `/memory?user_id=${ledger.user}&limit=5`]) {
    const { status, body } = await target.call('GET', path);
    if (status !== 200) ledger.faults.push(`${path} returned ${status} during the trouble: ${JSON.stringify(body)}`);
  }
}
