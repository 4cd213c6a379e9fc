import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where models are stored unless the operator sets another folder: shared by all projects of one user. */
export const defaultModelCache = () => join(homedir(), '.cache', 'recollect', 'models');
