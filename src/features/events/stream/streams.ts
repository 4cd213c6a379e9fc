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

type Texts = Pick<StreamSource, 'greeting' | 'next' | 'heartbeat'>;

/** One connected client. Reads only when the client has consumed what came before. */
export class OpenStream implements AsyncIterable<string>, AsyncIterator<string> {
  readonly keyId: string;
  readonly session: string | null;
  readonly #source: Texts;
  readonly #closed: () => void;
  readonly #openedAt: number;
  #keyVersion: number | undefined;
  #begun = false;
  #ended = false;
  /** Whether there may be something to read. */
  #news = true;
  #waiting: (() => void) | undefined;
  /** Whether the client has received nothing for so long that a heartbeat is due. */
  #isSilent = false;
  #silence: NodeJS.Timeout | undefined;

  constructor({ db, session }: StreamRequest, source: Texts, clock: Clock, closed: () => void) {
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
    clearTimeout(this.#silence);
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
        const text = await this.#text();
        if (text === '' || this.#ended) continue;
        this.#isSilent = false;
        clearTimeout(this.#silence);
        this.#silence = setTimeout(() => {
          this.#isSilent = true;
          this.#waiting?.();
        }, HEARTBEAT_MS);
        return { done: false, value: text };
      }
      return { done: true, value: undefined };
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** What to send next, or empty: then there may be something now. Changes that the filter excludes do not postpone a heartbeat. */
  async #text(): Promise<string> {
    if (!this.#begun) {
      this.#begun = true;
      return this.#source.greeting();
    }
    if (this.#news) {
      this.#news = false;
      const { text, more } = await this.#source.next();
      if (more) this.#news = true;
      if (text) return text;
    }
    if (this.#isSilent) return this.#source.heartbeat();
    if (!this.#news && !this.#ended)
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    this.#waiting = undefined;
    return '';
  }

  async return(): Promise<IteratorResult<string>> {
    this.end();
    return { done: true, value: undefined };
  }
}
