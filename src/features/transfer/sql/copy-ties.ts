import { ID_PREFIXES, randomIds } from '../../../kernel/ids.js';
import { forKeyShare } from '../../../storage/dialect.js';
import { among, rows, type SqlValue, sql } from '../../../storage/sql.js';
import { type TenantTx, tenantWriteWhenFull } from '../../../storage/statement.js';
import { copyOf, type TransferRequest } from '../plan.js';
import { stillGoing } from './transfer.js';

const ids = randomIds(() => Date.now());

/** Ties per transaction: a hub may have very many. */
const PAGE = 500;

type Link = { id: string; from_id: string; to_id: string; relationship: string; weight: number; metadata: unknown } & {
  automatic: number;
  created_at: number;
};
type Conflict = { id: string; memory_a: string; memory_b: string; type: string; confidence: number; reason: string } & {
  part: string | null;
  status: string;
  kept: string | null;
  detected_at: number;
  resolved_at: number | null;
};

const asJson = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

interface TiesRequest {
  transfer: TransferRequest;
  /** Memories that were copied. */
  originals: readonly string[];
  ties: 'links' | 'conflicts';
  /** The tie after which to continue. */
  after: string;
  now: number;
}

/** Links and conflicts between memories that were both copied also hold between the copies. Returns where to continue. */
export const copyTies = tenantWriteWhenFull('transfer.ties', async (tx, input: TiesRequest): Promise<string | null> => {
  await stillGoing(tx, input.transfer, input.now);
  return input.ties === 'links' ? copyLinks(tx, input) : copyConflicts(tx, input);
});

/** Whether a memory was copied is determined by looking for its copy, whose id is derived from it. It cannot be forgotten before its ties are written. */
async function copiedOf(tx: TenantTx, { seed }: TransferRequest, originals: readonly string[]) {
  const copies = new Map(originals.map((id) => [copyOf(seed, id), id]));
  const found = await tx.all<{ id: string }>(
    sql`select id from memories where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', [...copies.keys()])}
      order by id${forKeyShare(tx.dialect)}`,
  );
  return new Map(found.map(({ id }) => [copies.get(id) as string, id]));
}

async function copyLinks(tx: TenantTx, { transfer, originals, after }: TiesRequest): Promise<string | null> {
  const page =
    await tx.all<Link>(sql`select id, from_id, to_id, relationship, weight, metadata, automatic, created_at from links
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'from_id', originals)} and id > ${after} order by id limit ${PAGE}`);
  const copies = await copiedOf(
    tx,
    transfer,
    page.flatMap((link) => [link.from_id, link.to_id]),
  );
  const values = page.flatMap((link): SqlValue[][] => {
    const [from, to] = [copies.get(link.from_id), copies.get(link.to_id)];
    if (from === undefined || to === undefined) return [];
    const { relationship, weight, metadata, automatic, created_at } = link;
    const id = ids.next(ID_PREFIXES.link);
    return [[tx.keyId, id, from, to, relationship, weight, asJson(metadata), automatic, created_at]];
  });
  if (values.length > 0) {
    await tx.run(sql`insert into links (key_id, id, from_id, to_id, relationship, weight, metadata, automatic, created_at)
      values ${rows(values)} on conflict do nothing`);
  }
  return page.length < PAGE ? null : (page.at(-1)?.id ?? null);
}

async function copyConflicts(tx: TenantTx, { transfer, originals, after }: TiesRequest): Promise<string | null> {
  const page =
    await tx.all<Conflict>(sql`select id, memory_a, memory_b, type, confidence, reason, part, status, kept, detected_at, resolved_at
      from conflicts where key_id = ${tx.keyId} and ${among(tx.dialect, 'memory_a', originals)} and id > ${after} order by id limit ${PAGE}`);
  const copies = await copiedOf(
    tx,
    transfer,
    page.flatMap((found) => [found.memory_a, found.memory_b]),
  );
  const values = page.flatMap((found): SqlValue[][] => {
    const [a, b] = [copies.get(found.memory_a), copies.get(found.memory_b)];
    if (a === undefined || b === undefined) return [];
    const { type, confidence, reason, part, status, kept, detected_at, resolved_at } = found;
    const scope = [tx.keyId, ids.next(ID_PREFIXES.conflict), transfer.userId, transfer.toAgent];
    return [[...scope, a, b, type, confidence, reason, part, status, kept, detected_at, resolved_at]];
  });
  if (values.length > 0) {
    await tx.run(sql`insert into conflicts (key_id, id, user_id, agent_id, memory_a, memory_b, type, confidence, reason, part, status, kept,
      detected_at, resolved_at) values ${rows(values)} on conflict do nothing`);
  }
  return page.length < PAGE ? null : (page.at(-1)?.id ?? null);
}
