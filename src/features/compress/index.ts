import { compress } from './compress.js';
import { undo } from './undo.js';

export const compressOperations = [compress, undo];
