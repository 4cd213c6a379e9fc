import { threadServing } from '../../../test/support/thread.js';
import { sql } from '../sql.js';
import { systemRead, systemWrite, type Tx, tenantSearch } from '../statement.js';
import { ping } from './engine.js';

/** What a bug in native code or a full heap does: the thread dies in the middle of its work. */
const die = () => process.exit(3);
/** An uncaught error also kills a thread. */
const fail = () =>
  new Promise<never>(() => {
    setImmediate(() => {
      throw new Error('Nobody catches this');
    });
  });

const insert = (tx: Tx, name: string) => tx.run(sql`insert into settings (name, value) values (${name}, '1')`);

export const put = systemWrite('test.put', async (tx, name: string) => void (await insert(tx, name)));
export const names = systemRead('test.names', async (tx, _input: null) =>
  (await tx.all<{ name: string }>(sql`select name from settings order by name`)).map((row) => row.name),
);
export const putAndDie = systemWrite('test.putAndDie', async (tx, name: string) => {
  await insert(tx, name);
  die();
});
export const putAndFail = systemWrite('test.putAndFail', async (tx, name: string) => {
  await insert(tx, name);
  return fail();
});
export const readAndDie = systemRead('test.readAndDie', async () => void die());
export const searchAndDie = tenantSearch('test.searchAndDie', async () => void die());
export const search = tenantSearch('test.search', async (tx, _input: null) =>
  Number((await tx.get<{ n: number }>(sql`select count(*) as n from memories where key_id = ${tx.keyId}`))?.n),
);

export const THREAD = threadServing(
  [ping, put, names, putAndDie, putAndFail, readAndDie, searchAndDie, search],
  import.meta.url,
);
