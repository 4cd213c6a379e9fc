import type { AnyOperation } from '../request.js';
import { ingest } from './ingest.js';
import { profile } from './profile.js';

export const ingestOperations: readonly AnyOperation[] = [ingest, profile];
