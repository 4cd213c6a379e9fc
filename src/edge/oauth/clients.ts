import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Guard } from '../../features/events/guard/guard.js';
import { ForbiddenTarget } from '../../features/events/guard/guard.js';
import { type Clock, MINUTE } from '../../kernel/clock.js';
import { fetchDocument } from './fetch-document.js';
import { redirectProblem } from './redirect.js';

export interface Client {
  id: string;
  name: string;
  redirectUris: readonly string[];
}

/** What is wrong with a client or its request, in the words of the protocol. */
export class OAuthProblem extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

const PREFIX = 'reg_';
const MAC_BYTES = 16;
const MOST_URIS = 10;
const NAME_CHARACTERS = 100;
/** Documents that are fetched at once: who asks for more is asked to come back. */
const FETCHES = 4;
const KEPT = 200;
const KEPT_MS = 5 * MINUTE;

/**
 * Who asks to be let in. A client that registers is given an id that says all that is known of it, signed: nothing is stored, so nobody can
 * fill the disk with registrations. A client whose id is an address of its own is read there.
 */
export class Clients {
  readonly #secret: string;
  readonly #guard: Guard;
  readonly #clock: Clock;
  readonly #documents = new Map<string, { client: Client; until: number }>();
  #fetching = 0;

  constructor(secret: string, guard: Guard, clock: Clock) {
    this.#secret = secret;
    this.#guard = guard;
    this.#clock = clock;
  }

  #mac(payload: string): Buffer {
    return createHmac('sha256', this.#secret).update('oauth client\0').update(payload).digest().subarray(0, MAC_BYTES);
  }

  register(given: unknown): Client {
    const { name, redirectUris } = metadataOf(given, 'invalid_client_metadata');
    const payload = JSON.stringify([name, redirectUris]);
    const id = `${PREFIX}${Buffer.concat([this.#mac(payload), Buffer.from(payload)]).toString('base64url')}`;
    return { id, name, redirectUris };
  }

  /** Throws where there is no such client. */
  async find(id: string | null): Promise<Client> {
    if (id?.startsWith(PREFIX)) return this.#registered(id);
    if (id?.startsWith('https://')) return this.#published(id);
    throw new OAuthProblem(
      'invalid_client',
      '`client_id` must be one that POST /oauth/register returned, or the https address of a client metadata document.',
    );
  }

  #registered(id: string): Client {
    const text = id.slice(PREFIX.length);
    const bytes = Buffer.from(text, 'base64url');
    const payload = bytes.subarray(MAC_BYTES).toString();
    const isWhole = bytes.length > MAC_BYTES && bytes.toString('base64url') === text;
    if (!isWhole || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.#mac(payload))) {
      throw new OAuthProblem('invalid_client', '`client_id` is not one that this service gave out: register again.');
    }
    const [name, redirectUris] = JSON.parse(payload) as [string, string[]];
    return { id, name, redirectUris };
  }

  async #published(id: string): Promise<Client> {
    const now = this.#clock.now();
    const kept = this.#documents.get(id);
    if (kept && kept.until > now) return kept.client;
    if (this.#fetching >= FETCHES)
      throw new OAuthProblem('temporarily_unavailable', 'Try again in a few seconds.', 503);
    this.#fetching++;
    try {
      const url = new URL(id);
      if (url.pathname === '/' || url.search || url.hash) {
        throw new OAuthProblem('invalid_client', '`client_id` must be an address with a path and without a query.');
      }
      const document = await fetchDocument(this.#guard, id);
      const { client_id } = document as { client_id?: unknown };
      if (client_id !== id)
        throw new OAuthProblem('invalid_client', 'The client metadata document is of another client.');
      const client = { id, ...metadataOf(document, 'invalid_client') };
      if (this.#documents.size >= KEPT) this.#documents.delete(this.#documents.keys().next().value as string);
      this.#documents.set(id, { client, until: now + KEPT_MS });
      return client;
    } catch (error) {
      if (error instanceof OAuthProblem) throw error;
      const why = error instanceof ForbiddenTarget ? `: ${error.message}` : '.';
      throw new OAuthProblem('invalid_client', `The client metadata document could not be read${why}`);
    } finally {
      this.#fetching--;
    }
  }
}

function metadataOf(given: unknown, code: string): Pick<Client, 'name' | 'redirectUris'> {
  if (typeof given !== 'object' || given === null) throw new OAuthProblem(code, 'A JSON object is wanted.');
  const { client_name: name = 'An application', redirect_uris: uris } = given as Record<string, unknown>;
  if (typeof name !== 'string' || name.trim() === '') throw new OAuthProblem(code, '`client_name` must be a text.');
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > MOST_URIS) {
    throw new OAuthProblem(code, `\`redirect_uris\` must have 1 to ${MOST_URIS} entries.`);
  }
  for (const uri of uris) {
    const problem = redirectProblem(uri);
    if (problem) throw new OAuthProblem('invalid_redirect_uri', `\`redirect_uris\` ${problem}.`);
  }
  return { name: printable(name), redirectUris: uris as string[] };
}

/** A name that cannot turn the sentence around it upside down. */
const printable = (name: string) =>
  name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, NAME_CHARACTERS) || 'An application';
