import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ADMIN_KEY, ISSUER_KEY, onBothEngines, type TestService } from '../../../test/support/service.js';
import { loadConfig } from '../../config/config.js';

const NEXT = 'rec_admin_next_0123456789abcdef';
const NEXT_ISSUER = 'rec_issuer_next_0123456789abcdef';

onBothEngines('the admin credential', (start) => {
  const statusOf = async (service: TestService, key: string) =>
    (await service.call('GET', '/auth/keys', { key, query: { limit: 1 } })).status;
  const statuses = async (service: TestService, ...keys: string[]) =>
    Promise.all(keys.map((key) => statusOf(service, key)));

  it('is rotated without a restart: both are valid, then only the new one', async () => {
    const service = await start();
    const reload = (admin: string, issuer: string) =>
      service.reload(loadConfig({ env: { RECOLLECT_ADMIN_KEY: admin, RECOLLECT_ISSUER_KEY: issuer } }));
    const link = await service.call('POST', '/console/links', { key: ADMIN_KEY });
    const signIn = await fetch(`${service.url}/console/session`, {
      method: 'POST',
      headers: { origin: service.url, 'content-type': 'application/json' },
      body: JSON.stringify({ link: link.body.link }),
    });
    const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const signedIn = async () => (await service.call('GET', '/admin/jobs', { headers: { cookie } })).status;
    assert.equal(await signedIn(), 200);
    assert.deepEqual(await statuses(service, ADMIN_KEY, NEXT, ISSUER_KEY, NEXT_ISSUER), [200, 401, 200, 401]);
    await reload(`${NEXT},${ADMIN_KEY}`, `${NEXT_ISSUER},${ISSUER_KEY}`);
    assert.deepEqual(await statuses(service, ADMIN_KEY, NEXT, ISSUER_KEY, NEXT_ISSUER), [200, 200, 200, 200]);
    assert.equal(await signedIn(), 200);
    await reload(NEXT, NEXT_ISSUER);
    assert.deepEqual(await statuses(service, ADMIN_KEY, NEXT, ISSUER_KEY, NEXT_ISSUER), [401, 200, 401, 200]);
    assert.equal(await signedIn(), 401);
  });

  it('may be either of two on a node that was started with both', async () => {
    const service = await start({ env: { RECOLLECT_ADMIN_KEY: `${NEXT}, ${ADMIN_KEY}` } });
    assert.deepEqual(await statuses(service, ADMIN_KEY, NEXT), [200, 200]);
    assert.equal(service.adminKey.key, NEXT);
  });
});
