import { ApiError, ConnectionError, RateLimitedError, ServerError } from './errors.js';
import { pause, queryOf, readResponse, type Transport } from './transport.js';
import type { WebhookEvent } from './verify-webhook.js';

/** What to listen to; everything of the key unless given. */
export interface EventsInput {
  /** Kinds such as `memory.stored`. */
  events?: string[];
  user_id?: string;
  agent_id?: string;
  /** Include the memory itself, as it is when the event is sent. */
  include_content?: boolean;
  /** Use the filters of this subscription. */
  subscription_id?: string;
  /** Resume after this event; from now on unless given. */
  last_event_id?: string;
}

export type EventsCall = (
  input?: EventsInput,
  options?: { signal?: AbortSignal },
) => AsyncIterableIterator<WebhookEvent>;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The service sends a heartbeat every 15 seconds: a connection that is silent for this long is dead. */
const LONGEST_SILENCE_MS = 60_000;

/** Events as they happen. A connection that breaks or ends is resumed there: nothing is lost and nothing is repeated. */
export async function* listen(
  transport: Transport,
  { last_event_id, ...filter }: EventsInput = {},
  { signal }: { signal?: AbortSignal } = {},
): AsyncIterableIterator<WebhookEvent> {
  const query = queryOf(filter);
  const path = `/memory/events${query ? `?${query}` : ''}`;
  const place: Place = { id: last_event_id, isGreeted: false, isGood: false };
  let wait = FIRST_PAUSE_MS;
  while (!signal?.aborted) {
    let asked: number | null = null;
    Object.assign(place, { isGreeted: false, isGood: false });
    try {
      for await (const event of once(transport, path, place, signal)) yield event;
    } catch (error) {
      if (signal?.aborted) return;
      // What a retry cannot fix is left to the caller: an invalid key, an invalid filter.
      const mendable =
        !(error instanceof ApiError) || error instanceof RateLimitedError || error instanceof ServerError;
      if (!mendable) throw error;
      if (error instanceof ApiError && error.retryAfter !== null) asked = error.retryAfter * 1_000;
    }
    if (place.isGood) wait = FIRST_PAUSE_MS;
    await pause(Math.min(asked ?? wait, LONGEST_PAUSE_MS), signal).catch(() => {});
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}

interface Place {
  /** The position after which to continue. */
  id: string | undefined;
  isGreeted: boolean;
  /** More than the greeting has arrived through the present connection. */
  isGood: boolean;
}

async function* once(
  transport: Transport,
  path: string,
  place: Place,
  signal: AbortSignal | undefined,
): AsyncGenerator<WebhookEvent> {
  const headers = {
    ...transport.authorization(),
    accept: 'text/event-stream',
    ...(place.id ? { 'last-event-id': place.id } : {}),
  };
  const dead = new AbortController();
  const response = await unlessSilent(
    transport.open(path, {
      headers,
      signal: signal ? AbortSignal.any([signal, dead.signal]) : dead.signal,
    }),
    () => dead.abort(),
  );
  if (!response.ok) await readResponse(response);
  if (!response.body) throw new ConnectionError('The stream has no body');
  for await (const message of messages(response.body)) {
    place.isGood ||= place.isGreeted || message.data !== '';
    place.isGreeted = true;
    if (message.id !== undefined) place.id = message.id;
    if (message.data !== '') yield JSON.parse(message.data) as WebhookEvent;
  }
}

/** Fails, and ends the connection, if what is awaited from it does not arrive in time. */
async function unlessSilent<T>(arriving: Promise<T>, end: () => void): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ConnectionError('The stream is silent'));
      end();
    }, LONGEST_SILENCE_MS);
  });
  return Promise.race([arriving, silence]).finally(() => clearTimeout(timer));
}

interface Message {
  id: string | undefined;
  data: string;
}

/** Parses Server-Sent Events from bytes. */
async function* messages(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await unlessSilent(reader.read(), () => void reader.cancel().catch(() => {}));
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) yield messageOf(block);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function messageOf(block: string): Message {
  const data: string[] = [];
  let id: string | undefined;
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue; // a comment
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (line.startsWith('data:')) data.push(value);
    else if (line.startsWith('id:')) id = value;
  }
  return { id, data: data.join('\n') };
}
