import { mcpOperation } from './edge/mcp/operation.js';
import { agentOperations } from './features/agents/index.js';
import { analyticsOperations } from './features/analytics/index.js';
import { list as listAudit } from './features/audit/list.js';
import { compressOperations } from './features/compress/index.js';
import { conflictOperations } from './features/conflicts/index.js';
import { contextOperations } from './features/context/index.js';
import { emotionalOperations } from './features/emotional/index.js';
import { episodeOperations } from './features/episodes/index.js';
import { eventOperations } from './features/events/index.js';
import { graphOperations } from './features/graph/index.js';
import { ingestOperations } from './features/ingest/index.js';
import { insightOperations } from './features/insights/index.js';
import { keyOperations } from './features/keys/index.js';
import { lifecycleOperations } from './features/lifecycle/index.js';
import { memoryOperations } from './features/memories/index.js';
import { useModel } from './features/model/use.js';
import { portabilityOperations } from './features/portability/index.js';
import { predictOperations } from './features/predict/index.js';
import { procedureOperations } from './features/procedures/index.js';
import type { AnyOperation } from './features/request.js';
import { health } from './features/system/health.js';
import { jobs } from './features/system/jobs.js';
import { templateOperations } from './features/templates/index.js';
import { timelineOperations } from './features/timeline/index.js';
import { transferOperations } from './features/transfer/index.js';
import { usageOperations } from './features/usage/index.js';
import { userOperations } from './features/users/index.js';
import { workingOperations } from './features/working/index.js';

/** Every operation of the service. What is not here does not exist; what is here is routed, documented and tested. */
export const operations: readonly AnyOperation[] = [
  ...keyOperations,
  ...memoryOperations,
  ...contextOperations,
  ...ingestOperations,
  ...portabilityOperations,
  ...lifecycleOperations,
  ...conflictOperations,
  ...compressOperations,
  ...timelineOperations,
  ...episodeOperations,
  ...procedureOperations,
  ...workingOperations,
  ...emotionalOperations,
  ...graphOperations,
  ...insightOperations,
  ...predictOperations,
  ...transferOperations,
  ...agentOperations,
  ...analyticsOperations,
  ...userOperations,
  ...templateOperations,
  ...eventOperations,
  ...usageOperations,
  health,
  useModel,
  mcpOperation,
  jobs,
  listAudit,
];
