import { compressOperations } from './features/compress/index.js';
import { conflictOperations } from './features/conflicts/index.js';
import { contextOperations } from './features/context/index.js';
import { keyOperations } from './features/keys/index.js';
import { lifecycleOperations } from './features/lifecycle/index.js';
import { memoryOperations } from './features/memories/index.js';
import { useModel } from './features/model/use.js';
import { portabilityOperations } from './features/portability/index.js';
import type { AnyOperation } from './features/request.js';
import { health } from './features/system/health.js';
import { timelineOperations } from './features/timeline/index.js';
import { usageOperations } from './features/usage/index.js';

/** Every operation of the service. What is not here does not exist; what is here is routed, documented and tested. */
export const operations: readonly AnyOperation[] = [
  ...keyOperations,
  ...memoryOperations,
  ...contextOperations,
  ...portabilityOperations,
  ...lifecycleOperations,
  ...conflictOperations,
  ...compressOperations,
  ...timelineOperations,
  ...usageOperations,
  health,
  useModel,
];
