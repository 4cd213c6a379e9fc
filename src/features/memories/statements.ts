import { backlogStatements } from './backlog-statements.js';
import { attachVectors, changeMemory } from './change-statements.js';
import { countFacets } from './facets-statement.js';
import { forgetMemories, forgetSome } from './forget-statement.js';
import { searchHybrid, searchWords } from './hybrid-statement.js';
import { listNames } from './names-statement.js';
import { getMemory, listMemories, memoryHistory, searchMemories, storedMemory } from './read-statements.js';
import { countRetrievals } from './retrieval-statements.js';
import { storeMemories } from './store-statement.js';

/** Apart from the operations: a database thread loads these and nothing of the edge. */
export const memoryStatements = [
  storeMemories,
  getMemory,
  storedMemory,
  listMemories,
  listNames,
  countFacets,
  searchMemories,
  searchHybrid,
  searchWords,
  memoryHistory,
  changeMemory,
  attachVectors,
  forgetMemories,
  forgetSome,
  countRetrievals,
  ...backlogStatements,
];
