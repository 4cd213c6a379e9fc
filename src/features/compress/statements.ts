import { compressMembers } from './member-statement.js';
import { compressCandidates, keptMemories } from './points-statement.js';
import { undoCompress } from './undo-statement.js';
import { writeMerge } from './write-merge.js';
import { writeSummary } from './write-summary.js';

export const compressStatements = [
  keptMemories,
  compressCandidates,
  compressMembers,
  writeSummary,
  writeMerge,
  undoCompress,
];
