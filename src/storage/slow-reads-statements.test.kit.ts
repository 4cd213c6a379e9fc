import { threadId } from 'node:worker_threads';
import { threadServing } from '../../test/support/thread.js';
import { sql } from './sql.js';
import type { SqliteConnection } from './sqlite/connection.js';
import { ping } from './sqlite/engine.js';
import { systemRead, tenantRead, tenantSearch, tenantWrite } from './statement.js';

/** A read that runs forever unless it is interrupted. */
const endless = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i > 0)
  select count(*) as n, 'key_id' as key_id from n where i < 0`;

export const forever = tenantRead('test.forever', async (tx, _input: null) => {
  await tx.get(tx.dialect === 'sqlite' ? endless : sql`select pg_sleep(600) as n, ${tx.keyId}::text as key_id`);
  return null;
});
export const searchForever = tenantSearch('test.searchForever', async (tx, _input: null) => forever.body(tx, null));
export const quick = tenantRead('test.quick', async (tx, n: number) => {
  await tx.get(sql`select count(*) as n from memories where key_id = ${tx.keyId}`);
  return n;
});
export const quickSearch = tenantSearch('test.quickSearch', async (tx, n: number) => quick.body(tx, n));
let hesitated = false;
/** Uses up its slice the first time it runs on a thread, after a little progress, and only then. Returns the thread. */
export const slowOnce = tenantSearch('test.slowOnce', async (tx, _input: null) => {
  if (!hesitated) {
    hesitated = true;
    await quick.body(tx, 0);
    (tx as unknown as { db: SqliteConnection }).db.noteProgress();
    await tx.get(endless);
  }
  return threadId;
});
export const searchThread = tenantSearch('test.searchThread', async (_tx, _input: null) => threadId);
export const own = systemRead('test.own', async (tx, n: number) => {
  await tx.get(sql`select count(*) as n from memories where key_id = ''`);
  return n;
});
export const put = tenantWrite('test.put', async (tx, name: string) =>
  tx.run(sql`insert into quota (key_id, month, slot, used) values (${tx.keyId}, ${name}, 0, 1)`),
);

export const THREAD = threadServing(
  [ping, forever, searchForever, quick, quickSearch, slowOnce, searchThread, own, put],
  import.meta.url,
);
