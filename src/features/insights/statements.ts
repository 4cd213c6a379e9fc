import type { AnyStatement } from '../../storage/statement.js';
import { readFacts } from './facts-statement.js';
import { readHealth } from './health-statement.js';
import { readMeetings } from './meetings-statement.js';
import { readSample, readVectors } from './sample-statement.js';

export const insightStatements: readonly AnyStatement[] = [
  readHealth,
  readMeetings,
  readSample,
  readVectors,
  readFacts,
];
