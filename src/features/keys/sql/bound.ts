import type { RecordKind } from '../../../kernel/operation.js';
import { among, lookUp, raw, type Sql, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantRead } from '../../../storage/statement.js';
import type { Binding } from '../caller.js';

interface Owner {
  id: string;
  user_id: string;
  agent_id: string;
  /** Null: this kind of record has none. */
  namespace: string | null;
}

/** Which of the ids belong to records within the binding; a link and a contradiction belong to the owners of both memories. */
export const recordsWithin = tenantRead(
  'keys.recordsWithin',
  async (tx, input: { kind: RecordKind; ids: readonly string[]; binding: Binding }): Promise<string[]> => {
    const owners = await tx.all<Owner>(OWNERS[input.kind](tx, input.ids));
    const foreign = new Set(owners.filter((owner) => !isWithin(input.binding, owner)).map(({ id }) => id));
    return owners.map(({ id }) => id).filter((id) => !foreign.has(id));
  },
);

/** The user of these records; null if there is none, or more than one. */
export const userOfRecords = tenantRead(
  'keys.userOfRecords',
  async (tx, input: { kind: RecordKind; ids: readonly string[] }): Promise<string | null> => {
    const users = new Set((await tx.all<Owner>(OWNERS[input.kind](tx, input.ids))).map(({ user_id }) => user_id));
    return users.size === 1 ? ([...users][0] ?? null) : null;
  },
);

const isWithin = ({ userId, agentId, namespace }: Binding, owner: Owner) =>
  owner.user_id === userId &&
  (agentId === null || owner.agent_id === agentId) &&
  (namespace === null || owner.namespace === namespace);

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
