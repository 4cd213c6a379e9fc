import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where models are kept unless the operator says otherwise: shared by all projects of one user. */
export const defaultModelCache = () => join(homedir(), '.cache', 'recollect', 'models');
