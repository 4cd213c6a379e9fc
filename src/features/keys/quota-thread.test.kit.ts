import { serveSqliteThread } from '../../storage/sqlite/thread.js';
import { statements } from './quota-statements.test.kit.js';

serveSqliteThread(statements);
