import { type Clock, SECOND } from '../../../kernel/clock.js';
import { RecollectError } from '../../../kernel/errors.js';
import type { Database } from '../../../storage/database.js';
import { IDLE_MS } from '../../keys/sessions.js';
import { activeSessions } from '../../keys/sql/session.js';
import { activeKeys, type KeyPulse } from '../../keys/sql/store.js';
import type { EventIds } from '../journal/event-id.js';
import type { JournalWatch } from '../journal/watch.js';
import { type StreamRequest, StreamSource } from './source.js';

/** Open streams per key on one node, and of all keys: each holds a connection and some memory. */
export const MAX_STREAMS_PER_KEY = 20;
const MAX_STREAMS = 5_000;
/** Proxies close connections that are silent for a minute, some after half of that. */
const HEARTBEAT_MS = 15 * SECOND;
/** How soon a node notices that another node revoked a key or ended a session. */
const PULSE_MS = SECOND;

interface Parts {
  database: Database;
  clock: Clock;
  watch: JournalWatch;
  ids: EventIds;
}

/** The open event streams of this node. */
export class EventStreams {
  readonly #parts: Parts;
  readonly #open = new Map<string, Set<OpenStream>>();
  #size = 0;
  #pulse: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.watch.onNews((keys) => {
      for (const key of keys) for (const stream of this.#open.get(key) ?? []) stream.wake();
    });
  }

  get size(): number {
    return this.#size;
  }

  /** Throws 429 if the key or this node has reached its limit, or the node is stopping. */
  async open(request: StreamRequest): Promise<AsyncIterable<string>> {
    const { keyId } = request.db;
    const open = this.#open.get(keyId) ?? new Set();
    if (open.size >= MAX_STREAMS_PER_KEY || this.#size >= MAX_STREAMS || this.#stopping) {
      const most = open.size >= MAX_STREAMS_PER_KEY ? MAX_STREAMS_PER_KEY : MAX_STREAMS;
      const message = `The limit of ${most} open event streams is reached: close one or share it.`;
      throw new RecollectError('rate_limited', message, { retryAfter: 5 });
    }
    const source = new StreamSource(this.#parts, request);
    const stream: OpenStream = new OpenStream(request, source, this.#parts.clock, () => {
      this.#size -= open.delete(stream) ? 1 : 0;
      if (open.size === 0) this.#open.delete(keyId);
    });
    open.add(stream);
    this.#open.set(keyId, open);
    this.#size++;
    try {
      await this.#check([stream]); // the key may have been revoked since the call was admitted
    } catch (error) {
      stream.end();
      throw error;
    }
    this.#watchKeys();
    return stream;
  }

  /** A key changed on this node: its streams end now, and clients that are still allowed reconnect. */
  keyChanged(keyId: string): void {
    for (const stream of this.#open.get(keyId) ?? []) stream.end();
  }

  /** A session of the key ended on this node: all streams of its sessions end now, and the remaining sessions reconnect. */
  sessionEnded(keyId: string): void {
    for (const stream of this.#open.get(keyId) ?? []) if (stream.session !== null) stream.end();
  }

  #watchKeys(): void {
    this.#pulse ??= setTimeout(() => {
      this.#pulse = undefined;
      this.#check([...this.#open.values()].flatMap((streams) => [...streams]))
        .catch(() => {}) // the next pulse checks again
        .finally(() => {
          if (this.#size > 0 && !this.#stopping) this.#watchKeys();
        });
    }, PULSE_MS).unref();
  }

  /** Takes only streams that were open before the read: the result may be older than later ones. */
  async #check(streams: readonly OpenStream[]): Promise<void> {
    const ids = [...new Set(streams.map((stream) => stream.keyId))];
    const living = await this.#parts.database.system(activeKeys, { ids });
    const byId = new Map(living.map((key) => [key.id, key]));
    const now = this.#parts.clock.now();
    for (const stream of streams) stream.check(byId.get(stream.keyId), now);
    await this.#checkSessions(streams, now);
  }

  async #checkSessions(streams: readonly OpenStream[], now: number): Promise<void> {
    const hashes = [...new Set(streams.map(({ session }) => session).filter((session) => session !== null))];
    if (hashes.length === 0) return;
    const living = await this.#parts.database.system(activeSessions, { hashes, now, idleSince: now - IDLE_MS });
    for (const stream of streams) if (stream.session !== null && !living.includes(stream.session)) stream.end();
  }

  /** Ends all streams cleanly; no new ones are opened. */
  stop(): void {
    this.#stopping = true;
    clearTimeout(this.#pulse);
    for (const streams of this.#open.values()) for (const stream of streams) stream.end();
  }
}

/** One connected client. Reads only when the client has consumed what came before. */
class OpenStream implements AsyncIterable<string>, AsyncIterator<string> {
  readonly keyId: string;
  readonly session: string | null;
  readonly #source: StreamSource;
  readonly #closed: () => void;
  readonly #openedAt: number;
  #keyVersion: number | undefined;
  #begun = false;
  #ended = false;
  /** Whether there may be something to read. */
  #news = true;
  #waiting: (() => void) | undefined;

  constructor({ db, session }: StreamRequest, source: StreamSource, clock: Clock, closed: () => void) {
    this.keyId = db.keyId;
    this.session = session;
    this.#source = source;
    this.#closed = closed;
    this.#openedAt = clock.now();
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  wake(): void {
    this.#news = true;
    this.#waiting?.();
  }

  end(): void {
    this.#ended = true;
    this.#closed();
    this.#waiting?.();
  }

  /** Ends the stream if the key or one of its secrets has changed or expired since the stream was opened. */
  check(key: KeyPulse | undefined, now: number): void {
    this.#keyVersion ??= key?.updatedAt;
    const over = key?.ends.some((time) => time > this.#openedAt && time <= now);
    if (!key || over || key.updatedAt !== this.#keyVersion) this.end();
  }

  async next(): Promise<IteratorResult<string>> {
    try {
      while (!this.#ended) {
        if (!this.#begun) {
          this.#begun = true;
          return { done: false, value: this.#source.greeting() };
        }
        if (this.#news) {
          this.#news = false;
          const { text, more } = await this.#source.next();
          if (more) this.#news = true;
          if (text && !this.#ended) return { done: false, value: text };
        } else if (await this.#silence()) return { done: false, value: this.#source.heartbeat() };
      }
      return { done: true, value: undefined };
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** Waits for something to happen; true when nothing did. */
  async #silence(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const silent = await new Promise<boolean>((resolve) => {
      this.#waiting = () => resolve(false);
      timer = setTimeout(() => resolve(true), HEARTBEAT_MS);
    });
    clearTimeout(timer);
    this.#waiting = undefined;
    return silent && !this.#ended;
  }

  async return(): Promise<IteratorResult<string>> {
    this.end();
    return { done: true, value: undefined };
  }
}
