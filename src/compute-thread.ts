import { serveCompute } from './compute/thread.js';
import { tasks } from './tasks.js';

/** What the compute thread runs. */
serveCompute(tasks);
