import type { CallOptions } from './call.js';
import { type EventsCall, listen } from './events.js';
import { OPERATIONS, type Operations } from './generated.js';
import { type ClientOptions, type HttpCall, Transport } from './transport.js';

export type { Call, CallOptions, PagedCall } from './call.js';
export * from './errors.js';
export type { EventsInput } from './events.js';
export type * from './generated.js';
export type { ClientOptions } from './transport.js';
export { type VerifyOptions, verifyWebhook, WebhookError, type WebhookEvent } from './verify-webhook.js';

/**
 * The client: every operation as a method, named and typed as on the wire.
 *
 *     const client = new Recollect({ key: 'rec_sk_…' });
 *     await client.memory.store({ user_id: 'ada', content: 'Ada prefers window seats.' });
 *     const { results } = await client.memory.retrieve({ user_id: 'ada', q: 'Where does Ada sit?' });
 */
export interface Recollect extends Omit<Operations, 'events'> {
  /** Events as they happen: `for await (const event of client.events({ user_id: 'ada' }))`; and the operations on subscriptions. */
  events: EventsCall & Operations['events'];
}
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor puts a method there for every operation of the interface
export class Recollect {
  readonly #transport: Transport;

  constructor(options: ClientOptions = {}) {
    this.#transport = new Transport(options);
    const self = this as unknown as Record<string, Record<string, unknown>>;
    const events: EventsCall = (input, options) => listen(this.#transport, input, options);
    self.events = events as unknown as Record<string, unknown>;
    for (const [group, method, httpMethod, path, items] of OPERATIONS) {
      const call = callOf(this.#transport, { method: httpMethod, path }, items);
      if (group === null) self[method] = call as unknown as Record<string, unknown>;
      else {
        self[group] ??= {};
        self[group][method] = call;
      }
    }
  }

  /** The URL of the service. */
  get url(): string {
    return this.#transport.url;
  }
}

type Input = Record<string, unknown> | undefined;

function callOf(transport: Transport, at: Omit<HttpCall, 'input'>, items: string | null) {
  const call = (input: Input, options?: CallOptions) => transport.call({ ...at, input: input ?? {} }, options);
  if (items === null) return call;
  async function* pages(input: Input, options?: CallOptions) {
    let cursor: unknown = input?.cursor;
    do {
      const page = (await call({ ...input, ...(cursor ? { cursor } : {}) }, options)) as Record<string, unknown>;
      yield page;
      cursor = page.next_cursor;
    } while (cursor);
  }
  async function* each(input: Input, options?: CallOptions) {
    for await (const page of pages(input, options)) yield* page[items as string] as unknown[];
  }
  return Object.assign(call, { pages, items: each });
}
