import type { Clock } from '../../kernel/clock.js';
import type { TenantDatabase } from '../../storage/database.js';
import type { MemoryRecord } from '../memories/record.js';
import { type EventRecord, type JournalLine, toEvent } from './event.js';
import type { EventIds } from './event-id.js';
import { memoriesOfEvents, readEvents } from './journal-statements.js';
import type { EventFilter } from './kinds.js';
import type { JournalWatch } from './watch.js';

/** Events of one read. */
const PAGE = 200;
/** How soon a client that lost its connection comes back, in milliseconds. */
const RECONNECT_MS = 2_000;

export interface StreamRequest {
  db: TenantDatabase;
  filter: EventFilter;
  includeContent: boolean;
  /** The place after which it begins. */
  after: number;
}

/** What a stream has to say, as text: never twice the same, nothing left out. */
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

  /** An id without an event: whoever comes back with it misses nothing, though no event has been sent. */
  greeting(): string {
    const { floor } = this.#parts.watch;
    let lost = '';
    if (this.#position < floor) {
      this.#position = floor;
      const event = {
        id: this.#idOf(floor),
        type: 'stream.reset',
        timestamp: new Date(this.#parts.clock.now()).toISOString(),
      };
      const data = { reason: 'Events after the one you named are no longer kept; these are the oldest that are.' };
      lost = frame({ ...event, data });
    }
    return `retry: ${RECONNECT_MS}\n${lost || `id: ${this.#idOf(this.#position)}\n\n`}`;
  }

  /** A sign of life that also moves the place on past events of no interest. */
  heartbeat(): string {
    return `: still here\nid: ${this.#idOf(this.#position)}\n\n`;
  }

  /** The next events as text; empty: there are none now. `more` tells of others right behind. */
  async next(): Promise<{ text: string; more: boolean }> {
    const { db, filter } = this.#request;
    const until = this.#parts.watch.horizon;
    if (until <= this.#position) return { text: '', more: false };
    const { lines, end } = await db.run(readEvents, { filter, after: this.#position, until, limit: PAGE });
    const memories = await this.#memories(lines);
    this.#position = end;
    return { text: lines.map((line) => frame(this.#event(line, memories))).join(''), more: lines.length === PAGE };
  }

  #event(line: JournalLine, memories: Map<string, MemoryRecord> | null) {
    const asked = memories && line.kind.startsWith('memory.');
    return toEvent(this.#idOf(line.seq), line, asked ? (memories.get(line.subject ?? '') ?? null) : undefined);
  }

  async #memories(lines: readonly JournalLine[]): Promise<Map<string, MemoryRecord> | null> {
    if (!this.#request.includeContent) return null;
    const ids = [...new Set(lines.map((line) => line.subject).filter((id) => id !== null))];
    const now = this.#parts.clock.now();
    const found = ids.length ? await this.#request.db.run(memoriesOfEvents, { ids, now }) : [];
    return new Map(found.map((memory) => [memory.id, memory]));
  }
}

/** JSON has no line breaks of its own, so one `data:` line holds it. */
const frame = (event: EventRecord) => `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
