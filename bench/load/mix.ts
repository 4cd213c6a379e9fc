import type { LoadClient, Tally } from './client.js';

/** Users that the load is spread over. */
const USERS = 50;
/** Memories that each user has beforehand. */
const INITIAL_PER_USER = 300;
const LARGEST_BATCH = 100;
const BATCH = 10;
/**
 * An agent mostly retrieves. As many memories are forgotten as are stored, so that a long run does not grow, whatever share of the calls is refused.
 */
const MIX = 'retrieve store retrieve get list retrieve store retrieve context store retrieve get batch list'
  .split(' ')
  .flatMap((operation) => (operation === 'context' ? [operation] : [operation, 'forget']));

/** The calls of one client, one after the other, round robin over the nodes. */
export class Mix {
  readonly #client: LoadClient;
  readonly #urls: readonly string[];
  readonly #user: string;
  readonly #name: string;
  readonly #ids: string[];
  #count: number;
  #turn: number;

  /** `stock`: memories that it may forget before it has stored any. */
  constructor(
    client: LoadClient,
    urls: readonly string[],
    number: number,
    name: string,
    stock: readonly string[] = [],
  ) {
    this.#ids = [...stock];
    this.#client = client;
    this.#urls = urls;
    this.#user = `user-${number % USERS}`;
    this.#name = `${name}-${number}`;
    this.#count = number; // each starts at a different point of the mix
    this.#turn = number;
  }

  async step(tally: Tally): Promise<number> {
    const i = this.#count++;
    const planned = MIX[i % MIX.length] as string;
    const operation = planned === 'forget' && this.#ids.length === 0 ? 'list' : planned;
    const url = this.#urls[this.#turn++ % this.#urls.length] as string;
    const began = performance.now();
    const oldest = operation === 'forget' ? (this.#ids.shift() as string) : '';
    const { status, text } = await this.#call(url, operation, i, oldest);
    tally.note(operation, status, performance.now() - began);
    if (status === 201 && operation === 'store') this.#ids.push(JSON.parse(text).id);
    if (status === 201 && operation === 'batch') this.#ids.push(...JSON.parse(text).ids);
    if (oldest && status !== 200 && status !== 404) this.#ids.push(oldest); // refused: it still exists
    return status;
  }

  #memory(i: number, n = 0) {
    const content = `${this.#name} noted number ${i}.${n}: the ${ORDER[(i + n) % ORDER.length]} goes before the other`;
    return { user_id: this.#user, content };
  }

  #call(url: string, operation: string, i: number, oldest: string) {
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
        return this.#client.send(url, 'DELETE', `/memory/forget?id=${oldest}`);
      default:
        return this.#client.send(url, 'GET', `/memory?${user}&limit=20`);
    }
  }
}

/** What was stored before the load: enough that what the load adds and removes does not change the cost of a call. */
export async function storeInitial(client: LoadClient, url: string): Promise<string[]> {
  const ids: string[] = [];
  const memory = (user: number, n: number) => ({
    user_id: `user-${user}`,
    content: `The ${ORDER[n % ORDER.length]} of shelf ${n} was counted by keeper ${user}`,
  });
  for (let user = 0; user < USERS; user++) {
    for (let from = 0; from < INITIAL_PER_USER; from += LARGEST_BATCH) {
      const memories = Array.from({ length: LARGEST_BATCH }, (_, n) => memory(user, from + n));
      const { status, text } = await client.send(url, 'POST', '/memory/batch', { memories });
      if (status !== 201) throw new Error(`The first memories were not taken: ${status} ${text}`);
      ids.push(...JSON.parse(text).ids);
    }
  }
  return ids;
}

const ORDER = 'kettle lantern ladder harbour orchard violin compass saddle anchor teapot'.split(' ');

/** Runs this many clients without pauses, for this long. */
export async function closedLoop(mixes: readonly Mix[], tally: Tally, ms: number): Promise<void> {
  const end = performance.now() + ms;
  await Promise.all(
    mixes.map(async (mix) => {
      while (performance.now() < end) await mix.step(tally);
    }),
  );
  tally.end();
}
