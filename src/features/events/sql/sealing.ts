import { raw, type Sql, sql } from '../../../storage/sql.js';
import { systemRead, systemWrite } from '../../../storage/statement.js';

const MARK_LENGTH = 9;
/** The id of the key that sealed it; empty: an earlier release did, which wrote no id. */
const sealedBy = (column: Sql): Sql =>
  sql`case when substr(${column}, ${MARK_LENGTH}, 1) = '.' then substr(${column}, 1, ${MARK_LENGTH - 1}) else '' end`;
const COLUMNS = ['secret', 'previous_secret'].map(raw);

export interface SealedCount {
  /** The id of the seal key. */
  id: string;
  secrets: number;
}

/** How many secrets each seal key has sealed, across all tenants. */
export const countSealed = systemRead('events.countSealed', async (tx, _input: null): Promise<SealedCount[]> => {
  const counts = new Map<string, number>();
  for (const column of COLUMNS) {
    const rows = await tx.all<SealedCount>(
      sql`select id, count(*) as secrets from (select ${sealedBy(column)} as id from subscriptions where ${column} is not null) s group by id`,
    );
    for (const { id, secrets } of rows) counts.set(id, (counts.get(id) ?? 0) + Number(secrets));
  }
  return [...counts].map(([id, secrets]) => ({ id, secrets })).sort((a, b) => (a.id < b.id ? -1 : 1));
});

interface Sealed {
  key_id: string;
  id: string;
  secret: string | null;
  previous_secret: string | null;
}
export interface SealedPage {
  /** The id of the current key. */
  current: string;
  after: { key_id: string; id: string };
  limit: number;
}
/** Subscriptions with a secret that was sealed by another key. */
export const listSealedByOthers = systemRead(
  'events.listSealedByOthers',
  async (tx, { current, after, limit }: SealedPage): Promise<Sealed[]> => {
    const [secret = raw(''), previous = raw('')] = COLUMNS.map(
      (column) => sql`(${column} is not null and ${sealedBy(column)} <> ${current})`,
    );
    return tx.all<Sealed>(sql`select key_id, id, secret, previous_secret from subscriptions
      where (${secret} or ${previous}) and (key_id, id) > (${after.key_id}, ${after.id}) order by key_id, id limit ${limit}`);
  },
);

export interface Resealed {
  key_id: string;
  id: string;
  from: Pick<Sealed, 'secret' | 'previous_secret'>;
  to: Pick<Sealed, 'secret' | 'previous_secret'>;
}
/** Writes the resealed secrets, unless they were changed meanwhile. */
export const writeResealed = systemWrite('events.writeResealed', async (tx, all: Resealed[]): Promise<number> => {
  let written = 0;
  for (const { key_id, id, from, to } of all) {
    const same = (column: Sql, value: string | null) =>
      value === null ? sql`${column} is null` : sql`${column} = ${value}`;
    written += await tx.run(sql`update subscriptions set secret = ${to.secret}, previous_secret = ${to.previous_secret}
      where key_id = ${key_id} and id = ${id} and ${same(raw('secret'), from.secret)}
        and ${same(raw('previous_secret'), from.previous_secret)}`);
  }
  return written;
});
