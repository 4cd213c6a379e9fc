import assert from 'node:assert/strict';
import type { Answer } from './support.js';

export function expectStatus(answer: Answer<unknown>, ...allowed: number[]): void {
  const said = answer.text.slice(0, 500);
  assert.ok(allowed.includes(answer.status), `expected ${allowed.join(' or ')}, got ${answer.status}: ${said}`);
}

/** The body of a call that has to succeed. */
export function bodyOf<T>(answer: Answer<T>, status: number): T {
  expectStatus(answer, status);
  return answer.body;
}

interface ErrorBody {
  error: { status: number; message: string; code: string; request_id: string; details?: unknown };
}

/** Checks the whole error shape; `field` is the field that the error has to name. */
export function expectError(answer: Answer<unknown>, status: number | number[], code?: string, field?: string): void {
  expectStatus(answer, ...[status].flat());
  assert.match(answer.headers.get('content-type') ?? '', /^application\/(problem\+)?json/);
  const { error } = answer.body as ErrorBody;
  assert.ok(error !== null && typeof error === 'object', `no error object in ${answer.text}`);
  assert.equal(error.status, answer.status);
  assert.ok(typeof error.message === 'string' && error.message.length > 0, 'the error has a message');
  assert.match(error.code, /^[a-z][a-z0-9_]*$/);
  if (code !== undefined) assert.equal(error.code, code);
  assert.equal((answer.body as { code?: string }).code, error.code);
  const requestId = answer.headers.get('x-request-id');
  assert.ok(requestId, 'X-Request-Id is there');
  assert.equal(error.request_id, requestId);
  assert.doesNotMatch(
    answer.text,
    /node_modules|\n\s+at |\.js:\d+|sqlite_|SELECT .* FROM|INSERT INTO/i,
    'no inner workings',
  );
  if (field !== undefined) {
    const text = `${error.message} ${JSON.stringify(error.details ?? '')}`;
    assert.match(text, new RegExp(`(^|[^a-z_])${field}([^a-z_]|$)`), `the error names ${field}`);
  }
}

export function expectTimestamp(value: unknown, what: string): asserts value is number {
  assert.ok(Number.isInteger(value), `${what} is an integer, got ${JSON.stringify(value)}`);
  const hours = Math.abs(Date.now() - (value as number)) / 3_600_000;
  assert.ok(hours < 1, `${what} is in Unix milliseconds and about now`);
}
