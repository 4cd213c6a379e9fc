import { statements } from '../../statements.js';
import { serveSqliteThread } from '../../storage/sqlite/thread.js';
import { PLANTED, withBug } from './bugs.js';

/** A database thread with a bug in one of its statements. */
serveSqliteThread(withBug(statements, process.env[PLANTED]));
