import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CookieRules, credentialOf } from './credential.js';

describe('the credential of a request', () => {
  it('is the Authorization header if there is one, else the console cookie', () => {
    const cookie = 'a=1; recollect_console=rec_cs_x=y ; b=2';
    assert.deepEqual(credentialOf({ cookie }), { authorization: undefined, session: 'rec_cs_x=y' });
    assert.deepEqual(credentialOf({ cookie, authorization: 'Bearer k' }), {
      authorization: 'Bearer k',
      session: undefined,
    });
    assert.equal(credentialOf({ cookie, authorization: '' }).session, undefined);
    for (const other of ['', 'a=1', 'recollect_console', 'xrecollect_console=1', '=recollect_console=1']) {
      assert.equal(credentialOf({ cookie: other }).session, undefined, other);
    }
  });
});

describe('the rules for cookies', () => {
  const here = new CookieRules(({ host }) => `http://${host}`, false);
  const configured = new CookieRules(() => 'https://memory.example/api', true);

  it("accept the requested host or the configured URL as the service's origin", () => {
    const own = (rules: CookieRules, host: string, origin: string) => rules.isOwnPage({ host, origin });
    assert.ok(own(here, '127.0.0.1:7326', 'http://127.0.0.1:7326'));
    assert.ok(own(here, 'memory.lan:80', 'http://memory.lan'));
    assert.ok(own(here, 'memory.lan', 'https://memory.lan'), 'behind a proxy that ends TLS');
    assert.ok(!own(here, '127.0.0.1:7326', 'http://127.0.0.1:3000'), 'another port is another program');
    assert.ok(!own(here, '127.0.0.1:7326', 'http://localhost:7326'));
    assert.ok(!own(here, '127.0.0.1:7326', 'https://evil.example'));
    assert.ok(!own(here, '127.0.0.1:7326', 'null'));
    assert.ok(own(configured, 'inside:7326', 'https://memory.example'));
    assert.ok(own(configured, '127.0.0.1:7326', 'http://127.0.0.1:7326'), 'on the machine itself');
    assert.ok(!own(configured, 'memory.example', 'http://memory.example'));
    assert.ok(!own(configured, 'inside:7326', 'https://inside:7326'));
    assert.ok(!own(here, '1.2.3.999', 'https://evil.example'));
  });

  it("require the service's origin for every write, and trust Sec-Fetch-Site for a read", () => {
    const host = '127.0.0.1:7326';
    const origin = `http://${host}`;
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT']) {
      assert.throws(() => here.check(method, { host }), /Origin/, method);
      assert.throws(() => here.check(method, { host, origin: 'http://127.0.0.1:3000' }), /Origin/);
      here.check(method, { host, origin });
    }
    here.check('GET', { host });
    here.check('GET', { host, 'sec-fetch-site': 'none' });
    here.check('HEAD', { host, 'sec-fetch-site': 'same-origin' });
    for (const site of ['same-site', 'cross-site']) {
      assert.throws(() => here.check('GET', { host, 'sec-fetch-site': site }), /cookie/, site);
      assert.throws(() => here.check('POST', { host, origin, 'sec-fetch-site': site }), /cookie/, site);
    }
    assert.throws(() => here.check('GET', { host, origin: 'https://evil.example' }), /cookie/);
  });
});
