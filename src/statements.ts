import { existsSync, readdirSync } from 'node:fs';
import './edge/idempotency/store.js';
import './edge/limits/rate-store.js';
import './features/keys/signup/windows.js';
import './features/users/settle.js';
import './jobs/store.js';
import './storage/sqlite/engine.js';
import { registered } from './storage/statement.js';

const features = new URL('./features/', import.meta.url);
const files = readdirSync(features).flatMap((feature) => {
  const folder = new URL(`${feature}/sql/`, features);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^[\w-]+\.js$/.test(name)).map((name) => new URL(name, folder).href);
});
await Promise.all(files.map((file) => import(file)));

/**
 * Every statement that the database can be asked to run: those in the `sql` folders of the features and in the modules above. SQLite's threads load
 * them here, without the operations and the edge. A test detects a missing module.
 */
export const statements = registered();
