import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { it } from 'node:test';
import { freePort } from '../support/child-service.js';
import { jsonOf, ROOT } from './deploy.js';
import { environmentOf, type Stage, stages } from './dockerfile.js';
import { FIRST_CALLS, Image, listOf } from './image.js';

const copy = (from: string, to: string) => {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
};

/** What `npm ci --omit=dev` installs, copied from what is installed here. */
function productionModules(workdir: string): void {
  const { packages } = jsonOf('package-lock.json');
  for (const [path, { dev, link }] of Object.entries<{ dev?: boolean; link?: boolean }>(packages)) {
    const isNested = /\/node_modules\//.test(path); // comes with the package that contains it
    if (!path.startsWith('node_modules/') || isNested || dev || link || !existsSync(join(ROOT, path))) continue;
    copy(join(ROOT, path), join(workdir, path));
  }
}

/** What the Dockerfile builds, and a way to run commands in it. */
function build(folder: string) {
  const made = new Image(folder, {
    'npm ci': () => {},
    'npm run build': (workdir) => copy(join(ROOT, 'dist'), join(workdir, 'dist')),
    'npm ci --omit=dev': productionModules,
  });
  const all = stages();
  for (const stage of all) made.perform(stage);
  const image = all.at(-1) as Stage;
  const root = made.root(image.name);
  const app = join(root, 'app');
  return { image, root, app };
}

// The same with npm, and in its own root: `npm run test:image`.
it('what the Dockerfile copies is all that the service needs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-image-'));
  const children = new Set<ChildProcess>();
  try {
    const { image, root, app } = build(folder);
    assert.deepEqual(readdirSync(root).sort(), ['app', 'data']);
    assert.equal(existsSync(join(app, 'dist', 'test')), false);
    const data = join(root, 'data');
    const env: Record<string, string> = {
      ...environmentOf(image),
      ...{ PATH: process.env.PATH ?? '', HOST: '127.0.0.1', PORT: String(await freePort()) },
      ...{ RECOLLECT_DATA_DIR: data, RECOLLECT_MODEL_CACHE: join(data, 'models'), RECOLLECT_MODEL_SOURCES: 'off' },
    };
    let said = '';
    const start = ([command = '', ...args]: string[]) => {
      const child = spawn(command, args, { cwd: app, env });
      children.add(child);
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => {
          said += text;
        });
      return { child, exited: once(child, 'exit') };
    };
    const words = (name: string) => listOf(image, name).map((word) => word.replace(/^\/app\//, `${app}/`));
    const codeOf = async (command: string[]) => (await start(command).exited)[0];
    assert.equal(await codeOf(words('HEALTHCHECK')), 1, 'nothing listens yet');
    const { child: service, exited } = start(words('CMD'));
    while ((await codeOf(words('HEALTHCHECK'))) !== 0) assert.equal(service.exitCode, null, said);
    assert.equal(await codeOf(['node', '--input-type=module', '-e', FIRST_CALLS]), 0, said);
    service.kill('SIGTERM');
    assert.deepEqual(await exited, [0, null], said);
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
