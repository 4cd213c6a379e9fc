import { statements } from './slow-reads.test.statements.js';
import { serveSqliteThread } from './sqlite/thread.js';

serveSqliteThread(statements);
