import type { Database } from '../../storage/database.js';
import { backlogSize } from '../memories/sql/backlog.js';
import type { Vitals } from '../request.js';

/** `isStopping` is set by whoever stops the service. */
export function vitalsOf(database: Database): Vitals & { isStopping: boolean } {
  const startedAt = performance.now();
  const backlog = shared(() => database.system(backlogSize, null).catch(() => null));
  const ping = shared(() => database.ping());
  return {
    async store() {
      try {
        await ping();
        return { status: 'ok', engine: database.engine };
      } catch {
        return { status: 'down', engine: database.engine, detail: 'The database does not respond' };
      }
    },
    isStopping: false,
    stopping() {
      return this.isStopping;
    },
    backlog,
    uptimeSeconds: () => Math.round((performance.now() - startedAt) / 100) / 10,
  };
}

/** Concurrent callers share one result: anyone may ask, as often as they like. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined;
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
