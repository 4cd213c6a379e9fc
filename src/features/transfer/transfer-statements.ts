import { invalid } from '../../kernel/errors.js';
import { jsonRows } from '../../storage/json.js';
import { among, forUpdate, sql } from '../../storage/sql.js';
import { type TenantTx, tenantWrite } from '../../storage/statement.js';
import { type JournalEntry, tell } from '../journal.js';
import { giveBackQuota, type QuotaRequest, takeQuota } from '../keys/quota.js';
import { dedupeKeyOf } from '../memories/dedupe.js';
import { copyRows } from './copy-rows.js';
import { copyTies } from './copy-ties.js';
import {
  type Carried,
  holdersOf,
  namedProcedures,
  partsOfEpisodes,
  planTransfer,
  release,
  type TransferRequest,
} from './plan.js';
import { withOrigin } from './provenance.js';
import { countSelected } from './selection.js';

/** Memories of one call: it is one transaction, and on SQLite other writers wait for it. */
export const MOST_TRANSFERRED = 100_000;
/** Memories per statement. */
const CHUNK = 500;
/** Ids that an answer names. */
export const IDS_TOLD = 100;

export interface Transferred {
  transferred: number;
  skipped: number;
  /** Replaced memories that went along with what replaced them. */
  followed: number;
  /** The first of what the target has now. */
  ids: string[];
  notFound: string[];
}

async function refuseTooMany(tx: TenantTx, input: TransferRequest): Promise<void> {
  const count = await countSelected(tx, input);
  if (count > MOST_TRANSFERRED) {
    throw invalid(
      `This would transfer ${count} memories; one call takes at most ${MOST_TRANSFERRED}: narrow \`filter\` and call again.`,
    );
  }
}

const notFoundOf = (input: TransferRequest, seen: ReadonlySet<string>) =>
  [...new Set(input.filter.ids ?? [])].filter((id) => !seen.has(id));

const news = (input: TransferRequest, mode: 'copy' | 'move', chunk: readonly Carried[]): JournalEntry[] =>
  chunk.map(({ id, copy }) => ({
    kind: 'memory.transferred',
    user_id: input.userId,
    agent_id: input.toAgent,
    subject: mode === 'copy' ? copy : id,
    data: { mode, from_agent: input.fromAgent, to_agent: input.toAgent, from_memory: id },
  }));

/** Copies what one agent knows of a user to another, all or nothing. */
export const copyMemories = tenantWrite(
  'transfer.copy',
  async (tx, input: TransferRequest & { quota: Omit<QuotaRequest, 'count'> }): Promise<Transferred> => {
    await refuseTooMany(tx, input);
    const plan = await planTransfer(tx, input, (_, page) => namedProcedures(tx, input, page));
    await takeQuota(tx, { ...input.quota, count: plan.carried.length });
    await release(tx, plan.released);
    const copies = new Map<string, string>();
    for (let i = 0; i < plan.carried.length; i += CHUNK) {
      const written = await copyRows(tx, input, plan.carried.slice(i, i + CHUNK));
      for (const { id, copy } of written) copies.set(id, copy);
      await tell(tx, input.now, news(input, 'copy', written));
    }
    await giveBackQuota(tx, { ...input.quota, count: plan.carried.length - copies.size });
    await copyTies(tx, copies, input);
    return {
      transferred: copies.size + plan.done.length,
      skipped: plan.skipped + plan.carried.length - copies.size,
      followed: 0,
      ids: [...plan.done, ...copies.values()].slice(0, IDS_TOLD),
      notFound: notFoundOf(input, plan.seen),
    };
  },
);

/** Gives what one agent knows of a user to another, all or nothing. Ids, links and history stay; what was replaced goes with what replaced it. */
export const moveMemories = tenantWrite('transfer.move', async (tx, input: TransferRequest): Promise<Transferred> => {
  await refuseTooMany(tx, input);
  const bound = async (_: TenantTx, page: Parameters<typeof namedProcedures>[2]) =>
    new Set([...(await namedProcedures(tx, input, page)), ...(await partsOfEpisodes(tx, input, page))]);
  const plan = await planTransfer(tx, input, bound);
  await release(tx, plan.released);
  let followed = 0;
  for (let i = 0; i < plan.carried.length; i += CHUNK) {
    let chunk: readonly Carried[] = plan.carried.slice(i, i + CHUNK);
    await moveRows(tx, input, chunk);
    while (chunk.length > 0) {
      chunk = await replacedBy(tx, input, chunk);
      for (let n = 0; n < chunk.length; n += CHUNK) await moveRows(tx, input, chunk.slice(n, n + CHUNK));
      followed += chunk.length;
    }
  }
  return {
    transferred: plan.carried.length,
    skipped: plan.skipped,
    followed,
    ids: plan.carried.slice(0, IDS_TOLD).map(({ id }) => id),
    notFound: notFoundOf(input, plan.seen),
  };
});

async function moveRows(tx: TenantTx, input: TransferRequest, chunk: readonly Carried[]): Promise<void> {
  const { toAgent, fromAgent, now } = input;
  const set = (key: ReturnType<typeof sql>) => sql`update memories as m set agent_id = ${toAgent}, dedupe_key = ${key},
    metadata = ${withOrigin(tx, fromAgent, now)}, conflicts_checked = case when superseded_by is null then 0 else conflicts_checked end`;
  if (tx.dialect === 'sqlite') {
    // Its planner would walk all memories of the key for an update from a list.
    for (const { id, key } of chunk)
      await tx.run(sql`${set(sql`${key || null}`)} where m.key_id = ${tx.keyId} and m.id = ${id}`);
  } else {
    const listed = jsonRows(
      tx.dialect,
      chunk.map(({ id, key }) => [id, key]),
    );
    await tx.run(
      sql`${set(sql`nullif(value ->> 1, '')`)} from ${listed} where m.key_id = ${tx.keyId} and m.id = value ->> 0`,
    );
  }
  const ids = chunk.map(({ id }) => id);
  // A conflict belongs to the agent of its older memory.
  await tx.run(
    sql`update conflicts set agent_id = ${toAgent} where key_id = ${tx.keyId} and ${among(tx.dialect, 'memory_a', ids)}`,
  );
  await tx.run(
    sql`update procedures set agent_id = ${toAgent} where key_id = ${tx.keyId} and ${among(tx.dialect, 'id', ids)}`,
  );
  await tell(tx, now, news(input, 'move', chunk));
}

/** What the agent knew before these replaced it. It keeps standing for its text if the target has nothing that does. */
async function replacedBy(tx: TenantTx, input: TransferRequest, chunk: readonly Carried[]): Promise<Carried[]> {
  const ids = chunk.map(({ id }) => id);
  const found = await tx.all<{ id: string; namespace: string; kind: string; content: string; keyed: number }>(
    sql`select id, namespace, kind, content, case when dedupe_key is null then 0 else 1 end as keyed from memories
      where key_id = ${tx.keyId} and ${among(tx.dialect, 'superseded_by', ids)} and user_id = ${input.userId}
        and agent_id = ${input.fromAgent} order by id${forUpdate(tx.dialect)}`,
  );
  const keys = found.map((memory) => dedupeKeyOf({ ...memory, agent_id: input.toAgent }));
  const taken = new Set((await holdersOf(tx, input, keys)).keys());
  return found.map(({ id, keyed }, i) => {
    const key = keys[i] as string;
    const free = keyed === 1 && !taken.has(key);
    if (free) taken.add(key);
    return { id, copy: id, key: free ? key : '' };
  });
}
