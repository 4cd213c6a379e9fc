import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { CONFIG_FILE, findConfigFile } from './config-file.js';

describe('the configuration file', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recollect-config-'));
    await writeFile(join(folder, 'a.json'), '{"port": 1}');
    await writeFile(join(folder, 'b.json'), '{"port": 2}');
    await writeFile(join(folder, 'broken.json'), '{"adminKey": "a-secret-that-is-long", }');
    await writeFile(join(folder, 'list.json'), '[]');
  });
  after(() => rm(folder, { recursive: true }));

  it('is not needed', () => {
    assert.equal(findConfigFile(undefined, {}, folder), undefined);
  });

  it('is the one that the flag names, else the one that the environment names', () => {
    assert.equal(findConfigFile('a.json', { RECOLLECT_CONFIG: 'b.json' }, folder)?.values.port, 1);
    assert.equal(findConfigFile(undefined, { RECOLLECT_CONFIG: 'b.json' }, folder)?.values.port, 2);
  });

  it('defaults to the one in the working directory', async () => {
    await writeFile(join(folder, CONFIG_FILE), '\uFEFF{"port": 3}');
    assert.equal(findConfigFile(undefined, {}, folder)?.values.port, 3);
  });

  it('must exist if it is named, and contain a JSON object', () => {
    assert.throws(() => findConfigFile('none.json', {}, folder), /none\.json does not exist\.$/);
    assert.throws(() => findConfigFile('list.json', {}, folder), /must contain a JSON object\.$/);
    assert.throws(() => findConfigFile('.', {}, folder), /cannot be read \(EISDIR\)\.$/);
  });

  it('is not quoted in the error if it is invalid JSON', () => {
    assert.throws(
      () => findConfigFile('broken.json', {}, folder),
      (error: Error) => /is not valid JSON\.$/.test(error.message) && !error.message.includes('a-secret'),
    );
  });
});
