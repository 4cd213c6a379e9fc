import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecollectError } from '../../kernel/errors.js';
import { toClientError } from './errors.js';

const failure = (code: string, message: string) => Object.assign(new Error(message), { code });

test('a commit that fails because a cluster worker was lost is reported as database_unavailable', () => {
  for (const message of [
    'could not commit transaction for shard 102052 on at least one active node',
    'could not commit transaction on any active node',
  ]) {
    const error = toClientError(failure('XX000', message));
    assert.ok(error instanceof RecollectError);
    assert.deepEqual([error.status, error.code], [503, 'database_unavailable']);
  }
});

test('a conflict that is lost again and again does not say that the database cannot be reached', () => {
  for (const code of ['40001', '40P01']) {
    const error = toClientError(failure(code, 'could not serialize access due to concurrent update'));
    assert.ok(error instanceof RecollectError);
    assert.deepEqual([error.status, error.code], [503, 'database_unavailable']);
    assert.match(error.message, /kept changing/);
  }
});

test('other internal errors of the server, and statements of a failed transaction, are returned unchanged', () => {
  for (const error of [failure('XX000', 'cache lookup failed'), failure('25P02', 'current transaction is aborted')])
    assert.equal(toClientError(error), error);
});
