import type { AnyOperation } from '../request.js';
import { ingest } from './ingest.js';

export const ingestOperations: readonly AnyOperation[] = [ingest];
