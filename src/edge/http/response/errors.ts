import { type ErrorCode, RecollectError, STATUS_OF } from '../../../kernel/errors.js';
import { errorBody } from '../../error-body.js';

/** The client disconnected before its response. Nobody reads that response; the log shows nginx's status for it. */
export class ClientGone extends Error {
  readonly status = 499;
}

/** Errors of HTTP itself that the catalogue has no code for: the caller's request is at fault. */
export class ProtocolError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

export interface RenderedError {
  status: number;
  headers: Record<string, string>;
  body: string;
  code: ErrorCode;
  /** A bug of ours: logged with its stack. */
  fault: boolean;
}

/** The only place where an error becomes a response. */
export function renderError(error: unknown, requestId: string): RenderedError {
  if (error instanceof RecollectError) {
    const headers = { ...error.headers };
    if (error.retryAfter !== undefined) headers['Retry-After'] = String(Math.max(1, Math.ceil(error.retryAfter)));
    return render(error.status, error.code, error.message, requestId, headers, error.details);
  }
  if (error instanceof ProtocolError) {
    return render(error.status, codeOf(error.status), error.message, requestId, error.headers);
  }
  if (error instanceof ClientGone)
    return render(error.status, 'invalid_request', 'The client disconnected', requestId, {});
  const message = `Something went wrong in the service. If it happens again, report the request id ${requestId}.`;
  return { ...render(500, 'internal', message, requestId, {}), fault: true };
}

/** The code of an error of HTTP itself. */
export const codeOf = (status: number): ErrorCode =>
  (Object.keys(STATUS_OF) as ErrorCode[]).find((code) => STATUS_OF[code] === status) ?? 'invalid_request';

function render(
  status: number,
  code: ErrorCode,
  message: string,
  requestId: string,
  headers: Record<string, string>,
  details?: unknown,
): RenderedError {
  const body = JSON.stringify(errorBody({ status, message, code, details }, requestId));
  return { status, headers, body, code, fault: false };
}

/** Why the service could not respond: for the log, never for the caller. */
export function causeOf(error: unknown): string | undefined {
  if (!(error instanceof RecollectError) || error.status < 500 || error.cause === undefined) return undefined;
  const { cause } = error;
  return (cause instanceof Error ? cause.message : String(cause)).slice(0, 500);
}

/** What the log may contain about a fault: other properties of an engine's error can carry a caller's data. */
export function faultFields(error: unknown): object {
  if (!(error instanceof Error)) return { error: { message: String(error).slice(0, 500) } };
  const { name, message, stack, cause } = error;
  const because = cause instanceof Error ? { cause: cause.message.slice(0, 500) } : {};
  return { error: { name, message: message.slice(0, 500), stack: stack?.slice(0, 4_000), ...because } };
}
