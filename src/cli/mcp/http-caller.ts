import { queryOf as beginningOf } from '../../adapters/query.js';
import { queryOf } from '../../client/transport.js';
import type { Defaults, OperationCaller } from '../../edge/mcp/caller.js';
import type { AnyOperation } from '../../features/request.js';
import { type ErrorCode, invalid, messageOf, RecollectError, STATUS_OF } from '../../kernel/errors.js';
import type { Remote } from '../remote/remote.js';
import { serviceFetch } from '../remote/service-fetch.js';

/** Nothing responds there, or not any more. */
class Unreachable extends Error {}

/** Calls operations over HTTP. `again` returns the service's new address when it is unavailable at the old one. */
export class HttpCaller implements OperationCaller {
  #place: Remote;
  readonly #again: () => Promise<Remote | null>;

  constructor(
    place: Remote,
    readonly defaults: Defaults,
    again: () => Promise<Remote | null> = async () => null,
  ) {
    this.#place = place;
    this.#again = again;
  }

  async call(operation: AnyOperation, input: Record<string, unknown>): Promise<unknown> {
    try {
      return await callOperation(this.#place, operation, input);
    } catch (error) {
      const moved = error instanceof Unreachable ? await this.#again() : null;
      if (moved) {
        this.#place = moved;
        return callOperation(moved, operation, input);
      }
      if (error instanceof Unreachable) throw new RecollectError('unavailable', error.message, { retryAfter: 2 });
      throw error;
    }
  }
}

function encoded(input: Record<string, unknown>): string {
  try {
    return queryOf(input);
  } catch (error) {
    throw invalid(`${messageOf(error)}.`);
  }
}

/** Texts to search by. Long ones do not fit into a URL: it is their beginning that is searched by. */
const SEARCHED = ['q', 'topic', 'context'];
function shortened(input: Record<string, unknown>): Record<string, unknown> {
  const short = { ...input };
  for (const name of SEARCHED) if (typeof short[name] === 'string') short[name] = beginningOf(short[name]);
  return short;
}

export async function callOperation(
  { url, key }: Remote,
  operation: Pick<AnyOperation, 'method' | 'path'>,
  input: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const rest = { ...input };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value ?? ''));
  });
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  const query = inQuery ? encoded(operation.method === 'GET' ? shortened(rest) : rest) : '';
  const response = await serviceFetch(`${url}${path}${query ? `?${query}` : ''}`, {
    method: operation.method,
    headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(inQuery ? {} : { body: JSON.stringify(rest) }),
  }).catch((error: Error) => {
    throw new Unreachable(`The service at ${url} cannot be reached (${reasonOf(error)}).`);
  });
  const body = await response.json().catch(() => null);
  if (response.ok) return body;
  throw errorOf(response, body);
}

const reasonOf = (error: Error) => (error.cause as { code?: string } | undefined)?.code ?? error.message;

function errorOf(response: Response, body: unknown): RecollectError {
  const { code, message, details } = (body as { error?: { code: string; message: string; details?: unknown } } | null)
    ?.error ?? {
    code: 'internal',
    message: `The service returned ${response.status}.`,
  };
  const known = code in STATUS_OF ? (code as ErrorCode) : 'internal';
  const wait = Number(response.headers.get('retry-after'));
  return new RecollectError(known, message, { details, ...(wait > 0 ? { retryAfter: wait } : {}) });
}
