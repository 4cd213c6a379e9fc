import { hash } from 'node:crypto';
import type { AnyOperation } from '../../features/request.js';
import { canonicalJson } from '../../kernel/canonical-json.js';
import { RecollectError } from '../../kernel/errors.js';
import type { IdSource } from '../../kernel/ids.js';
import { routeOf } from '../../kernel/operation.js';
import { isErasure } from '../audited.js';
import { ownerOf, userOf } from '../call-checks.js';
import { type ErrorBody, errorBody } from '../error-body.js';
import type { Admitted } from '../pipeline.js';
import type { Idempotency, Rendered } from './idempotency.js';

export type Work = (ids: IdSource) => Promise<Rendered>;

/** Does the work unless an earlier call with this `Idempotency-Key` did it; then returns that call's response, errors included. */
export async function once(
  idempotency: Idempotency,
  operation: AnyOperation,
  { caller, requestId, authorization = '' }: Admitted,
  token: string,
  rawInput: unknown,
  work: Work,
  /** The hash of the bytes, for a body that is too large to be hashed here. */
  bodyHash = hash('sha256', canonicalJson(rawInput), 'base64url'),
): Promise<Rendered & { replayed: boolean }> {
  const user = isErasure(operation) ? () => null : userOf;
  let refusal: RecollectError | undefined;
  const done = await idempotency.run(
    {
      keyId: ownerOf(caller),
      token,
      // Two child keys of one key are two callers: neither may learn what the other sent, nor get its ids.
      operation: [routeOf(operation), ...(caller.kind === 'key' && caller.bound ? [caller.bound.keyId] : [])].join(' '),
      bodyHash,
      credential: authorization,
      userId: user(rawInput),
      userOf: user,
    },
    async (ids) => {
      try {
        return await work(ids);
      } catch (error) {
        if (!(error instanceof RecollectError) || error.status >= 500) throw error;
        refusal = error;
        return { status: error.status, body: errorBody(error, requestId) };
      }
    },
  );
  if (refusal) throw refusal; // with the headers that the stored response cannot hold
  return done.replayed && done.status >= 400 ? { ...done, body: withRequestId(done.body, requestId) } : done;
}

/** A replayed error carries the id of the current request, which is also in the header and the log. */
function withRequestId(body: unknown, requestId: string): unknown {
  const { error } = body as ErrorBody;
  return errorBody(error, requestId);
}
