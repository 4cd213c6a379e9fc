import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { CATALOGUE } from './openapi/openapi-catalogue.test.kit.js';
import { referenceFiles, writeReference } from './reference.js';

const options = { operations: CATALOGUE, version: '9.8.7' };

test('writes the reference, finds it unchanged, and reports and repairs drift', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'recollect-reference-')), 'new');
  try {
    assert.deepEqual(await writeReference(folder, { check: true, ...options }), [
      'openapi.json',
      'operations.md',
      'client.md',
    ]);
    await writeReference(folder, { check: false, ...options });
    assert.deepEqual(readdirSync(folder).toSorted(), ['client.md', 'openapi.json', 'operations.md']);
    assert.deepEqual(await writeReference(folder, { check: true, ...options }), []);
    writeFileSync(join(folder, 'operations.md'), 'old');
    assert.deepEqual(await writeReference(folder, { check: true, ...options }), ['operations.md']);
    assert.equal(readFileSync(join(folder, 'operations.md'), 'utf8'), 'old');
    assert.deepEqual(await writeReference(folder, { check: false, ...options }), ['operations.md']);
    assert.deepEqual(await writeReference(folder, { check: true, ...options }), []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the Markdown lists every operation, and its links lead to headings', () => {
  const text = referenceFiles(CATALOGUE, { version: '9.8.7' }).get('operations.md') ?? '';
  for (const { method, path, summary } of CATALOGUE) {
    assert.ok(text.includes(`### ${summary}`), summary);
    assert.ok(text.includes(`\`${method} ${path}\``), path);
  }
  const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replace(/[^a-z0-9 _-]/g, '')
      .replaceAll(' ', '-'),
  );
  for (const [, anchor] of text.matchAll(/\]\(#([^)]+)\)/g)) assert.ok(anchors.includes(anchor as string), anchor);
});
