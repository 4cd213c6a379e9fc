import { serveSqliteThread } from '../../storage/sqlite/thread.js';
import { statements } from './quota.test.statements.js';

serveSqliteThread(statements);
