import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ChildService, freePort } from '../../test/support/child-service.js';
import { ADMIN_KEY } from '../../test/support/service.js';
import { removeDisk, smallDisk } from './disk-rounds.js';

const newFolder = () => mkdtempSync(join(tmpdir(), 'recollect-luck-'));

async function call(service: ChildService, method: string, path: string, key: string, body?: unknown) {
  const response = await fetch(service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}
const mint = async (service: ChildService) =>
  (await call(service, 'POST', '/auth/keys', ADMIN_KEY, { name: 'luck', owner: 'luck', scopes: ['read', 'write'] }))
    .body.key;

describe('bad luck', () => {
  it('refuses a second process on the same data folder and says who holds it', async () => {
    const folder = newFolder();
    const env = { RECOLLECT_DATA_DIR: folder, RECOLLECT_EMBEDDER: 'none' };
    const first = new ChildService(await freePort(), env);
    await first.start();
    const second = new ChildService(await freePort(), env);
    await assert.rejects(second.start(), new RegExp(`in use by process ${first.pid} on `));
    assert.doesNotMatch(second.errors, /at .*\.js:\d+/, 'no stack is shown');
    await first.end('SIGKILL');
    await second.start();
    await second.end('SIGTERM');
    rmSync(folder, { recursive: true });
  });

  const disk = smallDisk(24);
  it('returns 503 while the disk is full, keeps existing data and recovers by itself once there is space', {
    skip: disk ? false : 'a small file system could not be mounted (needs root)',
  }, async () => {
    const folder = disk as string;
    const service = new ChildService(await freePort(), { RECOLLECT_DATA_DIR: folder, RECOLLECT_EMBEDDER: 'none' });
    try {
      await service.start();
      const key = await mint(service);
      const kept = await call(service, 'POST', '/memory/store', key, {
        user_id: 'ann',
        content: 'Kept before the flood',
      });
      const ballast = join(folder, 'ballast');
      const store = (i: number) =>
        call(service, 'POST', '/memory/store', key, {
          user_id: 'ann',
          content: `${i} ${'Filling up. '.repeat(8_000)}`,
        });
      const acknowledged: string[] = [];
      let refused = null;
      for (let i = 0; i < 1_000 && !refused; i++) {
        if (i === 20) {
          try {
            writeFileSync(ballast, Buffer.alloc(64 * 1024 * 1024));
          } catch {
            // Uses up the remaining space: the disk is full now.
          }
        }
        const response = await store(i);
        if (response.status === 201) acknowledged.push(response.body.id);
        else refused = response;
      }
      assert.equal(refused?.status, 503);
      assert.equal(refused?.body.error.code, 'database_unavailable');
      assert.ok(refused?.headers.get('retry-after'));
      assert.equal((await call(service, 'GET', `/memory/${kept.body.id}`, key)).body.content, 'Kept before the flood');
      rmSync(ballast);
      const again = await call(service, 'POST', '/memory/store', key, {
        user_id: 'ann',
        content: 'Stored after the flood',
      });
      assert.equal(again.status, 201);
      await service.end('SIGKILL');
      await service.start();
      for (const id of [...acknowledged, kept.body.id, again.body.id]) {
        assert.equal((await call(service, 'GET', `/memory/${id}`, key)).status, 200, `${id} is there`);
      }
    } finally {
      await service.end('SIGKILL');
      removeDisk(folder);
    }
  });
});
