import type { LoadClient, Tally } from './load-client.js';

/** Users that the load is spread over. */
const USERS = 50;
/** Memories that a client keeps before it forgets its oldest: so that a long run does not grow. */
const KEPT = 20;
const BATCH = 10;
/** What an agent does most is to ask. */
const MIX = 'retrieve store retrieve get list retrieve store retrieve context store retrieve get batch list'.split(' ');

/** One client's calls, one after the other, each on the node whose turn it is. */
export class Mix {
  readonly #client: LoadClient;
  readonly #urls: readonly string[];
  readonly #user: string;
  readonly #name: string;
  readonly #ids: string[] = [];
  #count: number;
  #turn: number;

  constructor(client: LoadClient, urls: readonly string[], number: number, name: string) {
    this.#client = client;
    this.#urls = urls;
    this.#user = `user-${number % USERS}`;
    this.#name = `${name}-${number}`;
    this.#count = number; // each begins elsewhere in the mix
    this.#turn = number;
  }

  async step(tally: Tally): Promise<number> {
    const isFull = this.#ids.length > KEPT;
    const i = isFull ? this.#count : this.#count++; // forgetting comes on top of the mix
    const operation = isFull ? 'forget' : (MIX[i % MIX.length] as string);
    const url = this.#urls[this.#turn++ % this.#urls.length] as string;
    const began = performance.now();
    const { status, text } = await this.#call(url, operation, i);
    tally.note(operation, status, performance.now() - began);
    if (status === 201 && operation === 'store') this.#ids.push(JSON.parse(text).id);
    if (status === 201 && operation === 'batch') this.#ids.push(...JSON.parse(text).ids);
    return status;
  }

  #memory(i: number, n = 0) {
    const content = `${this.#name} noted number ${i}.${n}: the ${ORDER[(i + n) % ORDER.length]} goes before the other`;
    return { user_id: this.#user, content };
  }

  #call(url: string, operation: string, i: number) {
    const user = `user_id=${this.#user}`;
    switch (operation) {
      case 'store':
        return this.#client.send(url, 'POST', '/memory/store', this.#memory(i));
      case 'batch': {
        const memories = Array.from({ length: BATCH }, (_, n) => this.#memory(i, n));
        return this.#client.send(url, 'POST', '/memory/batch', { memories });
      }
      case 'retrieve':
        return this.#client.send(url, 'GET', `/memory/retrieve?${user}&q=which+goes+before+${i}&limit=5`);
      case 'context':
        return this.#client.send(url, 'GET', `/memory/context?${user}&q=what+goes+before+${i}&max_tokens=300`);
      case 'get':
        return this.#client.send(url, 'GET', this.#ids[0] ? `/memory/${this.#ids[0]}` : `/memory?${user}&limit=1`);
      case 'forget':
        return this.#client.send(url, 'DELETE', `/memory/forget?id=${this.#ids.shift()}`);
      default:
        return this.#client.send(url, 'GET', `/memory?${user}&limit=20`);
    }
  }
}

const ORDER = 'kettle lantern ladder harbour orchard violin compass saddle anchor teapot'.split(' ');

/** So many clients without a pause in between, for so long. */
export async function closedLoop(mixes: readonly Mix[], tally: Tally, ms: number): Promise<void> {
  const end = performance.now() + ms;
  await Promise.all(
    mixes.map(async (mix) => {
      while (performance.now() < end) await mix.step(tally);
    }),
  );
  tally.end();
}
