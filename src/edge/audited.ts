import { subjectsOf } from '../features/audit/subjects.js';
import type { AnyOperation } from '../features/request.js';
import { StreamResponse } from '../kernel/operation.js';
import { userOf } from './call-checks.js';

const isChange = ({ method, scope }: AnyOperation) => method !== 'GET' && scope !== 'read';
/** What is kept about the call must not name the user. */
export const isErasure = ({ id }: AnyOperation) => id === 'users.erase' || id === 'keys.erase';

/** Whether the operation concerns keys, the service or a whole user. */
export const isAuditedFirst = (operation: AnyOperation): boolean =>
  isErasure(operation) || (isChange(operation) && operation.scope !== 'write');

/** The user that a call is about, according to its input or response. An erased user is not recorded again. */
export function auditedUser(operation: AnyOperation, said: unknown): string | null {
  if (isErasure(operation) || typeof said !== 'object' || said === null) return null;
  return operation.path.startsWith('/users/{id}') && 'id' in said ? String(said.id) : userOf(said);
}

/** Whether neither the input nor the response of a change says which user it is about. */
export const hasUnnamedUser = (operation: AnyOperation): boolean =>
  isChange(operation) && !('user_id' in ((operation.output as { shape?: object }).shape ?? {}));

/** The subjects of a call's own audit entry. Undefined: the call has no entry of its own and is counted with others. */
export function auditedSubjects(
  operation: AnyOperation,
  input: Record<string, unknown>,
  response: unknown,
  handedOut: readonly string[] | undefined,
): readonly string[] | undefined {
  if (handedOut && handedOut.length > 0) return handedOut;
  if (isChange(operation)) return subjectsOf(input, response);
  return response instanceof StreamResponse && !response.endless ? [] : undefined; // an export
}
