import { readDigest, writeDigest } from './digest-statements.js';
import { copyMemories, moveMemories } from './transfer-statements.js';

export const transferStatements = [copyMemories, moveMemories, readDigest, writeDigest];
