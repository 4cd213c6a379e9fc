import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Worker } from 'node:worker_threads';
import './service.js';
import { registered } from './storage/statement.js';

it('Every statement of the service is known to the threads of SQLite', async () => {
  const names = new Set(registered().map(({ name }) => name));
  const load = `const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(new URL('./statements.js', import.meta.url))})
      .then(({ statements }) => parentPort.postMessage(statements.map(({ name }) => name)));`;
  const thread = new Worker(load, { eval: true });
  const known = await new Promise<string[]>((resolve, reject) => thread.once('message', resolve).once('error', reject));
  assert.deepEqual(
    [...names].filter((name) => !known.includes(name)),
    [],
    'src/statements.ts does not load the modules of these',
  );
  assert.ok(names.size > 100, 'the service has lost its statements');
});
