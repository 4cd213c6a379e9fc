import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import pg from 'pg';
import { newPlace, type TestPlace } from '../../../test/support/databases.js';
import { onBothEngines } from '../../../test/support/service.js';
import { SCHEMA_VERSION } from '../../storage/migrations/index.js';
import { openSqlite } from '../../storage/sqlite/driver.js';
import { VERSION } from '../../version.js';
import { startCommand } from '../cli-child.test.kit.js';

const settings = ({ folder, databaseUrl }: TestPlace) => ({
  ...{ RECOLLECT_DATA_DIR: folder, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
});
const check = (place: TestPlace, args: string[] = [], env: Record<string, string> = {}) =>
  startCommand(place.folder, ['upgrade', '--check', ...args], { ...settings(place), ...env }).ended;

/** As if another release had written it. */
async function setSchema({ folder, databaseUrl }: TestPlace, version: number): Promise<void> {
  if (databaseUrl === undefined) {
    const handle = openSqlite(join(folder, 'recollect.db'));
    handle.exec(`pragma user_version = ${version}`);
    handle.close();
    return;
  }
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('delete from schema_version where version > $1', [version]);
  await client.query("insert into schema_version (version, name) values ($1, 'x') on conflict do nothing", [version]);
  await client.end();
}

onBothEngines('recollect upgrade --check', (start, engine) => {
  it('finds nothing to do if the running service has the same release', async () => {
    const service = await start({ background: false });
    const { code, stdout, stderr } = await check(service.place, ['--url', service.url]);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      new RegExp(`installed: ${VERSION}, schema ${SCHEMA_VERSION}\\nrunning: +${VERSION} at ${service.url}`),
    );
    assert.match(stdout, /nothing to do/);
  });

  it('reports what a start would do to an older database, and refuses a newer one', async () => {
    const place = await newPlace(engine);
    await (await place.open()).close();
    const nobody = ['--url', 'http://127.0.0.1:9', '--json'];
    await setSchema(place, SCHEMA_VERSION + 1);
    const newer = await check(place, nobody);
    assert.equal(newer.code, 1, newer.stderr);
    assert.match(JSON.parse(newer.stdout).advice[0], /cannot use the database/);
    await setSchema(place, SCHEMA_VERSION - 1);
    const older = JSON.parse((await check(place, nobody)).stdout);
    assert.deepEqual([older.database.schema, older.running], [SCHEMA_VERSION - 1, null]);
    assert.match(older.advice[0], /migrates the database/);
    await place.remove();
  });

  it('looks for the newest release only with --latest, and reports a failure to find it', async () => {
    const place = await newPlace(engine);
    const bin = join(place.folder, 'bin');
    await mkdir(bin);
    const npm = async (script: string) => {
      await writeFile(join(bin, 'npm'), `#!/bin/sh\n${script}\n`);
      await chmod(join(bin, 'npm'), 0o755);
    };
    const env = { PATH: `${bin}:${process.env.PATH}` };
    const nobody = ['--url', 'http://127.0.0.1:9'];
    await npm('exit 1');
    const without = await check(place, nobody, env);
    assert.deepEqual(
      [without.code, /latest|nothing responds[\s\S]*none yet/.exec(without.stdout)?.[0].includes('latest')],
      [0, false],
    );
    const failed = await check(place, [...nobody, '--latest'], env);
    assert.deepEqual([failed.code, failed.stdout], [1, '']);
    assert.match(failed.stderr, /newest release is unknown/);
    await npm('echo 99.0.0');
    const found = await check(place, [...nobody, '--latest'], env);
    assert.equal(found.code, 1);
    assert.match(found.stdout, /The newest release is 99\.0\.0/);
    await place.remove();
  });
});
