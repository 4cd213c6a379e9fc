import type { ErrorCode } from '../kernel/errors.js';

export interface ErrorBody {
  error: { status: number; message: string; code: ErrorCode; request_id: string; details?: unknown };
  /** The same as `error.code`: some clients look for it here. */
  code: ErrorCode;
}

/** The one shape in which every transport reports an error. */
export function errorBody(
  { status, message, code, details }: { status: number; message: string; code: ErrorCode; details?: unknown },
  requestId: string,
): ErrorBody {
  return { error: { status, message, code, request_id: requestId, details }, code };
}
