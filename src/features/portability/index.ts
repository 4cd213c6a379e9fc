import { exportOperation } from './export.js';
import { importOperation } from './import.js';

export const portabilityOperations = [exportOperation, importOperation];
