import { type ErrorCode, STATUS_OF } from '../../../kernel/errors.js';
import { codeOf } from '../../http/response/errors.js';
import { MAX_HEADER_BYTES } from '../../http/response/raw-response.js';
import type { JsonSchema } from './json-schema.js';

/** What each status means to a caller, and what to do about it. */
export const ERRORS: Record<number, { name: string; meaning: string }> = {
  400: {
    name: 'BadRequest',
    meaning:
      'A field is missing, of the wrong type or out of range. The message names it; `details` lists all of them.',
  },
  401: {
    name: 'Unauthorized',
    meaning: 'No key was sent, or the key is not valid. Send `Authorization: Bearer <key>`.',
  },
  403: {
    name: 'Forbidden',
    meaning: 'The key was revoked, lacks the required scope, or the operator has closed the operation.',
  },
  404: {
    name: 'NotFound',
    meaning: 'Nothing with this id exists under the calling key. Ids of other keys give the same error.',
  },
  405: { name: 'MethodNotAllowed', meaning: 'The path does not support this method. `Allow` lists those it does.' },
  409: {
    name: 'Conflict',
    meaning: 'The `Idempotency-Key` was used with another body, or the resource is in another state.',
  },
  429: {
    name: 'TooManyRequests',
    meaning:
      'Too many requests (`rate_limited`: wait for `Retry-After` seconds, then back off exponentially) or the monthly ' +
      'allowance (`quota_exceeded`) or the storage (`storage_exceeded`) is used up.',
  },
  431: {
    name: 'HeadersTooLarge',
    meaning: `The URL and all headers together are larger than ${MAX_HEADER_BYTES / 1_024} KB: shorten the question.`,
  },
  500: { name: 'InternalError', meaning: 'An error in the service. Report it with the `request_id`.' },
  503: {
    name: 'Unavailable',
    meaning:
      'The service is overloaded or a part it needs is unavailable. Nothing was written; retry after `Retry-After` seconds.',
  },
};

/** The error codes of a status. */
export const codesOf = (status: number): ErrorCode[] => {
  const codes = (Object.keys(STATUS_OF) as ErrorCode[]).filter((code) => STATUS_OF[code] === status);
  return codes.length > 0 ? codes : [codeOf(status)];
};

export const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: {
      type: 'object',
      required: ['status', 'message', 'code', 'request_id'],
      properties: {
        status: { type: 'integer', description: 'The HTTP status.' },
        message: { type: 'string', description: 'For people: what is wrong and what to do.' },
        code: { type: 'string', enum: Object.keys(STATUS_OF), description: 'For programs: stable.' },
        request_id: { type: 'string', description: 'Same as `X-Request-Id`.' },
        details: { description: 'For invalid input: `[{field, message}]`.' },
      },
    },
    code: { type: 'string', description: 'The same as `error.code`.' },
  },
};

const MESSAGES: Record<number, string> = {
  400: '`user_id` is required',
  401: 'Missing API key: send `Authorization: Bearer <key>`',
  404: 'No such memory',
};

export const errorExample = (status: number) => ({
  error: {
    status,
    message: MESSAGES[status] ?? ERRORS[status]?.meaning.split('. ')[0] ?? '',
    code: codesOf(status)[0],
    request_id: 'req_01kf0z5w8qd2cb54q8hkmmfx4r',
    ...(status === 400 && { details: [{ field: 'user_id', message: 'is required' }] }),
  },
  code: codesOf(status)[0],
});
