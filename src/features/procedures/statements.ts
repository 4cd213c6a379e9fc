import type { AnyStatement } from '../../storage/statement.js';
import { matchProcedures } from './match-statement.js';
import { reportOutcome } from './outcome-statement.js';
import { getProcedure, listProcedures } from './read-statements.js';
import { storeProcedure } from './store-statement.js';

export const procedureStatements: readonly AnyStatement[] = [
  storeProcedure,
  matchProcedures,
  reportOutcome,
  listProcedures,
  getProcedure,
];
