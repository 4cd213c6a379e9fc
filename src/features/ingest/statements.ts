import type { AnyStatement } from '../../storage/statement.js';
import { turnsToDerive, waitingEpisodes, writeDerived } from './derive-statements.js';
import { profileRows } from './profile-statement.js';
import { appendTurns, readSession } from './turn-statements.js';

export const ingestStatements: readonly AnyStatement[] = [
  readSession,
  appendTurns,
  waitingEpisodes,
  turnsToDerive,
  writeDerived,
  profileRows,
];
