import type { Clock } from '../../../kernel/clock.js';
import type { TenantDatabase } from '../../../storage/database.js';
import { contentsOf, eventOf } from '../journal/contents.js';
import type { EventRecord } from '../journal/event.js';
import type { EventIds } from '../journal/event-id.js';
import type { EventFilter } from '../journal/kinds.js';
import type { JournalWatch } from '../journal/watch.js';
import { readEvents } from '../sql/journal.js';

/** Events per read. */
const PAGE = 200;
/** How soon a client that lost its connection reconnects, in milliseconds. */
const RECONNECT_MS = 2_000;

export interface StreamRequest {
  db: TenantDatabase;
  filter: EventFilter;
  includeContent: boolean;
  /** The position after which it begins. */
  after: number;
  /** Whether events are missing before that position. */
  isLost: boolean;
  /** The session that opened it, as the hash of its token: the stream ends with the session. */
  session: string | null;
}

/** The text of a stream: no event twice, none left out. */
export class StreamSource {
  readonly #request: StreamRequest;
  readonly #parts: { ids: EventIds; watch: JournalWatch; clock: Clock };
  #position: number;

  constructor(parts: { ids: EventIds; watch: JournalWatch; clock: Clock }, request: StreamRequest) {
    this.#parts = parts;
    this.#request = request;
    this.#position = request.after;
  }

  #idOf(seq: number): string {
    return this.#parts.ids.of(this.#request.db.keyId, seq);
  }

  /** An id without an event: a client that reconnects with it misses nothing, even if no event was sent yet. */
  greeting(): string {
    const { floor } = this.#parts.watch;
    let lost = '';
    if (this.#position < floor || this.#request.isLost) {
      this.#position = Math.max(this.#position, floor);
      const event = {
        id: this.#idOf(this.#position),
        type: 'stream.reset',
        timestamp: new Date(this.#parts.clock.now()).toISOString(),
      };
      const data = { reason: 'Events after the one you named are no longer kept; these are the oldest that are.' };
      lost = frame({ ...event, data });
    }
    return `retry: ${RECONNECT_MS}\n${lost || `id: ${this.#idOf(this.#position)}\n\n`}`;
  }

  /** A keep-alive that also moves the position past events that do not match. */
  heartbeat(): string {
    return `: still here\nid: ${this.#idOf(this.#position)}\n\n`;
  }

  /** The next events as text; empty if there are none now. `more`: others follow immediately. */
  async next(): Promise<{ text: string; more: boolean }> {
    const { db, filter, includeContent } = this.#request;
    const until = this.#parts.watch.horizon;
    if (until <= this.#position) return { text: '', more: false };
    const { lines, end, more } = await db.run(readEvents, { filter, after: this.#position, until, limit: PAGE });
    const memories = includeContent ? await contentsOf(db, lines, this.#parts.clock.now()) : null;
    this.#position = end;
    const text = lines.map((line) => frame(eventOf(this.#idOf(line.seq), line, memories))).join('');
    return { text, more };
  }
}

/** JSON contains no raw line breaks, so it fits into one `data:` line. */
const frame = (event: EventRecord) => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
