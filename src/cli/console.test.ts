import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ADMIN_KEY, startTestService, type TestService } from '../../test/support/service.js';
import { Browser } from '../edge/console/browser.test.kit.js';
import { startCommand } from './cli-child.test.kit.js';
import { opener } from './console.js';

describe('recollect console', () => {
  let service: TestService;
  let cwd: string;
  before(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'recollect-console-'));
    service = await startTestService('sqlite');
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
    await rm(cwd, { recursive: true });
  });
  const run = (args: string[], env: Record<string, string> = {}) =>
    startCommand(cwd, ['console', ...args], { RECOLLECT_URL: service.url, ...env }).ended;

  it('prints a link that signs in once, as the given key or else as the operator', async () => {
    const { id, key } = await service.mint();
    for (const [args, env, owner] of [
      [['--key', key], {}, id],
      [['--no-open'], { RECOLLECT_KEY: key }, id],
      [[], { RECOLLECT_ADMIN_KEY: ADMIN_KEY }, null],
    ] as const) {
      const { code, stdout, stderr } = await run([...args], env);
      assert.deepEqual([code, stderr], [0, '']);
      const link = new RegExp(`^${service.url}/console#link=(rec_cl_\\w+)\\n$`).exec(stdout)?.[1];
      const { status, body } = await new Browser(service).call('POST', '/console/session', { body: { link } });
      assert.deepEqual([status, body.session.key?.id ?? null], [200, owner]);
      assert.equal((await new Browser(service).call('POST', '/console/session', { body: { link } })).status, 401);
    }
  });

  it('reports errors in one line', async () => {
    const wrong = await run(['--key', 'rec_sk_wrong']);
    assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
    assert.match(wrong.stderr, /^recollect: .* returned 401: .*\n$/);
    const nobody = await run(['--key', 'x', '--url', 'http://127.0.0.1:9']);
    assert.match(nobody.stderr, /^recollect: No service responds at http:\/\/127\.0\.0\.1:9: .*\n$/);
    assert.match((await run([])).stderr, /^recollect: The admin credential is needed: .*\n$/);
  });

  it('opens a browser only on a desktop', () => {
    assert.deepEqual(opener('darwin', {}), ['open']);
    assert.deepEqual(opener('linux', { DISPLAY: ':0' }), ['xdg-open']);
    assert.deepEqual(opener('linux', { WAYLAND_DISPLAY: 'wayland-0' }), ['xdg-open']);
    assert.equal(opener('linux', {}), null);
    assert.equal(opener('linux', { DISPLAY: ':10', SSH_CONNECTION: 'x' }), null);
    assert.equal(opener('darwin', { CI: 'true' }), null);
  });
});
