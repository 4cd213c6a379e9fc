import type { AnyStatement } from '../../storage/statement.js';
import { turnsToDerive, waitingEpisodes, writeDerived } from './derive-statements.js';
import { appendTurns, readSession } from './turn-statements.js';

export const ingestStatements: readonly AnyStatement[] = [
  readSession,
  appendTurns,
  waitingEpisodes,
  turnsToDerive,
  writeDerived,
];
