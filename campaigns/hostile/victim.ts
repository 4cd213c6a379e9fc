import { setTimeout as pause } from 'node:timers/promises';
import { Client, query, type TimedResponse } from './http.js';

/** The measurements of one kind of call. */
export interface Figures {
  calls: number;
  p50: number;
  p99: number;
  longest: number;
  /** Responses with a status of 500 or above, and calls without a response. */
  failed: number;
}

/** All calls together: a single kind has too few for a quantile. */
export const ALL = 'all';
const EVERY_MS = 8;
const FACTS = [
  'moved to Lisbon in May',
  'plays the cello',
  'is allergic to nuts',
  'runs the Tuesday stand-up',
  'has two cats',
];

/** An ordinary tenant: a few memories, ordinary calls one after the other. */
export class Victim {
  readonly #client: Client;
  readonly #key: string;
  #stored = 0;
  #ids: string[] = [];

  constructor(url: string, key: string) {
    this.#client = new Client(url);
    this.#key = key;
  }

  async prepare(): Promise<void> {
    const memories = Array.from({ length: 100 }, (_, i) => ({
      user_id: 'ada',
      content: `Friend ${i} ${FACTS[i % 5]}.`,
    }));
    const { text } = await this.#call('POST', '/memory/batch', { memories });
    this.#ids = JSON.parse(text).ids;
  }

  #call(method: string, path: string, body?: unknown): Promise<TimedResponse> {
    return this.#client.call(method, path, { key: this.#key, body });
  }

  #steps(): [string, () => Promise<TimedResponse>][] {
    const id = this.#ids[this.#stored % this.#ids.length];
    return [
      ['health', () => this.#client.call('GET', '/health')],
      ['get', () => this.#call('GET', `/memory/${id}`)],
      [
        'store',
        () =>
          this.#call('POST', '/memory/store', {
            user_id: 'ada',
            content: `On day ${this.#stored++} Ada ${FACTS[this.#stored % 5]}.`,
          }),
      ],
      [
        'retrieve',
        () => this.#call('GET', `/memory/retrieve?${query({ user_id: 'ada', q: 'Which friend plays music?' })}`),
      ],
      [
        'hybrid',
        () => this.#call('GET', `/memory/retrieve?${query({ user_id: 'ada', q: 'Who has cats?', ranking: 'hybrid' })}`),
      ],
      ['list', () => this.#call('GET', `/memory?${query({ user_id: 'ada', limit: 20 })}`)],
      ['context', () => this.#call('GET', `/memory/context?${query({ user_id: 'ada', q: 'cats', max_tokens: 300 })}`)],
      ['stats', () => this.#call('GET', `/memory/stats?${query({ user_id: 'ada' })}`)],
    ];
  }

  /** Calls for this long; if calls are slow, until each kind was made often enough to judge. */
  async watch(ms: number, least = 12): Promise<Map<string, Figures>> {
    const responses = new Map<string, TimedResponse[]>();
    const until = performance.now() + ms;
    for (let round = 0; performance.now() < until || (round < least && performance.now() < until + 3 * ms); round++) {
      for (const [name, step] of this.#steps()) {
        const list = responses.get(name) ?? [];
        list.push(await step());
        responses.set(name, list);
        await pause(EVERY_MS);
      }
    }
    const all = [...responses.values()].flat();
    return new Map([[ALL, figuresOf(all)], ...[...responses].map(([name, list]) => [name, figuresOf(list)] as const)]);
  }

  close(): void {
    this.#client.close();
  }
}

function figuresOf(responses: readonly TimedResponse[]): Figures {
  const ms = responses.map((response) => response.ms).sort((a, b) => a - b);
  const at = (share: number) => ms[Math.min(ms.length - 1, Math.floor(ms.length * share))] ?? 0;
  return {
    calls: responses.length,
    p50: at(0.5),
    p99: at(0.99),
    longest: ms.at(-1) ?? 0,
    failed: responses.filter(({ status }) => status === 0 || status >= 500).length,
  };
}
