import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { jsonOf, ROOT, textOf, unknownSettings, yamlOf } from './deploy.js';
import { allowedPaths, environmentOf, stages } from './dockerfile.js';

const all = stages();
const image = all.at(-1);
assert.ok(image);
const inside = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

// `npm run test:image` runs the steps.
describe('the Dockerfile', () => {
  it('copies only what exists and .dockerignore allows, which allows nothing else', () => {
    const copied = all
      .flatMap(({ instructions }) => instructions)
      .filter(({ name, flags }) => name === 'COPY' && !flags.from)
      .flatMap(({ words }) => words.slice(0, -1));
    assert.ok(textOf('.dockerignore').includes('\n*\n'));
    for (const path of copied) {
      assert.ok(existsSync(join(ROOT, path)), `${path} does not exist`);
      assert.ok(
        allowedPaths().some((allowed) => inside(path, allowed)),
        `.dockerignore excludes ${path}`,
      );
    }
    for (const allowed of allowedPaths())
      assert.ok(
        copied.some((path) => inside(path, allowed)),
        `${allowed} is not copied`,
      );
  });

  it('copies only from earlier stages', () => {
    for (const [index, { instructions }] of all.entries())
      for (const { flags } of instructions)
        if (flags.from)
          assert.ok(
            all.slice(0, index).some(({ name }) => name === flags.from),
            flags.from,
          );
  });

  it('copies every folder of tsconfig.json and every workspace to the build', () => {
    const build = all.find(({ name }) => name === 'build');
    const copied = build?.instructions.filter(({ name }) => name === 'COPY').flatMap(({ words }) => words) ?? [];
    for (const folder of jsonOf('tsconfig.json').include) assert.ok(copied.includes(folder), folder);
    for (const workspace of jsonOf('package.json').workspaces) assert.ok(copied.includes(`${workspace}/package.json`));
  });

  it('runs as a non-root user, on the Node of package.json, with settings that exist', () => {
    const last = (name: string) => image.instructions.findLast((one) => one.name === name)?.text;
    assert.equal(last('USER'), '1000:1000');
    assert.equal(last('VOLUME'), '/data');
    const { PATH, NODE_ENV, ...env } = environmentOf(image);
    assert.equal(NODE_ENV, 'production');
    assert.ok(PATH);
    assert.deepEqual(unknownSettings(Object.keys(env)), []);
    assert.equal(env.RECOLLECT_DATA_DIR, last('VOLUME'));
    assert.equal(env.PORT, last('EXPOSE'));
    const major = Number(/\d+/.exec(jsonOf('package.json').engines.node)?.[0]);
    for (const { base } of all) assert.ok(Number(/^node:(\d+)-/.exec(base)?.[1]) >= major, base);
    const { podSecurityContext } = yamlOf('deploy/helm/recollect/values.yaml');
    assert.equal(`${podSecurityContext.runAsUser}:${podSecurityContext.runAsGroup}`, last('USER'));
  });

  it('needs no emulation for the last stage, and none to compile', () => {
    assert.deepEqual(
      image.instructions.filter(({ name }) => name === 'RUN'),
      [],
    );
    assert.match(textOf('Dockerfile'), /^FROM --platform=\$BUILDPLATFORM \S+ AS build$/m);
  });
});
