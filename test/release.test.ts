import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SETTINGS } from '../src/config/settings.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
/** What a release needs from the tree before anything is built. */
const PARTS = [
  'package.json',
  'package-lock.json',
  '.gitignore',
  'CHANGELOG.md',
  'server.json',
  'scripts',
  'deploy',
  'packages',
];

describe('scripts/release.sh', () => {
  let folder: string;
  let tree: string;
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=tests', '-c', 'user.email=tests@example.org', '-c', 'commit.gpgsign=false', ...args], {
      cwd: tree,
    });
  const commit = async () => {
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'A change');
  };
  const release = (...args: string[]) => run(join(tree, 'scripts', 'release.sh'), ['--unchecked', ...args]);
  const refusal = (...args: string[]): Promise<string> =>
    release(...args).then(
      () => assert.fail('It was not refused.'),
      (error) => error.stderr,
    );
  const change = async (path: string, from: string, to: string) => {
    const text = await readFile(join(tree, path), 'utf8');
    assert.ok(text.includes(from), path);
    await writeFile(join(tree, path), text.replace(from, to));
  };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recollect-release-'));
    tree = join(folder, 'tree');
    for (const part of PARTS) await cp(join(ROOT, part), join(tree, part), { recursive: true, verbatimSymlinks: true });
    await git('init', '--quiet');
    await commit();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('packs both packages with an SBOM and checksums, and publishes nothing by itself', async () => {
    const out = join(folder, 'out');
    const { stdout } = await release(out);
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const packages = [`recollect-${version}.tgz`, `recollect-client-${version}.tgz`];
    const sbomName = `recollect-${version}.cdx.json`;
    assert.deepEqual((await readdir(out)).sort(), ['SHA256SUMS', sbomName, 'server.json', ...packages].sort());
    await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out });
    for (const name of packages) assert.match(stdout, new RegExp(`npm publish --provenance .*/${name}`));
    assert.match(stdout, /Nothing was published/);

    const sbom = JSON.parse(await readFile(join(out, sbomName), 'utf8'));
    assert.equal(sbom.bomFormat, 'CycloneDX');
    assert.deepEqual([sbom.metadata.component.name, sbom.metadata.component.version], ['recollect', version]);
    // Exactly what the lock file installs for the service.
    const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
    type Entry = [string, { version: string; dev?: true; devOptional?: true; peer?: true; link?: true }];
    const installed = Object.entries<Entry[1]>(lock.packages)
      .filter(([path, one]: Entry) => path.startsWith('node_modules/') && !one.link)
      .filter(([, { dev, devOptional, peer }]: Entry) => !dev && !devOptional && !peer)
      .map(([path, { version }]: Entry) => `${path.split('node_modules/').at(-1)}@${version}`);
    const listed: string[] = sbom.components.map((one: Record<string, string>) => one['bom-ref']);
    assert.deepEqual(listed.sort(), [...new Set(installed)].sort());
    for (const name of ['pg', 'zod'])
      assert.ok(
        listed.some((one) => one.startsWith(`${name}@`)),
        name,
      );
  });

  it('refuses a tree with changes, and versions that do not agree', async () => {
    await writeFile(join(tree, 'new.txt'), 'x');
    assert.match(await refusal(), /the working tree has changes/);
    await rm(join(tree, 'new.txt'));
    await change('server.json', '"version": "', '"version": "9');
    await change('CHANGELOG.md', '## [', '## (');
    await commit();
    const said = await refusal();
    assert.match(said, /server\.json: version is 9\S+, but must be/);
    assert.match(said, /CHANGELOG\.md has no section/);
    await git('reset', '--quiet', '--hard', 'HEAD~1');
  });

  it('publishes only a dated and tagged version of a known repository', async () => {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    await change('CHANGELOG.md', `## [${version}]`, `## [${version}] – soon, not`);
    await commit();
    assert.match(await refusal('--publish'), /must have the date of the release/);
    const heading = (await readFile(join(tree, 'CHANGELOG.md'), 'utf8')).match(/^## \[.*$/m)?.[0] ?? '';
    await change('CHANGELOG.md', heading, `## [${version}] – 2030-01-31`);
    await commit();
    assert.match(await refusal('--publish'), /does not have the tag/);
    await git('tag', `v${version}`);
    const said = await refusal('--publish');
    assert.match(said, /no repository|placeholder/);
    const manifest = JSON.parse(await readFile(join(tree, 'package.json'), 'utf8'));
    const named = { repository: 'https://git.example/recollect', mcpName: 'org.example/recollect' };
    await writeFile(join(tree, 'package.json'), JSON.stringify({ ...manifest, ...named }));
    const server = JSON.parse(await readFile(join(tree, 'server.json'), 'utf8'));
    await writeFile(join(tree, 'server.json'), JSON.stringify({ ...server, name: named.mcpName }));
    await commit();
    await git('tag', '--force', `v${version}`);
    assert.match(await refusal('--publish'), /no sqlite database of .*, for the tests of later releases/);
  });
});

describe('server.json', async () => {
  const server = JSON.parse(await readFile(join(ROOT, 'server.json'), 'utf8'));
  it('is what the MCP registry accepts: names, lengths and variables', () => {
    assert.match(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    assert.ok(server.description.length <= 100, `${server.description.length} characters`);
    const [npm] = server.packages;
    assert.deepEqual([npm.registryType, npm.transport.type], ['npm', 'stdio']);
    for (const { name, description } of npm.environmentVariables)
      assert.equal(SETTINGS.find(({ env }) => env === name)?.describe, description);
  });
});
