import './edge/idempotency/store.js';
import './edge/limits/rate-store.js';
import './feature-statements.js';
import './features/keys/signup/windows.js';
import './features/users/finish-erasures.js';
import './jobs/store.js';
import './storage/sqlite/engine.js';
import { registered } from './storage/statement.js';

/**
 * Every statement that the database can be asked to run: those in the `sql` folders of the features and in the modules above. SQLite's threads load
 * them here, without the operations and the edge. A test detects a missing module.
 */
export const statements = registered();
