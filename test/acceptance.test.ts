import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ChildService, freePort } from './support/child-service.js';
import { eachEngine, newPlace } from './support/databases.js';
import { ADMIN_KEY, ISSUER_KEY } from './support/service.js';

const SUITE = fileURLToPath(new URL('../acceptance', import.meta.url));

/** The black-box suite against the built service with its real model. */
eachEngine('acceptance', (engine) => {
  it('passes completely', { timeout: 18 * 60_000 }, async () => {
    const place = await newPlace(engine);
    const service = new ChildService(await freePort(), {
      RECOLLECT_DATA_DIR: place.folder,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
      RECOLLECT_ISSUER_KEY: ISSUER_KEY,
      RECOLLECT_SIGNUP_LIMIT: '0',
      RECOLLECT_MODEL_SOURCES: 'npm',
    });
    try {
      await service.start();
      const suite = spawn(process.execPath, ['--test', '--test-reporter=spec', SUITE], {
        env: {
          PATH: process.env.PATH ?? '',
          RECOLLECT_URL: service.url,
          RECOLLECT_ADMIN_KEY: ADMIN_KEY,
          RECOLLECT_ISSUER_KEY: ISSUER_KEY,
        },
      });
      let output = '';
      for (const stream of [suite.stdout, suite.stderr]) {
        stream.on('data', (chunk) => {
          output += chunk;
        });
      }
      const [code] = await once(suite, 'exit');
      const passed = Number(/^ℹ pass (\d+)$/m.exec(output)?.[1] ?? 0);
      assert.equal(code, 0, output.slice(output.indexOf('failing tests')).slice(0, 8_000));
      assert.ok(passed > 400, `only ${passed} tests of the suite ran`);
    } finally {
      await service.end('SIGTERM');
      await place.remove();
    }
  });
});
