import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Spool } from './spool.js';

describe('the spool', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recollect-spool-'));
  });
  after(() => rm(folder, { recursive: true }));
  const entry = (content: string) => ({
    agent: 'a',
    session: 's',
    project: 'p',
    messages: [{ role: 'user' as const, content }],
  });

  it('keeps entries in order, readable only by their owner', async () => {
    const spool = new Spool(folder);
    for (let i = 0; i < 12; i++) spool.add(entry(`${i}`));
    const names = spool.list().map(({ name }) => name);
    assert.deepEqual(
      names.map((name) => spool.read(name)?.messages[0]?.content),
      Array.from({ length: 12 }, (_, i) => `${i}`),
    );
    assert.equal((await stat(join(folder, 'spool', names[0] as string))).mode & 0o077, 0);
    spool.remove(names);
    assert.deepEqual(
      [spool.list(), spool.read(names[0] as string), await readdir(join(folder, 'spool'))],
      [[], null, []],
    );
  });

  it('drops the oldest entries when it is full, and counts them', () => {
    const spool = new Spool(folder);
    for (let i = 0; i < 5; i++) spool.add(entry(`${i}${'x'.repeat(5_000_000)}`));
    const left = spool.list();
    assert.deepEqual(
      left.map(({ name }) => spool.read(name)?.messages[0]?.content[0]),
      ['2', '3', '4'],
    );
    assert.ok(left.reduce((sum, { bytes }) => sum + bytes, 0) <= 20_000_000);
    assert.equal(spool.dropped, 2);
  });
});
