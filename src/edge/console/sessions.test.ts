import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { ADMIN_KEY, ISSUER_KEY, onBothEngines } from '../../../test/support/service.js';
import { IDLE_MS, LIFE_MS, LINK_MS, MAX_SESSIONS } from '../../features/keys/sessions.js';
import { HOUR, MINUTE, SECOND } from '../../kernel/clock.js';
import { Browser } from './browser.test.kit.js';

onBothEngines('a console session', (start) => {
  const setUp = async (env: Record<string, string> = {}) => {
    const clock = new TestClock();
    const service = await start({ clock, background: false, env });
    return { clock, service, ...(await service.mint()), browser: new Browser(service) };
  };
  const store = { user_id: 'ada', content: 'Ada keeps bees behind the mill.' };

  it('acts as its key: reads, writes and reports what it may do', async () => {
    const { service, id, key, browser } = await setUp();
    const session = await browser.signIn(key);
    assert.equal(session.operator, false);
    assert.deepEqual(session.key, {
      ...{ id, name: 'test', scopes: ['read', 'write'], read_only: false },
      ...{ user_id: null, agent_id: null, namespace: null },
    });
    assert.deepEqual(
      [session.expires_at - session.created_at, session.idle_expires_at - session.created_at],
      [LIFE_MS, IDLE_MS],
    );
    assert.deepEqual((await browser.call('GET', '/console/session')).body.session, session);
    assert.equal((await browser.call('POST', '/memory/store', { body: store })).status, 201);
    const list = await browser.call('GET', '/memory', { query: { user_id: 'ada' } });
    assert.deepEqual([list.status, list.body.count], [200, 1]);
    assert.equal((await service.call('GET', '/memory', { key, query: { user_id: 'ada' } })).body.count, 1);
  });

  it('is audited: sign-in, sign-out and every failed attempt', async () => {
    const { service, id, key, browser } = await setUp();
    const { id: first } = await browser.signIn(key);
    const { id: second } = await browser.signIn(key); // the same browser
    for (let i = 0; i < 2; i++) await browser.call('DELETE', '/console/session');
    for (let i = 0; i < 2; i++) await browser.call('POST', '/console/session', { body: { key: 'rec_sk_wrong' } });
    const { body: made } = await service.call('POST', '/console/links', { key: ADMIN_KEY });
    const { body: linked } = await browser.call('POST', '/console/session', { body: { link: made.link } });
    const { body: child } = await service.call('POST', '/keys/children', { key, body: { name: 'a', user_id: 'ada' } });
    const { id: third } = await new Browser(service).signIn(child.key);
    assert.equal((await service.call('DELETE', `/console/sessions/${third}`, { key: child.key })).status, 204);
    const query = { action: 'console.*' };
    const { entries } = (await service.call('GET', '/admin/audit', { key: ADMIN_KEY, query })).body;
    const seen = entries.map((entry: Record<string, unknown>) => [
      ...[entry.action, entry.actor, entry.key_id, entry.status, entry.calls, entry.subjects],
    ]);
    const anonymous = seen.filter(([, actor]: string[]) => actor === 'anonymous');
    assert.deepEqual(anonymous, [['console.signIn', 'anonymous', null, 401, 2, []]]);
    assert.deepEqual(seen.filter(([, actor]: string[]) => actor !== 'anonymous').reverse(), [
      ['console.signIn', id, id, 200, 1, [first]],
      ['console.signOut', id, id, 204, 1, [first]],
      ['console.signIn', id, id, 200, 1, [second]],
      ['console.signOut', id, id, 204, 1, [second]],
      ['console.link', 'admin', null, 201, 1, []],
      ['console.signIn', 'admin', null, 200, 1, [linked.session.id]],
      ['console.signIn', child.id, id, 200, 1, [third]],
      ['console.endSession', child.id, id, 204, 1, [third]],
    ]);
    for (const { via, address } of entries) assert.deepEqual([via, address], ['console', '127.0.0.1']);
    assert.ok(!JSON.stringify(entries).includes(made.link));
  });

  it('uses a cookie that is HttpOnly, SameSite=Strict and, over https, Secure', async () => {
    const { service, key } = await setUp({ BASE_URL: 'https://memory.example' });
    const cookieFor = async (origin: string) =>
      (await service.call('POST', '/console/session', { body: { key }, headers: { origin } })).headers.get(
        'set-cookie',
      );
    const shape = /^recollect_console=rec_cs_\w{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=604800$/;
    assert.match((await cookieFor(service.url)) ?? '', shape);
    const secure = (await cookieFor('https://memory.example')) ?? '';
    assert.match(secure.replace(/; Secure$/, ''), shape);
    assert.ok(secure.endsWith('; Secure'));
  });

  it('can be opened only from a page of the service', async () => {
    const { service, key } = await setUp();
    const statusFrom = async (headers: Record<string, string>) => {
      const response = await service.call('POST', '/console/session', { body: { key }, headers });
      assert.equal(response.headers.get('set-cookie'), null);
      return response.status;
    };
    assert.equal(await statusFrom({}), 403);
    assert.equal(await statusFrom({ origin: 'https://evil.example' }), 403);
    assert.equal(await statusFrom({ origin: 'http://127.0.0.1:1' }), 403, 'another program of this machine');
    assert.equal(await statusFrom({ origin: service.url, 'sec-fetch-site': 'same-site' }), 403);
  });

  it('needs a valid key: returns 401 for a wrong key and 400 for a malformed body', async () => {
    const { service, id, key, browser } = await setUp();
    await service.call('DELETE', `/auth/keys/${id}`, { key: ADMIN_KEY });
    for (const wrong of ['rec_sk_wrong', key, ISSUER_KEY, id, 'x y']) {
      const { status, body, headers } = await browser.call('POST', '/console/session', { body: { key: wrong } });
      assert.deepEqual([status, headers.get('set-cookie')], [401, null], wrong);
      assert.ok(body.error.message, wrong);
    }
    for (const body of ['', '[]', 'null', '{', '{"key":1}', '{"key":""}', { key, link: 'x' }]) {
      assert.equal((await browser.call('POST', '/console/session', { body })).status, 400, String(body));
    }
  });

  it('is refused for a while after too many failed attempts', async () => {
    const { clock, key, browser } = await setUp();
    const attempt = async (wrong: string) =>
      (await browser.call('POST', '/console/session', { body: { key: wrong } })).status;
    for (let i = 0; i < 5; i++) assert.equal(await attempt('rec_sk_guess'), 401);
    assert.equal(await attempt('rec_sk_guess'), 429);
    for (let i = 0; i < 55; i++) assert.equal(await attempt(`rec_sk_guess${i}`), 401);
    const stopped = await browser.call('POST', '/console/session', { body: { key } });
    assert.deepEqual([stopped.status, stopped.body.error.code], [429, 'rate_limited']);
    assert.ok(Number(stopped.headers.get('retry-after')) > 0);
    clock.advance(MINUTE);
    await browser.signIn(key);
  });

  it('counts signing in, links and lists against the rate limit', async () => {
    const { service, key, browser } = await setUp({ RECOLLECT_RATE_LIMIT: '4' });
    await browser.signIn(key);
    assert.equal((await service.call('POST', '/console/links', { key })).status, 201);
    assert.equal(await browser.status('/console/sessions'), 200);
    assert.equal(await browser.status(), 200);
    const limited: [string, string][] = [
      ['POST', '/console/links'],
      ['GET', '/console/sessions'],
      ['GET', '/console/session'],
    ];
    for (const [method, path] of limited) {
      const { status, body, headers } = await browser.call(method, path, method === 'POST' ? { key } : {});
      assert.deepEqual([status, body.error.code], [429, 'rate_limited'], path);
      assert.ok(Number(headers.get('retry-after')) > 0);
    }
    const again = await browser.call('POST', '/console/session', { body: { key } });
    assert.deepEqual([again.status, again.headers.get('set-cookie')], [429, null]);
  });

  it("is refused for writes without the service's own origin, and for reads from another page", async () => {
    const { service, key, browser } = await setUp();
    await browser.signIn(key);
    const foreign: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:1' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      const response = await browser.plain('POST', '/memory/store', headers, store);
      assert.deepEqual([response.status, response.body.error.code], [403, 'forbidden_origin'], JSON.stringify(headers));
      assert.equal((await browser.plain('DELETE', '/console/session', headers)).status, 403);
    }
    const site = { origin: service.url, 'sec-fetch-site': 'same-site' };
    assert.equal((await browser.plain('POST', '/memory/store', site, store)).status, 403);
    assert.equal((await browser.plain('GET', '/memory', { 'sec-fetch-site': 'same-site' })).status, 403);
    assert.equal((await browser.plain('GET', '/memory')).status, 200);
    assert.equal((await browser.plain('GET', '/health', { 'sec-fetch-site': 'same-site' })).status, 200);
    assert.equal((await service.call('GET', '/memory', { key })).body.count, 0);
  });

  it('yields to an Authorization header', async () => {
    const { service, key, browser } = await setUp();
    await browser.signIn(key);
    const other = await service.mint();
    await service.call('POST', '/memory/store', { key: other.key, body: store });
    assert.equal((await browser.call('GET', '/memory', { key: other.key })).body.count, 1);
    assert.equal((await browser.call('GET', '/memory')).body.count, 0);
    assert.equal((await browser.call('GET', '/memory', { key: 'rec_sk_wrong' })).status, 401);
  });

  it('ends when it is idle, and after a week in any case', async () => {
    const { clock, key, browser } = await setUp();
    await browser.signIn(key);
    clock.advance(IDLE_MS - MINUTE);
    assert.equal(await browser.status('/memory'), 200);
    clock.advance(IDLE_MS - MINUTE);
    assert.equal(await browser.status('/memory'), 200);
    clock.advance(IDLE_MS);
    assert.deepEqual([await browser.status('/memory'), await browser.status()], [401, 401]);
    const { created_at } = await browser.signIn(key);
    while (clock.now() < created_at + LIFE_MS - HOUR) {
      assert.equal(await browser.status('/memory'), 200);
      clock.advance(HOUR * 6);
    }
    clock.set(created_at + LIFE_MS);
    assert.equal(await browser.status('/memory'), 401);
  });

  it('ends at once when its key is revoked, expires or is rotated', async () => {
    const { clock, service, id, key, browser } = await setUp();
    await browser.signIn(key);
    assert.equal(await browser.status('/memory'), 200);
    const { key: fresh } = (await service.call('POST', `/auth/keys/${id}/rotate`, { key, body: {} })).body;
    assert.equal(await browser.status('/memory'), 401, 'whoever had the old secret is out');
    await browser.signIn(fresh);
    assert.equal((await browser.call('GET', '/console/sessions')).body.sessions.length, 1);
    await service.call('DELETE', `/auth/keys/${id}`, { key: ADMIN_KEY });
    assert.equal(await browser.status('/memory'), 401);

    const expires_at = clock.now() + HOUR;
    const body = { name: 'brief', owner: 'x', scopes: ['read'], expires_at };
    const brief = await service.call('POST', '/auth/keys', { key: ADMIN_KEY, body });
    await browser.signIn(brief.body.key);
    assert.equal(await browser.status('/memory'), 200);
    assert.equal((await browser.call('POST', '/memory/store', { body: store })).status, 403);
    clock.advance(HOUR);
    assert.equal(await browser.status('/memory'), 401);
  });

  it('of a child key sees only its user, and ends when the user is erased', async () => {
    const { service, key, browser } = await setUp();
    await service.call('POST', '/memory/store', { key, body: store });
    await service.call('POST', '/memory/store', { key, body: { ...store, user_id: 'bob' } });
    const child = await service.call('POST', '/keys/children', { key, body: { name: 'phone', user_id: 'ada' } });
    const session = await browser.signIn(child.body.key);
    assert.deepEqual([session.key.id, session.key.user_id], [child.body.id, 'ada']);
    assert.equal((await browser.call('GET', '/memory')).body.count, 1);
    assert.equal((await browser.call('GET', '/memory', { query: { user_id: 'bob' } })).status, 403);
    assert.equal((await service.call('DELETE', '/users/ada/memories', { key })).status, 200);
    assert.equal(await browser.status('/memory'), 401);
    assert.equal(await browser.status(), 401);
  });

  it('of the operator sees keys and jobs, but no contents', async () => {
    const { service, key, browser } = await setUp();
    await service.call('POST', '/memory/store', { key, body: store });
    const session = await browser.signIn(ADMIN_KEY);
    assert.deepEqual([session.operator, session.key], [true, null]);
    assert.equal(await browser.status('/auth/keys'), 200);
    const { id } = (await service.call('GET', '/auth/keys', { key: ADMIN_KEY })).body.keys[0];
    assert.equal(await browser.status('/admin/jobs'), 200);
    for (const path of [
      '/memory',
      '/memory/retrieve?q=bees&user_id=ada',
      '/memory/export',
      '/memory/episodes',
      '/memory/events',
      `/auth/keys/${id}/data`,
      `/auth/keys/${id}/erasures`,
    ]) {
      assert.equal(await browser.status(path), 403, path);
    }
    assert.equal((await browser.call('POST', '/memory/store', { body: store })).status, 403);
  });

  it('can be listed and ended only under the same key', async () => {
    const { clock, service, key, browser } = await setUp();
    const [second, other] = [new Browser(service), new Browser(service)];
    const { id } = await browser.signIn(key);
    clock.advance(SECOND);
    await second.signIn(key);
    const foreign = await other.signIn((await service.mint()).key);
    const { sessions } = (await second.call('GET', '/console/sessions')).body;
    assert.deepEqual(
      sessions.map((one: { id: string; current: boolean }) => [one.id === id, one.current]),
      [
        [false, true],
        [true, false],
      ],
    );
    assert.deepEqual([sessions[0].address, sessions[0].user_agent], ['127.0.0.1', 'node']);
    assert.ok(!JSON.stringify(sessions).includes('rec_'), 'no token and no hash');
    assert.equal((await service.call('GET', '/console/sessions', { key })).body.sessions.length, 2);
    assert.equal((await browser.call('DELETE', '/console/sessions/%00')).status, 404);
    assert.equal((await browser.call('DELETE', `/console/sessions/${foreign.id}`)).status, 404);
    assert.equal((await other.call('DELETE', `/console/sessions/${id}`)).status, 404);
    assert.equal((await browser.plain('DELETE', `/console/sessions/${id}`)).status, 403);
    assert.equal((await second.call('DELETE', `/console/sessions/${id}`)).status, 204);
    assert.deepEqual([await browser.status(), await second.status(), await other.status()], [401, 200, 200]);
  });

  it('ends when the person signs out or signs in again', async () => {
    const { key, browser } = await setUp();
    await browser.signIn(key);
    const { cookie } = browser;
    assert.equal((await browser.call('DELETE', '/console/session')).status, 204);
    assert.equal(browser.cookie, undefined);
    browser.cookie = cookie;
    assert.equal(await browser.status('/memory'), 401, 'the cookie of before is worth nothing');
    await browser.signIn(key);
    const before = browser.cookie;
    await browser.signIn(key);
    assert.equal((await browser.call('GET', '/console/sessions')).body.sessions.length, 1);
    browser.cookie = before;
    assert.equal(await browser.status(), 401);
    browser.cookie = undefined;
    assert.equal((await browser.call('DELETE', '/console/session')).status, 204, 'nothing to end');
  });

  it('is limited to twenty per key: the oldest ends', async () => {
    const { clock, service, key, browser } = await setUp();
    await browser.signIn(key);
    const later = new Browser(service);
    for (let i = 1; i < MAX_SESSIONS; i++) {
      clock.advance(SECOND);
      later.cookie = undefined;
      await later.signIn(key);
    }
    assert.equal(await browser.status(), 200);
    clock.advance(SECOND);
    later.cookie = undefined;
    await later.signIn(key);
    assert.deepEqual([await browser.status(), await later.status()], [401, 200]);
    assert.equal((await later.call('GET', '/console/sessions')).body.sessions.length, MAX_SESSIONS);
  });

  it('shares the rate limit and the idempotency of its key', async () => {
    const { service, key, browser } = await setUp({ RECOLLECT_RATE_LIMIT: '60' });
    await browser.signIn(key);
    const { headers } = await browser.call('GET', '/memory');
    assert.equal(headers.get('x-ratelimit-limit'), '60');
    const once = { headers: { 'idempotency-key': 'the first' }, body: store };
    const [first, again] = [
      await browser.call('POST', '/memory/store', once),
      await browser.call('POST', '/memory/store', once),
    ];
    assert.deepEqual([first.status, again.body.id], [201, first.body.id]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const left = Number((await service.call('GET', '/memory', { key })).headers.get('x-ratelimit-remaining'));
    assert.ok(left <= 57, `${left} are left: those of the session count`);
  });

  it('is deleted by the sweep when it has expired', async () => {
    const { clock, service, key, browser } = await setUp();
    await browser.signIn(key);
    await browser.signIn(ADMIN_KEY);
    clock.advance(LIFE_MS);
    await service.jobs.runDue();
    clock.advance(-LIFE_MS);
    assert.equal(await browser.status(), 401, 'its row is gone');
  });

  it('can be opened once by a link, within five minutes, as whoever created the link', async () => {
    const { clock, service, id, key, browser } = await setUp();
    const make = async (credential: string) => {
      const { status, body } = await service.call('POST', '/console/links', { key: credential });
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal(body.url, `${service.url}/console#link=${body.link}`);
      return body.link as string;
    };
    const use = (link: string) => browser.call('POST', '/console/session', { body: { link } });
    const link = await make(key);
    const first = await use(link);
    assert.deepEqual([first.status, first.body.session.key.id], [200, id]);
    assert.equal((await use(link)).status, 401, 'a second time');
    assert.equal(await browser.status(), 200);
    assert.equal((await use(await make(ADMIN_KEY))).body.session.operator, true);
    const late = await make(key);
    clock.advance(LINK_MS);
    assert.equal((await use(late)).status, 401);
    const orphan = await make(key);
    await service.call('DELETE', `/auth/keys/${id}`, { key: ADMIN_KEY });
    assert.equal((await use(orphan)).status, 401, 'its key is revoked');
    const fromBanner = new URL((await service.consoleLink()) ?? '');
    assert.equal((await use(fromBanner.hash.slice('#link='.length))).body.session.operator, true);
    browser.cookie = `recollect_console=${await make(ADMIN_KEY)}`;
    assert.equal(await browser.status(), 401, 'a link is no session');
  });

  it('cannot create links, nor can a stranger', async () => {
    const { service, key, browser } = await setUp();
    await browser.signIn(key);
    assert.equal((await browser.call('POST', '/console/links')).status, 401);
    assert.equal((await service.call('POST', '/console/links', { key: 'rec_sk_wrong' })).status, 401);
    assert.equal((await service.call('POST', '/console/links', { key: ISSUER_KEY })).status, 401);
  });

  it('is refused if the console is off', async () => {
    const { service, key, browser } = await setUp({ RECOLLECT_CONSOLE: 'off' });
    assert.equal((await browser.call('POST', '/console/session', { body: { key } })).status, 404);
    assert.equal(await browser.status('/console'), 404);
    assert.equal(await service.consoleLink(), null);
    browser.cookie = 'recollect_console=rec_cs_anything';
    assert.equal(await browser.status('/memory'), 401);
  });
});
