import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { currentAdminKey, ensureAdminKey } from './admin-key.js';

const ensure = (dataDir: string) => ensureAdminKey({ dataDir, adminKey: [] });
const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

describe('the admin credential', () => {
  const root = mkdtemp(join(tmpdir(), 'recollect-admin-'));
  let dataDir = '';
  let next = 0;
  beforeEach(async () => {
    dataDir = join(await root, String(next++), 'data');
  });
  after(async () => rm(await root, { recursive: true }));

  it('is created at the first start, readable only by the owner', async () => {
    const { key, created, file } = await ensure(dataDir);
    assert.equal(created, true);
    assert.match(key, /^rec_admin_[0-9A-Za-z]{40}$/);
    assert.equal(file, join(dataDir, 'admin-key'));
    assert.equal(await readFile(file, 'utf8'), `${key}\n`);
    assert.equal(await modeOf(file), 0o600);
    assert.deepEqual(await readdir(dataDir), ['admin-key']);
  });

  it('stays the same at later starts', async () => {
    const first = await ensure(dataDir);
    assert.deepEqual(await ensure(dataDir), { ...first, created: false });
  });

  it('is the configured one if there is one, and nothing is written', async () => {
    const adminKey = ['configured-credential', 'another-credential'];
    const [key, ...others] = adminKey;
    assert.deepEqual(await ensureAdminKey({ dataDir, adminKey }), { key, others, created: false, file: null });
    await assert.rejects(stat(dataDir), { code: 'ENOENT' });
  });

  it('is the same for concurrent starts', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => ensure(dataDir)));
    assert.equal(new Set(all.map(({ key }) => key)).size, 1);
    assert.equal(all.filter(({ created }) => created).length, 1);
    assert.deepEqual(await readdir(dataDir), ['admin-key']);
  });

  it('becomes private again if its file has become readable by others', async () => {
    const { file } = await ensure(dataDir);
    await chmod(file ?? '', 0o644);
    await ensure(dataDir);
    assert.equal(await modeOf(file ?? ''), 0o600);
  });

  it('reports what to do if the folder cannot be created', async () => {
    const { file } = await ensure(dataDir);
    const inAFile = ensure(join(file ?? '', 'data'));
    await assert.rejects(inAFile, /^Error: The data folder .* cannot be written \(ENOTDIR\): .* RECOLLECT_DATA_DIR\.$/);
  });

  it('can be several during a rotation: the first is the current one', async () => {
    const { key, file } = await ensure(dataDir);
    await writeFile(file ?? '', `the-next-credential,${key}\n`);
    assert.deepEqual(await ensure(dataDir), { key: 'the-next-credential', others: [key], created: false, file });
    assert.equal(await currentAdminKey({ dataDir, adminKey: [] }), 'the-next-credential');
  });

  it('is not replaced if its file is damaged: the error says what to do', async () => {
    const { file } = await ensure(dataDir);
    await writeFile(file ?? '', '');
    await assert.rejects(ensure(dataDir), /does not contain an admin credential: delete it to get a new one/);
  });
});
