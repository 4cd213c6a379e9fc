import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Ignored, projectFolder } from './ignore.js';

describe('.recollectignore', () => {
  let root = '';
  let project = '';
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'recollect-ignore-'));
    project = join(root, 'shop');
    await mkdir(join(project, '.git'), { recursive: true });
    await mkdir(join(project, 'src', 'deep'), { recursive: true });
    const rules = [
      '# comment',
      '',
      'secret*',
      '!secretary.md',
      '/build',
      'private/',
      'docs/**/*.draft.md',
      'log?.[tx]xt',
      '\\#odd',
    ];
    await writeFile(join(project, '.recollectignore'), `${rules.join('\r\n')}\n`);
    await writeFile(join(project, 'src', '.recollectignore'), '!secret.ts\nlocal.ts\n');
  });
  after(() => rm(root, { recursive: true }));

  it('leaves out what its globs match, as git would', () => {
    const ignored = Ignored.for(join(project, 'src', 'deep'));
    const cases: [string, boolean][] = [
      ['secret.txt', true],
      ['src/secrets/a.txt', true],
      ['secretary.md', false],
      ['build/a.js', true],
      ['src/build/a.js', false],
      ['private/a/b', true],
      ['src/private/a', true],
      ['docs/a.draft.md', true],
      ['docs/x/y/a.draft.md', true],
      ['a.draft.md', false],
      ['log1.txt', true],
      ['log12.txt', false],
      ['#odd', true],
      ['src/secret.ts', false],
      ['src/deep/local.ts', true],
      ['local.ts', true],
      ['readme.md', false],
    ];
    for (const [path, expected] of cases) assert.equal(ignored.has(join(project, path), project), expected, path);
    assert.equal(ignored.has('secret.txt', project), true, 'relative to where the tool ran');
    assert.equal(ignored.has('/elsewhere/secret.txt', project), true, 'a name alone holds everywhere');
    assert.equal(ignored.has('/elsewhere/build/a', project), false, 'a place holds in its folder');
  });

  it('leaves out credential files by default', () => {
    const ignored = Ignored.for(root);
    for (const path of ['.env', 'a/.env.local', 'server.pem', '.ssh/config', 'x/id_rsa'])
      assert.ok(ignored.has(path, root), path);
    for (const path of ['.env.example', 'environment.ts', 'keys.ts']) assert.ok(!ignored.has(path, root), path);
  });

  it('leaves out a whole project with *', async () => {
    const folder = join(root, 'quiet');
    await mkdir(folder);
    assert.equal(Ignored.for(folder).everything, false);
    await writeFile(join(folder, '.recollectignore'), '*\n');
    assert.equal(Ignored.for(folder).everything, true);
  });

  it('knows which project a folder belongs to', () => {
    assert.equal(projectFolder(join(project, 'src', 'deep')), project);
  });
});
