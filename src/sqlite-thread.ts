import { statements } from './statements.js';
import { serveSqliteThread } from './storage/sqlite/thread.js';

/** What a database thread runs. */
serveSqliteThread(statements);
