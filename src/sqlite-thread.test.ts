import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { messageOf } from './kernel/errors.js';
import { silentLog } from './kernel/log.js';
import './service.js';
import { SqliteDatabase } from './storage/sqlite/engine.js';
import { SqliteLane } from './storage/sqlite/lane.js';
import { sharedNow } from './storage/sqlite/pulse.js';
import { registered } from './storage/statement.js';

const limits = () => ({ deadline: sharedNow() + 1_000 });
const threadEntry = new URL('./sqlite-thread.js', import.meta.url);

it('every statement of the service is known to the SQLite threads', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-thread-'));
  const options = { folder, cacheBytes: 0, threadEntry, readDeadlineMs: 1_000, log: silentLog };
  await (await SqliteDatabase.open(options)).close();
  // It cannot write, so a statement without its input changes nothing.
  const lane = new SqliteLane(
    threadEntry,
    { file: join(folder, 'recollect.db'), lane: 'slow', cacheBytes: 0 },
    () => {},
  );
  try {
    await lane.ready;
    const isUnknown = async (name: string) =>
      /knows no statement named/.test(
        messageOf(await lane.call(name, 'key_x', null, limits()).catch((error) => error)),
      );
    assert.ok(await isUnknown('no such statement'));
    const names = registered().map(({ name }) => name);
    assert.ok(names.length > 100, 'the service has lost its statements');
    const unknown: string[] = [];
    for (const name of names) if (await isUnknown(name)) unknown.push(name);
    assert.deepEqual(unknown, [], 'src/statements.ts does not load the modules of these');
  } finally {
    await lane.close();
    rmSync(folder, { recursive: true });
  }
});

it('thread entries are bundles', () => {
  for (const name of ['sqlite-thread.js', 'compute-thread.js'])
    assert.doesNotMatch(readFileSync(new URL(name, import.meta.url), 'utf8'), /^import .*['"]\.\.?\//m, name);
});
