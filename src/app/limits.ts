import type { Config } from '../config/config.js';
import type { RateLimits } from '../edge/limits/rate-limit.js';
import { RateLimiter } from '../edge/limits/rate-limiter.js';
import { SharedRateLimiter } from '../edge/limits/shared-rate-limiter.js';
import { STORAGE, type Tier } from '../features/keys/caller.js';
import { SharedSignupWindows, type SignupWindows, SignupWindowsInMemory } from '../features/keys/signup/windows.js';
import type { Clock } from '../kernel/clock.js';
import type { Database } from '../storage/database.js';
import { hasOneProcess } from '../storage/dialect.js';

export interface Limits {
  limiter: RateLimits;
  windows: SignupWindows;
  /** Drops what no longer limits anybody. */
  sweep(): Promise<void>;
}

/** Limits on callers: counted in memory by a process that is alone with SQLite, and jointly by the nodes of one PostgreSQL. */
export function limitsOf(parts: { database: Database; clock: Clock; nodeId: string; config: Config }): Limits {
  const { database, clock, config } = parts;
  const perMinute = config.rateLimit;
  if (hasOneProcess(database.engine)) {
    return {
      limiter: new RateLimiter({ clock, perMinute }),
      windows: new SignupWindowsInMemory(),
      sweep: async () => {},
    };
  }
  const limiter = new SharedRateLimiter({ ...parts, perMinute });
  const windows = new SharedSignupWindows(database);
  const sweep = async () => {
    await limiter.sweep();
    await windows.sweep(clock.now());
  };
  return { limiter, windows, sweep };
}

/** Bytes that a key may store: what the operator has set, else the tier's. Null: no limit. */
export const storageLimits = (megabytes: number | undefined) => (tier: Tier) =>
  megabytes === undefined ? STORAGE[tier] : megabytes === 0 ? null : megabytes * 1024 ** 2;
