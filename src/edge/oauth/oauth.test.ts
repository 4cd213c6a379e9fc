import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { ADMIN_KEY, onBothEngines } from '../../../test/support/service.js';
import { during } from '../../../test/support/waits-for.js';
import { exchangeGrant, refreshGrant } from '../../features/keys/sql/grant.js';
import { insertKey } from '../../features/keys/sql/store.js';
import { rowsOf } from '../../features/lifecycle/rows.test.kit.js';
import { DAY, HOUR, MINUTE } from '../../kernel/clock.js';
import { Browser } from '../console/browser.test.kit.js';

const BACK = 'http://127.0.0.1:9/callback';
const FORM = 'application/x-www-form-urlencoded';

onBothEngines('signing in', (start, engine) => {
  const onManyWriters = engine === 'postgres' ? it : () => {}; // on SQLite nothing happens at the same moment
  const setUp = async (env: Record<string, string> = {}) => {
    const clock = new TestClock();
    const resolve = async () => ['93.184.215.14'];
    const service = await start({ clock, background: false, resolve, env: { RECOLLECT_OAUTH: 'on', ...env } });
    const { id, key } = await service.mint();
    const post = async (path: string, input: Record<string, string>, headers: Record<string, string> = {}) => {
      const response = await fetch(`${service.url}${path}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': FORM, ...headers },
        body: new URLSearchParams(input),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        text,
        body: isJson(response) ? JSON.parse(text) : null,
      };
    };
    const register = async (redirect_uris: unknown = [BACK], client_name: unknown = 'Notebook') => {
      const response = await fetch(`${service.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris, client_name }),
      });
      return { status: response.status, body: (await response.json()) as Record<string, string> };
    };
    const verifier = randomBytes(32).toString('base64url');
    const asked = async (more: Record<string, string> = {}): Promise<Record<string, string>> => ({
      client_id: (await register()).body.client_id as string,
      ...{ redirect_uri: BACK, response_type: 'code', state: 'the state', resource: `${service.url}/mcp` },
      ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
      ...more,
    });
    const allow = (request: Record<string, string>, more: Record<string, string> = {}) =>
      post('/oauth/authorize', { ...request, key, user_id: 'ada', access: 'write', decision: 'allow', ...more });
    /** Runs a complete sign-in and returns the parameters of the redirect. */
    const codeFor = async (request: Record<string, string>, more: Record<string, string> = {}) => {
      const { status, headers, text } = await allow(request, more);
      assert.equal(status, 303, text);
      return new URL(headers.get('location') ?? '').searchParams;
    };
    const exchange = (request: Record<string, string>, code: string, more: Record<string, string> = {}) =>
      post('/oauth/token', {
        ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
        ...{ client_id: request.client_id as string, redirect_uri: request.redirect_uri as string, ...more },
      });
    const refresh = (request: Record<string, string>, refresh_token: string) =>
      post('/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id: request.client_id as string });
    const signIn = async () => {
      const request = await asked();
      const code = (await codeFor(request)).get('code') ?? '';
      const { status, body } = await exchange(request, code);
      assert.equal(status, 200, JSON.stringify(body));
      return { request, code, ...(body as { access_token: string; refresh_token: string }) };
    };
    const statusWith = async (token: string) =>
      (await service.call('GET', '/memory', { key: token, query: { user_id: 'ada' } })).status;
    /** Manual ones, that never end. */
    const addChildren = async (count: number) => {
      const { keys } = (await service.call('GET', '/keys/children', { key })).body;
      for (let i = 0; i < count; i++)
        await service.database.system(insertKey, {
          ...{
            ...keys[0],
            id: `rec_pk_${i}`,
            secretHash: `${i}`,
            previousHash: null,
            previousUntil: null,
            client: null,
          },
          ...{ parentId: id, bound: { userId: 'ada', agentId: null, namespace: null }, issuedBy: id },
          ...{ createdAt: clock.now(), updatedAt: clock.now(), expiresAt: null, revokedAt: null },
        });
    };
    return {
      addChildren,
      clock,
      service,
      id,
      key,
      verifier,
      post,
      register,
      asked,
      allow,
      codeFor,
      exchange,
      refresh,
      signIn,
      statusWith,
    };
  };
  const isJson = (response: Response) => response.headers.get('content-type')?.startsWith('application/json');

  it('is announced where clients look for it, and only if it is on', async () => {
    const { service } = await setUp();
    // biome-ignore lint/suspicious/noExplicitAny: documents of any shape
    const get = async (path: string): Promise<any> => (await fetch(`${service.url}${path}`)).json();
    const resource = await get('/.well-known/oauth-protected-resource/mcp');
    assert.deepEqual([resource.resource, resource.authorization_servers], [`${service.url}/mcp`, [service.url]]);
    assert.equal((await get('/.well-known/oauth-protected-resource')).resource, service.url);
    const server = await get('/.well-known/oauth-authorization-server');
    assert.equal(server.issuer, service.url);
    assert.deepEqual(server.code_challenge_methods_supported, ['S256']);
    for (const name of ['authorization', 'token', 'registration', 'revocation']) {
      assert.ok(server[`${name}_endpoint`].startsWith(`${service.url}/oauth/`), name);
    }
    const unknown = await fetch(`${service.url}/mcp`, { method: 'POST', body: '{}' });
    const metadata = `resource_metadata="${service.url}/.well-known/oauth-protected-resource/mcp"`;
    assert.deepEqual([unknown.status, unknown.headers.get('www-authenticate')], [401, `Bearer ${metadata}`]);
    const wrong = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      body: '{}',
      headers: { authorization: 'Bearer x' },
    });
    assert.equal(wrong.headers.get('www-authenticate'), `Bearer ${metadata}, error="invalid_token"`);
    const without = await start({ background: false });
    for (const path of ['/.well-known/oauth-authorization-server', '/oauth/authorize']) {
      assert.equal((await fetch(`${without.url}${path}`)).status, 404, path);
    }
    const there = await fetch(`${without.url}/mcp`, { method: 'POST', body: '{}' });
    assert.equal(there.headers.get('www-authenticate'), 'Bearer');
  });

  it('is audited: who allowed or denied it, and every token issued, refreshed, revoked or reused', async () => {
    const { service, id, key, asked, allow, signIn, refresh, post, clock } = await setUp();
    const audited = async () => {
      const query = { action: 'oauth.*' };
      const { entries } = (await service.call('GET', '/admin/audit', { key: ADMIN_KEY, query })).body;
      assert.ok(!/"ada"|Notebook|rec_(oc|rt|sk)_/.test(JSON.stringify(entries)));
      const sums = entries.filter(({ id }: { id: string }) => id.startsWith('sum_'));
      const of = (some: Record<string, unknown>[]) =>
        some.map((one) => [one.action, one.actor, one.key_id, one.status, one.subjects, one.calls]).reverse();
      return { all: entries, own: of(entries.filter((one: unknown) => !sums.includes(one))), sums: of(sums) };
    };
    const request = await asked();
    await allow(request, { decision: 'deny' });
    await allow(request, { key: 'rec_sk_wrong' });
    const browser = new Browser(service);
    await browser.signIn(key);
    const session = { origin: service.url, cookie: browser.cookie ?? '' };
    await post('/oauth/authorize', { ...request, decision: 'deny' }, session);
    const first = await signIn();
    const { body: renewed } = await refresh(first.request, first.refresh_token);
    const { keys } = (await service.call('GET', '/keys/children', { key })).body;
    const [{ id: child }] = keys;
    assert.equal((await refresh(first.request, first.refresh_token)).status, 400, 'it was used before');
    const second = await signIn();
    await post('/oauth/revoke', { token: second.access_token });
    const found = await audited();
    const other = found.own.at(-1)?.[1];
    assert.notEqual(other, child);
    assert.deepEqual(found.own, [
      ['oauth.deny', id, id, 303, [], 1],
      ['oauth.allow', id, id, 303, [], 1],
      ['oauth.token', child, id, 200, [child], 1],
      ['oauth.refresh', child, id, 200, [child], 1],
      ['oauth.reused', child, id, 400, [child], 1],
      ['oauth.allow', id, id, 303, [], 1],
      ['oauth.token', other, id, 200, [other], 1],
      ['oauth.revoke', other, id, 200, [other], 1],
    ]);
    assert.deepEqual(found.sums.sort(), [
      ['oauth.allow', 'anonymous', null, 400, [], 1],
      ['oauth.deny', 'anonymous', null, 303, [], 1],
      ['oauth.token', 'anonymous', null, 400, [], 1],
    ]);
    assert.ok(renewed.access_token);
    const allowed = found.all.find(
      ({ action, actor }: Record<string, string>) => action === 'oauth.allow' && actor === id,
    );
    assert.deepEqual([allowed.via, allowed.address, allowed.at], ['http', '127.0.0.1', clock.now()]);
    assert.match(allowed.user_ref, /^[0-9a-f]{32}$/);
  });

  it('leaves an unaudited key and its child keys out of the audit log', async () => {
    const { service, id, signIn, statusWith } = await setUp();
    await service.call('PATCH', `/auth/keys/${id}`, { key: ADMIN_KEY, body: { audit: false } });
    const { access_token: token } = await signIn();
    assert.equal(await statusWith(token), 200);
    const query = { key_id: id };
    assert.deepEqual((await service.call('GET', '/admin/audit', { key: ADMIN_KEY, query })).body.entries, []);
  });

  it('gives the client a child key for the chosen user', async () => {
    const { service, asked, codeFor, exchange, key } = await setUp();
    await service.call('POST', '/memory/store', { key, body: { user_id: 'ben', content: 'Ben lives in Bath.' } });
    const request = await asked();
    const back = await codeFor(request, { access: 'read', agent_id: 'desk' });
    assert.deepEqual([back.get('state'), back.get('iss')], ['the state', service.url]);
    const { status, body } = await exchange(request, back.get('code') ?? '', { resource: `${service.url}/mcp` });
    assert.equal(status, 200);
    assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 3_600, 'read']);
    const { keys } = (await service.call('GET', '/keys/children', { key })).body;
    assert.deepEqual(
      [keys.length, keys[0].client, keys[0].bound_to, keys[0].scopes],
      [1, 'Notebook', { user_id: 'ada', agent_id: 'desk', namespace: null }, ['read']],
    );
    const token = body.access_token;
    assert.equal((await service.call('GET', '/memory', { key: token, query: { user_id: 'ben' } })).status, 403);
    assert.equal((await service.call('POST', '/memory/store', { key: token, body: { content: 'x' } })).status, 403);
    await service.call('DELETE', `/auth/keys/${keys[0].id}`, { key });
    assert.equal((await service.call('GET', '/memory', { key: token })).status, 401);
  });

  it('shows which client asks, escapes its name, and explains what is wrong with the key', async () => {
    const { service, register, asked, allow } = await setUp();
    const { body: client } = await register([BACK], '<b>Evil</b>\u202e');
    const request = { ...(await asked()), client_id: client.client_id as string };
    const response = await fetch(`${service.url}/oauth/authorize?${new URLSearchParams(request)}`);
    const page = await response.text();
    assert.equal(response.status, 200);
    assert.ok(page.includes('&lt;b&gt;Evil&lt;/b&gt;') && !page.includes('<b>') && !page.includes('\u202e'));
    assert.match(page, /a program on this computer/);
    const csp = response.headers.get('content-security-policy') ?? '';
    assert.match(csp, /default-src 'none'.*form-action 'self' http:\/\/127\.0\.0\.1:9;.*frame-ancestors 'none'/);
    const parts = (await service.mint()).key;
    const child = await service.call('POST', '/keys/children', { key: parts, body: { name: 'x', user_id: 'ada' } });
    for (const [more, message] of [
      [{ key: 'rec_sk_wrong' }, /mistyped or cut off/],
      [{ key: '' }, /Enter your API key/],
      [{ key: child.body.key }, /child key/],
      [{ user_id: '' }, /The user must have 1 to/],
    ] as const) {
      const { status, text } = await allow(request, more);
      assert.equal(status, 400);
      assert.match(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>'), message);
      assert.ok(
        !text.includes('rec_sk_wrong') && !text.includes(child.body.key),
        'the key is not written into the page',
      );
    }
  });

  it('redirects the person with the error, but never to an unregistered URL', async () => {
    const { service, asked, allow } = await setUp();
    const visit = async (request: Record<string, string>) =>
      fetch(`${service.url}/oauth/authorize?${new URLSearchParams(request)}`, { redirect: 'manual' });
    for (const [more, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
      [{ scope: 'everything' }, 'invalid_scope'],
    ] as [Record<string, string>, string][]) {
      const response = await visit(await asked(more));
      const back = new URL(response.headers.get('location') ?? '');
      assert.deepEqual([back.origin + back.pathname, back.searchParams.get('error')], [BACK, error]);
      assert.equal(back.searchParams.get('state'), 'the state');
    }
    const denied = await allow(await asked(), { decision: 'deny', key: '' });
    assert.equal(new URL(denied.headers.get('location') ?? '').searchParams.get('error'), 'access_denied');
    const good = await asked();
    for (const more of [
      { redirect_uri: 'https://attacker.example/callback' },
      { redirect_uri: 'http://127.0.0.1:9/other' },
      { redirect_uri: 'javascript:alert(1)' },
      { client_id: `${good.client_id}x` },
      { client_id: 'made up' },
    ] as Record<string, string>[]) {
      const response = await visit({ ...good, ...more });
      assert.deepEqual([response.status, response.headers.get('location')], [400, null], JSON.stringify(more));
      assert.match(await response.text(), /cannot continue/);
    }
    const otherPort = await visit({ ...good, redirect_uri: BACK.replace(':9', ':54321') });
    assert.equal(otherPort.status, 200, 'a program on this machine takes whatever port is free');
  });

  it('refuses a form from another site', async () => {
    const { asked, post, key } = await setUp();
    const form = { ...(await asked()), key, user_id: 'ada', decision: 'allow' };
    for (const origin of ['https://attacker.example', 'null']) {
      assert.equal((await post('/oauth/authorize', form, { origin })).status, 403, origin);
    }
  });

  it('accepts a console session in place of the key, but only from its own page', async () => {
    const { service, key, asked, post, exchange, statusWith } = await setUp();
    const browser = new Browser(service);
    await browser.signIn(key);
    const request = await asked();
    const query = new URLSearchParams(request).toString();
    const shown = await service.call('GET', `/oauth/authorize?${query}`, { headers: { cookie: browser.cookie ?? '' } });
    assert.match(shown.body, /signed in with the key “test”/);
    assert.match((await service.call('GET', `/oauth/authorize?${query}`)).body, /Leave it empty if this browser/);
    const form = { ...request, key: '', user_id: 'ada', access: 'write', decision: 'allow' };
    const send = (headers: Record<string, string>) => post('/oauth/authorize', form, headers);
    const cookie = browser.cookie ?? '';
    for (const headers of [{ origin: service.url }, { cookie }, { cookie: `${cookie}x`, origin: service.url }]) {
      const { status, text } = await send(headers as Record<string, string>);
      assert.equal(status, 400, JSON.stringify(headers));
      assert.match(text, /Enter your API key/);
    }
    assert.equal((await send({ cookie, origin: 'https://evil.example' })).status, 403);
    const allowed = await send({ cookie, origin: service.url });
    assert.equal(allowed.status, 303, allowed.text);
    const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? '';
    assert.equal(await statusWith((await exchange(request, code)).body.access_token), 200);
    await browser.signIn(ADMIN_KEY);
    assert.equal(
      (await send({ cookie: browser.cookie ?? '', origin: service.url })).status,
      400,
      'an operator has none',
    );
  });

  it('registers only clients with safe redirect URLs', async () => {
    const { register } = await setUp();
    for (const uri of [
      'https://claude.ai/api/mcp/auth_callback',
      'http://localhost:1/x',
      'cursor://anysphere.cursor-retrieval/oauth/x',
    ]) {
      assert.equal((await register([uri])).status, 201, uri);
    }
    for (const uris of [
      ['http://example.com/x'],
      ['javascript:alert(1)'],
      ['https://a.example/#x'],
      ['evil://x'],
      [],
      'x',
      [7],
    ]) {
      const { status, body } = await register(uris);
      assert.equal(status, 400, JSON.stringify(uris));
      assert.match(body.error_description ?? '', /`redirect_uris`/);
    }
  });

  it('refuses a code without proof that it belongs to the client, and revokes the key if a code is reused', async () => {
    const { asked, codeFor, exchange, register, statusWith, clock } = await setUp();
    const request = await asked();
    const next = async () => (await codeFor(request)).get('code') ?? '';
    const other = (await register([BACK], 'Other')).body.client_id as string;
    for (const more of [
      { code_verifier: 'x'.repeat(43) },
      { redirect_uri: 'http://127.0.0.1:9/other' },
      { client_id: other },
    ] as Record<string, string>[]) {
      const code = await next();
      for (const given of [more, {}]) {
        const { status, body } = await exchange(request, code, given);
        assert.deepEqual([status, body.error], [400, 'invalid_grant'], `${JSON.stringify(more)}: there is one attempt`);
      }
    }
    const code = await next();
    for (const [more, error] of [
      [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ code: `${code}x` }, 'invalid_grant'],
      [{ code_verifier: '' }, 'invalid_request'],
      [{ client_id: '' }, 'invalid_request'],
    ] as [Record<string, string>, string][]) {
      const { status, body } = await exchange(request, code, more);
      assert.deepEqual([status, body.error], [400, error], JSON.stringify(more));
    }
    const { body } = await exchange(request, code);
    assert.equal(await statusWith(body.access_token), 200);
    assert.equal((await exchange(request, code)).body.error, 'invalid_grant');
    assert.equal(await statusWith(body.access_token), 401);
    const late = await next();
    clock.advance(5 * MINUTE);
    assert.equal((await exchange(request, late)).body.error, 'invalid_grant');
  });

  it('requires no redirect URL with the code, like OAuth 2.1', async () => {
    const { asked, codeFor, post, verifier } = await setUp();
    const request = await asked();
    const code = (await codeFor(request)).get('code') ?? '';
    const form = { grant_type: 'authorization_code', code, code_verifier: verifier };
    assert.equal((await post('/oauth/token', { ...form, client_id: request.client_id as string })).status, 200);
  });

  it('rotates tokens, and ends the grant if an old one is reused', async () => {
    const { signIn, refresh, statusWith, clock, post } = await setUp();
    const first = await signIn();
    clock.advance(HOUR);
    assert.equal(await statusWith(first.access_token), 401);
    const { body: second } = await refresh(first.request, first.refresh_token);
    assert.equal(await statusWith(second.access_token), 200);
    assert.notEqual(second.refresh_token, first.refresh_token);
    const { status, body } = await refresh(first.request, first.refresh_token);
    assert.deepEqual([status, body.error], [400, 'invalid_grant']);
    assert.equal(await statusWith(second.access_token), 401, 'the thief and the robbed are told apart by nobody');
    assert.equal((await refresh(first.request, second.refresh_token)).body.error, 'invalid_grant');
    const third = await signIn();
    clock.advance(31 * DAY);
    assert.equal((await refresh(third.request, third.refresh_token)).body.error, 'invalid_grant');
    for (const which of ['access_token', 'refresh_token'] as const) {
      const fourth = await signIn();
      assert.equal((await post('/oauth/revoke', { token: fourth[which] })).status, 200);
      assert.equal(await statusWith(fourth.access_token), 401, which);
      assert.equal((await refresh(fourth.request, fourth.refresh_token)).body.error, 'invalid_grant');
    }
    assert.equal((await post('/oauth/revoke', { token: 'nothing' })).status, 200);
  });

  it('does not revoke a key that was not issued by a sign-in', async () => {
    const { post, key, service, statusWith } = await setUp();
    const { body } = await service.call('POST', '/keys/children', { key, body: { name: 'phone', user_id: 'ada' } });
    for (const token of [key, body.key]) {
      await post('/oauth/revoke', { token });
      assert.equal(await statusWith(token), 200);
    }
  });

  it('ends when the key that allowed it is revoked, or the user is erased', async () => {
    const { signIn, service, id, key, refresh, statusWith } = await setUp();
    const first = await signIn();
    await service.call('DELETE', '/users/ada/memories', { key });
    assert.equal(await statusWith(first.access_token), 401);
    assert.equal((await refresh(first.request, first.refresh_token)).body.error, 'invalid_grant');
    const second = await signIn();
    await service.call('DELETE', `/auth/keys/${id}`, { key });
    assert.equal((await refresh(second.request, second.refresh_token)).body.error, 'invalid_grant');
  });

  it('lets only one of two concurrent refreshes succeed, and revokes its token', async () => {
    const { signIn, refresh, statusWith } = await setUp();
    const { request, access_token, refresh_token } = await signIn();
    const responses = await Promise.all([refresh(request, refresh_token), refresh(request, refresh_token)]);
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 400]);
    assert.ok(responses.some(({ body }) => body.error === 'invalid_grant'));
    const good = responses.find(({ status }) => status === 200) as (typeof responses)[number];
    for (const token of [access_token, good.body.access_token]) assert.equal(await statusWith(token), 401);
    assert.equal((await refresh(request, good.body.refresh_token)).body.error, 'invalid_grant');
  });

  it('uses neither a code nor a refresh token up if the service fails, whatever it was writing', async () => {
    const { service, asked, codeFor, exchange, refresh, statusWith, signIn } = await setUp();
    const { database } = service;
    const system = database.system.bind(database);
    // A hash that exists already makes one of the writes fail.
    const [other, another] = [await signIn(), await signIn()];
    const taken = { key: hash('sha256', other.access_token), token: hash('sha256', another.refresh_token) };
    const failing = async <T>(changed: (input: Record<string, object>) => object, work: () => Promise<T>) => {
      database.system = ((statement: unknown, input: never) => {
        const isGrant = statement === exchangeGrant || statement === refreshGrant;
        return system(statement as never, (isGrant ? changed(input) : input) as never);
      }) as typeof database.system;
      const result = await work();
      database.system = system;
      return result;
    };
    const faults: ((input: Record<string, object>) => object)[] = [
      ({ key, rotation, ...input }) => {
        const secret = { secretHash: taken.key };
        return { ...input, ...(key ? { key: { ...key, ...secret } } : { rotation: { ...rotation, ...secret } }) };
      },
      ({ next, ...input }) => ({ ...input, next: { ...next, hash: taken.token } }),
    ];
    const request = await asked();
    for (const fault of faults) {
      const code = (await codeFor(request)).get('code') ?? '';
      assert.ok((await failing(fault, () => exchange(request, code))).status >= 500);
      const { status, body } = await exchange(request, code);
      assert.equal(status, 200, 'the code was not used up');
      assert.ok((await failing(fault, () => refresh(request, body.refresh_token))).status >= 500);
      const { body: renewed } = await refresh(request, body.refresh_token);
      assert.equal(await statusWith(renewed.access_token), 200);
    }
  });

  it('finds a place for a sign-in among those that ended, and says before the consent if there is none', async () => {
    const { service, addChildren, asked, allow, codeFor, exchange, refresh, signIn, key, clock } = await setUp();
    const idle = await signIn();
    clock.advance(HOUR);
    await addChildren(999);
    const last = await signIn();
    assert.equal((await refresh(idle.request, idle.refresh_token)).body.error, 'invalid_grant');
    const request = await asked();
    const { status, text } = await allow(request);
    assert.equal(status, 400);
    assert.match(text, /at most 1000 child keys/);
    clock.advance(HOUR);
    const code = (await codeFor(request)).get('code') ?? '';
    await refresh(last.request, last.refresh_token);
    const late = await exchange(request, code);
    assert.deepEqual([late.status, late.body.error], [400, 'invalid_request']);
    await service.call('DELETE', '/auth/keys/rec_pk_0', { key });
    assert.equal((await allow(request)).status, 400, 'whoever calls with it learns that it is revoked');
    clock.advance(HOUR);
    const again = (await codeFor(request)).get('code') ?? '';
    assert.equal((await exchange(request, again)).status, 200);
  });

  onManyWriters('takes the place of no sign-in that is refreshed at the same moment', async () => {
    const { service, addChildren, signIn, key, clock } = await setUp();
    await signIn();
    const [{ id: first }] = (await service.call('GET', '/keys/children', { key })).body.keys;
    clock.advance(MINUTE);
    await signIn();
    clock.advance(HOUR);
    await addChildren(998);
    const refreshing = 'update api_keys set expires_at = $1 where id = $2';
    const create = () => service.call('POST', '/keys/children', { key, body: { name: 'phone', user_id: 'ada' } });
    const made = await during(service.place, refreshing, [clock.now() + HOUR, first], create);
    assert.equal(made.status, 201, 'the other one is in the way');
    assert.equal((await create()).status, 409);
    assert.equal((await rowsOf(service.place, 'select 1 from api_keys where id = ?', [first])).length, 1);
  });

  it('accepts names of any characters, counted as people do', async () => {
    const { register, asked, codeFor, allow, exchange } = await setUp();
    const { body: client } = await register([BACK], `${'x'.repeat(99)}😀😀`);
    assert.equal(client.client_name, `${'x'.repeat(99)}😀`);
    const request = { ...(await asked()), client_id: client.client_id as string };
    const code = (await codeFor(request, { user_id: '😀'.repeat(256) })).get('code') ?? '';
    assert.equal((await exchange(request, code)).status, 200);
    assert.equal((await allow(request, { user_id: '😀'.repeat(257) })).status, 400);
    assert.equal((await register([`${BACK}\0`])).status, 400);
  });

  it('explains what is wrong with a body', async () => {
    const { service } = await setUp();
    for (const [path, type, body, wrong] of [
      ['/oauth/token', 'application/json', '{}', 'invalid_request'],
      ['/oauth/token', FORM, 'grant_type=refresh_token', 'invalid_request'],
      ['/oauth/token', FORM, 'grant_type=a&grant_type=b', 'invalid_request'],
      ['/oauth/register', FORM, 'x=1', 'invalid_client_metadata'],
      ['/oauth/register', 'application/json', '{', 'invalid_client_metadata'],
      ['/oauth/register', 'application/json', '[]', 'invalid_client_metadata'],
    ] as const) {
      const response = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      const result = (await response.json()) as { error: string; error_description: string };
      assert.deepEqual([response.status, result.error], [400, wrong], `${path} ${body}`);
      assert.ok(result.error_description.length > 10);
    }
    const large = await fetch(`${service.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': FORM },
      body: 'x'.repeat(70_000),
    });
    assert.ok(large.status >= 400 && large.status < 500);
  });
});
