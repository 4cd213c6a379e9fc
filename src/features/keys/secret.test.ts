import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, hashSecret, isSecret, issuerIdOf, newKeyId, newSecret, sameHash } from './secret.js';

test('a new secret has its prefix, enough randomness and a valid checksum', () => {
  const secret = newSecret();
  assert.match(secret, /^rec_sk_[0-9A-Za-z]{42}$/);
  assert.ok(isSecret(secret));
  assert.notEqual(newSecret(), secret);
  assert.match(newKeyId(), /^rec_pk_[0-9A-Za-z]{20}$/);
});

test('a secret with any one character mistyped, swapped, missing or added is invalid', () => {
  const secret = newSecret();
  for (let i = 0; i < secret.length; i++) {
    const other = secret[i] === 'x' ? 'y' : 'x';
    assert.ok(!isSecret(secret.slice(0, i) + other + secret.slice(i + 1)), `mistyped at ${i}`);
    assert.ok(!isSecret(secret.slice(0, i) + secret.slice(i + 1)), `missing at ${i}`);
    assert.ok(!isSecret(`${secret.slice(0, i)}x${secret.slice(i)}`), `added at ${i}`);
    if (i > 7 && secret[i] !== secret[i - 1]) {
      assert.ok(
        !isSecret(`${secret.slice(0, i - 1)}${secret[i]}${secret[i - 1]}${secret.slice(i + 1)}`),
        `swapped at ${i}`,
      );
    }
  }
  for (const text of ['', 'rec_sk_', ` ${secret}`, `${secret}\n`, secret.toLowerCase()]) assert.ok(!isSecret(text));
});

test('the checksum is the standard CRC-32', () => {
  assert.equal(crc32('123456789'), 0xcbf43926);
});

test('hashes are compared as a whole, and an issuer is named by the start of its hash', () => {
  const hash = hashSecret('one');
  assert.match(hash, /^[0-9a-f]{64}$/);
  assert.ok(sameHash(hash, hashSecret('one')));
  assert.ok(!sameHash(hash, hashSecret('two')));
  assert.ok(!sameHash(hash, hash.slice(0, 10)));
  assert.equal(issuerIdOf(hash), `issuer_${hash.slice(0, 12)}`);
});
