import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashOf } from '../../src/edge/idempotency/seal.js';
import { claimRequest } from '../../src/edge/idempotency/store.js';
import { claimJob, listJobs } from '../../src/jobs/store.js';
import { CircuitBreaker, FAILURES_TO_OPEN } from '../../src/kernel/breaker.js';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/kernel/clock.js';
import { TestClock } from '../../test/support/clock.js';
import { ADMIN_KEY, onBothEngines, type TestService } from '../../test/support/service.js';
import { StubEmbedder } from '../../test/support/stub-embedder.js';

const store = (service: TestService, key: string, content: string, more: object = {}, token?: string) =>
  service.call('POST', '/memory/store', {
    key,
    body: { user_id: 'ann', content, ...more },
    ...(token ? { headers: { 'idempotency-key': token } } : {}),
  });
const contents = async (service: TestService, key: string, path: string, query: Record<string, string>) => {
  const { status, body } = await service.call('GET', path, { key, query: { user_id: 'ann', ...query } });
  assert.equal(status, 200, JSON.stringify(body));
  return (body.memories ?? body.results).map((memory: { content: string }) => memory.content).sort();
};
const backlog = async (service: TestService) =>
  (await service.call('GET', '/health')).body.checks.embedder.backlog as number;

onBothEngines('a clock that is set back by a day', (start) => {
  it('hides nothing that was stored, and accepts new memories', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    await store(service, key, 'The heron stands in the reeds', { ttl_seconds: 3 * 86_400 });
    clock.advance(-DAY);
    assert.equal((await store(service, key, 'The otter swims below the bridge')).status, 201);
    const both = ['The heron stands in the reeds', 'The otter swims below the bridge'];
    assert.deepEqual(await contents(service, key, '/memory', {}), both);
    assert.deepEqual(await contents(service, key, '/memory/retrieve', { q: 'heron or otter', min_score: '0' }), both);
    clock.advance(DAY);
    assert.deepEqual(await contents(service, key, '/memory', {}), both);
  });

  it('does not delay work until the old time is reached again', async () => {
    const clock = new TestClock();
    const embedder = new StubEmbedder();
    const service = await start({ clock, embedder, background: false });
    const { key } = await service.mint();
    await service.jobs.runDue();
    embedder.unavailable = true;
    await store(service, key, 'It waits for its vectors');
    clock.advance(MINUTE);
    await service.jobs.runDue(); // fails, and is due again shortly
    clock.advance(-DAY);
    embedder.unavailable = false;
    await service.jobs.runDue();
    assert.equal(await backlog(service), 0);
  });

  it('does not extend the lease of a dead node', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    await service.jobs.runDue();
    const later = clock.now() + DAY;
    clock.set(later);
    const id = 'recurring:embed-backlog';
    const lease = { id, kind: 'embed-backlog', owner: 'dead', now: later, leaseMs: MINUTE, pauseMs: MINUTE };
    assert.equal(await service.database.system(claimJob, lease), true);
    assert.equal(await service.database.system(claimJob, { ...lease, owner: 'alive' }), false, 'while it may live');
    clock.advance(MINUTE - DAY); // was due a few seconds after the first run
    await service.jobs.runDue();
    const job = (
      await service.database.system(listJobs, { now: clock.now(), kind: null, state: null, after: '', limit: 100 })
    ).find((one) => one.id === id);
    assert.equal(job?.lease_owner, null);
  });

  it('replays responses as before, and repeats requests that nobody finished', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { id, key } = await service.mint();
    const first = await store(service, key, 'Said once', {}, 'token-1');
    clock.advance(-DAY);
    const again = await store(service, key, 'Said once', {}, 'token-1');
    assert.deepEqual([again.status, again.body.id], [201, first.body.id]);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    clock.advance(DAY);
    const token = hashOf('POST /memory/store', 'token-2');
    const times = { now: clock.now(), leaseUntil: clock.now() + 15 * SECOND, forgottenSince: 0 };
    const claim = { keyId: id, token, bodyHash: 'of the dead', userId: null, owner: 'dead', ...times };
    assert.equal((await service.database.system(claimRequest, claim)).outcome, 'mine');
    assert.equal((await service.database.system(claimRequest, claim)).outcome, 'busy');
    const back = { now: times.now - DAY, leaseUntil: times.leaseUntil - DAY, forgottenSince: 0 };
    assert.equal((await service.database.system(claimRequest, { ...claim, ...back })).outcome, 'mine');
  });

  it('neither locks callers out nor forgets the limits', async () => {
    const clock = new TestClock();
    const env = { RECOLLECT_SIGNUP_LIMIT: '2', RECOLLECT_RATE_LIMIT: '2' };
    const service = await start({ clock, background: false, env });
    const signup = async () =>
      (await service.call('POST', '/signup', { body: { name: 'me', email: 'me@example.org' } })).status;
    assert.deepEqual([await signup(), await signup(), await signup()], [201, 201, 429]);
    const { key } = await service.mint();
    const usage = async () => (await service.call('GET', '/usage', { key })).status;
    assert.deepEqual([await usage(), await usage(), await usage()], [200, 200, 429]);
    clock.advance(-DAY);
    assert.equal(await signup(), 201);
    assert.equal(await usage(), 429);
    clock.advance(MINUTE);
    assert.equal(await usage(), 200);
  });

  it('does not keep the circuit breaker of the embedder open', () => {
    const clock = new TestClock();
    const breaker = new CircuitBreaker(clock);
    for (let i = 0; i < FAILURES_TO_OPEN; i++) breaker.failed('gone');
    assert.equal(breaker.enter(), false);
    clock.advance(-DAY);
    assert.equal(breaker.enter(), true);
  });
});

