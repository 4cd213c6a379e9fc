// Before a release: writes a database of that release for both engines to test/released, for the tests of later releases. Needs
// RECOLLECT_TEST_DATABASE_URL.
import { fileURLToPath } from 'node:url';
import { POSTGRES_SKIPPED } from '../support/databases.js';
import { keepDatabase } from './released.js';

if (POSTGRES_SKIPPED) throw new Error(POSTGRES_SKIPPED);
const folder = fileURLToPath(new URL('../../../test/released', import.meta.url));
for (const engine of ['sqlite', 'postgres'] as const) process.stdout.write(`${await keepDatabase(engine, folder)}\n`);
