import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecollectError } from '../../kernel/errors.js';
import { toClientError } from './errors.js';

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

test('a commit that a lost worker of a cluster leaves open is an unavailable database', () => {
  for (const message of [
    'could not commit transaction for shard 102052 on at least one active node',
    'could not commit transaction on any active node',
  ]) {
    const error = toClientError(failure('XX000', message));
    assert.ok(error instanceof RecollectError);
    assert.deepEqual([error.status, error.code], [503, 'database_unavailable']);
  }
});

test('other internal errors of the server, and a transaction that failed before, stay faults of ours', () => {
  for (const error of [failure('XX000', 'cache lookup failed'), failure('25P02', 'current transaction is aborted')])
    assert.equal(toClientError(error), error);
});
