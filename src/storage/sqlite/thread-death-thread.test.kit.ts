import { serveSqliteThread } from './thread.js';
import { statements } from './thread-death.test.statements.js';

serveSqliteThread(statements);
