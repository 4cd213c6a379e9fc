import { statements } from './slow-reads-statements.test.kit.js';
import { serveSqliteThread } from './sqlite/thread.js';

serveSqliteThread(statements);
