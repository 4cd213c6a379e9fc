import { serveSqliteThread } from '../../storage/sqlite/thread.js';
import { statements } from './holding.test.statements.js';

serveSqliteThread(statements);
