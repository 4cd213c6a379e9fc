import { ForbiddenTarget, type Guard } from '../../features/events/guard/guard.js';
import { clientOf } from '../../features/keys/signup/address.js';
import { type Clock, MINUTE } from '../../kernel/clock.js';
import { type Client, metadataOf, OAuthProblem } from './client.js';
import { fetchDocument, UnreadableDocument } from './fetch-document.js';

/** Concurrent fetches, in total and per address. Beyond these, callers get a 503 and may retry. */
const FETCHES = 16;
const FETCHES_FOR_ONE = 2;
const KEPT = 200;
const KEPT_MS = 5 * MINUTE;

interface DocumentsOptions {
  guard: Guard;
  clock: Clock;
  /** Certificates (PEM) to trust instead of the default ones. */
  trusted?: string | undefined;
}

/** Clients whose id is the URL of their metadata document. */
export class Documents {
  readonly #options: DocumentsOptions;
  readonly #kept = new Map<string, { client: Client; until: number }>();
  /** The addresses that documents are being fetched for. */
  readonly #fetching: string[] = [];

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  /** `address` is the caller's. Throws `OAuthProblem`. */
  async find(id: string, address: string): Promise<Client> {
    const now = this.#options.clock.now();
    const kept = this.#kept.get(id);
    if (kept && kept.until > now) return kept.client;
    checkId(id);
    const caller = clientOf(address);
    const own = this.#fetching.filter((one) => one === caller).length;
    if (this.#fetching.length >= FETCHES || own >= FETCHES_FOR_ONE)
      throw new OAuthProblem('temporarily_unavailable', 'Try again in a few seconds.', 503);
    this.#fetching.push(caller);
    try {
      const client = await this.#fetch(id);
      if (this.#kept.size >= KEPT) this.#kept.delete(this.#kept.keys().next().value as string);
      this.#kept.set(id, { client, until: now + KEPT_MS });
      return client;
    } finally {
      this.#fetching.splice(this.#fetching.indexOf(caller), 1);
    }
  }

  async #fetch(id: string): Promise<Client> {
    const { guard, trusted } = this.#options;
    const document = await fetchDocument(guard, id, { trusted }).catch((error: unknown) => {
      const isReported = error instanceof ForbiddenTarget || error instanceof UnreadableDocument;
      const why = isReported ? `: ${error.message}.` : '.';
      throw new OAuthProblem('invalid_client', `The client metadata document could not be read${why}`);
    });
    const metadata = metadataOf(document, 'invalid_client');
    if ((document as { client_id?: unknown }).client_id !== id)
      throw new OAuthProblem('invalid_client', 'The client metadata document belongs to another client.');
    return { id, ...metadata };
  }
}

/** Ids are compared character by character, so each must have a single spelling. */
function checkId(id: string): void {
  const url = URL.canParse(id) ? new URL(id) : null;
  if (!url || url.pathname === '/' || url.search || url.hash || url.href !== id) {
    throw new OAuthProblem(
      'invalid_client',
      '`client_id` must be a URL in normalized form, with a path and without a query.',
    );
  }
}
