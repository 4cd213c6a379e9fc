import type { Caller } from '../features/keys/caller.js';
import type { AnyOperation } from '../features/request.js';
import { RecollectError } from '../kernel/errors.js';
import type { Scope } from '../kernel/operation.js';

const MINT =
  "works on a key's own data, and this credential has none: mint a key with POST /auth/keys and send that one as the bearer";

/** Why an operator may not work on a key's data this way, or null: it needs the credential, which the console's sessions do not have. */
export const dataProblem = ({ dataOf }: AnyOperation, caller: Caller): RecollectError | null =>
  dataOf !== undefined && caller.kind === 'admin' && caller.inSession
    ? new RecollectError(
        'missing_scope',
        "This operation needs the admin credential itself: a session has no access to a key's data.",
      )
    : null;

/** The key whose data a call works on; null if it has none. */
export function tenantOf({ scope, dataOf }: AnyOperation, caller: Caller, input: Record<string, unknown>) {
  if (caller.kind === 'key') return caller.keyId;
  return scope === 'admin' && caller.kind === 'admin' && dataOf !== undefined ? String(input[dataOf]) : null;
}

/** Why this caller may not call an operation of this scope, or null. */
export function scopeProblem(scope: Scope, caller: Caller): RecollectError | null {
  const sentence = refusal(scope, caller);
  return sentence === null ? null : new RecollectError('missing_scope', `This operation ${sentence}.`);
}

function refusal(scope: Scope, caller: Caller): string | null {
  switch (scope) {
    case 'none':
      return null;
    case 'read':
    case 'write':
      if (caller.kind !== 'key') return MINT;
      if (caller.scopes.includes(scope)) return null;
      return `needs the scope \`${scope}\`; this key has ${caller.scopes.length ? caller.scopes.join(', ') : 'none'}`;
    case 'key':
      return caller.kind === 'key' ? null : MINT;
    case 'admin':
      return caller.kind === 'admin' ? null : 'needs the admin credential';
    case 'issuer':
      return caller.kind === 'admin' || caller.kind === 'issuer'
        ? null
        : 'needs the admin credential or an issuer credential';
    case 'admin_or_key':
      return caller.kind === 'admin' || caller.kind === 'key' ? null : 'needs the admin credential or the key itself';
  }
}
