import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import pg from 'pg';
import { eachEngine, newPlace, type TestPlace } from '../../../test/support/databases.js';
import { fillEmptyTables, fillEverything } from '../../../test/support/fill-everything.js';
import { ADMIN_KEY, startTestService, type TestService } from '../../../test/support/service.js';
import { openSqlite } from '../../storage/sqlite/driver.js';
import { startCommand } from '../cli-child.test.kit.js';

const PASSPHRASE = 'correct horse battery staple';
const BATCH = 5;
/** Limits files to a few megabytes, in place of a disk that is nearly full. */
const ROOM = 'ulimit -f 4096';

eachEngine('recollect backup and restore', (engine) => {
  const places: TestPlace[] = [];
  const services: TestService[] = [];
  let source: TestService;
  let key: string;
  let folder: string;
  /** A backup of the whole source, unencrypted. */
  let plain: string;
  /** Large enough to be stopped in the middle; no service runs on it. */
  let fat: TestService;

  const start = async (place?: TestPlace) => {
    const service = await startTestService(engine, { background: false, ...(place ? { place } : {}) });
    services.push(service);
    return service;
  };
  const empty = async (other = engine) => {
    const place = await newPlace(other);
    places.push(place);
    return place;
  };
  const command = (place: TestPlace, args: string[], env: Record<string, string> = {}, before?: string) =>
    startCommand(
      folder,
      args,
      {
        RECOLLECT_DATA_DIR: place.folder,
        ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
        ...env,
      },
      before,
    );
  const done = async (place: TestPlace, args: string[], env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await command(place, args, env).ended;
    assert.equal(code, 0, stderr);
    return { stdout, stderr };
  };
  const refused = async (place: TestPlace, args: string[], expected: RegExp, env: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await command(place, args, env).ended;
    assert.match(stderr, expected);
    assert.deepEqual([code, stdout], [1, '']);
  };
  /** What a caller sees. */
  const responsesOf = async (service: TestService) => {
    const get = async (path: string, query: Record<string, string> = {}, as = key) =>
      (await service.call('GET', path, { key: as, query })).body;
    const about = { user_id: 'ann kept' };
    // Counters are written about a second later.
    const all = JSON.parse(JSON.stringify(await get('/memory/export')), (name, value) =>
      ['exported_at', 'last_retrieved_at', 'retrieval_count'].includes(name) ? undefined : value,
    );
    const episodes = await get('/memory/episodes', about);
    const { keys } = await get('/auth/keys', {}, ADMIN_KEY);
    const found = await get('/memory/retrieve', { ...about, q: 'Where does Ann live?' });
    return {
      all,
      episodes,
      list: (await get('/memory', about)).memories.map(({ id, content }: Record<string, unknown>) => ({ id, content })),
      profile: await get('/memory/profile', about),
      keys: keys.map(({ last_used_at: _used, ...rest }: Record<string, unknown>) => rest),
      found: found.results.map(({ id, score }: Record<string, unknown>) => ({ id, score })),
    };
  };
  /** Rows of random bytes, so that a backup takes long enough to be killed in the middle. */
  const fatten = async (place: TestPlace, rows: number) => {
    if (!place.databaseUrl) {
      const db = openSqlite(join(place.folder, 'recollect.db'));
      db.exec(`pragma busy_timeout = 5000; with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows})
        insert into settings (name, value) select 'fat ' || i, hex(randomblob(50000)) from n`);
      db.close();
      return;
    }
    const client = new pg.Client(place.databaseUrl);
    await client.connect();
    await client.query(
      `insert into settings (name, value) select 'fat ' || i,
        (select string_agg(md5(random()::text || i || k), '') from generate_series(1, 3000) k) from generate_series(1, $1) i`,
      [rows],
    );
    await client.end();
  };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recollect-backup-'));
    source = await start();
    places.push(source.place);
    key = (await source.mint()).key;
    await fillEverything(source, key, 'kept');
    if (engine === 'sqlite') fillEmptyTables(join(source.place.folder, 'recollect.db'));
    plain = join(folder, 'plain.backup');
    await done(source.place, ['backup', plain]);
    fat = await start();
    places.push(fat.place);
    await fatten(fat.place, 120);
    await fat.stop();
  });
  after(async () => {
    for (const service of services) await service.stop();
    for (const place of places) await place.remove();
    await rm(folder, { recursive: true });
  });

  it('encrypted, verified and restored, returns the same data, including keys and credentials', async () => {
    const expected = await responsesOf(source);
    for (const name of ['admin-key', 'mcp-key'])
      writeFileSync(join(source.place.folder, name), `rec_${name}_0123456789\n`);
    const passphraseFile = join(folder, 'passphrase');
    writeFileSync(passphraseFile, `${PASSPHRASE}\n`);
    const shelf = join(folder, 'shelf');
    const secret = ['--passphrase-file', passphraseFile];
    const { stdout } = await done(source.place, ['backup', `${shelf}/`, '--verify', '--json', ...secret]);
    const made = JSON.parse(stdout);
    assert.deepEqual([made.engine, made.encrypted, made.verified, made.left_out], [engine, true, true, []]);
    assert.ok(made.rows.memories > 5 && made.rows.api_keys === 1);
    assert.deepEqual(readdirSync(shelf), [made.file.slice(shelf.length + 1)]);
    assert.match(made.file, /recollect-\d{8}T\d{9}Z\.backup$/);
    assert.equal(statSync(made.file).mode & 0o777, 0o600);
    assert.equal(readFileSync(made.file).includes('Lisbon'), false);

    const target = await empty();
    writeFileSync(join(target.folder, 'mcp-key'), 'rec_another_0123456789\n');
    const restored = await done(target, ['restore', made.file], { RECOLLECT_BACKUP_PASSPHRASE: PASSPHRASE });
    assert.match(restored.stdout, /^Restored (SQLite|PostgreSQL) of .* rows in \d+ tables\. Start the service\.\n/);
    assert.match(
      restored.stdout,
      /admin-key is back in .*\.\nmcp-key already existed in .* and was left unchanged\.\n$/,
    );
    assert.equal(readFileSync(join(target.folder, 'admin-key'), 'utf8'), 'rec_admin-key_0123456789\n');
    assert.equal(readFileSync(join(target.folder, 'mcp-key'), 'utf8'), 'rec_another_0123456789\n');
    if (engine === 'sqlite') assert.equal(statSync(join(target.folder, 'recollect.db')).mode & 0o777, 0o600);
    const service = await start(target);
    assert.deepEqual(await responsesOf(service), expected);
    const body = { user_id: 'ann kept', content: 'Written after the restore' };
    assert.equal((await service.call('POST', '/memory/store', { key, body })).status, 201);
    const again = await service.call('POST', '/memory/store', {
      key,
      body: { user_id: 'ann kept', agent_id: 'helper', content: 'Stored once kept' },
      headers: { 'idempotency-key': 'repeatable kept' },
    });
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    await refused(target, ['restore', made.file], engine === 'sqlite' ? /in use by process/ : /already contains data/, {
      RECOLLECT_BACKUP_PASSPHRASE: PASSPHRASE,
    });
  });

  it('contains everything acknowledged before it began, and no partial batch from meanwhile', async () => {
    const body = (batch: string) => ({
      memories: Array.from({ length: BATCH }, (_, i) => ({ user_id: 'busy', content: `Item ${i} of ${batch}` })),
    });
    const store = async (batch: string) =>
      assert.equal((await source.call('POST', '/memory/batch', { key, body: body(batch) })).status, 201);
    for (let i = 0; i < 5; i++) await store(`early ${i}`);
    const file = join(folder, 'busy.backup');
    const running = command(source.place, ['backup', file, '--verify']);
    let ended = false;
    const end = running.ended.finally(() => {
      ended = true;
    });
    let meanwhile = 0;
    while (!ended) await store(`meanwhile ${meanwhile++}`);
    const { code, stdout, stderr } = await end;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^memories +\d+ +\d+ +same$/m);
    assert.ok(meanwhile > 0);
    const target = await empty();
    await done(target, ['restore', file]);
    const service = await start(target);
    const batches = new Map<string, number>();
    for (let cursor = ''; ; ) {
      const page = await service.call('GET', '/memory', {
        key,
        query: { user_id: 'busy', limit: 100, ...(cursor && { cursor }) },
      });
      for (const { content } of page.body.memories) {
        const [, batch = ''] = /of (.*)$/.exec(content) ?? [];
        batches.set(batch, (batches.get(batch) ?? 0) + 1);
      }
      cursor = page.body.next_cursor;
      if (!cursor) break;
    }
    for (let i = 0; i < 5; i++) assert.equal(batches.get(`early ${i}`), BATCH);
    for (const [batch, items] of batches) assert.equal(items, BATCH, `${batch} is whole`);
  });

  it('keeps the previous backup if one is stopped, killed or out of space, and the next run succeeds', async () => {
    const file = join(folder, 'fat.backup');
    copyFileSync(plain, file);
    const before = readFileSync(plain);
    const scratch = join(fat.place.folder, 'backup', 'scratch');
    const partOf = () => readdirSync(folder).find((name) => name.startsWith('fat.backup.') && name.endsWith('.part'));
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const running = command(fat.place, ['backup', file]);
      await until(() => partOf() !== undefined || running.child.exitCode !== null);
      running.child.kill(signal);
      const { code, stdout, stderr } = await running.ended;
      assert.equal(stdout, '', 'it had not come to its end');
      assert.ok(readFileSync(file).equals(before), 'the one before is whole');
      if (signal === 'SIGTERM') {
        assert.deepEqual([code, stderr], [1, 'recollect: The backup was stopped and left nothing behind.\n']);
        assert.equal(partOf() ?? existsSync(scratch), false);
      } else assert.ok(partOf());
    }
    // The unencrypted copy has been unlinked by now.
    if (engine === 'sqlite') assert.deepEqual(readdirSync(scratch), []);
    rmSync(join(folder, partOf() ?? ''));

    const { code, stdout, stderr } = await command(fat.place, ['backup', file], {}, ROOM).ended;
    assert.deepEqual([code, stdout], [1, '']);
    const why =
      engine === 'sqlite'
        ? /The copy in .*scratch could not be made: the disk .*\. Check the disk, and run this again\.\n$/
        : /recollect-backup-\w+ cannot be written to: the file is larger than this process may write\. Make room there/;
    assert.match(stderr, why);
    assert.equal(partOf() ?? existsSync(scratch), false);
    assert.ok(readFileSync(file).equals(before), 'the one before is whole');

    await done(fat.place, ['backup', file]);
    assert.ok(!readFileSync(file).equals(before));
    if (engine === 'sqlite')
      assert.deepEqual(readdirSync(join(fat.place.folder, 'backup')).sort(), ['lock.db', 'lock.json']);
  });

  it('leaves no database if a restore is stopped, killed or out of space, and the next run succeeds', async () => {
    const file = join(folder, 'restored.backup');
    await done(fat.place, ['backup', file]);
    const target = await empty();
    const nothing = async () => {
      if (engine === 'sqlite') assert.equal(existsSync(join(target.folder, 'recollect.db')), false);
      else assert.deepEqual(await tablesIn(target), []);
    };
    const restoring = join(target.folder, 'recollect.db.restoring');
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      const running = command(target, ['restore', file]);
      const over = () => running.child.exitCode !== null;
      if (engine === 'sqlite') {
        await until(() => (statSync(restoring, { throwIfNoEntry: false })?.size ?? 0) > 0 || over());
      } else {
        const client = new pg.Client(target.databaseUrl);
        await client.connect();
        const copying = () =>
          client.query(
            `select 1 from pg_stat_activity where application_name = 'recollect restore' and query like 'copy "settings"%'`,
          );
        await until(async () => Boolean((await copying()).rowCount) || over());
        await client.end();
      }
      running.child.kill(signal);
      const { code, stdout, stderr } = await running.ended;
      assert.equal(stdout, '', 'it had not come to its end');
      if (signal === 'SIGTERM') {
        assert.deepEqual([code, stderr], [1, 'recollect: The restore was stopped and left nothing behind.\n']);
        assert.equal(existsSync(restoring), false);
      }
      await nothing();
    }
    if (engine === 'sqlite') {
      const { code, stderr } = await command(target, ['restore', file], {}, ROOM).ended;
      assert.equal(code, 1);
      assert.match(stderr, /cannot be written to: the file is larger than this process may write\. Make room there/);
      assert.equal(existsSync(restoring), false);
      await nothing();
    }
    await done(target, ['restore', file]);
    assert.equal(existsSync(restoring), false);
    const service = await start(target);
    assert.equal((await service.call('GET', '/health')).status, 200);
  });

  if (engine === 'sqlite')
    it('a starting service deletes what a killed backup left in the data folder', async () => {
      const place = await empty();
      const scratch = join(place.folder, 'backup', 'scratch');
      mkdirSync(join(scratch, 'restored'), { recursive: true });
      writeFileSync(join(scratch, 'restored', 'recollect.db'), 'in clear');
      await start(place);
      assert.equal(existsSync(scratch), false);
    });

  it('is restored only into an empty database of its own engine, and only if it is intact', async () => {
    const fresh = await empty();
    const bytes = readFileSync(plain);
    const bad = join(folder, 'bad.backup');
    writeFileSync(bad, bytes.subarray(0, bytes.length - 100));
    await refused(fresh, ['restore', bad], /bad\.backup is truncated/);
    const flipped = Buffer.from(bytes);
    flipped[Math.floor(bytes.length / 2)] = (flipped[Math.floor(bytes.length / 2)] as number) ^ 1;
    writeFileSync(bad, flipped);
    await refused(fresh, ['restore', bad], /bad\.backup is damaged/);
    if (engine === 'sqlite') {
      assert.deepEqual(readdirSync(fresh.folder).sort(), ['lock.db', 'lock.json']);
      await refused(fresh, ['restore', plain], /is a backup of SQLite: .* without DATABASE_URL; recollect migrate/, {
        DATABASE_URL: 'postgres://127.0.0.1:1/none',
      });
    } else {
      assert.deepEqual(await tablesIn(fresh), []);
      await refused(await empty('sqlite'), ['restore', plain], /is a backup of PostgreSQL: name an empty database/);
      const once = await startTestService(engine); // including its jobs
      services.push(once);
      places.push(once.place);
      await once.jobs.runDue();
      await refused(once.place, ['restore', plain], /A service is running on that PostgreSQL: stop it/);
      await once.stop();
      await done(once.place, ['restore', plain]); // a mere start leaves nothing that matters
    }
    const full = await empty();
    const service = await start(full);
    await service.mint();
    await service.stop();
    await refused(
      full,
      ['restore', plain],
      /already contains a database \(recollect\.db\): move it elsewhere|already contains data \(api_keys\): restore into an empty one/,
    );
  });

  it('is verified without leaving anything behind, respects --keep, and explains invalid commands', async () => {
    const { stdout } = await done(source.place, ['backup', 'verify', plain, '--json'], { TMPDIR: folder });
    const { verified, rows } = JSON.parse(stdout);
    assert.ok(verified && rows.memories > 5);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('recollect-verify')),
      [],
    );
    if (engine === 'postgres') {
      const client = new pg.Client(source.place.databaseUrl);
      await client.connect();
      const { rows: left } = await client.query(
        `select nspname from pg_namespace where nspname like 'recollect_verify%'`,
      );
      await client.end();
      assert.deepEqual(left, []);
    }
    const shelf = join(folder, 'kept');
    const names: string[] = [];
    for (let i = 0; i < 2; i++) {
      await done(source.place, ['backup', `${shelf}/`, '--keep', '1']);
      names.push(readdirSync(shelf).sort().at(-1) ?? '');
    }
    assert.deepEqual(readdirSync(shelf), names.slice(1));
    if (engine === 'postgres') {
      return refused(
        await empty(),
        ['backup', plain],
        /The database contains no tables of Recollect: check DATABASE_URL/,
      );
    }
    await refused(await empty(), ['backup', plain], /There is no embedded database in/);
    await refused(source.place, ['backup', plain, '--keep', '2'], /--keep .* name a folder, not a file/);
    for (const [args, expected] of [
      [['backup', plain, '--keep', '0'], /--keep is "0", but must be a whole number from 1 to 10000/],
      [['backup', plain, '--passphrase-file', 'none'], /passphrase file none cannot be read \(ENOENT\)/],
      [['restore'], /missing required argument 'file'/],
    ] as [string[], RegExp][]) {
      const { code, stderr } = await command(source.place, args).ended;
      assert.match(stderr, expected);
      assert.equal(code, 2);
    }
    const short = await command(source.place, ['backup', plain], { RECOLLECT_BACKUP_PASSPHRASE: 'short' }).ended;
    assert.match(short.stderr, /RECOLLECT_BACKUP_PASSPHRASE is too short: it must have at least 12 characters/);
    assert.equal(short.code, 2);
  });
});

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 1));
}

async function tablesIn(place: TestPlace): Promise<string[]> {
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  const { rows } = await client.query('select tablename from pg_tables where schemaname = current_schema()');
  await client.end();
  return rows.map(({ tablename }) => tablename);
}
