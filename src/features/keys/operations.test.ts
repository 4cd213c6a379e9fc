import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { forEachEngine } from '../../../test/support/databases.js';
import { MINUTE } from '../../kernel/clock.js';
import { Cursors } from '../../kernel/cursor.js';
import { RecollectError } from '../../kernel/errors.js';
import type { Database } from '../../storage/database.js';
import type { AnyOperation, Request } from '../request.js';
import type { Caller } from './caller.js';
import { change } from './change.js';
import { list } from './list.js';
import { mint } from './mint.js';
import { KeyRegistry } from './registry.js';
import { revoke } from './revoke.js';
import { rotate } from './rotate.js';
import { SignupGuard } from './signup/guard.js';
import { signup } from './signup/signup.js';

const admin: Caller = { kind: 'admin', address: '192.0.2.1' };
const issuer = (issuerId: string): Caller => ({ kind: 'issuer', issuerId, address: '192.0.2.1' });
const anonymous: Caller = { kind: 'anonymous', address: '192.0.2.1' };
const refused = (code: string) => (error: unknown) => error instanceof RecollectError && error.code === code;

interface Key {
  id: string;
  key: string;
  [field: string]: unknown;
}

forEachEngine('the operations on keys', (open) => {
  let database: Database;
  before(async () => {
    database = await open();
  });
  const start = () => {
    const clock = new TestClock();
    const parts = {
      clock,
      keys: new KeyRegistry({ database, clock, adminKeys: ['admin'], issuerKeys: [] }),
      signup: new SignupGuard({ perHour: 2, enabled: true, clock }),
      cursors: new Cursors('secret of the test'),
      baseUrl: () => 'http://recollect.test',
    };
    const call = async <T = Key>(operation: AnyOperation, caller: Caller, input: object): Promise<T> => {
      const request = { ...parts, caller, now: clock.now() } as unknown as Request;
      return operation.output.parse(await operation.handler(request, operation.input.parse(input))) as T;
    };
    const as = (key: string) => parts.keys.authenticate(`Bearer ${key}`, '192.0.2.1');
    return { clock, call, as };
  };

  test('signing up returns a working free key, with links to the documents and to MCP', async () => {
    const { clock, call, as } = start();
    const { id, key, api_key, ...rest } = await call(signup, anonymous, { name: 'me', email: 'me@example.com' });
    assert.equal(key, api_key);
    assert.deepEqual(rest, {
      ...{ name: 'me', owner: 'me@example.com', scopes: ['read', 'write'], tier: 'free', limit: 10_000 },
      ...{ reset_date: Date.UTC(2026, 11, 1), docs: 'http://recollect.test/docs', mcp: 'http://recollect.test/mcp' },
      created_at: clock.now(),
    });
    const caller = await as(key);
    assert.ok(caller.kind === 'key' && caller.keyId === id && caller.tier === 'free');
    assert.equal((await call(signup, anonymous, { name: 'without e-mail' })).owner, 'without e-mail');
    await assert.rejects(call(signup, anonymous, { name: 'third' }), refused('rate_limited'));
  });

  test('a sign-up needs a name, and a valid e-mail address if one is given', () => {
    for (const bad of [
      {},
      { name: '' },
      { name: 'x'.repeat(257) },
      { name: 'x\0' },
      { name: 'x', email: 'x' },
      { name: 7 },
    ]) {
      assert.ok(!signup.input.safeParse(bad).success, JSON.stringify(bad));
    }
  });

  test('a minted key is as requested, and names its issuer', async () => {
    const { clock, call, as } = start();
    const input = { name: 'bot', owner: 'ops@example.com', scopes: ['write', 'read', 'write'] };
    const { id, key, ...rest } = await call(mint, issuer('issuer_1'), input);
    assert.deepEqual(rest, {
      ...{ name: 'bot', owner: 'ops@example.com', scopes: ['read', 'write'], tier: 'pro', issued_by: 'issuer_1' },
      ...{ created_at: clock.now(), updated_at: clock.now(), expires_at: null, revoked_at: null },
      ...{ parent_id: null, bound_to: null, client: null, audit: true },
    });
    assert.equal((await as(key)).kind, 'key');
    const given = { name: 'x', tier: 'free', scopes: ['read'], expires_at: clock.now() + MINUTE };
    const other = await call(mint, admin, given);
    assert.deepEqual([other.tier, other.scopes, other.owner, other.issued_by], ['free', ['read'], 'x', 'admin']);
    assert.equal(other.expires_at, clock.now() + MINUTE);
    await assert.rejects(call(mint, admin, { name: 'x', expires_at: clock.now() }), refused('invalid_request'));
    for (const bad of [{}, { name: 'x', scopes: [] }, { name: 'x', scopes: ['admin'] }, { name: 'x', tier: 'gold' }]) {
      assert.ok(!mint.input.safeParse(bad).success, JSON.stringify(bad));
    }
  });

  test('the list is paged newest first, without secrets; an issuer sees only its own', async () => {
    const { clock, call } = start();
    const caller = issuer('issuer_list');
    const minted: { id: string; at: number }[] = [];
    for (let i = 0; i < 5; i++) {
      clock.advance(i % 2); // some in the same millisecond
      minted.push({ id: (await call(mint, caller, { name: `n${i}` })).id, at: clock.now() });
    }
    const seen: Record<string, unknown>[] = [];
    let cursor: string | null = null;
    do {
      const page: { count: number; keys: Record<string, unknown>[]; next_cursor: string | null } = await call(
        list,
        caller,
        {
          limit: 2,
          ...(cursor ? { cursor } : {}),
        },
      );
      assert.equal(page.count, page.keys.length);
      seen.push(...page.keys);
      cursor = page.next_cursor;
      if (cursor) await assert.rejects(call(list, issuer('issuer_other'), { cursor }), refused('invalid_request'));
    } while (cursor);
    const newestFirst = minted.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
    assert.deepEqual(
      seen.map((key) => key.id),
      newestFirst.map(({ id }) => id),
    );
    assert.ok(seen.every((key) => !('key' in key) && !JSON.stringify(key).includes('rec_sk_')));
    assert.equal((await call<{ count: number }>(list, issuer('issuer_other'), {})).count, 0);
    assert.ok((await call<{ count: number }>(list, admin, {})).count >= 5);
  });

  test('a change needs something to change', async () => {
    const { call } = start();
    const { id } = await call(mint, admin, { name: 'old' });
    assert.equal((await call(change, admin, { id, name: 'new' })).name, 'new');
    await assert.rejects(call(change, admin, { id }), refused('invalid_request'));
    await assert.rejects(call(change, admin, { id: 'rec_pk_none', name: 'x' }), refused('not_found'));
  });

  test('a key may revoke and rotate itself, and gets the same 404 for other ids as for unknown ids', async () => {
    const { clock, call, as } = start();
    const [mine, other] = [await call(mint, admin, { name: 'mine' }), await call(mint, admin, { name: 'other' })];
    const caller = await as(mine.key);
    for (const operation of [revoke, rotate]) {
      for (const id of [other.id, 'rec_pk_none']) {
        await assert.rejects(call(operation, caller, { id }), (error: RecollectError) => {
          assert.equal(error.message, `There is no key ${id}.`);
          return error.status === 404;
        });
      }
    }
    const rotated = await call(rotate, caller, { id: mine.id, grace_seconds: 60 });
    assert.equal(rotated.previous_valid_until, clock.now() + MINUTE);
    assert.deepEqual([await as(mine.key), await as(rotated.key)], [caller, caller]);
    assert.deepEqual(await call(revoke, caller, { id: mine.id }), {
      id: mine.id,
      revoked: true,
      revoked_at: clock.now(),
    });
    await assert.rejects(as(rotated.key), refused('key_revoked'));
    assert.equal((await call(revoke, admin, { id: mine.id })).revoked, true);
    assert.equal((await as(other.key)).kind, 'key');
    for (const grace_seconds of [-1, 2_592_001, 0.5, '60'])
      assert.ok(!rotate.input.safeParse({ id: 'x', grace_seconds }).success);
  });
});
