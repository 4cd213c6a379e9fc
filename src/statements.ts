import { idempotencyStatements } from './edge/idempotency-store.js';
import { compressStatements } from './features/compress/statements.js';
import { conflictStatements } from './features/conflicts/statements.js';
import { contextStatements } from './features/context/statements.js';
import { keyStatements } from './features/keys/statements.js';
import { lifecycleStatements } from './features/lifecycle/statements.js';
import { memoryStatements } from './features/memories/statements.js';
import { modelStatements } from './features/model/statements.js';
import { portabilityStatements } from './features/portability/statements.js';
import { systemStatements } from './features/system/index.js';
import { tiesOf } from './features/timeline/statement.js';
import { usageStatements } from './features/usage/statements.js';
import { jobStatements } from './jobs/store.js';
import { ping } from './storage/sqlite/engine.js';
import type { AnyStatement } from './storage/statement.js';

/** Everything that may be asked of the database. SQLite's threads know statements by their name in this list. */
export const statements: readonly AnyStatement[] = [
  ping,
  ...keyStatements,
  ...memoryStatements,
  ...contextStatements,
  ...portabilityStatements,
  ...lifecycleStatements,
  ...conflictStatements,
  ...compressStatements,
  tiesOf,
  ...systemStatements,
  ...modelStatements,
  ...usageStatements,
  ...jobStatements,
  ...idempotencyStatements,
];
