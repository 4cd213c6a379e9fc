import { serveSqliteThread } from '../../storage/sqlite/thread.js';
import { statements } from './holding-statements.test.kit.js';

serveSqliteThread(statements);
