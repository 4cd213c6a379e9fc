import type { MemoryFilter } from '../../src/features/memories/search/filter.js';
import { conflict } from '../../src/kernel/errors.js';
import { sql } from '../../src/storage/sql.js';
import type { AnyStatement, TenantTx } from '../../src/storage/statement.js';

/** The environment variable that names the bug for a database thread. */
export const PLANTED = 'RECOLLECT_TEST_PLANTED_BUG';

/** The body of a statement, as a bug would change it. */
// biome-ignore lint/suspicious/noExplicitAny: statements of every shape
type Body = (tx: TenantTx, input: any) => Promise<any>;

/** Bugs of other services like this one, each as a change to one statement. They exist only here. */
export const STATEMENT_BUGS = {
  /** The same text counts as the same memory, whoever stored it. */
  'a duplicate check across tenants': {
    statement: 'memories.store',
    body: (right) => async (tx, input) => {
      const [memory] = input.memories;
      const there = await tx.get(sql`select id, tags, metadata, key_id from memories where key_id is not null
        and user_id = ${memory.user_id} and dedupe_key = ${memory.dedupeKey} order by created_at`);
      const stored = await right(tx, input);
      if (!there || there.key_id === tx.keyId) return stored;
      const record = { ...stored[0].record, id: there.id, tags: parsed(there.tags), metadata: parsed(there.metadata) };
      return [{ status: 'duplicate', record }, ...stored.slice(1)];
    },
  },
  /** `where user_id in ()` is dropped because the list is empty. */
  'a filter dropped on an empty list': {
    statement: 'memories.list',
    body: (right) => async (tx, input) => {
      const found = await right(tx, input);
      return found.length > 0 ? found : right(tx, { ...input, userId: null });
    },
  },
  'an id look-up without the key': {
    statement: 'memories.get',
    body: (right) => async (tx, input) => {
      const owner = await ownerOf(tx, input.id);
      return right(owner === undefined ? tx : asTenant(tx, owner), input);
    },
  },
  'a list that ignores agent_id': {
    statement: 'memories.list',
    body: (right) => (tx, input: { filter: MemoryFilter }) =>
      right(tx, { ...input, filter: { ...input.filter, agent_id: undefined } }),
  },
  'a count that leaks': {
    statement: 'lifecycle.stats',
    body: (right) => async (tx, input) => {
      const stats = await right(tx, input);
      const all = await tx.get<{ count: number }>(sql`select count(*) as count from memories where key_id is not null`);
      return { ...stats, totals: { ...stats.totals, count: all?.count ?? 0 } };
    },
  },
  'an error that quotes': {
    statement: 'memories.get',
    body: (right) => async (tx, input) => {
      const found = await right(tx, input);
      const there = await tx.get<{ content: string }>(
        sql`select content from memories where key_id is not null and id = ${input.id}`,
      );
      if (!found && there) throw conflict(`This memory belongs to somebody else: "${there.content}"`);
      return found;
    },
  },
  'a child key that may name any record of its parent': {
    statement: 'keys.recordsWithin',
    body:
      () =>
      async (_, { ids }) =>
        ids,
  },
} satisfies Record<string, { statement: string; body: (right: Body) => Body }>;

/** On SQLite a transaction has private fields, so it is wrapped: only its key differs. */
function asTenant(tx: TenantTx, keyId: string): TenantTx {
  return {
    ...{ dialect: tx.dialect, keyId, vectors: tx.vectors, sketches: tx.sketches },
    all: (query) => tx.all(query),
    get: (query) => tx.get(query),
    run: (query) => tx.run(query),
  };
}

const parsed = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value);

async function ownerOf(tx: TenantTx, id: string): Promise<string | undefined> {
  return (await tx.get<{ key_id: string }>(sql`select key_id from memories where key_id is not null and id = ${id}`))
    ?.key_id;
}

/** The statements, one of them with the bug; all unchanged if there is no such bug. */
export function withBug(statements: readonly AnyStatement[], name: string | undefined): readonly AnyStatement[] {
  const bug = STATEMENT_BUGS[name as keyof typeof STATEMENT_BUGS] as
    | { statement: string; body: (right: Body) => Body }
    | undefined;
  if (!bug) return statements;
  return statements.map((statement) =>
    statement.name === bug.statement
      ? ({ ...statement, body: bug.body(statement.body as Body) } as AnyStatement)
      : statement,
  );
}
