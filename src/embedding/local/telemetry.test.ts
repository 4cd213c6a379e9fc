import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';

const MODELS = new URL('../../../test/support/real-models.js', import.meta.url).href;
const PROGRAM = `import { realModels } from '${MODELS}';
  const { embedder, reader } = await realModels();
  const embedded = await embedder.embed(['Ada prefers tea.'], 'passage');
  console.log(embedded.length);
  await Promise.all([embedder.close(), reader.close()]);`;

it('onnxruntime keeps no identifier and no log for its vendor', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recollect-home-'));
  const home = join(folder, 'home');
  await mkdir(home);
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  // Few variables: it also keeps none if it takes the environment for a CI job.
  const env = { PATH: process.env.PATH, HOME: home };
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'program.mjs')], { env });
  assert.equal(stdout, '1\n');
  assert.deepEqual(await readdir(home, { recursive: true }), []);
  await rm(folder, { recursive: true, force: true });
});
