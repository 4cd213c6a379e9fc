import { type Sql, sql } from '../../../storage/sql.js';
import { tenantRead } from '../../../storage/statement.js';

export const NAME_FIELDS = ['user_id', 'agent_id', 'namespace'] as const;
type NameField = (typeof NAME_FIELDS)[number];

/** Agents and namespaces have no index of their own: only those of this many newest memories are known. */
export const NEWEST_LOOKED_AT = 10_000;

interface NamesRequest {
  field: NameField;
  prefix: string;
  limit: number;
}

/** Names that begin with a prefix, in order. */
export const listNames = tenantRead('memories.names', async (tx, input: NamesRequest): Promise<string[]> => {
  const begins = (column: Sql) => sql`substr(${column}, 1, ${[...input.prefix].length}) = ${input.prefix}`;
  if (input.field === 'user_id') {
    // One index step per user, however many memories each has.
    const rows = await tx.all<{ name: string }>(sql`with recursive users (name) as (
        select min(user_id) from memories where key_id = ${tx.keyId} and user_id >= ${input.prefix} and user_id > ''
        union all
        select (select min(m.user_id) from memories m where m.key_id = ${tx.keyId} and m.user_id > users.name)
        from users where users.name is not null and ${begins(sql`users.name`)}
      )
      select name from users where name is not null and ${begins(sql`name`)} limit ${input.limit}`);
    return rows.map((row) => row.name).sort();
  }
  const column = input.field === 'agent_id' ? sql`agent_id` : sql`namespace`;
  const rows = await tx.all<{ name: string }>(sql`select distinct name from (
      select ${column} as name from memories where key_id = ${tx.keyId}
      order by created_at desc, id desc limit ${NEWEST_LOOKED_AT}
    ) newest where name > '' and ${begins(sql`name`)} order by name limit ${input.limit}`);
  return rows.map((row) => row.name);
});
