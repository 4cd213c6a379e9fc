import { OPERATIONS } from '../client/generated.js';
import {
  ApiError,
  AuthenticationError,
  type MemoryFacetsResponse,
  NotFoundError,
  Recollect,
  RecollectError,
} from '../client/index.js';
import type { Filters } from './lib/filters.js';
import { begin } from './state/calls.js';
import { sessionEnded } from './state/session.js';
import { toast } from './state/toasts.js';

/** No key: the browser sends the session cookie with same-origin calls. */
const AT = { url: location.origin, retries: 1 };

async function observed<A>(operation: string, input: object | undefined, call: () => Promise<A>): Promise<A> {
  const end = begin({ operation, input: { ...input } });
  try {
    const response = await call();
    end('ok');
    return response;
  } catch (error) {
    end(error instanceof ApiError ? error.status : 'failed');
    if (error instanceof AuthenticationError) sessionEnded();
    throw error;
  }
}

/** The client; it records every call so that the page can show it. */
function observedClient(): Recollect {
  const client = new Recollect(AT);
  const groups = client as unknown as Record<string, Record<string, unknown>>;
  for (const [group, method] of OPERATIONS) {
    const holder = (group === null ? groups : groups[group]) as Record<string, unknown>;
    const call = holder[method] as (input?: object, options?: object) => Promise<unknown>;
    const name = group === null ? method : `${group}.${method}`;
    holder[method] = (input?: object, options?: object) => observed(name, input, () => call(input, options));
  }
  return client;
}

export const client = observedClient();

export type Facets = MemoryFacetsResponse;
export type Facet = Facets['facets']['tag'][number];

export const facetsOf = ({ order, ...filters }: Filters, signal: AbortSignal): Promise<Facets> =>
  client.memory.facets(filters, { signal });

/** The message to display: the service's own if it sent one. */
export function messageOf(error: unknown): string {
  if (error instanceof RecollectError) return error.message;
  return error instanceof Error ? error.message : String(error);
}

/** Shows an error as a toast. Shows nothing if the call was aborted on purpose, or if the sign-in page takes over. */
export function showError(error: unknown): void {
  if (error instanceof AuthenticationError || (error instanceof DOMException && error.name === 'AbortError')) return;
  toast(messageOf(error), {
    kind: 'error',
    ...(error instanceof ApiError && error.requestId ? { detail: error.requestId } : {}),
  });
}

export const isGone = (error: unknown): boolean => error instanceof NotFoundError;

/** `.` and `..` would produce the URL of another operation. */
export const isAddressable = (name: string): boolean => name !== '.' && name !== '..';
