import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DAY, HOUR, SECOND } from '../../../kernel/clock.js';
import { guardedLookup } from '../guard/connect.js';
import { Guard } from '../guard/guard.js';
import { EventIds } from '../journal/event-id.js';
import { Receiver } from './receiver.test.kit.js';
import { nextAttempt, retryAfter } from './schedule.js';
import { boxKeysOf, canonicalSecret, newBoxKey, newWebhookSecret, SecretBox } from './secrets.js';
import { Sender } from './send.js';

describe('event ids', () => {
  const ids = new EventIds('secret');
  it('are stable, opaque and bound to one key', () => {
    assert.equal(ids.of('a', 7), ids.of('a', 7));
    const all = [ids.of('a', 7), ids.of('a', 8), ids.of('b', 7), new EventIds('other').of('a', 7)];
    assert.equal(new Set(all).size, 4);
    assert.equal(ids.read('a', ids.of('a', Number.MAX_SAFE_INTEGER)), Number.MAX_SAFE_INTEGER);
    assert.deepEqual(
      [ids.read('b', ids.of('a', 7)), ids.read('a', 'msg_'), ids.read('a', `msg_${'A'.repeat(22)}`)],
      [null, null, null],
    );
  });
});

describe('the time of the next attempt', () => {
  const given = { firstAt: 0, now: 0, retryAfterMs: null, random: 0.5 };
  it('backs off with jitter, respects the receiver and ends after a day', () => {
    assert.equal(nextAttempt({ ...given, attempts: 1 }), 5 * SECOND);
    assert.equal(nextAttempt({ ...given, attempts: 1, random: 0 }), 4 * SECOND);
    assert.equal(nextAttempt({ ...given, attempts: 1, random: 1 }), 6 * SECOND);
    assert.equal(nextAttempt({ ...given, attempts: 50 }), 4 * HOUR);
    assert.equal(nextAttempt({ ...given, attempts: 1, retryAfterMs: HOUR }), HOUR);
    assert.equal(nextAttempt({ ...given, attempts: 9, now: DAY - HOUR }), DAY, 'the last one is at the end');
    assert.equal(nextAttempt({ ...given, attempts: 9, now: DAY }), null);
  });

  it('reads Retry-After as seconds and as a date', () => {
    assert.deepEqual([retryAfter('120', 0), retryAfter('Thu, 01 Jan 1970 00:02:00 GMT', 60_000)], [120_000, 60_000]);
    assert.deepEqual(
      [retryAfter(undefined, 0), retryAfter('soon', 0), retryAfter('Thu, 01 Jan 1970 00:00:00 GMT', 5)],
      [null, null, 0],
    );
  });
});

describe('secrets of webhooks', () => {
  it('are kept sealed, each for its subscription', () => {
    const box = new SecretBox([newBoxKey()]);
    const secret = newWebhookSecret();
    const sealed = box.seal(secret, 'sub_1');
    assert.ok(!sealed.includes(secret.slice(6, 20)));
    assert.equal(box.open(sealed, 'sub_1'), secret);
    assert.throws(() => box.open(sealed, 'sub_2'));
    assert.throws(() => new SecretBox([newBoxKey()]).open(sealed, 'sub_1'));
  });

  it('are opened by every key of the list, and sealed by the first', () => {
    const [old, next] = [newBoxKey(), newBoxKey()];
    const sealed = new SecretBox([old]).seal('whsec_1', 'sub_1');
    const box = new SecretBox([next, old]);
    assert.equal(box.open(sealed, 'sub_1'), 'whsec_1');
    const again = box.again(sealed, 'sub_1') ?? '';
    assert.equal(new SecretBox([next]).open(again, 'sub_1'), 'whsec_1');
    assert.equal(box.again(again, 'sub_1'), null);
    assert.throws(() => new SecretBox([next]).open(sealed, 'sub_1'), /No key in RECOLLECT_SEAL_KEY opens/);
    // As an earlier release wrote it, without the id of a key.
    assert.equal(box.open(sealed.slice(sealed.indexOf('.') + 1), 'sub_1'), 'whsec_1');
  });

  it('are sealed by the database’s key if none is configured, and can always be opened with it', () => {
    const [inDatabase, text] = [newBoxKey(), 'k'.repeat(32)];
    assert.deepEqual(boxKeysOf([], inDatabase), [inDatabase]);
    const [first, second, ...more] = boxKeysOf([text], inDatabase);
    assert.deepEqual([second, more], [inDatabase, []]);
    assert.deepEqual(boxKeysOf(['database', text], inDatabase), [inDatabase, first]);
  });

  it('may be chosen by the caller within the limits of Standard Webhooks', () => {
    const own = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    assert.equal(canonicalSecret(own), own);
    assert.equal(canonicalSecret('sixteen letters!'), `whsec_${Buffer.from('sixteen letters!').toString('base64')}`);
    for (const bad of [
      'whsec_AAAA',
      'whsec_not base64 at all !!!',
      `whsec_${Buffer.alloc(65).toString('base64')}`,
      'short',
      'x'.repeat(65),
    ]) {
      assert.throws(() => canonicalSecret(bad), { code: 'invalid_request' }, bad);
    }
  });
});

describe('a name that resolves differently each time', () => {
  it('gains nothing: the connection goes to the addresses that were checked', async () => {
    const receiver = await new Receiver().start();
    const { port } = new URL(receiver.url);
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const guard = new Guard([], async () => answers.shift() ?? ['127.0.0.1']);
    await guard.checkInput('url', `http://rebind.example.com:${port}/`);
    const sender = new Sender(guard);
    const posted = await sender.post(`http://rebind.example.com:${port}/`, {}, '{}', 'key');
    assert.deepEqual([posted.status, receiver.received.length], [null, 0]);
    assert.match(posted.error ?? '', /^the name does not resolve to a public address$/);
    assert.match((await sender.post(receiver.url, {}, '{}', 'key')).error ?? '', /loopback/);
    sender.close();

    const asked: string[] = [];
    const open = new Guard(['127.0.0.0/8'], async (name) => {
      asked.push(name);
      return ['127.0.0.1'];
    });
    const allowed = new Sender(open);
    assert.equal((await allowed.post(`http://receiver.example.com:${port}/`, {}, '{}', 'key')).status, 204);
    assert.deepEqual(asked, ['receiver.example.com'], 'asked once, connected to that answer');
    allowed.close();
    await receiver.stop();
    for (const all of [true, false]) {
      await new Promise<void>((done) =>
        guardedLookup(guard)('rebind.example.com', { all }, (error) => {
          assert.match(String(error), /does not resolve to a public address/);
          done();
        }),
      );
    }
  });
});
