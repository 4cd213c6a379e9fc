import { isMainThread } from 'node:worker_threads';
import { serveSqliteThread } from '../../src/storage/sqlite/thread.js';
import type { AnyStatement } from '../../src/storage/statement.js';

/**
 * The entry of a database thread that knows these statements: the module that lists them, which calls this with its own `import.meta.url`. Loaded in
 * a thread, it serves them.
 */
export function threadServing(statements: readonly AnyStatement[], url: string): URL {
  if (!isMainThread) serveSqliteThread(statements);
  return new URL(url);
}
