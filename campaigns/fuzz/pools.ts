import type { AnyOperation } from '../../src/features/request.js';
import { Ref } from './values.js';

/** Entries kept per pool: the newest, because old ones get forgotten along the way. */
const KEPT = 40;
const ID = /^(mem|ep|evt|proc|emo|lnk|agt|sub|cnf)_[0-9a-z]{20,}$/;
const NOBODYS = '01kf0z5w8qv7m3t9x2c4e6h8ja';

/** What the responses to one key have revealed so far: ids by prefix, cursors, ids of keys. */
export class Pools {
  readonly #pools = new Map<string, string[]>();

  add(pool: string, value: string): void {
    const values = this.#pools.get(pool) ?? [];
    if (values.includes(value)) return;
    values.push(value);
    if (values.length > KEPT) values.shift();
    this.#pools.set(pool, values);
  }

  /** Collects every id and cursor in a response. */
  harvest(body: unknown, name = ''): void {
    if (typeof body === 'string') {
      if (name === 'next_cursor') this.add('cursor', body);
      else if (ID.test(body)) this.add(body.slice(0, body.indexOf('_')), body);
    } else if (Array.isArray(body)) for (const item of body.slice(0, KEPT)) this.harvest(item);
    else if (typeof body === 'object' && body !== null) {
      for (const [key, value] of Object.entries(body)) this.harvest(value, key);
    }
  }

  /** The input with every reference resolved to its current value; an id that does not exist if the pool is empty. */
  resolve(value: unknown): unknown {
    if (value instanceof Ref) {
      const values = this.#pools.get(value.pool) ?? [];
      return values[value.at % Math.max(values.length, 1)] ?? `${value.pool}_${NOBODYS}`;
    }
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    const entries = Object.entries(value).map(([key, item]) => [key, this.resolve(item)] as const);
    return Object.fromEntries(entries);
  }
}

const MEMORIES = /^(memory_id|from|to|memory_a|memory_b|compressed_memory_id|superseded_by)$/;

/** The pool that a field is filled from; null if its schema alone decides. */
export function poolOf(operation: AnyOperation, field: string): string | null {
  if (field === 'cursor') return 'cursor';
  if (field === 'episode_id') return 'ep';
  if (field === 'subscription_id') return 'sub';
  if (MEMORIES.test(field) && !/time|stamp|usage|analytics/.test(operation.id)) return 'mem';
  if (field !== 'id') return null;
  for (const [part, pool] of Object.entries(POOL_OF_PATH)) if (operation.path.includes(part)) return pool;
  return 'mem';
}
const POOL_OF_PATH: Record<string, string> = {
  '/auth/keys': 'key',
  '/episodes': 'ep',
  '/procedures': 'proc',
  '/link': 'lnk',
  '/conflicts': 'cnf',
  '/agents': 'agt',
  '/templates': 'template',
  '/subscriptions': 'sub',
  '/users': 'user',
};
