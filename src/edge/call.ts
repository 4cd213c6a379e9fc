import { currentOf, type Embedder } from '../embedding/embedder.js';
import type { Caller } from '../features/keys/caller.js';
import type { Parts, Request } from '../features/request.js';
import type { IdSource } from '../kernel/ids.js';
import type { Leaving, TenantDatabase } from '../storage/database.js';
import type { Used } from './pipeline.js';

export type CallFactory = (
  id: string,
  caller: Caller,
  db: TenantDatabase,
  ids: IdSource,
  used: Used,
  leaving: Leaving,
) => Request;

/**
 * Creates the `Request` that a handler receives. The shared parts are its prototype: copying a dozen of them into every call would cost
 * more than the rest of the edge.
 */
export function createCallFactory(parts: Parts): CallFactory {
  class Call {
    readonly now = parts.clock.now();
    readonly countTokens: Request['countTokens'];
    readonly handOut: Request['handOut'];
    readonly #leaving: Leaving;
    #embedder: Embedder | undefined;

    constructor(
      readonly id: string,
      readonly caller: Caller,
      readonly db: TenantDatabase,
      readonly ids: IdSource,
      used: Used,
      leaving: Leaving,
    ) {
      this.#leaving = leaving;
      this.countTokens = (tokens) => {
        used.tokens += tokens;
      };
      this.handOut = (given, userId) => {
        if (userId !== undefined) used.userId = userId;
        used.handedOut = used.handedOut ? [...used.handedOut, ...given] : given;
      };
    }

    get signal(): AbortSignal | undefined {
      return this.#leaving.signal;
    }

    /** One model for the whole call, even if another one is activated meanwhile. */
    get embedder(): Embedder {
      this.#embedder ??= currentOf(parts.embedder);
      return this.#embedder;
    }
  }
  Object.setPrototypeOf(Call.prototype, parts);
  return (id, caller, db, ids, used, leaving) => new Call(id, caller, db, ids, used, leaving) as unknown as Request;
}
