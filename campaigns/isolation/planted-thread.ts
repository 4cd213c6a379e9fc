import { statements } from '../../src/statements.js';
import { serveSqliteThread } from '../../src/storage/sqlite/thread.js';
import { PLANTED, withBug } from './bugs.js';

/** A database thread with a bug in one of its statements. */
serveSqliteThread(withBug(statements, process.env[PLANTED]));
