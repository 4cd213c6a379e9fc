import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Target } from '../../campaigns/fire/target.js';
import { ChildService, freePort } from '../../test/support/child-service.js';
import { newPlace } from '../../test/support/databases.js';
import { textOption } from '../support.js';

export interface Nodes {
  urls: string[];
  key: string;
  /** Of the first node. */
  pid: number;
  /** Of the first node. */
  figures(): { rssMb: number; descriptors: number };
  stop(): Promise<void>;
}

/** Services in their own processes: one on SQLite, or several on one schema of one PostgreSQL. */
export async function startNodes(
  count: number,
  postgres: string | undefined,
  env: Record<string, string> = {},
): Promise<Nodes> {
  // `newPlace` reads its server from the environment.
  if (postgres && process.env.RECOLLECT_TEST_DATABASE_URL !== postgres)
    throw new Error('Set RECOLLECT_TEST_DATABASE_URL to the address given with --postgres.');
  const place = await newPlace(postgres ? 'postgres' : 'sqlite');
  const endpoint = new Worker(new URL('./endpoint.js', import.meta.url));
  const [embeddingsUrl] = (await once(endpoint, 'message')) as [string];
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), 'recollect-load-')));
  const services: ChildService[] = [];
  for (const folder of folders) {
    const service = new ChildService(await freePort(), {
      RECOLLECT_DATA_DIR: folder,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
      RECOLLECT_EMBEDDER: 'openai',
      RECOLLECT_EMBEDDINGS_URL: embeddingsUrl,
      LOG_LEVEL: 'error',
      ...env,
      ...(textOption('max-in-flight') ? { RECOLLECT_MAX_IN_FLIGHT: String(textOption('max-in-flight')) } : {}),
    });
    await service.start();
    services.push(service);
  }
  const urls = services.map((service) => service.url);
  const { key } = await Target.withNewKey(urls[0] as string);
  return {
    urls,
    key,
    pid: services[0]?.pid ?? 0,
    figures() {
      const process = `/proc/${services[0]?.pid}`;
      const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`${process}/status`, 'utf8'))?.[1]);
      return { rssMb: Math.round(rss / 1_024), descriptors: readdirSync(`${process}/fd`).length };
    },
    async stop() {
      for (const service of services) await service.end('SIGTERM');
      await endpoint.terminate();
      await place.remove();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
