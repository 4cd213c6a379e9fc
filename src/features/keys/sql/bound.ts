import type { RecordKind } from '../../../kernel/operation.js';
import { among, lookUp, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead } from '../../../storage/statement.js';

export interface Owner {
  id: string;
  user_id: string;
  agent_id: string;
  /** Null: this kind of record has none. */
  namespace: string | null;
}

/** The owners of the records with these ids; a link and a contradiction belong to the owners of both memories. Ids that do not exist are left out. */
export const ownersOf = tenantRead(
  'keys.ownersOf',
  async (tx, { kind, ids }: { kind: RecordKind; ids: readonly string[] }): Promise<Owner[]> =>
    tx.all<Owner>(OWNERS[kind](tx, ids)),
);

type Find = (tx: TenantTx, ids: readonly string[]) => Sql;
const plain =
  (table: string): Find =>
  (tx, ids) =>
    sql`select id, user_id, agent_id, null as namespace from ${raw(table)}
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`;
const ofPair =
  (table: string, ends: string): Find =>
  (tx, ids) =>
    sql`select t.id, m.user_id, m.agent_id, m.namespace from ${raw(table)} t
    ${lookUp(tx.dialect, 'inner', 'memories', 'm', sql`m.key_id = ${tx.keyId} and m.id in (${raw(ends)})`)}
    where t.key_id = ${tx.keyId} and ${among(tx.dialect, 't.id', ids)}`;

const OWNERS: Record<RecordKind, Find> = {
  memory: (tx, ids) => sql`select id, user_id, agent_id, namespace from memories
    where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`,
  episode: plain('episodes'),
  procedure: plain('procedures'),
  link: ofPair('links', 't.from_id, t.to_id'),
  conflict: ofPair('conflicts', 't.memory_a, t.memory_b'),
};
