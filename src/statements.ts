import { idempotencyStatements } from './edge/idempotency-store.js';
import { agentStatements } from './features/agents/statements.js';
import { analyticsStatements } from './features/analytics/statements.js';
import { auditStatements } from './features/audit/statements.js';
import { compressStatements } from './features/compress/statements.js';
import { conflictStatements } from './features/conflicts/statements.js';
import { contextStatements } from './features/context/statements.js';
import { emotionalStatements } from './features/emotional/statements.js';
import { episodeStatements } from './features/episodes/statements.js';
import { eventStatements } from './features/events/statements.js';
import { graphStatements } from './features/graph/statements.js';
import { ingestStatements } from './features/ingest/statements.js';
import { insightStatements } from './features/insights/statements.js';
import { keyStatements } from './features/keys/statements.js';
import { lifecycleStatements } from './features/lifecycle/statements.js';
import { memoryStatements } from './features/memories/statements.js';
import { modelStatements } from './features/model/statements.js';
import { portabilityStatements } from './features/portability/statements.js';
import { predictStatements } from './features/predict/statements.js';
import { procedureStatements } from './features/procedures/statements.js';
import { systemStatements } from './features/system/index.js';
import { templateStatements } from './features/templates/statements.js';
import { timelineStatements } from './features/timeline/statement.js';
import { transferStatements } from './features/transfer/statements.js';
import { usageStatements } from './features/usage/statements.js';
import { userStatements } from './features/users/statements.js';
import { workingStatements } from './features/working/statements.js';
import { jobStatements } from './jobs/store.js';
import { ping } from './storage/sqlite/engine.js';
import type { AnyStatement } from './storage/statement.js';

/** Everything that may be asked of the database. SQLite's threads know statements by their name in this list. */
export const statements: readonly AnyStatement[] = [
  ping,
  ...keyStatements,
  ...memoryStatements,
  ...contextStatements,
  ...ingestStatements,
  ...portabilityStatements,
  ...lifecycleStatements,
  ...conflictStatements,
  ...compressStatements,
  ...timelineStatements,
  ...episodeStatements,
  ...procedureStatements,
  ...workingStatements,
  ...emotionalStatements,
  ...graphStatements,
  ...insightStatements,
  ...predictStatements,
  ...transferStatements,
  ...agentStatements,
  ...analyticsStatements,
  ...userStatements,
  ...templateStatements,
  ...eventStatements,
  ...systemStatements,
  ...modelStatements,
  ...usageStatements,
  ...auditStatements,
  ...jobStatements,
  ...idempotencyStatements,
];
