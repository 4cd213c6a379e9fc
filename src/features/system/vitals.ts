import type { Database } from '../../storage/database.js';
import { backlogSize } from '../memories/backlog-statements.js';
import type { Vitals } from '../request.js';

export function vitalsOf(database: Database, stopping: () => boolean): Vitals {
  const startedAt = performance.now();
  return {
    async store() {
      try {
        await database.ping();
        return { status: 'ok', engine: database.engine };
      } catch {
        return { status: 'down', engine: database.engine, detail: 'The store does not answer' };
      }
    },
    stopping,
    backlog: () => database.system(backlogSize, null).catch(() => null),
    uptimeSeconds: () => Math.round((performance.now() - startedAt) / 100) / 10,
  };
}
