import type { ErrorCode } from '../kernel/errors.js';

export interface ErrorBody {
  error: { status: number; message: string; code: ErrorCode; request_id: string; details?: unknown };
}

/** The one shape in which every transport tells an error. */
export function errorBody(
  { status, message, code, details }: { status: number; message: string; code: ErrorCode; details?: unknown },
  requestId: string,
): ErrorBody {
  return { error: { status, message, code, request_id: requestId, details } };
}
