import { after, describe, it } from 'node:test';
import type { Overrides } from '../../src/app/foundation.js';
import { loadConfig } from '../../src/config/config.js';
import { type Service, startService } from '../../src/service.js';
import { type EngineName, eachEngine, newPlace, POSTGRES_SKIPPED, type TestPlace } from './databases.js';
import { StubEmbedder } from './stub-embedder.js';
import { StubReader } from './stub-reader.js';

export const ADMIN_KEY = 'rec_admin_of_the_tests_0123456789';
export const ISSUER_KEY = 'rec_issuer_of_the_tests_0123456789';

export interface TestService extends Service {
  readonly place: TestPlace;
  /** A call as a client makes it; `key` is sent as a bearer token. */
  call(method: string, path: string, options?: CallOptions): Promise<CallResponse>;
  mint(options?: { tier?: 'free' | 'pro'; scopes?: string[] }): Promise<{ id: string; key: string }>;
}
export interface CallOptions {
  key?: string;
  body?: unknown;
  query?: Record<string, string | number | boolean>;
  headers?: Record<string, string>;
}
// biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape
export type CallResponse = { status: number; body: any; headers: Headers };

export interface TestOptions extends Overrides {
  env?: Record<string, string>;
  place?: TestPlace;
}

/** The real service on a real database, in this process, on a free port; only the model is a stub, unless the test wants the real one. */
export async function startTestService(engine: EngineName, options: TestOptions = {}): Promise<TestService> {
  const { env = {}, place = await newPlace(engine), ...overrides } = options;
  const config = loadConfig({
    env: {
      PORT: '0',
      RECOLLECT_DATA_DIR: place.folder,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl, RECOLLECT_PG_POOL: '8' } : {}),
      RECOLLECT_ADMIN_KEY: ADMIN_KEY,
      RECOLLECT_ISSUER_KEY: ISSUER_KEY,
      RECOLLECT_SIGNUP_LIMIT: '0',
      RECOLLECT_RATE_LIMIT: '0',
      RECOLLECT_SHUTDOWN_GRACE_SECONDS: '5',
      ...env,
    },
  });
  const stub = { reader: new StubReader(), ...(overrides.embedders ? {} : { embedder: new StubEmbedder() }) };
  const service = await startService(config, { ...stub, ...overrides });
  const call = (method: string, path: string, given: CallOptions = {}) => callAt(service.url, method, path, given);
  const mint: TestService['mint'] = async (wanted = {}) => {
    const body = { name: 'test', owner: 'tests@example.org', scopes: ['read', 'write'], ...wanted };
    return (await call('POST', '/auth/keys', { key: ADMIN_KEY, body })).body;
  };
  return { ...service, place, call, mint };
}

async function callAt(url: string, method: string, path: string, options: CallOptions): Promise<CallResponse> {
  const query = new URLSearchParams(
    Object.entries(options.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await fetch(`${url}${path}${query.size ? `?${query}` : ''}`, {
    method,
    headers: { ...(options.key ? { authorization: `Bearer ${options.key}` } : {}), ...options.headers },
    ...(options.body === undefined
      ? {}
      : { body: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: json && text ? JSON.parse(text) : text, headers: response.headers };
}

export type StartService = (options?: TestOptions) => Promise<TestService>;

/** A suite on both engines; each test has its own services, which are stopped and removed at the end. */
export function onBothEngines(name: string, suite: (start: StartService, engine: EngineName) => void): void {
  eachEngine(name, (engine) => {
    const started: TestService[] = [];
    suite(async (options) => {
      const service = await startTestService(engine, options);
      started.push(service);
      return service;
    }, engine);
    after(async () => {
      for (const service of started) await service.stop();
      for (const place of new Set(started.map((service) => service.place))) await place.remove();
    });
  });
}

/** What a suite that goes from one engine to the other works with; what it starts and makes is removed at the end. */
interface Engines {
  start(engine: EngineName, options?: TestOptions): Promise<TestService>;
  newPlace(engine: EngineName): Promise<TestPlace>;
}

/** Without PostgreSQL it is one skipped test that says why. */
export function acrossEngines(name: string, suite: (engines: Engines) => void): void {
  describe(name, () => {
    if (POSTGRES_SKIPPED) return void it('all of it', { skip: POSTGRES_SKIPPED }, () => {});
    const places = new Set<TestPlace>();
    const services: TestService[] = [];
    const start: Engines['start'] = async (engine, options = {}) => {
      const service = await startTestService(engine, { background: false, ...options });
      services.push(service);
      places.add(service.place);
      return service;
    };
    const newPlaceOf: Engines['newPlace'] = async (engine) => {
      const place = await newPlace(engine);
      places.add(place);
      return place;
    };
    suite({ start, newPlace: newPlaceOf });
    after(async () => {
      for (const service of services) await service.stop();
      for (const place of places) await place.remove();
    });
  });
}
