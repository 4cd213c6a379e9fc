import { exportAgents, exportUsers } from './export-groups.js';
import { exportEnd, exportLinks, exportPage } from './export-statements.js';
import { exportHeld, importHeld } from './held.js';
import { importMemories } from './import-statements.js';
import { findFresh } from './judge.js';
import { importLinks } from './link-statements.js';
import { reserveQuota, returnQuota } from './quota-statements.js';

export const portabilityStatements = [
  exportEnd,
  exportPage,
  exportLinks,
  exportHeld,
  exportUsers,
  exportAgents,
  findFresh,
  importMemories,
  importLinks,
  importHeld,
  reserveQuota,
  returnQuota,
];
