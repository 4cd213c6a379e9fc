import { exploreGraph } from './explore-statement.js';
import { linkMemories, unlinkMemories } from './link-statements.js';
import { countMapped, readMapPage } from './map-statement.js';

export const graphStatements = [linkMemories, unlinkMemories, exploreGraph, countMapped, readMapPage];
