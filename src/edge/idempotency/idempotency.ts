import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, DAY, SECOND } from '../../kernel/clock.js';
import { conflict, inProgress, invalidField } from '../../kernel/errors.js';
import { countCharacters, LIMITS } from '../../kernel/fields.js';
import { type IdSource, randomText, seededIds } from '../../kernel/ids.js';
import type { Database } from '../../storage/database.js';
import { userOf } from '../call-checks.js';
import { quotedIn } from './quoted.js';
import { hashOf, Seal } from './seal.js';
import * as store from './store.js';

export interface RepeatableRequest {
  /** The owner: a key's id, `admin`, an issuer's id, or `signup:` and the client's address. */
  keyId: string;
  /** The `Idempotency-Key` as sent. */
  token: string;
  /** `POST /memory/store`, followed by the id of a child key. */
  operation: string;
  bodyHash: string;
  /** The bearer credential, '' if there is none. It opens the stored response and is not stored itself. */
  credential: string;
  /** The user the request is about, so that erasing a user finds it. */
  userId?: string | null | undefined;
  /** The same of its response. */
  userOf?: (body: unknown) => string | null;
}
export interface Rendered {
  status: number;
  body: unknown;
}

const KEPT_FOR = DAY;
/** How long a repeated call waits for a node that died. One that starts too early makes the same ids. */
const LEASE = 15 * SECOND;
const RENEWED_EVERY = LEASE / 3;
const SWEEP_CHUNK = 1_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;
/** Longer than any request should take; after that the caller may as well retry. */
const MAX_WAIT_MS = 60 * SECOND;
/** Without a credential only the token protects the response, and the response to a sign-up is a secret. */
const SHORTEST_SIGNUP_TOKEN = 16;

const isKept = (status: number) => status < 500 && status !== 401 && status !== 403 && status !== 429;

/** `Idempotency-Key`: the first response is stored and replayed, also to concurrent calls, on any node. */
export class Idempotency {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #nodeId: string;

  constructor({ database, clock, nodeId }: { database: Database; clock: Clock; nodeId: string }) {
    this.#database = database;
    this.#clock = clock;
    this.#nodeId = nodeId;
  }

  /** `work` also returns rendered errors if they should be replayed; what it throws is not stored. */
  async run(
    request: RepeatableRequest,
    work: (ids: IdSource) => Promise<Rendered>,
  ): Promise<Rendered & { replayed: boolean }> {
    const { keyId, operation, token } = request;
    checkToken(keyId, token);
    const name = { keyId, token: hashOf(operation, token) };
    const seal = new Seal(request.credential, token, `${keyId} ${name.token}`);
    const owner = `${this.#nodeId} ${randomText(12)}`;
    const bodyHash = hashOf(token, request.bodyHash); // reveals nothing to someone who guesses bodies
    const waitDeadline = performance.now() + MAX_WAIT_MS;
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 1.5, LONGEST_PAUSE_MS)) {
      const now = this.#clock.now();
      const times = { now, leaseUntil: now + LEASE, forgottenSince: now - KEPT_FOR };
      const claim = { ...name, ...times, bodyHash, userId: request.userId ?? null, owner };
      const claimed = await this.#database.system(store.claimRequest, claim);
      if (claimed.outcome === 'other body')
        throw conflict('This `Idempotency-Key` was already used with another body: send the same body, or a new key.');
      if (claimed.outcome === 'erased')
        throw conflict(
          'The call with this `Idempotency-Key` is done; its response was erased because something it was about is forgotten.',
        );
      if (claimed.outcome === 'mine') {
        const ids = seededIds(claimed.createdAt, JSON.stringify([keyId, operation, token]));
        return { ...(await this.#perform({ ...name, owner }, seal, () => work(ids), request.userOf)), replayed: false };
      }
      if (claimed.outcome === 'done') {
        const text = seal.open(claimed.response, claimed.status);
        if (text !== null) return { status: claimed.status, body: JSON.parse(text), replayed: true };
        await this.#database.system(store.reopenRequest, { ...name, response: claimed.response });
        continue;
      }
      if (performance.now() > waitDeadline)
        throw inProgress('The first call with this `Idempotency-Key` is still running.');
      await pause(wait);
    }
  }

  async #perform(
    held: store.RequestName & { owner: string },
    seal: Seal,
    work: () => Promise<Rendered>,
    user = userOf,
  ): Promise<Rendered> {
    // The caller's response does not depend on these: what they leave undone is repaired when the lease expires.
    const quietly = (done: Promise<void>) => done.catch(() => {});
    const renew = () =>
      quietly(this.#database.system(store.renewLease, { ...held, leaseUntil: this.#clock.now() + LEASE }));
    const renewal = setInterval(renew, RENEWED_EVERY).unref();
    try {
      const response = await work();
      if (isKept(response.status)) {
        const sealed = seal.close(JSON.stringify(response.body ?? null), response.status);
        const about = { userId: user(response.body), quoted: quotedIn(response.body), now: this.#clock.now() };
        const kept = { ...held, status: response.status, response: sealed, ...about };
        await quietly(this.#database.system(store.keepResponse, kept));
      } else if (response.status < 500) await quietly(this.#database.system(store.dropRequest, held));
      else await quietly(this.#database.system(store.giveUpLease, held));
      return response;
    } catch (error) {
      await quietly(this.#database.system(store.giveUpLease, held));
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  /** Deletes what is no longer replayed and returns how many. */
  async sweep(): Promise<number> {
    const before = this.#clock.now() - KEPT_FOR;
    const total = await this.#swept(store.sweepRequests, before);
    await this.#swept(store.sweepQuotes, before);
    return total;
  }

  async #swept(statement: typeof store.sweepRequests, before: number): Promise<number> {
    for (let total = 0; ; ) {
      const gone = await this.#database.system(statement, { before, limit: SWEEP_CHUNK });
      total += gone;
      if (gone < SWEEP_CHUNK) return total;
    }
  }
}

function checkToken(keyId: string, token: string): void {
  const size = countCharacters(token);
  const least = keyId.startsWith('signup:') ? SHORTEST_SIGNUP_TOKEN : 1;
  if (size < least || size > LIMITS.idempotencyKey)
    throw invalidField('Idempotency-Key', `must have ${least} to ${LIMITS.idempotencyKey} characters, has ${size}`);
}
