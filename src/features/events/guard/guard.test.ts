import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { silentLog } from '../../../kernel/log.js';
import { ForbiddenTarget, Guard } from './guard.js';
import { FORBIDDEN_URLS, PUBLIC_URLS, REBOUND_ADDRESSES } from './guard-addresses.test.kit.js';

/** Resolves from a table: no query leaves the process. */
const resolver = (table: Record<string, string[]>) => async (name: string) => {
  const found = table[name];
  if (!found) throw new Error(`ENOTFOUND ${name}`);
  return found;
};
const NOBODY = resolver({});

describe('the guard', () => {
  it('rejects at least 150 ways of writing a forbidden address', async () => {
    const guard = new Guard([], NOBODY);
    assert.ok(FORBIDDEN_URLS.length >= 150, String(FORBIDDEN_URLS.length));
    assert.equal(new Set(FORBIDDEN_URLS).size, FORBIDDEN_URLS.length);
    for (const url of FORBIDDEN_URLS) {
      assert.throws(() => guard.checkText(url), ForbiddenTarget, url);
      await assert.rejects(guard.checkInput('url', url), { code: 'invalid_request' }, url);
    }
  });

  it('lets public addresses and names through', async () => {
    const guard = new Guard([], NOBODY);
    for (const url of PUBLIC_URLS) assert.equal(await guard.checkInput('url', url), new URL(url).href, url);
  });

  it('rejects a name if any of its addresses is forbidden or not an address', async () => {
    for (const address of REBOUND_ADDRESSES) {
      const guard = new Guard([], resolver({ 'rebind.example.com': ['93.184.216.34', address] }));
      await assert.rejects(guard.addressesOf('rebind.example.com'), ForbiddenTarget, address);
      await assert.rejects(
        guard.checkInput('url', 'https://rebind.example.com/'),
        { code: 'invalid_request' },
        address,
      );
    }
  });

  it('logs the address of an internal name for the operator, and reveals nothing to the tenant', async () => {
    const logged: object[] = [];
    const log = { ...silentLog, warn: (fields: object) => logged.push(fields) };
    const guard = new Guard([], resolver({ 'db.corp.example.com': ['10.11.12.13'], 'none.example.com': [] }), log);
    const message = async (work: Promise<unknown>) =>
      work.then(
        () => 'not refused',
        (error: Error) => error.message,
      );
    const refused = await message(guard.checkInput('url', 'https://db.corp.example.com/'));
    assert.match(refused, /public address/);
    assert.doesNotMatch(refused, /10\.|private/);
    assert.equal(
      await message(guard.addressesOf('db.corp.example.com')),
      await message(guard.addressesOf('none.example.com')),
    );
    assert.deepEqual(logged[0], { name: 'db.corp.example.com', address: '10.11.12.13', why: 'private' });
  });

  it('does not query name servers for reserved names', async () => {
    const guard = new Guard([], () => assert.fail('asked'));
    for (const name of ['hooks.example', 'a.test', 'b.invalid', 'c.onion']) {
      assert.equal(await guard.checkInput('url', `https://${name}/x`), `https://${name}/x`);
      await assert.rejects(guard.addressesOf(name), /does not resolve/);
    }
  });

  it('lets only the ranges through that the operator allows', async () => {
    const guard = new Guard(
      ['10.0.0.0/8', '::1'],
      resolver({ receiver: ['10.1.2.3'], both: ['10.1.2.3', '127.0.0.1'] }),
    );
    for (const url of ['http://10.255.0.1/', 'http://[::1]:9000/', 'http://receiver:3000/', 'http://012.0.0.1/'])
      await guard.checkInput('url', url);
    for (const url of [
      'http://11.0.0.1.nip/',
      'http://192.168.0.1/',
      'http://both/',
      'http://127.0.0.1/',
      'http://[::ffff:10.0.0.1]/',
    ])
      await assert.rejects(
        guard.checkInput('url', url).then((href) => guard.addressesOf(new URL(href).hostname)),
        url,
      );
  });
});
