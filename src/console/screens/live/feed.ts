import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { AuthenticationError, type WebhookEvent } from '../../../client/index.js';
import { client, showError } from '../../api.js';
import { type EventFilters, KEPT, withNews } from '../../lib/events.js';
import { sessionEnded } from '../../state/session.js';
import { type Connection, listening } from './connection.js';

const PAGE = 100;
/** A narrow filter may match nothing on many pages: this many are read before the viewer has to ask for more. */
const PAGES_AT_ONCE = 5;
/** Events that arrive together are drawn together. */
const DRAWN_EVERY_MS = 120;
/** A hidden page closes its connection after a while: browsers allow only a few per origin. */
const HIDDEN_MS = 30_000;

export interface Feed {
  /** Newest first. */
  rows: readonly WebhookEvent[];
  /** How many rows were added on top since the page was opened. */
  above: number;
  connection: Connection;
  loading: boolean;
  failed: boolean;
  paused: boolean;
  /** What arrived while paused; at most as many as a page keeps. */
  held: readonly WebhookEvent[];
  /** The number of all that arrived while paused. */
  heldCount: number;
  /** The next page of earlier events; null if there are none. */
  next: string | null;
  loadingEarlier: boolean;
}

const NONE: Feed = {
  rows: [],
  above: 0,
  connection: 'connecting',
  loading: true,
  failed: false,
  paused: false,
  held: [],
  heldCount: 0,
  next: null,
  loadingEarlier: false,
};

/** The journal: past events first, then new ones as they happen. */
export function useFeed(filters: EventFilters, turn: number) {
  const state = useSignal<Feed>(NONE);
  const key = JSON.stringify([filters, turn]);
  const current = useRef(key);
  const set = (next: Partial<Feed>) => {
    state.value = { ...state.peek(), ...next };
  };

  useEffect(() => {
    current.current = key;
    state.value = { ...NONE, paused: state.peek().paused };
    const over = new AbortController();
    const listener = new Listener(filters, (events) => show(state, events), set);
    const begin = async () => {
      const { events, next, last } = await earlier(filters, undefined, over.signal);
      if (over.signal.aborted) return;
      set({ rows: events, next, loading: false });
      listener.begin(last);
    };
    begin().catch((error) => {
      if (over.signal.aborted) return;
      set({ loading: false, failed: true });
      showError(error);
    });
    return () => {
      over.abort();
      listener.stop();
    };
  }, [key]);

  const more = async () => {
    const { next, loadingEarlier, rows } = state.peek();
    if (next === null || loadingEarlier || rows.length >= KEPT) return;
    set({ loadingEarlier: true });
    const asked = current.current;
    try {
      const found = await earlier(filters, next);
      if (current.current !== asked) return;
      set({ rows: [...state.peek().rows, ...found.events].slice(0, KEPT), next: found.next, loadingEarlier: false });
    } catch (error) {
      if (current.current === asked) set({ loadingEarlier: false });
      showError(error);
    }
  };
  const pause = () => set({ paused: true });
  const resume = () => {
    const { rows, held, above } = state.peek();
    set({ rows: withNews(rows, held), above: above + held.length, paused: false, held: [], heldCount: 0 });
  };
  return { state, more, pause, resume };
}

function show(state: Signal<Feed>, came: readonly WebhookEvent[]): void {
  const now = state.peek();
  state.value = now.paused
    ? { ...now, held: [...now.held, ...came].slice(-KEPT), heldCount: now.heldCount + came.length }
    : { ...now, rows: withNews(now.rows, came), above: now.above + came.length };
}

/** A page of earlier events; with a narrow filter, the first page that has a match. */
async function earlier(filters: EventFilters, from: string | undefined, signal?: AbortSignal) {
  let cursor: string | null | undefined = from;
  for (let pages = 1; ; pages++) {
    const input = { ...filters, include_content: true, limit: PAGE, cursor };
    const response = await client.events.history(input, signal ? { signal } : {});
    cursor = response.next_cursor;
    if (response.events.length > 0 || cursor === null || pages === PAGES_AT_ONCE)
      return { events: response.events, next: cursor, last: response.last_event_id };
  }
}

/** Keeps the stream open while the page is visible, and delivers events in batches a few times a second. */
class Listener {
  readonly #input: EventFilters & { include_content: true };
  readonly #came: (events: readonly WebhookEvent[]) => void;
  readonly #set: (next: Partial<Feed>) => void;
  #waiting: WebhookEvent[] = [];
  #drawing: ReturnType<typeof setTimeout> | undefined;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #line: AbortController | undefined;
  #last = '';

  constructor(
    filters: EventFilters,
    came: (events: readonly WebhookEvent[]) => void,
    set: (next: Partial<Feed>) => void,
  ) {
    this.#input = { ...filters, include_content: true };
    this.#came = came;
    this.#set = set;
  }

  begin(last: string): void {
    this.#last = last;
    document.addEventListener('visibilitychange', this.#followVisibility);
    void this.#listen();
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.#followVisibility);
    clearTimeout(this.#drawing);
    clearTimeout(this.#hiding);
    this.#line?.abort();
  }

  readonly #followVisibility = (): void => {
    clearTimeout(this.#hiding);
    if (document.visibilityState === 'hidden') this.#hiding = setTimeout(() => this.#line?.abort(), HIDDEN_MS);
    else if (this.#line?.signal.aborted) void this.#listen();
  };

  async #listen(): Promise<void> {
    const line = new AbortController();
    this.#line = line;
    this.#set({ connection: 'connecting' });
    const stream = listening({ ...this.#input }, (connection) => {
      if (!line.signal.aborted) this.#set({ connection });
    });
    try {
      const input = { ...this.#input, last_event_id: this.#last };
      for await (const event of stream.events(input, { signal: line.signal })) this.#take(event);
    } catch (error) {
      if (line.signal.aborted) return;
      this.#set({ connection: 'broken' });
      if (error instanceof AuthenticationError) sessionEnded();
      else showError(error);
    }
  }

  #take(event: WebhookEvent): void {
    this.#last = event.id;
    this.#waiting.push(event);
    this.#drawing ??= setTimeout(() => {
      this.#drawing = undefined;
      this.#came(this.#waiting);
      this.#waiting = [];
    }, DRAWN_EVERY_MS);
  }
}
