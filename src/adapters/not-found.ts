import { NotFoundError } from '../client/index.js';

/** Somebody else deleted it, or an earlier attempt did whose response was lost. */
export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}
