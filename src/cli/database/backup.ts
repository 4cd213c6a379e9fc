import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, configOfProcess, type Flags } from '../../config/config.js';
import { environment } from '../../config/env.js';
import type { BackupHeader } from '../../storage/backup/header.js';
import type { BackupProgress, TableComparison, Work } from '../../storage/backup/work.js';
import { databaseFailure, EXIT, Failure } from '../failure.js';
import { progressBar } from '../output/progress.js';
import { coloursFor, table } from '../output/terminal.js';
import { stopSignals } from '../stop-signals.js';

export interface VerifyOptions {
  passphraseFile?: string;
  json?: boolean;
}
export interface BackupOptions extends VerifyOptions {
  verify?: boolean;
  keep?: string;
}

/** Shorter ones can be guessed by whoever has a copy of the file. */
const SHORTEST_PASSPHRASE = 12;
const MAX_KEPT = 10_000;

/** From the file, else from the environment; null if there is none. Never from an argument, which other users of the machine can see. */
export async function passphraseOf({ passphraseFile: file }: VerifyOptions): Promise<string | null> {
  const name = file === undefined ? 'RECOLLECT_BACKUP_PASSPHRASE' : `The passphrase in ${file}`;
  const text =
    file === undefined
      ? environment().RECOLLECT_BACKUP_PASSPHRASE
      : await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
          throw new ConfigError(`The passphrase file ${file} cannot be read (${error.code}).`);
        });
  // Editors end the file with a line break.
  const passphrase = text?.replace(/\r?\n$/, '') ?? '';
  if (passphrase === '' && file === undefined) return null;
  if ([...passphrase].length >= SHORTEST_PASSPHRASE) return passphrase;
  throw new ConfigError(`${name} is too short: it must have at least ${SHORTEST_PASSPHRASE} characters.`);
}

const DOING: Record<BackupProgress['doing'], string> = {
  copy: 'Copying',
  write: 'Writing',
  'read back': 'Reading back',
  restore: 'Restoring',
  verify: 'Verifying',
};

/** Runs one of the commands: progress on stderr, stops on a signal, and reports problems as sentences. */
export async function work<T>(
  databaseUrl: string | undefined,
  doing: string,
  run: (work: Work) => Promise<T>,
): Promise<T> {
  const { signal } = stopSignals();
  // Without a terminal it would be noise: cron mails everything a command prints.
  const bar = process.stderr.isTTY ? progressBar(process.stderr, coloursFor(process.stderr, environment())) : null;
  const { BackupProblem } = await import('../../storage/backup/header.js');
  try {
    return await run({
      signal,
      onProgress: ({ doing, part, bytes, of }) =>
        bar?.show({ file: part, source: DOING[doing], received: bytes, total: of }),
    });
  } catch (error) {
    bar?.end();
    if (signal.aborted) throw new Failure(`The ${doing} was stopped and left nothing behind.`);
    if (error instanceof BackupProblem) throw new Failure(error.message);
    throw databaseFailure(error, databaseUrl) ?? error;
  } finally {
    bar?.end();
  }
}

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
export const ENGINES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

/** What every command reports about a backup. */
export const summaryOf = ({ engine, version, schema_version, created_at, model, encryption }: BackupHeader) => ({
  ...{ engine, version, schema_version, created_at, model },
  encrypted: encryption !== null,
});

export function amountOf(rows: Record<string, number>): string {
  const counts = Object.values(rows);
  const sum = counts.reduce((all, next) => all + next, 0);
  return `${sum.toLocaleString('en-US')} rows in ${counts.length} tables`;
}

const print = (json: boolean | undefined, summary: object, lines: readonly string[]) =>
  void process.stdout.write(json ? `${JSON.stringify(summary, null, 2)}\n` : `${lines.join('\n')}\n`);

const comparison = (tables: readonly TableComparison[]) =>
  table([
    ['table', 'rows', 'restored', ''],
    ...tables.map(({ name, rows, restored }) => [
      name,
      ...[rows, restored].map((n) => n.toLocaleString('en-US')),
      'same',
    ]),
  ]);

function keepOf(keep: string | undefined): number | null {
  if (keep === undefined) return null;
  const count = Number(keep);
  if (/^\d+$/.test(keep) && count >= 1 && count <= MAX_KEPT) return count;
  throw new ConfigError(`--keep is ${JSON.stringify(keep)}, but must be a whole number from 1 to ${MAX_KEPT}.`);
}

export async function backupCommand(target: string, options: BackupOptions & Flags): Promise<number> {
  const { verify = false, json, keep: given, passphraseFile, ...flags } = options;
  const keep = keepOf(given);
  const { dataDir, databaseUrl } = configOfProcess(flags);
  const passphrase = await passphraseOf({ passphraseFile });
  const { backUp } = await import('../../storage/backup/index.js');
  const report = await work(databaseUrl, 'backup', (work) =>
    backUp({ dataDir, databaseUrl }, target, { passphrase, verify, keep }, work),
  );
  const { path, bytes, header, rows, tables, left, removed } = report;
  const summary = { file: path, bytes, ...summaryOf(header), verified: tables !== null, rows, left_out: left, removed };
  const what = `Backed up ${ENGINES[header.engine]} to ${path}: ${amountOf(rows)}, ${megabytes(bytes)}`;
  print(json, summary, [
    ...(tables ? comparison(tables) : []),
    `${what}${header.encryption ? ', encrypted' : ''}. ${tables ? 'Restored to a scratch copy and compared.' : 'Read back and complete.'}`,
    ...removed.map((name) => `Deleted ${name}.`),
  ]);
  if (left.length > 0) {
    process.stderr.write(
      `Not encrypted, so ${left.join(' and ')} of the data folder ${left.length > 1 ? 'are' : 'is'} not included: keep a copy elsewhere, or give a passphrase.\n`,
    );
  }
  return EXIT.ok;
}

export async function verifyCommand(file: string, options: VerifyOptions & Flags): Promise<number> {
  const { json, passphraseFile, ...flags } = options;
  const { databaseUrl } = configOfProcess(flags);
  const passphrase = await passphraseOf({ passphraseFile });
  const { verifyBackup } = await import('../../storage/backup/index.js');
  const scratch = mkdtempSync(join(tmpdir(), 'recollect-verify-'));
  try {
    const { header, tables } = await work(databaseUrl, 'verification', (work) =>
      verifyBackup(file, { databaseUrl, scratch }, { passphrase }, work),
    );
    const rows = Object.fromEntries(tables.map((one) => [one.name, one.restored]));
    print(json, { file, ...summaryOf(header), verified: true, rows }, [
      ...comparison(tables),
      `${file} of ${header.created_at} can be restored: ${amountOf(rows)}.`,
    ]);
    return EXIT.ok;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
