import { databaseUnavailable, RecollectError } from '../../kernel/errors.js';

/** SQLSTATE classes that mean "not now": connection, resources, operator intervention, system errors, read-only standby. */
const NOT_NOW = /^(08|53|57P|58|25006|55P03|57014)/;
const NETWORK = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH'.split(' '),
);
/** Two transactions in conflict: the one that lost is simply run again. */
const TRANSACTION_CONFLICTS = new Set(['40001', '40P01']);
/** Another transaction wrote the same unique value between our check and our write: the next attempt sees it. If it persists, it is our bug. */
const TAKEN = '23505';

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code;

const isTransactionConflict = (error: unknown) => TRANSACTION_CONFLICTS.has(String(codeOf(error)));
export const isRetryable = (error: unknown) => isTransactionConflict(error) || codeOf(error) === TAKEN;

/** An earlier statement of the transaction failed. */
export const isConsequence = (error: unknown) => codeOf(error) === '25P02';

/** The server cancelled it: it took too long, or nobody waits for it. */
export const isCancelled = (error: unknown) => codeOf(error) === '57014';

/** The server did not respond in time: this connection can no longer be used. */
export const isSilent = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

/** A worker of a cluster failed during the commit; the coordinator reports it as an internal error. */
const isWorkerLost = (error: unknown) =>
  error instanceof Error && /^could not commit transaction .*on (?:at least one|any) active node/.test(error.message);

function isUnavailable(error: unknown): boolean {
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

/** The error for a caller: "not now" if the server is unavailable, otherwise the error itself (our bug). */
export function toClientError(error: unknown): unknown {
  if (error instanceof RecollectError) return error;
  if (isTransactionConflict(error)) return databaseUnavailable('Others kept changing the same data; try again.', error);
  if (isUnavailable(error)) return databaseUnavailable('The database is unavailable; try again.', error);
  return error;
}
