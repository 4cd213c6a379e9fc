import type { AnyStatement } from '../../storage/statement.js';
import { claimTurns, freeClaims, waitingEpisodes, writeDerived } from './derive-statements.js';
import { profileRows } from './profile-statement.js';
import { statementsFrom, waitingParts } from './sent-statements.js';
import { appendTurns, readSession } from './turn-statements.js';

export const ingestStatements: readonly AnyStatement[] = [
  readSession,
  appendTurns,
  waitingEpisodes,
  freeClaims,
  claimTurns,
  writeDerived,
  waitingParts,
  statementsFrom,
  profileRows,
];
