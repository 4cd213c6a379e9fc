import { RecollectError } from '../kernel/errors.js';
import type { TenantDatabase } from './database.js';
import { hasOneWriter } from './dialect.js';
import { sql } from './sql.js';
import type { Merging, TenantStatement, TenantTx } from './statement.js';

/** An input for a statement, with the number of bytes that its key may store. It survives structured cloning. */
interface Limited<I> {
  readonly storageLimit: number;
  readonly limitedInput: I;
}
const isLimited = <I>(input: I | Limited<I>): input is Limited<I> =>
  typeof input === 'object' && input !== null && 'limitedInput' in input;

/** The same data, with a limit of `bytes` on what writes may leave behind; reads and statements with `whenFull` have no limit. */
export const withStorageLimit = (db: TenantDatabase, bytes: number): TenantDatabase => ({
  keyId: db.keyId,
  run<I, O>(statement: TenantStatement<I, O>, input: I): Promise<O> {
    if (statement.lane !== 'write' || statement.whenFull) return db.run(statement, input);
    return db.run(statement, { storageLimit: bytes, limitedInput: input } satisfies Limited<I> as I);
  },
});

/**
 * Runs a write within the limit that came with its input. The resulting size is known only after the write: if it is over the limit, it is undone.
 */
export const withinLimit =
  <I, O>(body: (tx: TenantTx, input: I) => Promise<O>) =>
  async (tx: TenantTx, given: I): Promise<O> => {
    if (!isLimited<I>(given)) return body(tx, given);
    const { storageLimit: limit, limitedInput } = given;
    // On SQLite a rejection after the first write would undo the commit that it shares with others.
    if (hasOneWriter(tx.dialect)) await refuseOver(tx, limit);
    const value = await body(tx, limitedInput);
    await refuseOver(tx, limit);
    return value;
  };

const unlimited = <I>(given: I | Limited<I>): I => (isLimited(given) ? given.limitedInput : given);

/** Merges inputs that have the same limit. */
export const mergedWithinLimit = <I, O>({ group, join, split }: Merging<I, O>): Merging<I, O> => ({
  group(given) {
    const name = group(unlimited(given));
    return name === null ? null : `${isLimited(given) ? given.storageLimit : ''} ${name}`;
  },
  join(inputs) {
    const [first] = inputs;
    const joined = join(inputs.map(unlimited));
    return isLimited(first) ? ({ ...first, limitedInput: joined } as I) : joined;
  },
  split: (output, inputs) => split(output, inputs.map(unlimited)),
});

export async function usedBytes(tx: TenantTx): Promise<number> {
  const row = await tx.get<{ used: number }>(
    sql`select coalesce(sum(bytes), 0) as used from storage_use where key_id = ${tx.keyId}`,
  );
  return Math.max(0, Number(row?.used ?? 0));
}

/** Seconds after which expiry or sweeping may have made room. */
const RETRY_AFTER = 3_600;

async function refuseOver(tx: TenantTx, limit: number): Promise<void> {
  const used = await usedBytes(tx);
  if (used <= limit) return;
  const message =
    `The storage of this key is used up: the limit is ${limit} bytes, and this write would bring it to ${used}. Nothing was written. ` +
    'Forget or erase what is no longer needed, or ask the operator for more (RECOLLECT_STORAGE_LIMIT_MB); ' +
    'reading, forgetting, exporting and erasing keep working.';
  const details = { limit_bytes: limit, used_bytes: used };
  throw new RecollectError('storage_exceeded', message, { details, retryAfter: RETRY_AFTER });
}

/** The counters of connections have lower slot numbers. */
const RESERVED_SLOT = 1_000;

/** Counts bytes that later transactions will write; a negative number takes that back. */
export async function reserveStorage(tx: TenantTx, bytes: number): Promise<void> {
  if (bytes === 0) return;
  await tx.run(sql`insert into storage_use (key_id, slot, bytes) values (${tx.keyId}, ${RESERVED_SLOT}, ${bytes})
    on conflict (key_id, slot) do update set bytes = storage_use.bytes + excluded.bytes`);
}
