import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { ATTACKS } from './attacks/index.js';
import { GUARDS } from './guards.js';
import { without } from './planted.js';

const QUICK = { attackMs: 1_000, quietMs: 200, scale: 1 };

describe('a removed guard', () => {
  it('exists in the service, and an attack targets it', async () => {
    for (const { name, module, replace, attack } of GUARDS) {
      const source = await readFile(new URL(`../../src/${module}`, import.meta.url), 'utf8');
      assert.equal(source.split(replace[0]).length, 2, `${name} is once in ${module}`);
      assert.ok(ATTACKS.some((one) => one.name === attack));
    }
  });

  it('is noticed by the campaign', async () => {
    const guard = GUARDS.find(({ name }) => name === 'the check of what a model is handed');
    assert.ok(guard);
    const noticed = await without(guard, 'sqlite', QUICK, { RECOLLECT_EMBEDDER: 'none' });
    assert.match(noticed.join('; '), /was handed instructions/);
  });
});
