import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines } from '../../../test/support/service.js';
import { HOUR } from '../../kernel/clock.js';
import { type Filling, person } from './person.test.kit.js';

const BACK = 'http://127.0.0.1:9/callback?from=recollect';
/** The service listens on loopback without TLS. */
const PLAIN = { [oauth.allowInsecureRequests]: true } as const;

/** An independent strict client: it refuses whatever the standards do not allow. */
onBothEngines('signing in, as an independent client sees it', (start) => {
  const setUp = async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false, env: { RECOLLECT_OAUTH: 'on' } });
    const { key } = await service.mint();
    const resource = new URL(`${service.url}/mcp`);
    const { authorization_servers: servers } = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, PLAIN),
    );
    const issuer = new URL(servers?.[0] ?? '');
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...PLAIN }),
    );
    const register = async (metadata: Partial<oauth.Client>) =>
      oauth.processDynamicClientRegistrationResponse(
        await oauth.dynamicClientRegistrationRequest(server, metadata, PLAIN),
      );
    const client: oauth.Client = await register({
      ...{ client_name: 'Oracle & "friends"', redirect_uris: [BACK], token_endpoint_auth_method: 'none' },
      ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    });
    const verifier = oauth.generateRandomCodeVerifier();
    /** Where the person is redirected to, with these parameters overriding the usual ones. */
    const sentBack = async (more: Record<string, string> = {}, filling: Partial<Filling> = {}) => {
      const address = new URL(server.authorization_endpoint ?? '');
      address.search = new URLSearchParams({
        ...{ client_id: client.client_id, redirect_uri: BACK, response_type: 'code', resource: resource.href },
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        ...{ code_challenge_method: 'S256', scope: 'read write', ...more },
      }).toString();
      return person(address, { key, ...filling });
    };
    const exchange = async (callback: URLSearchParams, codeVerifier = verifier, target = resource) =>
      oauth.processAuthorizationCodeResponse(
        server,
        client,
        await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), callback, BACK, codeVerifier, {
          ...PLAIN,
          additionalParameters: { resource: target.href },
        }),
      );
    const signIn = async (filling: Partial<Filling> = {}) => {
      const state = oauth.generateRandomState();
      return exchange(oauth.validateAuthResponse(server, client, await sentBack({ state }, filling), state));
    };
    const refresh = async (token: string | undefined) =>
      oauth.processRefreshTokenResponse(
        server,
        client,
        await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token ?? '', PLAIN),
      );
    const revoke = async (token: string | undefined) =>
      oauth.processRevocationResponse(await oauth.revocationRequest(server, client, oauth.None(), token ?? '', PLAIN));
    const list = (token: string) =>
      oauth.protectedResourceRequest(
        ...([token, 'GET', new URL(`${service.url}/memory`), undefined, undefined, PLAIN] as const),
      );
    return {
      clock,
      service,
      resource,
      issuer,
      server,
      client,
      register,
      sentBack,
      exchange,
      signIn,
      refresh,
      revoke,
      list,
    };
  };
  /** The protocol error that the client read from a response. */
  const refused = (error: string) => (thrown: unknown) => {
    assert.ok(thrown instanceof oauth.ResponseBodyError, String(thrown));
    assert.deepEqual([thrown.status, thrown.error], [400, error]);
    assert.ok((thrown.error_description ?? '').length > 10);
    return true;
  };

  /** What makes a client consider its token expired, so that it refreshes or signs in again. */
  const ended = (thrown: unknown) => {
    assert.ok(thrown instanceof oauth.WWWAuthenticateChallengeError, String(thrown));
    assert.deepEqual([thrown.status, thrown.cause[0]?.parameters.error], [401, 'invalid_token']);
    return true;
  };

  it('discovers the server, registers, signs in and calls the API', async () => {
    const { service, client, signIn, list, resource } = await setUp();
    assert.equal(client.client_name, 'Oracle & "friends"');
    assert.equal(client.client_secret, undefined, 'a public client has none');
    const granted = await signIn();
    assert.deepEqual([granted.token_type, granted.expires_in, granted.scope], ['bearer', 3_600, 'read write']);
    assert.equal((await list(granted.access_token)).status, 200);
    const initialize = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'oracle', version: '1' } },
    };
    const headers = new Headers({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    });
    const response = await oauth.protectedResourceRequest(
      ...([granted.access_token, 'POST', resource, headers, JSON.stringify(initialize), PLAIN] as const),
    );
    assert.equal(response.status, 200);
    assert.match(await response.text(), /"serverInfo"/);
    const reads = await signIn({ access: 'read' });
    assert.equal(reads.scope, 'read');
    const stored = await service.call('POST', '/memory/store', { key: reads.access_token, body: { content: 'x' } });
    assert.equal(stored.status, 403);
  });

  it('accepts the whole API as a resource too', async () => {
    const { service, issuer, sentBack, server, client, exchange, list } = await setUp();
    const whole = new URL(service.url);
    const described = await oauth.processResourceDiscoveryResponse(
      whole,
      await oauth.resourceDiscoveryRequest(whole, PLAIN),
    );
    assert.deepEqual(
      described.authorization_servers?.map((url) => new URL(url).href),
      [issuer.href],
    );
    const back = await sentBack({ resource: whole.href });
    const callback = oauth.validateAuthResponse(server, client, back, oauth.expectNoState);
    const granted = await exchange(callback, undefined, whole);
    assert.equal((await list(granted.access_token)).status, 200);
  });

  it('detects responses of another server, or to another request', async () => {
    const { server, client, sentBack } = await setUp();
    const state = oauth.generateRandomState();
    const back = await sentBack({ state });
    assert.equal(back.searchParams.get('from'), 'recollect', 'what the address had before stays');
    const validate = (given: URL, expected: string) => oauth.validateAuthResponse(server, client, given, expected);
    assert.ok(validate(back, state).get('code'));
    assert.throws(() => validate(back, oauth.generateRandomState()), /"state"/);
    const elsewhere = new URL(back);
    elsewhere.searchParams.set('iss', 'https://elsewhere.example');
    assert.throws(() => validate(elsewhere, state), /"iss"/);
    const refusal = await sentBack({ state }, { decision: 'deny' });
    assert.throws(
      () => validate(refusal, state),
      (error) => error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied',
    );
  });

  it('can use a code once, and only with its verifier', async () => {
    const { server, client, sentBack, exchange, list } = await setUp();
    const next = async () => oauth.validateAuthResponse(server, client, await sentBack(), oauth.expectNoState);
    await assert.rejects(exchange(await next(), oauth.generateRandomCodeVerifier()), refused('invalid_grant'));
    const callback = await next();
    const granted = await exchange(callback);
    await assert.rejects(exchange(callback), refused('invalid_grant'));
    await assert.rejects(list(granted.access_token), ended);
  });

  it('gets a new refresh token each time, and loses the grant if it reuses one', async () => {
    const { clock, signIn, refresh, list } = await setUp();
    const first = await signIn();
    clock.advance(HOUR);
    await assert.rejects(list(first.access_token), ended);
    const second = await refresh(first.refresh_token);
    assert.ok(second.refresh_token && second.refresh_token !== first.refresh_token);
    assert.equal((await list(second.access_token)).status, 200);
    const third = await refresh(second.refresh_token);
    await assert.rejects(refresh(first.refresh_token), refused('invalid_grant'));
    await assert.rejects(list(third.access_token), ended);
    await assert.rejects(refresh(third.refresh_token), refused('invalid_grant'));
  });

  it('revokes by either token', async () => {
    const { signIn, refresh, revoke, list } = await setUp();
    for (const which of ['access_token', 'refresh_token'] as const) {
      const granted = await signIn();
      await revoke(granted[which]);
      await assert.rejects(list(granted.access_token), ended, which);
      await assert.rejects(refresh(granted.refresh_token), refused('invalid_grant'));
    }
    await revoke('nothing that was ever given out');
  });

  it('gets a challenge for an invalid token that says where to sign in', async () => {
    const { service, resource } = await setUp();
    const challenged = await oauth
      .protectedResourceRequest('rec_sk_wrong', 'POST', resource, undefined, '{}', PLAIN)
      .then(
        () => assert.fail('let through'),
        (error: unknown) => error as oauth.WWWAuthenticateChallengeError,
      );
    assert.ok(challenged instanceof oauth.WWWAuthenticateChallengeError, String(challenged));
    assert.equal(challenged.status, 401);
    const [challenge] = challenged.cause;
    assert.deepEqual(
      [challenged.cause.length, challenge?.scheme, challenge?.parameters.error],
      [1, 'bearer', 'invalid_token'],
    );
    const where = `${service.url}/.well-known/oauth-protected-resource/mcp`;
    assert.equal(challenge?.parameters.resource_metadata, where);
  });

  it('gets the reason if a registration is invalid', async () => {
    const { register } = await setUp();
    await assert.rejects(register({ redirect_uris: ['http://example.com/back'] }), refused('invalid_redirect_uri'));
    await assert.rejects(register({ redirect_uris: [] }), refused('invalid_client_metadata'));
  });
});
