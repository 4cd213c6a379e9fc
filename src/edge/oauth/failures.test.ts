import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { MINUTE } from '../../kernel/clock.js';
import { MAX_FAILURES } from './failures.js';
import { person } from './person.test.kit.js';

const BACK = 'http://127.0.0.1:9/callback';
const [HERE, THERE] = ['192.0.2.1', '2001:db8:1:2::3'];

onBothEngines('failed attempts with codes and tokens', (start) => {
  const setUp = async () => {
    const clock = new TestClock();
    const env = { RECOLLECT_OAUTH: 'on', RECOLLECT_TRUST_PROXY: 'on' };
    const service = await start({ clock, background: false, env });
    const { key } = await service.mint();
    const register = async (client_name: string) => {
      const body = { redirect_uris: [BACK], client_name };
      const headers = { 'content-type': 'application/json' };
      return (await service.call('POST', '/oauth/register', { body, headers })).body.client_id as string;
    };
    const post = async (path: string, address: string, form: Record<string, string>) => {
      const headers = { 'x-forwarded-for': address };
      const response = await fetch(`${service.url}${path}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(form),
      });
      const retryAfter = Number(response.headers.get('retry-after'));
      // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
      return { status: response.status, retryAfter, body: (await response.json()) as any };
    };
    const refresh = (address: string, client_id: string, refresh_token: string) =>
      post('/oauth/token', address, { grant_type: 'refresh_token', client_id, refresh_token });
    const signIn = async (address: string, client_id: string) => {
      const code_verifier = randomBytes(32).toString('base64url');
      const code_challenge = hash('sha256', code_verifier, 'base64url');
      const page = new URL(`${service.url}/oauth/authorize`);
      page.search = new URLSearchParams({
        ...{ client_id, redirect_uri: BACK, response_type: 'code', code_challenge, code_challenge_method: 'S256' },
      }).toString();
      const code = (await person(page, { key })).searchParams.get('code') ?? '';
      return post('/oauth/token', address, { grant_type: 'authorization_code', client_id, code, code_verifier });
    };
    /** Causes `count` failures, each with a different token, and from a different client unless one is named. */
    const flood = async (address: string, count: number, client?: string) => {
      const made = () => randomBytes(8).toString('hex');
      // Not all at once: an address has a limited number of places.
      for (let left = count; left > 0; left -= 20) {
        const some = Array.from({ length: Math.min(20, left) }, () => refresh(address, client ?? made(), made()));
        for (const { status } of await Promise.all(some)) assert.equal(status, 400);
      }
    };
    const statusWith = async (token: string) => (await service.call('GET', '/memory', { key: token })).status;
    return { clock, register, post, refresh, signIn, flood, statusWith };
  };

  it('from one address do not block clients at another', async () => {
    const { clock, register, refresh, signIn, flood } = await setUp();
    const client = await register('Notebook');
    const { body: mine } = await signIn(HERE, client);
    await flood(THERE, MAX_FAILURES.address);
    const stopped = await refresh('2001:db8:1:2:ffff::1', client, mine.refresh_token);
    assert.deepEqual([stopped.status, stopped.body.error], [429, 'temporarily_unavailable'], 'the /64 is one customer');
    assert.ok(stopped.retryAfter >= 1);
    const refreshed = await refresh(HERE, client, mine.refresh_token);
    assert.equal(refreshed.status, 200);
    assert.equal((await signIn(HERE, client)).status, 200);
    clock.advance(MINUTE);
    assert.equal((await refresh(THERE, client, refreshed.body.refresh_token)).status, 200);
  });

  it('by one client do not block another at the same address', async () => {
    const { register, signIn, flood } = await setUp();
    const [stuck, well] = [await register('Stuck'), await register('Well')];
    await flood(HERE, MAX_FAILURES.client, stuck);
    assert.equal((await signIn(HERE, stuck)).status, 429);
    assert.equal((await signIn(HERE, well)).status, 200);
    assert.equal((await signIn(THERE, stuck)).status, 200);
  });

  it('with one token are limited, wherever they come from', async () => {
    const { clock, refresh, post } = await setUp();
    const token = 'rec_rt_guessed';
    const attempts = [...Array(MAX_FAILURES.secret).keys()];
    for (const i of attempts) assert.equal((await refresh(`192.0.2.${i}`, `client ${i}`, token)).status, 400);
    const { status, retryAfter } = await refresh('192.0.2.77', 'another client', token);
    assert.equal(status, 429);
    assert.equal((await post('/oauth/revoke', HERE, { token })).status, 429);
    clock.advance(retryAfter * 1_000);
    assert.equal((await refresh('192.0.2.77', 'another client', token)).status, 400);
    for (const _ of attempts) assert.equal((await post('/oauth/revoke', HERE, { token: 'unknown' })).status, 200);
    assert.equal((await post('/oauth/revoke', HERE, { token: 'unknown' })).status, 429);
  });

  it('end the grant if another client presents its refresh token', async () => {
    const { register, refresh, signIn, statusWith } = await setUp();
    const [mine, theirs] = [await register('Mine'), await register('Theirs')];
    const { body } = await signIn(HERE, mine);
    assert.equal(await statusWith(body.access_token), 200);
    assert.equal((await refresh(THERE, theirs, body.refresh_token)).body.error, 'invalid_grant');
    assert.equal(await statusWith(body.access_token), 401);
    assert.equal((await refresh(HERE, mine, body.refresh_token)).body.error, 'invalid_grant');
  });
});
