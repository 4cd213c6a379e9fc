import { withoutSecrets } from '../config/redact.js';

/** Exit codes of the command; `usage` is an invalid setting or command line. */
export const EXIT = { ok: 0, failure: 1, usage: 2 } as const;

/** Why a command cannot continue, as one sentence for the person at the terminal. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** An AggregateError has no message of its own, and fetch hides the reason in the cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error instanceof AggregateError ? error.errors[0] : undefined;
  if (inner !== undefined && !error.message) return messageOf(inner);
  const cause = error.cause instanceof Error ? error.cause.message || (error.cause as { code?: string }).code : '';
  const message = error.message || (error as { code?: string }).code || error.name;
  const complete = message.endsWith('.') || !cause || message.includes(cause);
  return !complete ? `${message} (${cause})` : message;
}

/** A single line that ends with a full stop. */
export function sentence(error: unknown): string {
  const line = messageOf(error).replace(/\s+/g, ' ').trim();
  return /[.!?…)]$/.test(line) ? line : `${line}.`;
}

/** Why the service could not listen, or null if that was not the problem. */
export function listenFailure(error: unknown, { host, port }: { host: string; port: number }): Failure | null {
  const { code, syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  const elsewhere = 'choose another one with --port or PORT';
  if (code === 'EADDRINUSE')
    return new Failure(`Port ${port} on ${host} is already in use: stop the program that uses it, or ${elsewhere}.`);
  if (syscall !== 'listen' && !(syscall === 'getaddrinfo' && hostname === host)) return null;
  if (code === 'EACCES') return new Failure(`Port ${port} may not be opened by this user: ${elsewhere}.`);
  return new Failure(`${host} is not an address of this machine (${code}): choose another one with --host or HOST.`);
}

/** Why the database could not be opened, or null if that was not the problem. */
export function databaseFailure(error: unknown, databaseUrl: string | undefined): Failure | null {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { syscall, severity } = first as { syscall?: string; severity?: string };
  const unreachable = syscall === 'connect' || syscall === 'getaddrinfo' || severity === 'FATAL';
  if (databaseUrl === undefined || !unreachable) return null;
  const place = withoutSecrets(databaseUrl) ?? 'of DATABASE_URL';
  return new Failure(
    `The database ${place} cannot be reached (${messageOf(first)}): check DATABASE_URL and the server.`,
  );
}
