import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { forEachEngine } from '../../../test/support/databases.js';
import { DAY, HOUR, SECOND } from '../../kernel/clock.js';
import { RecollectError } from '../../kernel/errors.js';
import type { Database } from '../../storage/database.js';
import { KeyRegistry, type NewKey } from './registry.js';
import { hashSecret, newSecret } from './secret.js';

const ADMIN = 'the admin credential of this test';
const ISSUER = 'an issuer credential of this test';
const NEW: NewKey = { name: 'bot', owner: 'a@b.c', scopes: ['read', 'write'], tier: 'pro', issuedBy: 'admin' };
const refused =
  (code: string, words = /./) =>
  (error: unknown) =>
    error instanceof RecollectError && error.code === code && words.test(error.message);

forEachEngine('the registry of keys', (open, engine) => {
  let database: Database;
  before(async () => {
    database = await open();
  });
  const start = () => {
    const clock = new TestClock();
    const registry = new KeyRegistry({ database, clock, adminKeys: [ADMIN], issuerKeys: [ISSUER] });
    const call = (secret: string) => registry.authenticate(`Bearer ${secret}`, '192.0.2.1');
    return { clock, registry, call };
  };

  test('a minted key authenticates as itself, with its scopes', async () => {
    const { registry, call } = start();
    const { record, secret } = await registry.mint({ ...NEW, scopes: ['read'], tier: 'free' });
    for (const _ of ['looked up', 'remembered']) {
      assert.deepEqual(await call(secret), {
        ...{ kind: 'key', keyId: record.id, name: 'bot', tier: 'free', scopes: ['read'], address: '192.0.2.1' },
      });
    }
    assert.equal((await registry.authenticate(`bearer  ${secret} `, '')).kind, 'key');
  });

  test('a missing key, another scheme or a wrong key returns 401 and how to authenticate', async () => {
    const { registry, call } = start();
    for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi']) {
      await assert.rejects(registry.authenticate(header, ''), refused('missing_key'));
    }
    const { record, secret } = await registry.mint(NEW);
    await assert.rejects(call(newSecret()), refused('invalid_key'));
    await assert.rejects(call(`${secret}x`), refused('invalid_key', /mistyped/));
    await assert.rejects(call(record.id), refused('invalid_key', /public id/));
    const says = (challenge: string) => (error: RecollectError) => error.headers['WWW-Authenticate'] === challenge;
    await assert.rejects(registry.authenticate(undefined, ''), says('Bearer'));
    await assert.rejects(call('x'), says('Bearer error="invalid_token"'));
  });

  test('the admin and the issuers authenticate with their credentials', async () => {
    const { call } = start();
    assert.deepEqual(await call(ADMIN), { kind: 'admin', address: '192.0.2.1' });
    const issuerId = `issuer_${hashSecret(ISSUER).slice(0, 12)}`;
    assert.deepEqual(await call(ISSUER), { kind: 'issuer', issuerId, address: '192.0.2.1' });
    await assert.rejects(call(`${ADMIN}.`), refused('invalid_key'));
    assert.throws(() => new KeyRegistry({ database, clock: new TestClock(), adminKeys: [''], issuerKeys: [] }));
  });

  test('a revoked key returns 403 from the next call on, and revoking it again changes nothing', async () => {
    const { clock, registry, call } = start();
    const { record, secret } = await registry.mint(NEW);
    await call(secret);
    const first = await registry.revoke(record.id);
    await assert.rejects(call(secret), refused('key_revoked'));
    clock.advance(HOUR);
    assert.deepEqual(await registry.revoke(record.id), first);
    await assert.rejects(registry.change(record.id, { name: 'new' }), refused('conflict'));
    await assert.rejects(registry.rotate(record.id, 0), refused('conflict'));
  });

  test('a revocation holds against lookups in flight at the time', async () => {
    const { registry, call } = start();
    const { record, secret } = await registry.mint(NEW);
    const racing = Array.from({ length: 50 }, () => call(secret).catch(() => {}));
    await Promise.all([...racing, registry.revoke(record.id)]);
    await assert.rejects(call(secret), refused('key_revoked'));
  });

  // SQLite has one node.
  if (engine === 'postgres') {
    test('a key that one node revokes returns 403 on the others at once', async () => {
      const [one, two] = [start(), start()];
      const { record, secret } = await one.registry.mint(NEW);
      await two.call(secret);
      await one.registry.revoke(record.id);
      await assert.rejects(two.call(secret), refused('key_revoked'));
    });
  }

  test('a key expires on time, even if it was used before', async () => {
    const { clock, registry, call } = start();
    const { secret } = await registry.mint({ ...NEW, expiresAt: clock.now() + DAY });
    await call(secret);
    clock.advance(DAY - 1);
    await call(secret);
    clock.advance(1);
    await assert.rejects(call(secret), refused('invalid_key', /expired/));
  });

  test('a change takes effect at once, and fields that it does not name stay', async () => {
    const { clock, registry, call } = start();
    const { record, secret } = await registry.mint(NEW);
    await call(secret);
    clock.advance(SECOND);
    const changed = await registry.change(record.id, { tier: 'free', scopes: ['read'] });
    assert.equal(changed.updatedAt, record.createdAt + SECOND);
    const caller = await call(secret);
    assert.ok(caller.kind === 'key' && caller.tier === 'free' && caller.name === 'bot');
    assert.deepEqual(caller.scopes, ['read']);
  });

  test('rotating ends the old secret at once, or after its grace period', async () => {
    const { clock, registry, call } = start();
    const first = await registry.mint(NEW);
    await call(first.secret);
    const second = await registry.rotate(first.record.id, 0);
    await assert.rejects(call(first.secret), refused('invalid_key'));
    assert.equal(second.previousUntil, null);
    const third = await registry.rotate(first.record.id, 60);
    assert.equal(third.previousUntil, clock.now() + 60 * SECOND);
    for (const { secret } of [second, third])
      assert.equal(((await call(secret)) as { keyId: string }).keyId, first.record.id);
    clock.advance(60 * SECOND);
    await assert.rejects(call(second.secret), refused('invalid_key'));
    await call(third.secret);
  });

  test('a revoked key returns 403 with both of its secrets', async () => {
    const { registry, call } = start();
    const { record, secret } = await registry.mint(NEW);
    const next = await registry.rotate(record.id, 60);
    await registry.revoke(record.id);
    for (const either of [secret, next.secret]) await assert.rejects(call(either), refused('key_revoked'));
  });

  test('an unknown id is not found', async () => {
    const { registry } = start();
    await assert.rejects(registry.change('rec_pk_x', { name: 'n' }), refused('not_found'));
    await assert.rejects(registry.revoke('rec_pk_x'), refused('not_found'));
    await assert.rejects(registry.rotate('rec_pk_x', 0), refused('not_found'));
  });
});
