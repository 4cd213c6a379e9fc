import { CLOCK_SKEW_MS, type Clock, DAY, SECOND } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../storage/database.js';
import { sql } from '../../storage/sql.js';
import { systemRead, systemWrite } from '../../storage/statement.js';
import type { AuditLog } from '../audit/log.js';
import type { Span } from '../audit/sql/statements.js';

/** How long `user.erased` names the user: deliveries are tried for a day, but a subscriber may be unavailable for weeks. */
const ANNOUNCED_MS = 30 * DAY;
const BATCH = 100;
/** Calls that were in flight during an erasure end within this time, and their nodes have written them. */
const LATE_MS = 10 * SECOND;

interface Unfinished {
  key_id: string;
  id: string;
  at: number;
  /** The same as `at` until its traces are removed from the files; then, when its announcement is withdrawn. */
  settle_at: number;
}

/** Includes those with a time further in the future than anyone would write: it was written before a clock was set back. */
const unfinishedErasures = systemRead(
  'users.unsettled',
  async (tx, input: { now: number }): Promise<Unfinished[]> =>
    tx.all<Unfinished>(sql`select key_id, id, at, settle_at from erasures
      where settle_at <= ${input.now} or settle_at > ${input.now + CLOCK_SKEW_MS} and
        (settle_at = at or settle_at > ${input.now + ANNOUNCED_MS + CLOCK_SKEW_MS})
      order by settle_at limit ${BATCH}`),
);

/** The user whose erasure is still announced. */
const announcedUser = systemRead('users.announced', async (tx, { key_id, id }: Unfinished) => {
  const row = await tx.get<{
    user_id: string;
  }>(sql`select j.user_id from erasures e join journal j on j.key_id = e.key_id and j.seq = e.announced
    where e.key_id = ${key_id} and e.id = ${id} and j.kind = 'user.erased'`);
  return row?.user_id ?? null;
});

/** A node counts retrievals a moment later, and may have found the user just before the erasure. */
const eraseLateRetrievals = systemWrite(
  'users.lateRetrievals',
  async (tx, { key_id, user, from, until }: { key_id: string; user: string } & Span): Promise<void> => {
    await tx.run(sql`delete from retrievals
      where key_id = ${key_id} and user_id = ${user} and at > ${from} and at <= ${until}`);
  },
);

/** `scrubbedAt`: null if the files belong to a server. */
const scrubbed = systemWrite(
  'users.scrubbed',
  async (
    tx,
    { key_id, id, until, scrubbedAt }: Unfinished & { until: number; scrubbedAt: number | null },
  ): Promise<void> => {
    await tx.run(sql`update erasures set settle_at = ${until}, scrubbed_at = ${scrubbedAt}
      where key_id = ${key_id} and id = ${id}`);
  },
);

const postpone = systemWrite(
  'users.postpone',
  async (tx, { key_id, id, until }: Unfinished & { until: number }): Promise<void> => {
    await tx.run(sql`update erasures set settle_at = ${until} where key_id = ${key_id} and id = ${id}`);
  },
);

/** Deletes the last entry that names the user. */
const withdraw = systemWrite('users.withdraw', async (tx, { key_id, id }: Unfinished): Promise<void> => {
  await tx.run(sql`delete from journal where kind = 'user.erased'
    and seq = (select announced from erasures where key_id = ${key_id} and id = ${id})`);
  await tx.run(sql`update erasures set announced = null, settle_at = null where key_id = ${key_id} and id = ${id}`);
});

interface FinishParts {
  database: Database;
  clock: Clock;
  log: Log;
  audit: Pick<AuditLog, 'redact'>;
}

/**
 * What is left to do after an erasure: soon, removing it from the store's own files; much later, withdrawing its announcement. The same pass removes
 * from the files what was forgotten without a receipt.
 */
export async function finishErasures(parts: FinishParts): Promise<void> {
  const { database, clock, log, audit } = parts;
  const now = clock.now();
  const due = await database.system(unfinishedErasures, { now });
  const fresh = due.filter(({ at, settle_at }) => settle_at === at);
  const madeAt = ({ at }: Unfinished) => Math.min(at, now);
  for (const erasure of due) {
    if (fresh.includes(erasure)) continue;
    if (erasure.settle_at > now) await database.system(postpone, { ...erasure, until: now + ANNOUNCED_MS });
    else await database.system(withdraw, erasure);
  }
  for (const erasure of fresh) {
    const user = await database.system(announcedUser, erasure);
    if (user === null) continue;
    for (const span of spansUntil(erasure.at, now)) {
      await audit.redact(erasure.key_id, user, span);
      await database.system(eraseLateRetrievals, { key_id: erasure.key_id, user, ...span });
    }
  }
  const state = await database.scrub();
  if (state === 'later') return log.info({}, 'deleted data could not be removed from the database file: retrying');
  const scrubbedAt = state === 'done' ? clock.now() : null;
  for (const erasure of fresh)
    await database.system(scrubbed, { ...erasure, until: madeAt(erasure) + ANNOUNCED_MS, scrubbedAt });
}

/** The times of what was in flight at this time: if that is in the future, the clock was set back while it was in flight, or after that. */
function spansUntil(at: number, now: number): Span[] {
  const past = { from: 0, until: Math.min(at, now) + LATE_MS };
  return at <= now ? [past] : [past, { from: now, until: at + LATE_MS }];
}
