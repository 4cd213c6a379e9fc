import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Client, metadataOf, OAuthProblem } from './client.js';
import type { Documents } from './documents.js';

const PREFIX = 'reg_';
const MAC_BYTES = 16;

/**
 * OAuth clients. A client that registers gets an id that contains everything known about it, signed: nothing is stored, so nobody can fill
 * the disk with registrations. If the id is a URL, the client's metadata is read from there.
 */
export class Clients {
  readonly #secret: string;
  readonly #documents: Documents;

  constructor(secret: string, documents: Documents) {
    this.#secret = secret;
    this.#documents = documents;
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

  /** `address` is the caller's. Throws if there is no such client. */
  async find(id: string | null, address: string): Promise<Client> {
    if (id?.startsWith(PREFIX)) return this.#registered(id);
    if (id?.startsWith('https://')) return this.#documents.find(id, address);
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
    if (!isWhole || !timingSafeEqual(bytes.subarray(0, MAC_BYTES), this.#mac(payload)))
      throw new OAuthProblem('invalid_client', '`client_id` was not issued by this service: register again.');
    const [name, redirectUris] = JSON.parse(payload) as [string, string[]];
    return { id, name, redirectUris };
  }
}
