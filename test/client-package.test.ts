import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startTestService, type TestService } from './support/service.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);
const MAX_PACKED = 100_000;

describe('the client package', () => {
  let folder: string;
  let service: TestService;
  let packed: { filename: string; size: number; files: { path: string }[] };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recollect-client-'));
    service = await startTestService('sqlite', { background: false });
    await run('node', [join(ROOT, 'scripts', 'build-client.mjs')]);
    const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
    const { stdout } = await run('npm', pack, { cwd: join(ROOT, 'packages', 'client') });
    packed = JSON.parse(stdout.slice(stdout.indexOf('[')))[0];
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    await run('npm', ['install', '--no-audit', '--no-fund', join(folder, packed.filename)], { cwd: folder });
  });
  after(async () => {
    await service?.stop();
    await service?.place.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('is small, contains no tests, and installs nothing else', async () => {
    assert.ok(packed.size < MAX_PACKED, `${packed.size} bytes`);
    for (const { path } of packed.files)
      assert.match(path, /^(dist\/(client|adapters)(\/[\w-]+)+\.(js|d\.ts)|package\.json|README\.md)$/);
    const installed = (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'));
    assert.deepEqual(installed, ['recollect-client']);
  });

  it('stores and retrieves from an empty folder, and its types resolve with both kinds of module resolution', async () => {
    const { key } = await service.mint();
    const program = `import { NotFoundError, Recollect } from 'recollect-client';
      const client = new Recollect({ url: ${JSON.stringify(service.url)}, key: ${JSON.stringify(key)} });
      await client.memory.store({ user_id: 'ada', content: 'Ada prefers window seats.' });
      const { results } = await client.memory.retrieve({ user_id: 'ada', q: 'window seats' });
      const missing = await client.memory.get({ id: 'mem_${'0'.repeat(26)}' }).catch((error: unknown) => error);
      console.log(JSON.stringify([results[0]?.content, missing instanceof NotFoundError]));`;
    await writeFile(join(folder, 'program.mjs'), program.replace('(error: unknown)', '(error)'));
    const { stdout } = await run('node', [join(folder, 'program.mjs')]);
    assert.deepEqual(JSON.parse(stdout), ['Ada prefers window seats.', true]);
    await writeFile(join(folder, 'program.ts'), `${program}\nimport 'recollect-client/mem0';`);
    const tsc = join(ROOT, 'node_modules', '.bin', 'tsc');
    const flags = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom', '--types', ''];
    for (const kind of [
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ])
      await run(tsc, [...flags, ...kind, join(folder, 'program.ts')], { cwd: folder });
    assert.ok(
      (await stat(join(folder, 'node_modules', 'recollect-client', 'dist', 'adapters', 'langgraph.js'))).isFile(),
    );
  });
});
