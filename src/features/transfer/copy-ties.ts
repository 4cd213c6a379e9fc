import { ID_PREFIXES, randomIds } from '../../kernel/ids.js';
import { among, rows, type SqlValue, sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';

const ids = randomIds(() => Date.now());

/** Memories looked at at once, and ties read at once: a hub among them may have very many. */
const CHUNK = 500;
const PAGE = 2_000;

type Link = { id: string; from_id: string; to_id: string; relationship: string; weight: number; metadata: unknown } & {
  automatic: number;
  created_at: number;
};
type Conflict = { id: string; memory_a: string; memory_b: string; type: string; confidence: number; reason: string } & {
  status: string;
  kept: string | null;
  detected_at: number;
  resolved_at: number | null;
};

const asJson = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Links and conflicts between memories that were both copied hold between the copies too. `copies`: original → copy. */
export async function copyTies(
  tx: TenantTx,
  copies: ReadonlyMap<string, string>,
  owner: { userId: string; toAgent: string },
): Promise<void> {
  const originals = [...copies.keys()];
  for (let i = 0; i < originals.length; i += CHUNK) {
    const chunk = originals.slice(i, i + CHUNK);
    await copyLinks(tx, chunk, copies);
    await copyConflicts(tx, chunk, copies, owner);
  }
}

async function copyLinks(tx: TenantTx, chunk: readonly string[], copies: ReadonlyMap<string, string>): Promise<void> {
  for (let after = ''; ; ) {
    const page =
      await tx.all<Link>(sql`select id, from_id, to_id, relationship, weight, metadata, automatic, created_at from links
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'from_id', chunk)} and id > ${after} order by id limit ${PAGE}`);
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
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE) return;
  }
}

async function copyConflicts(
  tx: TenantTx,
  chunk: readonly string[],
  copies: ReadonlyMap<string, string>,
  { userId, toAgent }: { userId: string; toAgent: string },
): Promise<void> {
  for (let after = ''; ; ) {
    const page =
      await tx.all<Conflict>(sql`select id, memory_a, memory_b, type, confidence, reason, status, kept, detected_at, resolved_at
      from conflicts where key_id = ${tx.keyId} and ${among(tx.dialect, 'memory_a', chunk)} and id > ${after} order by id limit ${PAGE}`);
    const values = page.flatMap((found): SqlValue[][] => {
      const [a, b] = [copies.get(found.memory_a), copies.get(found.memory_b)];
      if (a === undefined || b === undefined) return [];
      const { type, confidence, reason, status, kept, detected_at, resolved_at } = found;
      const scope = [tx.keyId, ids.next(ID_PREFIXES.conflict), userId, toAgent];
      return [[...scope, a, b, type, confidence, reason, status, kept, detected_at, resolved_at]];
    });
    if (values.length > 0) {
      await tx.run(sql`insert into conflicts (key_id, id, user_id, agent_id, memory_a, memory_b, type, confidence, reason, status, kept,
        detected_at, resolved_at) values ${rows(values)} on conflict do nothing`);
    }
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE) return;
  }
}
