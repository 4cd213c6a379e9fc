import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf } from './expect.js';

/** Everything the suite knows about the service: its URL and its credentials. */
function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}: the acceptance suite needs a running service and its admin credential.`);
  return value;
}
export const BASE_URL = setting('RECOLLECT_URL').replace(/\/+$/, '');
export const ADMIN_KEY = setting('RECOLLECT_ADMIN_KEY');
export const ISSUER_KEY = process.env.RECOLLECT_ISSUER_KEY;
/** The service runs without an embedder: tests that need meaning are skipped, and the fallback is tested instead. */
export const EMBEDDER_OFF = process.env.RECOLLECT_EMBEDDER_OFF === '1';
/** Also runs what takes minutes with a real model: the whole free allowance, the largest legal batch. */
const SLOW = process.env.RECOLLECT_ACCEPTANCE_SLOW === '1';
export const needsEmbedder = { skip: EMBEDDER_OFF ? 'the service runs without an embedder' : false };
export const needsNoEmbedder = { skip: EMBEDDER_OFF ? false : 'the service has an embedder' };
export const needsIssuer = { skip: ISSUER_KEY ? false : 'RECOLLECT_ISSUER_KEY is not set' };
export const needsTime = { skip: SLOW ? false : 'RECOLLECT_ACCEPTANCE_SLOW=1 runs it' };

const REQUEST_TIMEOUT_MS = 280_000; // below the 300 s after which fetch itself gives up

export type Json = Record<string, unknown>;
export type QueryValue = string | number | boolean;
export interface CallResponse<T = Json> {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined if it is not JSON. */
  body: T;
}
export interface CallOptions {
  key?: string;
  query?: Record<string, QueryValue>;
  body?: unknown;
  /** Sent verbatim instead of `body`. A byte array is sent without a content type. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function urlOf(path: string, query: Record<string, QueryValue> = {}): string {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  return BASE_URL + path + (search.size > 0 ? `?${search}` : '');
}

export async function call<T = Json>(
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<CallResponse<T>> {
  const headers: Record<string, string> = {};
  if (options.key !== undefined) headers.authorization = `Bearer ${options.key}`;
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(urlOf(path, options.query), {
    method,
    headers: { ...headers, ...options.headers },
    body: options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    redirect: 'manual',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parse(text) as T };
}

const RUN = randomBytes(5).toString('hex');
let counter = 0;
/** A name that no other run and no other test uses. */
export const unique = (what: string): string => `${what}-${RUN}-${process.pid}-${++counter}`;
export const newScope = () => ({ user_id: unique('user'), agent_id: unique('agent') });

export interface KeyRecord {
  id: string;
  key: string;
  name: string;
  owner: string;
  scopes: string[];
  created_at: number;
}
interface MintOptions {
  name?: string;
  scopes?: string[];
  tier?: 'free' | 'pro';
  expires_at?: number | string;
  credential?: string;
}

export async function mintKey({ credential = ADMIN_KEY, ...wishes }: MintOptions = {}): Promise<KeyRecord> {
  const body = { name: unique('key'), owner: 'acceptance@example.com', scopes: ['read', 'write'], ...wishes };
  return bodyOf(await call<KeyRecord>('POST', '/auth/keys', { key: credential, body }), 201);
}

export interface SignupRecord extends KeyRecord {
  api_key: string;
  tier: string;
  limit: number;
  reset_date: string | number;
  docs: string;
  mcp: string;
}

export async function signUp(name = unique('signup'), email = 'newcomer@example.com'): Promise<SignupRecord> {
  return bodyOf(await call<SignupRecord>('POST', '/signup', { body: { name, email } }), 201);
}

/** A list operation returns its items in its only array, whatever its name. */
export function itemsOf<T = Json>(body: Json): T[] {
  const arrays = Object.values(body).filter(Array.isArray);
  assert.equal(arrays.length, 1, `a list has one array of items: ${Object.keys(body)}`);
  return arrays[0] as T[];
}

/** Retries until `check` holds, for what the service may count with a short delay; after the deadline the last check throws. */
export async function eventually(check: () => Promise<void>, withinMs = 10_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(100);
    }
  }
}

/** The time on the service's clock, which may differ from the clock of this machine. */
export const serviceTime = async (): Promise<number> => (await mintKey()).created_at;

/** Resolves when the service's clock has passed a given time. */
export async function serviceReaches(time: number): Promise<void> {
  for (let left = time; left >= 0; ) {
    left = time - (await serviceTime());
    if (left >= 0) await sleep(left + 1);
  }
}
