import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Milliseconds that npx may need to unpack everything on a busy machine. */
const UNPACKING_MS = 300_000;
/** Bytes; the models alone are 53 MB. */
const MAX_PACKED = 65e6;

/** Where npx unpacks what it runs. */
async function npxFolders(): Promise<{ folder: string; names: string[] }> {
  const { stdout } = await run('npm', ['config', 'get', 'cache']);
  const folder = join(stdout.trim(), '_npx');
  return { folder, names: existsSync(folder) ? await readdir(folder) : [] };
}

describe('the packed tarball, from an empty folder', () => {
  let folder: string;
  let tarball: string;
  let packed: { filename: string; size: number; files: { path: string }[] };
  let npxBefore: string[];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recollect-package-'));
    npxBefore = (await npxFolders()).names;
    // Already built: packing must not build again while other tests run.
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: ROOT,
    });
    packed = JSON.parse(stdout.slice(stdout.indexOf('[')))[0];
    tarball = join(folder, packed.filename);
  });
  after(async () => {
    const { folder: npx, names } = await npxFolders();
    for (const name of names)
      if (!npxBefore.includes(name)) await rm(join(npx, name), { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });
  const env = () => ({
    ...process.env,
    RECOLLECT_EMBEDDER: 'none',
    PORT: '0',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  });
  /** A bare path would be mistaken for a program. */
  const spec = () => `file:${tarball}`;
  const emptyFolder = async (name: string) => {
    const empty = join(folder, name);
    await mkdir(empty);
    return empty;
  };

  it('contains what the service needs, but no tests and no data', async () => {
    const { exports, bin } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const paths = new Set(packed.files.map(({ path }) => path));
    for (const path of paths) {
      assert.match(path, /^(dist|models|docs|scripts|package\.json$|[A-Z]+(\.md)?$)/);
      assert.doesNotMatch(
        path,
        /\.test\.|^dist\/(?!src|console)|\.(db|sqlite|log|tgz|tsbuildinfo)$|\.recollect|^dist\/src\/console\//,
      );
    }
    const targets = Object.values<string | { types: string; default: string }>(exports);
    for (const target of targets.flatMap((one) => (typeof one === 'string' ? one : Object.values(one))))
      assert.ok(paths.has(target.replace('./', '')), target);
    assert.ok(paths.has(bin.recollect) && paths.has('dist/console/index.html') && paths.has('LICENSE'));
    assert.ok([...paths].some((path) => /^models\/.*\.onnx/.test(path)));
    assert.ok(packed.size < MAX_PACKED, `${packed.size} bytes`);
  });

  it('has types that resolve for Node and for bundlers', async () => {
    const cwd = await emptyFolder('types');
    const modules = join(cwd, 'node_modules', 'recollect');
    await mkdir(modules, { recursive: true });
    await run('tar', ['-xzf', tarball, '-C', modules, '--strip-components=1']);
    const program = `import { Recollect } from 'recollect/client';
      import { MemoryClient } from 'recollect/mem0';
      export const client: Recollect = new Recollect({ url: 'http://127.0.0.1:7326' });
      export const other = MemoryClient;
      // @ts-expect-error: there is no such field, so the types are there
      await client.memory.store({ user_id: 'ada', contents: 'x' });`;
    await writeFile(join(cwd, 'program.mts'), program);
    const flags = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom', '--types', ''];
    for (const kind of [
      ['--module', 'node16', '--moduleResolution', 'node16'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ])
      await run(join(ROOT, 'node_modules', '.bin', 'tsc'), [...flags, ...kind, 'program.mts'], { cwd });
  });

  it('has no dependency that does not support this Node', async () => {
    const cwd = await emptyFolder('engines');
    const { stdout, stderr } = await run('npm', ['install', '--dry-run', spec()], { cwd, env: env() });
    assert.match(stdout, /added \d+ packages/);
    assert.doesNotMatch(stderr, /EBADENGINE/);
  });

  it('starts as a service with npx', async () => {
    const cwd = await emptyFolder('serve');
    const child = spawn('npx', ['--yes', spec(), 'serve'], { cwd, env: env(), detached: true });
    const ended = new Promise((resolve) => child.once('close', resolve));
    try {
      const url = await new Promise<string>((resolve, reject) => {
        let out = '';
        child.stdout.on('data', (chunk) => {
          out += chunk;
          const found = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0];
          if (found) resolve(found);
        });
        child.stderr.on('data', (chunk) => {
          out += chunk;
        });
        child.once('close', () => reject(new Error(`It ended: ${out}`)));
      });
      const health = (await (await fetch(`${url}/health`)).json()) as { status: string };
      assert.equal(health.status, 'ok');
      assert.ok(existsSync(join(cwd, '.recollect', 'recollect.db')));
    } finally {
      // npx does not forward signals, so the whole process group gets it.
      if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    }
  });

  it('starts as an MCP server on standard input and output with npx', async () => {
    const cwd = await emptyFolder('mcp');
    const client = new Client({ name: 'test', version: '1' });
    const given = env() as Record<string, string>;
    const transport = new StdioClientTransport({
      command: 'npx',
      args: ['--yes', spec(), 'mcp'],
      cwd,
      env: given,
      stderr: 'ignore',
    });
    await client.connect(transport, { timeout: UNPACKING_MS });
    const { tools } = await client.listTools();
    assert.ok(tools.length >= 12);
    const stored = await client.callTool({ name: 'store_memory', arguments: { content: 'It runs from a tarball' } });
    assert.ok(!stored.isError);
    await client.close();
  });
});
