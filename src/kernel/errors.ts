/** Every error a caller can get, in one catalogue. The edge renders them; nothing else writes an error body. */
export const STATUS_OF = {
  invalid_request: 400,
  missing_key: 401,
  invalid_key: 401,
  key_revoked: 403,
  missing_scope: 403,
  signup_closed: 403,
  forbidden_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  rate_limited: 429,
  quota_exceeded: 429,
  storage_exceeded: 429,
  internal: 500,
  overloaded: 503,
  database_unavailable: 503,
  deadline_exceeded: 503,
  in_progress: 503,
  stopping: 503,
  unavailable: 503,
};
export type ErrorCode = keyof typeof STATUS_OF;

/** What is wrong with one field of the input. */
export interface FieldProblem {
  field: string;
  message: string;
}

interface ErrorOptions {
  details?: unknown;
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  retryAfter?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An error meant for the caller: its message is shown as it is. */
export class RecollectError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: unknown;
  readonly retryAfter: number | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'RecollectError';
    this.code = code;
    this.status = STATUS_OF[code];
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.headers = options.headers ?? {};
  }
}

export const invalid = (message: string, details?: FieldProblem[]) =>
  new RecollectError('invalid_request', message, { details });
export const invalidField = (field: string, message: string) =>
  invalid(`\`${field}\` ${message}`, [{ field, message }]);
export const notFound = (message: string) => new RecollectError('not_found', message);
export const conflict = (message: string) => new RecollectError('conflict', message);
const later = (code: ErrorCode, message: string, cause?: unknown) =>
  new RecollectError(code, message, { cause, retryAfter: 2 });
/** The database is unavailable. Nothing was written, unless the connection was lost during the commit: then nobody knows. */
export const databaseUnavailable = (message: string, cause?: unknown) => later('database_unavailable', message, cause);
/** The work took longer than one call may take and was interrupted. */
export const deadlineExceeded = (message: string, cause?: unknown) => later('deadline_exceeded', message, cause);
export const inProgress = (message: string) => later('in_progress', message);
export const stopping = (message: string) => later('stopping', message);

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
