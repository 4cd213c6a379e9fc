import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { newPlace } from '../../test/support/databases.js';
import { startTestService } from '../../test/support/service.js';
import { prepareFolder } from './data-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'recollect-folder-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('the data folder', { skip: process.platform === 'win32' && 'modes are of POSIX' }, () => {
  it('is created with its parent folders, accessible only to the owner', () => {
    const made = prepareFolder(join(folder, 'a', 'b', 'c'));
    assert.equal(statSync(made).mode & 0o777, 0o700);
    assert.equal(prepareFolder(made), made);
  });

  it('is named in the error if it cannot be created, is a file or cannot be written', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const bad of ['/proc/nope', '/proc/nope/deeper', file, join(file, 'in')]) {
      assert.throws(
        () => prepareFolder(bad),
        /^Error: The data folder .* cannot be written \(E\w+\): .*RECOLLECT_DATA_DIR/,
      );
    }
    const locked = join(folder, 'locked');
    mkdirSync(locked, { mode: 0o500 });
    if (process.getuid?.() !== 0) assert.throws(() => prepareFolder(locked), /EACCES/);
  });

  it('keeps its mode if it exists, while its files become private', async () => {
    const place = await newPlace('sqlite');
    chmodSync(place.folder, 0o755);
    const first = await startTestService('sqlite', { place, env: { RECOLLECT_ADMIN_KEY: '' } });
    const wide = () =>
      readdirSync(place.folder).filter((name) => (statSync(join(place.folder, name)).mode & 0o077) !== 0);
    assert.deepEqual(wide(), []);
    await first.stop();
    for (const name of readdirSync(place.folder)) chmodSync(join(place.folder, name), 0o644);
    const second = await startTestService('sqlite', { place, env: { RECOLLECT_ADMIN_KEY: '' } });
    assert.deepEqual(wide(), []);
    assert.equal(statSync(place.folder).mode & 0o777, 0o755);
    await second.stop();
    await place.remove();
  });
});
