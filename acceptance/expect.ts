import assert from 'node:assert/strict';
import type { CallResponse } from './support.js';

export function expectStatus(response: CallResponse<unknown>, ...allowed: number[]): void {
  const said = response.text.slice(0, 500);
  assert.ok(allowed.includes(response.status), `expected ${allowed.join(' or ')}, got ${response.status}: ${said}`);
}

/** The body of a call that has to succeed. */
export function bodyOf<T>(response: CallResponse<T>, status: number): T {
  expectStatus(response, status);
  return response.body;
}

interface ErrorBody {
  error: { status: number; message: string; code: string; request_id: string; details?: unknown };
}

/** Checks the whole error shape; `field` is the field that the error has to name. */
export function expectError(
  response: CallResponse<unknown>,
  status: number | number[],
  code?: string,
  field?: string,
): void {
  expectStatus(response, ...[status].flat());
  assert.match(response.headers.get('content-type') ?? '', /^application\/(problem\+)?json/);
  const { error } = response.body as ErrorBody;
  assert.ok(error !== null && typeof error === 'object', `no error object in ${response.text}`);
  assert.equal(error.status, response.status);
  assert.ok(typeof error.message === 'string' && error.message.length > 0, 'the error has a message');
  assert.match(error.code, /^[a-z][a-z0-9_]*$/);
  if (code !== undefined) assert.equal(error.code, code);
  assert.equal((response.body as { code?: string }).code, error.code);
  const requestId = response.headers.get('x-request-id');
  assert.ok(requestId, 'X-Request-Id is there');
  assert.equal(error.request_id, requestId);
  assert.doesNotMatch(
    response.text,
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
