/** The service's details of an error. */
export interface ErrorDetails {
  status: number;
  code: string;
  requestId: string | null;
  details: unknown;
  /** Seconds after which a retry makes sense. */
  retryAfter: number | null;
}

/** Every error that a call can end with; the classes below say which kind. */
export class RecollectError extends Error {
  override readonly name: string = 'RecollectError';
  /** An earlier attempt of the same call failed, but may have been carried out. */
  retried = false;
}

/** The service returned an error. */
export class ApiError extends RecollectError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: unknown;
  readonly retryAfter: number | null;
  constructor(message: string, { status, code, requestId, details, retryAfter }: ErrorDetails) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}
/** 400: a field is missing or invalid; the message names it. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}
/** 401: no key, or one that does not exist. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}
/** 403: the key is revoked or lacks a scope. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}
/** 404 */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
/** 409 */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}
/** 429: too many requests. Retried automatically first. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
}
/** 429: the monthly allowance or the storage is used up. Not retried. */
export class QuotaExceededError extends ApiError {
  override readonly name = 'QuotaExceededError';
}
/** 5xx. Retried automatically first. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}
/** No response: nothing listens there, or the connection broke. Retried automatically first. */
export class ConnectionError extends RecollectError {
  override readonly name = 'ConnectionError';
}
/** No response in time. Retried automatically first. */
export class TimeoutError extends RecollectError {
  override readonly name = 'TimeoutError';
}

const BY_STATUS: Record<number, typeof ApiError> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  429: RateLimitedError,
};

export function errorFor(message: string, details: ErrorDetails): ApiError {
  if (details.code === 'quota_exceeded' || details.code === 'storage_exceeded')
    return new QuotaExceededError(message, details);
  const kind = BY_STATUS[details.status] ?? (details.status >= 500 ? ServerError : ApiError);
  return new kind(message, details);
}
