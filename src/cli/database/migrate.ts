import { configOfProcess, type Flags } from '../../config/config.js';
import { withoutSecrets } from '../../config/redact.js';
import type { TableCheck, TakeoverProgress } from '../../storage/takeover/index.js';
import { databaseFailure, EXIT, Failure } from '../failure.js';
import { table } from '../output/terminal.js';

export interface MigrateOptions {
  from: string;
  to: string;
  catchUp?: boolean;
  restart?: boolean;
  verify: boolean;
  distribute?: boolean;
}

const DOING = { snapshot: 'Snapshot', copy: 'Copying', 'catch-up': 'Catching up', verify: 'Compared' } as const;
/** Characters of a hash that people compare. */
const HASH_SHOWN = 16;
const REDRAW_MS = 100;

/** On a terminal one line that updates, elsewhere a line per table. */
function progressTo(stream: NodeJS.WriteStream): { show(progress: TakeoverProgress): void; end(): void } {
  let line = '';
  let drawnAt = 0;
  const textOf = ({ doing, table: name, rows, of }: TakeoverProgress) =>
    name
      ? `${DOING[doing]} ${name}: ${rows.toLocaleString('en-US')} rows (${of.toLocaleString('en-US')} in SQLite)`
      : 'Making a snapshot';
  const flush = () => {
    if (line && !stream.isTTY) stream.write(`${line}\n`);
    else if (line) stream.write('\r\x1b[K');
    line = '';
  };
  let shown = '';
  return {
    show(progress) {
      const place = `${progress.doing} ${progress.table}`;
      if (place !== shown) flush();
      shown = place;
      line = textOf(progress);
      if (!stream.isTTY || Date.now() - drawnAt < REDRAW_MS) return;
      drawnAt = Date.now();
      stream.write(`\r\x1b[K${line}`);
    },
    end: flush,
  };
}

const figures = ({ rows, hash }: TableCheck['source']) => [rows.toLocaleString('en-US'), hash.slice(0, HASH_SHOWN)];

export async function migrateCommand({ from, to, ...options }: MigrateOptions & Flags): Promise<number> {
  if (options.distribute) return distributeCommand(options);
  if (from !== 'sqlite' || to !== 'postgres') throw new Failure('Only --from sqlite --to postgres is supported.');
  const { catchUp = false, restart = false, verify, distribute: _, ...flags } = options;
  const { dataDir, databaseUrl } = configOfProcess(flags);
  if (!databaseUrl) throw new Failure('Name the target PostgreSQL with DATABASE_URL or --database-url.');
  const { takeOver, TakeoverProblem } = await import('../../storage/takeover/index.js');
  const progress = progressTo(process.stderr);
  let report: Awaited<ReturnType<typeof takeOver>>;
  try {
    report = await takeOver({ dataDir, databaseUrl, catchUp, restart, verify, onProgress: progress.show });
  } catch (error) {
    progress.end();
    if (error instanceof TakeoverProblem) throw new Failure(error.message);
    throw databaseFailure(error, databaseUrl) ?? error;
  }
  progress.end();
  const different = report.tables.filter(({ same }) => !same);
  if (report.tables.length > 0) {
    const rows = report.tables.map((check) => [
      ...[check.name, ...figures(check.source), ...figures(check.target)],
      check.same ? 'same' : 'DIFFERENT',
    ]);
    const lines = table([['table', 'rows', 'hash', 'rows in PostgreSQL', 'hash', ''], ...rows]);
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  if (different.length > 0)
    throw new Failure(`${different.length} tables differ: start over with --restart, and report this.`);
  const place = withoutSecrets(databaseUrl) ?? 'PostgreSQL';
  process.stdout.write(
    report.final
      ? `${place} has taken over. Start the nodes with DATABASE_URL and with the admin credential of ${dataDir} as ` +
          'RECOLLECT_ADMIN_KEY; do not start the service on that folder again.\n'
      : `${place} has a copy, but the service kept writing: stop it, then run this again with --catch-up.\n`,
  );
  return EXIT.ok;
}

async function distributeCommand(options: Omit<MigrateOptions, 'from' | 'to'> & Flags): Promise<number> {
  const { catchUp, restart, verify: _verify, distribute: _distribute, ...flags } = options;
  if (catchUp || restart)
    throw new Failure(
      '--distribute cannot be combined with --catch-up or --restart: it copies nothing from the data folder.',
    );
  const { databaseUrl } = configOfProcess(flags);
  if (!databaseUrl) throw new Failure('Name the coordinator with DATABASE_URL or --database-url.');
  const { distributePostgres, NoCluster } = await import('../../storage/postgres/migrate.js');
  const { connected } = await import('../../storage/backup/postgres.js');
  const { isServed } = await import('../../storage/takeover/target.js');
  try {
    const count = await connected(databaseUrl, 'recollect migrate', async (client) => {
      const { rows } = await client.query("select to_regclass('jobs') is not null as there");
      if (rows[0].there && (await isServed(client)))
        throw new Failure('A service is running on that PostgreSQL: stop it, and run this again.');
      return distributePostgres(client);
    });
    process.stdout.write(
      count === 0 ? 'All tables are already distributed.\n' : `Distributed ${count} tables over the workers.\n`,
    );
    return EXIT.ok;
  } catch (error) {
    if (error instanceof NoCluster) throw new Failure(error.message);
    throw databaseFailure(error, databaseUrl) ?? error;
  }
}
