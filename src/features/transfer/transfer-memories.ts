import type { Clock } from '../../kernel/clock.js';
import { invalid } from '../../kernel/errors.js';
import type { Log } from '../../kernel/log.js';
import type { Database, TenantDatabase } from '../../storage/database.js';
import type { QuotaRequest } from '../keys/sql/quota.js';
import type { TransferRequest } from './plan.js';
import type { Place } from './selection.js';
import { copyTies } from './sql/copy-ties.js';
import {
  beginTransfer,
  cutOffTransfers,
  endTransfer,
  readTransfer,
  type Step,
  type Survey,
  surveyPage,
  type Transfer,
  transferStep,
} from './sql/transfer.js';

/** Memories per call. */
const MAX_TRANSFERRED = 100_000;
/** Ids listed in a response. */
const MAX_REPORTED_IDS = 100;
/** Memories whose ties are copied together. */
const TIED = 100;

interface Transferred {
  transferred: number;
  skipped: number;
  followed: number;
  /** The first of the memories that the target has now. */
  ids: string[];
  not_found: string[];
}

/**
 * Transfers memories in transactions of limited size, so that nobody waits for a large transfer. Everything that could refuse it is checked before
 * the first one; a transfer interrupted after that is completed by `cutOff`.
 */
export async function transferMemories(
  { db, clock }: { db: TenantDatabase; clock: Clock },
  request: TransferRequest,
  quota: Omit<QuotaRequest, 'count'>,
): Promise<Transferred> {
  const { carried, bytes, seen } = await survey(db, request);
  const not_found = [...new Set(request.filter.ids ?? [])].filter((id) => !seen.has(id));
  const reserved = request.mode === 'copy' ? { memories: carried, bytes } : { memories: 0, bytes: 0 };
  const transfer = { request, quota, reserved };
  await db.run(beginTransfer, { transfer, now: clock.now() });
  return { ...(await carryOver(db, clock, transfer)), not_found };
}

async function survey(db: TenantDatabase, request: TransferRequest) {
  const total = { selected: 0, carried: 0, bytes: 0, seen: new Set<string>() };
  for (let after: Place | null = null; ; ) {
    const { selected, carried, bytes, seen, next }: Survey = await db.run(surveyPage, { request, after });
    total.selected += selected;
    total.carried += carried;
    total.bytes += bytes;
    for (const id of seen) total.seen.add(id);
    if (total.selected > MAX_TRANSFERRED) {
      throw invalid(
        `This would transfer more than ${MAX_TRANSFERRED} memories, the limit of one call: narrow \`filter\` and call again.`,
      );
    }
    if (next === null) return total;
    after = next;
  }
}

async function carryOver(db: TenantDatabase, clock: Clock, transfer: Transfer) {
  const { request } = transfer;
  const originals: string[] = [];
  const result = { transferred: 0, skipped: 0, followed: 0, ids: [] as string[] };
  for (let after: Place | null = null; ; ) {
    const step: Step = await db.run(transferStep, { request, after, now: clock.now() });
    const carried = [...step.done, ...step.carried];
    originals.push(...carried.map(({ id }) => id));
    const got = carried.map(({ id, copy }) => (request.mode === 'copy' ? copy : id));
    result.ids.push(...got.slice(0, MAX_REPORTED_IDS - result.ids.length));
    result.transferred += carried.length;
    result.skipped += step.skipped;
    result.followed += step.followed;
    if (step.next === null) break;
    after = step.next;
  }
  if (request.mode === 'copy') await tie(db, clock, request, originals);
  await db.run(endTransfer, { transfer, copied: result.transferred });
  return result;
}

async function tie(
  db: TenantDatabase,
  clock: Clock,
  transfer: TransferRequest,
  copied: readonly string[],
): Promise<void> {
  for (let i = 0; i < copied.length; i += TIED) {
    const originals = copied.slice(i, i + TIED);
    for (const ties of ['links', 'conflicts'] as const) {
      for (let after: string | null = ''; after !== null; )
        after = await db.run(copyTies, { transfer, originals, ties, after, now: clock.now() });
    }
  }
}

/** Completes transfers that a crash or a lost database interrupted. */
export const cutOff = ({ database, clock, log }: { database: Database; clock: Clock; log: Log }) => ({
  kind: 'transfer',
  waitForWrites: async () => {},
  find: (limit: number, keys: readonly string[] | null, except: readonly string[]) =>
    database.system(cutOffTransfers, { now: clock.now(), limit, keys, except }),
  async run({ id, keyId }: { id: string; keyId: string }): Promise<void> {
    const db = database.tenant(keyId);
    const transfer = await db.run(readTransfer, { id });
    if (!transfer) return;
    const { transferred } = await carryOver(db, clock, transfer);
    log.info({ job: id, transferred }, 'finished an interrupted transfer');
  },
});
