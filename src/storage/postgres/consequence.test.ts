import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newPlace, POSTGRES_SKIPPED } from '../../../test/support/databases.js';
import { silentLog } from '../../kernel/log.js';
import { sql } from '../sql.js';
import { systemRead, systemWrite } from '../statement.js';
import { PostgresDatabase } from './engine.js';

/** The failing statement is one promise deeper than the one sent along with it, so that the other is the first to reject. */
const together = systemWrite('test.together', async (tx) => {
  const failing = async () => {
    await Promise.all([(async () => tx.all(sql`select 1 / 0`))()]);
  };
  await Promise.all([failing(), tx.all(sql`select 1`)]);
});

const NOTE = 'left behind by a refused call';
let strays: Promise<unknown> = Promise.resolve();

/** One branch refuses the call while the other still has statements to send. */
const refused = systemWrite('test.refused', async (tx) => {
  const goesOn = async () => {
    for (let i = 0; i < 20; i++) await tx.all(sql`select ${i}::int`);
    await tx.run(sql`insert into settings (name, value) values (${NOTE}, '')`);
  };
  strays = goesOn();
  strays.catch(() => {}); // it may fail before the test looks at it
  await tx.all(sql`select 1`);
  throw new Error('refused');
});
const swallowed = systemWrite('test.swallowed', async (tx) => {
  await tx.run(sql`insert into settings (name, value) values (${NOTE}, '')`);
  await Promise.allSettled([tx.all(sql`select 1 / 0`)]);
});
const notes = systemRead('test.notes', async (tx) => tx.all(sql`select name from settings where name = ${NOTE}`));

describe('statements that are sent together on PostgreSQL', { skip: POSTGRES_SKIPPED }, () => {
  let place: Awaited<ReturnType<typeof newPlace>>;
  let database: PostgresDatabase;
  before(async () => {
    place = await newPlace('postgres');
    database = await PostgresDatabase.open({ url: place.databaseUrl ?? '', poolSize: 1, log: silentLog });
  });
  after(async () => {
    await database.close();
    await place.remove();
  });

  it('report the one that failed, not those that failed because of it', async () => {
    await assert.rejects(database.system(together, null), { code: '22012' });
  });

  it('send nothing more once the transaction is over', async () => {
    await assert.rejects(database.system(refused, null), /refused/);
    await assert.rejects(strays, /The transaction is over/);
    assert.deepEqual(await database.system(notes, null), []);
  });

  it('do not count as done if the commit was a rollback', async () => {
    await assert.rejects(database.system(swallowed, null), { code: '22012' });
    assert.deepEqual(await database.system(notes, null), []);
  });
});
