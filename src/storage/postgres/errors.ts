import { databaseUnavailable, RecollectError } from '../../kernel/errors.js';

/** SQLSTATE classes that mean "not now": connection, resources, operator intervention, system errors, read-only standby. */
const NOT_NOW = /^(08|53|57P|58|25006|55P03|57014)/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Two transactions in each other's way: the one that lost is simply run again. */
const IN_THE_WAY = new Set(['40001', '40P01']);
/** Another one wrote the same unique value between our look and our write: run again, we see it. Still so in the end, it is a fault of ours. */
const TAKEN = '23505';

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

const isInTheWay = (error: unknown) => IN_THE_WAY.has(String(codeOf(error)));
export const isTryAgain = (error: unknown) => isInTheWay(error) || codeOf(error) === TAKEN;

/** The server ended it: it took too long, or nobody waits for it. */
export const isCancelled = (error: unknown) => codeOf(error) === '57014';

/** The server did not answer in time: nothing more can be said on this connection. */
export const isSilent = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/** A worker of a cluster went down during the commit: to the coordinator an internal error. */
const isWorkerLost = (error: unknown) =>
  error instanceof Error && /^could not commit transaction .*on (?:at least one|any) active node/.test(error.message);

export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (typeof code === 'string' && (NOT_NOW.test(code) || NETWORK.has(code))) return true;
  if (isSilent(error) || isWorkerLost(error)) return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered|not queryable/i.test(
      error.message,
    )
  );
}

/** What a caller is told: "not now" for a server that is away, the error itself (a fault of ours) otherwise. */
export function toCallersError(error: unknown): unknown {
  if (error instanceof RecollectError) return error;
  if (isAway(error) || isInTheWay(error))
    return databaseUnavailable('The store cannot be reached now; try again.', error);
  return error;
}
