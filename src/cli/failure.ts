/** Exit codes of the command: a wrong setting or a wrong command line is `usage`. */
export const EXIT = { ok: 0, failure: 1, usage: 2 } as const;

/** Why a command cannot go on, as one sentence for the person at the terminal. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** Errors of many attempts carry no message of their own, and fetch hides the reason in the cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error instanceof AggregateError ? error.errors[0] : undefined;
  if (inner !== undefined && !error.message) return messageOf(inner);
  const cause = error.cause instanceof Error ? error.cause.message || (error.cause as { code?: string }).code : '';
  const message = error.message || (error as { code?: string }).code || error.name;
  return cause && !message.includes(cause) ? `${message} (${cause})` : message;
}

/** One line that ends with a full stop. */
export function sentence(error: unknown): string {
  const line = messageOf(error).replace(/\s+/g, ' ').trim();
  return /[.!?…)]$/.test(line) ? line : `${line}.`;
}

/** Why the service could not listen, or null when that is not what happened. */
export function listenFailure(error: unknown, { host, port }: { host: string; port: number }): Failure | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const elsewhere = 'choose another one with --port or PORT';
  if (code === 'EADDRINUSE') {
    return new Failure(`Port ${port} on ${host} is already in use: stop the program that has it, or ${elsewhere}.`);
  }
  if (syscall !== 'listen' && syscall !== 'getaddrinfo') return null;
  if (code === 'EACCES') return new Failure(`Port ${port} may not be opened by this user: ${elsewhere}.`);
  return new Failure(`${host} is not an address of this machine (${code}): choose another one with --host or HOST.`);
}
