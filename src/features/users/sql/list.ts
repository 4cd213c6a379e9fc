import { among, and, join, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead, tenantSnapshotRead } from '../../../storage/statement.js';
import { visible } from '../../memories/sql/visible.js';
import type { Place } from '../section.js';
import { SECTIONS } from '../sections.js';

interface ListUsersRequest {
  prefix: string;
  /** The last user of the previous page; empty: from the beginning. Null: includes what no user is named for. */
  after: string | null;
  limit: number;
  now: number;
}
interface ListedUser {
  user_id: string;
  memories: number;
  last_stored_at: number | null;
}

/** Where a user can have data, even without a memory; each table has an index by user. */
const TABLES = ['memories', 'episodes', 'emotional_records', 'working_items'];
const AS_LISTED = { include_expired: false, include_superseded: false };

/** In the order of their names. */
export const listUsers = tenantSnapshotRead(
  'users.list',
  async (tx, input: ListUsersRequest): Promise<ListedUser[]> => {
    const found = await tx.all<{ name: string }>(namesOf(tx, input));
    const users = found.map(({ name }) => name);
    if (users.length === 0) return [];
    const counted = await tx.all<{ user_id: string; memories: number; last_stored_at: number }>(
      sql`select m.user_id, count(*) as memories, max(m.created_at) as last_stored_at from memories m
      where ${and([sql`m.key_id = ${tx.keyId}`, among(tx.dialect, 'm.user_id', users), visible(tx.dialect, AS_LISTED, input.now)])}
      group by m.user_id`,
    );
    const byUser = new Map(counted.map((row) => [row.user_id, row]));
    return users.map((user_id) => {
      const row = byUser.get(user_id);
      return { user_id, memories: Number(row?.memories ?? 0), last_stored_at: row?.last_stored_at ?? null };
    });
  },
);

/** The names alone, including the empty one. */
export const userNames = tenantRead(
  'users.names',
  async (tx, input: Pick<ListUsersRequest, 'after' | 'limit'>): Promise<string[]> => {
    const found = await tx.all<{ name: string }>(namesOf(tx, { ...input, prefix: '' }));
    return found.map(({ name }) => name);
  },
);

/** One step in each index per user, however many rows there are. */
function namesOf(tx: TenantTx, { prefix, after, limit }: Omit<ListUsersRequest, 'now'>): Sql {
  const firstWhere = (condition: Sql) =>
    sql`select min(first.name) from (${join(
      TABLES.map(
        (table) =>
          sql`select min(t.user_id) as name from ${raw(table)} t where t.key_id = ${tx.keyId} and ${condition}`,
      ),
      ' union all ',
    )}) first`;
  const first = after === null ? sql`t.user_id >= ${prefix}` : sql`t.user_id > ${after} and t.user_id >= ${prefix}`;
  const begins = sql`substr(users.name, 1, ${[...prefix].length}) = ${prefix}`;
  return sql`with recursive users (name) as (
      select (${firstWhere(first)})
      union all
      select (${firstWhere(sql`t.user_id > users.name`)}) from users where users.name is not null and ${begins}
    )
    select name from users where name is not null and ${begins} limit ${limit}`;
}

interface UserPageRequest {
  userId: string;
  section: string;
  after: Place | null;
  limit: number;
}

/** A page of one list of a user's export, each record as JSON: serialized here because on SQLite this is not the main thread. */
export const userPage = tenantRead(
  'users.page',
  async (tx, input: UserPageRequest): Promise<{ entries: string[]; next: Place | null }> => {
    const section = SECTIONS.find((one) => one.name === input.section);
    if (!section) throw new Error(`A user's export has no list ${input.section}`);
    const { records, next } = await section.page(tx, input.userId, input.after, input.limit);
    return { entries: records.map((record) => JSON.stringify(record)), next };
  },
);
