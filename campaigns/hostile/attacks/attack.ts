import type { Client } from '../http.js';

/** What an attack can use. */
export interface Arena {
  readonly url: string;
  readonly client: Client;
  readonly key: string;
  /** 1 in the short form, larger in the long one. */
  readonly scale: number;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }>;
  /** Reports a broken promise, whatever other tenants notice. */
  broken(promise: string): void;
}
export interface Attack {
  readonly name: string;
  /** Calls in flight at once. */
  readonly atOnce: number;
  /** Stores what the attack needs. */
  prepare?(arena: Arena): Promise<unknown>;
  step(arena: Arena, i: number): Promise<unknown>;
  /** An error code that such calls must have received by the end: that of the guard they target. */
  readonly meets?: string;
  /** Settings under which it reaches the guard within seconds. */
  readonly env?: Record<string, string>;
}

/** The length of the largest text. */
const CHARACTERS = 99_900;
export const text = (piece: string, length = CHARACTERS) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
export const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
export const wordy = (i: number) =>
  text(`memo${i} the harbour master counted ${i * 7919} crates of oranges and lemons; `);

/** Most of what is stored for reading is metadata: a long text would have to be embedded before the attack can begin. */
export const bulky = (i: number, bytes = 65_000) => ({
  content: `Memo ${i} of the harbour master.`,
  metadata: i % 2 ? { note: text('crates of oranges and lemons; ', bytes) } : { note: text('港口记录…', bytes / 3) },
});

export async function store(arena: Arena, memories: object[]): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < memories.length; i += 50) {
    const { text: body } = await arena.call('POST', '/memory/batch', { memories: memories.slice(i, i + 50) });
    ids.push(...(JSON.parse(body).ids ?? []));
  }
  return ids;
}