onBothEngines('a clock that is set forward by 40 days', (start) => {
  const from = '2026-11-15T12:00:00Z';

  it('expires what has a time to live and nothing else', async () => {
    const clock = new TestClock(from);
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    await store(service, key, 'For a month', { ttl_seconds: 30 * 86_400 });
    await store(service, key, 'For good');
    const item = { session_id: 's', content: 'a plan', ttl_seconds: 86_400 };
    await service.call('POST', '/memory/working', { key, body: item });
    const episode = await service.call('POST', '/memory/episodes/start', {
      key,
      body: { agent_id: 'a', user_id: 'ann' },
    });
    const event = { episode_id: episode.body.id, content: 'It began to rain' };
    await service.call('POST', '/memory/episodes/event', { key, body: event });
    clock.advance(40 * DAY);
    const left = await contents(service, key, '/memory', { kind: 'semantic' });
    assert.deepEqual(left, ['For good']);
    assert.equal((await service.call('GET', '/memory/working?session_id=s', { key })).body.count, 0);
    await service.jobs.runDue();
    const closed = await service.call('GET', '/memory/episodes', { key, query: { status: 'closed' } });
    assert.equal(closed.body.count, 1, 'a silent episode is closed');
    clock.set(from);
    assert.deepEqual(await contents(service, key, '/memory', { kind: 'semantic' }), ['For good']);
  });

  it('starts a new month of the allowance, and continues the old one when set back', async () => {
    const clock = new TestClock(from);
    const service = await start({ clock, background: false });
    const { key } = await service.mint({ tier: 'free' });
    for (let i = 0; i < 3; i++) await store(service, key, `November ${i}`);
    const used = async () => (await service.call('GET', '/usage', { key })).body.used;
    assert.equal(await used(), 3);
    clock.advance(40 * DAY);
    assert.equal(await used(), 0);
    await store(service, key, 'December');
    assert.equal(await used(), 1);
    clock.set(from);
    assert.equal(await used(), 3);
  });

  it('ends the grace period of old secrets and the replay of responses', async () => {
    const clock = new TestClock(from);
    const service = await start({ clock, background: false });
    const { id, key } = await service.mint();
    const first = await store(service, key, 'Said once', {}, 'token');
    const rotated = await service.call('POST', `/auth/keys/${id}/rotate`, {
      key: ADMIN_KEY,
      body: { grace_seconds: (30 * DAY) / SECOND },
    });
    const usage = async (secret: string) => (await service.call('GET', '/usage', { key: secret })).status;
    clock.advance(HOUR);
    assert.equal(await usage(key), 200);
    clock.advance(40 * DAY);
    assert.equal(await usage(key), 401);
    assert.equal(await usage(rotated.body.key), 200);
    await service.jobs.runDue();
    const again = await store(service, rotated.body.key, 'Said once', {}, 'token');
    assert.equal(again.headers.get('idempotent-replayed'), null);
    assert.equal(again.body.id, first.body.id, 'the same words are still the same memory');
  });
});
