import { CLOCK_SKEW_MS, HOUR } from '../../../kernel/clock.js';
import type { Database } from '../../../storage/database.js';
import { sql } from '../../../storage/sql.js';
import { systemWrite } from '../../../storage/statement.js';

interface SignupAttempt {
  client: string;
  perHour: number;
  now: number;
}

/** The sign-ups of each client within the last hour. A time in the future, written before a clock was set back, is ignored. */
export interface SignupWindows {
  /** Counts one sign-up. At the limit it counts nothing and returns the time of the oldest one. */
  take(attempt: SignupAttempt): Promise<number | null>;
}

/** The most clients remembered; beyond that the one seen longest ago is evicted. */
const CLIENTS_CAP = 100_000;

/** For a process that has its database to itself. */
export class SignupWindowsInMemory implements SignupWindows {
  /** Times are oldest first; clients are in the order in which they were last seen. */
  readonly #times = new Map<string, number[]>();

  async take({ client, perHour, now }: SignupAttempt): Promise<number | null> {
    const recent = (this.#times.get(client) ?? []).filter((time) => time > now - HOUR && time <= now + CLOCK_SKEW_MS);
    const oldest = recent[0];
    if (oldest !== undefined && recent.length >= perHour) return oldest;
    this.#times.delete(client);
    this.#times.set(client, [...recent, now]);
    this.#forget(now - HOUR);
    return null;
  }

  #forget(since: number): void {
    for (const [client, times] of this.#times) {
      if (this.#times.size <= CLIENTS_CAP && (times.at(-1) ?? 0) > since) return;
      this.#times.delete(client);
    }
  }
}

/** One upsert: of concurrent sign-ups on several nodes, each sees those before it. */
const takeSignup = systemWrite('signup.take', async (tx, attempt: SignupAttempt): Promise<number | null> => {
  const { client, perHour, now } = attempt;
  const recent = sql`array(select time from unnest(signup_windows.times) as time
    where time > cast(${now - HOUR} as bigint) and time <= cast(${now + CLOCK_SKEW_MS} as bigint) order by time)`;
  const taken = await tx.run(sql`insert into signup_windows (client, times)
    values (${client}, array[cast(${now} as bigint)])
    on conflict (client) do update set times = ${recent} || cast(${now} as bigint)
      where cardinality(${recent}) < ${perHour}`);
  if (taken > 0) return null;
  const row = await tx.get<{ oldest: number | null }>(sql`select min(time) as oldest
    from signup_windows, unnest(times) as time where client = ${client} and time > ${now - HOUR} and time <= ${now + CLOCK_SKEW_MS}`);
  return row?.oldest ?? now;
});

const sweepSignups = systemWrite('signup.sweep', async (tx, { before }: { before: number }) => {
  await tx.run(sql`delete from signup_windows where times[cardinality(times)] <= ${before}`);
});

/** Shared by the nodes of one PostgreSQL. */
export class SharedSignupWindows implements SignupWindows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  take(attempt: SignupAttempt): Promise<number | null> {
    return this.#database.system(takeSignup, attempt);
  }

  /** Removes clients that have not signed up for an hour. */
  sweep(now: number): Promise<void> {
    return this.#database.system(sweepSignups, { before: now - HOUR });
  }
}
