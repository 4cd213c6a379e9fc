import { exploreGraph } from './explore-statement.js';
import { linkMemories, unlinkMemories } from './link-statements.js';

export const graphStatements = [linkMemories, unlinkMemories, exploreGraph];
