import { serveSqliteThread } from './thread.js';
import { statements } from './thread-death-statements.test.kit.js';

serveSqliteThread(statements);
