import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { eachEngine, newPlace, type TestPlace } from '../../../test/support/databases.js';
import { createAt } from '../../../test/support/older-schema.js';
import { SCHEMA_VERSION } from '../migrations/index.js';
import { openSqlite } from '../sqlite/driver.js';
import { backUp, restoreBackup, verifyBackup } from './index.js';
import { connected } from './postgres.js';

const OLDER = SCHEMA_VERSION - 1;
const work = { signal: new AbortController().signal, onProgress() {} };

/** A database as the release before this schema version left it. */
async function makeOlder(place: TestPlace): Promise<void> {
  const insert = "insert into settings (name, value) values ('from', 'earlier')";
  await createAt(place, OLDER);
  if (place.databaseUrl) {
    return connected(place.databaseUrl, 'test', async (client) => {
      await client.query(insert);
    });
  }
  const db = openSqlite(join(place.folder, 'recollect.db'));
  db.exec(insert);
  db.close();
}

async function inspect(place: TestPlace): Promise<{ version: number; from: string }> {
  const setting = "select value from settings where name = 'from'";
  if (place.databaseUrl) {
    return connected(place.databaseUrl, 'test', async (client) => {
      const { rows } = await client.query(
        `select max(version)::int as version, (${setting}) as from from schema_version`,
      );
      return rows[0];
    });
  }
  const db = openSqlite(join(place.folder, 'recollect.db'));
  const version = Number(db.prepare('pragma user_version').get()?.user_version);
  const found = db.prepare(setting).get();
  db.close();
  return { version, from: found?.value as string };
}

eachEngine('a backup of an older schema', (engine) => {
  it('is made, verified and restored as it is; the next start migrates it', async () => {
    const [old, target] = [await newPlace(engine), await newPlace(engine)];
    try {
      await makeOlder(old);
      const file = join(old.folder, 'older.backup');
      const of = (place: TestPlace) => ({ dataDir: place.folder, databaseUrl: place.databaseUrl });
      const { header } = await backUp(of(old), file, { passphrase: null, verify: true, keep: null }, work);
      assert.equal(header.schema_version, OLDER);
      assert.deepEqual(await inspect(old), { version: OLDER, from: 'earlier' }, 'the source stays as it was');
      const scratch = { databaseUrl: old.databaseUrl, scratch: join(old.folder, 'scratch') };
      assert.ok((await verifyBackup(file, scratch, { passphrase: null }, work)).tables.length > 20);
      await restoreBackup(file, of(target), { passphrase: null }, work);
      assert.deepEqual(await inspect(target), { version: OLDER, from: 'earlier' });
      await (await target.open()).close();
      assert.deepEqual(await inspect(target), { version: SCHEMA_VERSION, from: 'earlier' });
    } finally {
      await old.remove();
      await target.remove();
    }
  });
});
