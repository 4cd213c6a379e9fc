import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Overrides } from '../src/app/foundation.js';
import { loadConfig } from '../src/config/config.js';
import { storeMemories } from '../src/features/memories/sql/store.js';
import { packVectors } from '../src/features/memories/sql/vectors.js';
import type { AnyOperation } from '../src/features/request.js';
import { type Service, startService } from '../src/service.js';
import type { Database } from '../src/storage/database.js';
import { newMemory, unitVector, unlimited } from '../test/support/memories.js';
import { StubEmbedder } from '../test/support/stub-embedder.js';

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN;

/** The value of `--name value`, or the default. */
export function option(name: string, standard: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? standard : Number(process.argv[at + 1]);
}
export const textOption = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};

/** Returns the vector it was given last. */
export class GivenVector extends StubEmbedder {
  next: Float32Array = new Float32Array(this.model.dimensions);
  override async embed() {
    return [{ vectors: [this.next], tokens: 0 }];
  }
}

const STORES = 'training/data/stores';
/** The memories and questions that the models were trained with. */
export const trainingStores = () =>
  readdirSync(STORES).map((name): { memories: { text: string }[]; questions: { q: string }[] } =>
    JSON.parse(readFileSync(join(STORES, name), 'utf8')),
  );

export interface BenchService extends Service {
  key: string;
  keyId: string;
  /** The request lifecycle without the socket: admission, validation, handler, counting. */
  perform(operation: AnyOperation, input: unknown): Promise<{ status: number; body: unknown }>;
  /** The same database and key under a newly started service. */
  again(): Promise<BenchService>;
  end(): Promise<void>;
}

/** A service on a fresh folder; with `--postgres URL`, on that (empty) database instead. */
export async function benchService(overrides: Overrides, env: Record<string, string> = {}): Promise<BenchService> {
  const folder = mkdtempSync(join(process.env.RECOLLECT_BENCH_DIR ?? tmpdir(), 'recollect-bench-'));
  const postgres = textOption('postgres');
  const admin = 'rec_admin_of_the_benchmarks_0123456789';
  const config = loadConfig({
    env: {
      PORT: '0',
      RECOLLECT_DATA_DIR: folder,
      RECOLLECT_ADMIN_KEY: admin,
      RECOLLECT_RATE_LIMIT: '0',
      ...(postgres ? { DATABASE_URL: postgres } : {}),
      ...env,
    },
  });
  const service = await startService(config, overrides);
  const minted = await fetch(`${service.url}/auth/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}` },
    body: JSON.stringify({ name: 'bench', owner: 'bench', scopes: ['read', 'write'] }),
  });
  const { id: keyId, key } = (await minted.json()) as { id: string; key: string };
  const arrival = { authorization: `Bearer ${key}`, address: '127.0.0.1', requestId: 'bench' };
  const of = (service: Service): BenchService => ({
    ...service,
    key,
    keyId,
    perform: async (operation, input) =>
      service.pipeline.perform(operation, await service.pipeline.admit(operation, arrival), input),
    async again() {
      await service.stop();
      return of(await startService(config, overrides));
    },
    async end() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  });
  return of(service);
}

/** Writes memories with random vectors straight through the store statement, 500 per transaction. */
export async function fill(
  database: Database,
  key: string,
  user: string,
  count: number,
  dimensions: number,
  model: string,
  random: () => number,
  contentOf = (i: number) => `Memory number ${i} of ${user}`,
) {
  const vectors: Float32Array[] = [];
  const ids: string[] = [];
  const now = Date.now();
  for (let done = 0; done < count; done += 500) {
    const memories = Array.from({ length: Math.min(500, count - done) }, (_, i) => {
      const vector = unitVector(dimensions, random);
      vectors.push(vector);
      const memory = newMemory({
        user_id: user,
        content: contentOf(done + i),
        vectors: packVectors(model, [vector]),
      });
      ids.push(memory.id);
      return memory;
    });
    await database.tenant(key).run(storeMemories, { memories, quota: unlimited(now), now });
  }
  return { vectors, ids };
}

/** Runs `task` `total` times, `width` at a time. */
export async function pool(total: number, width: number, task: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < total) await task(next++);
    }),
  );
}
