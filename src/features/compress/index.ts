import { compress, preview } from './compress.js';
import { undo } from './undo.js';

export const compressOperations = [compress, preview, undo];
