import { ChildService, freePort } from '../../test/support/child-service.js';
import { newPlace } from '../../test/support/databases.js';
import { EmbeddingEndpoint } from '../../test/support/embedding-endpoint.js';
import { ADMIN_KEY } from '../../test/support/service.js';
import { Balancer } from './balancer.js';

interface RestartFigures {
  restarts: number;
  calls: number;
  failed: string[];
  /** Calls that each node received between the restarts of all. */
  served: number[];
}

const CLIENTS = 8;
/** Longer than a balancer needs to notice, even on a busy machine. */
const DRAIN_SECONDS = 4;
const RESTART_LIMIT_MS = 10_000;

/** Restarts each node in turn while clients store and search through a balancer. */
export async function rollingRestarts(nodes: number, rounds: number): Promise<RestartFigures> {
  const place = await newPlace('postgres');
  const endpoint = await new EmbeddingEndpoint().start();
  const env = {
    RECOLLECT_DATA_DIR: place.folder,
    DATABASE_URL: place.databaseUrl ?? '',
    RECOLLECT_EMBEDDER: 'openai',
    RECOLLECT_EMBEDDINGS_URL: endpoint.url,
    RECOLLECT_DRAIN_SECONDS: String(DRAIN_SECONDS),
    RECOLLECT_PG_POOL: '8',
  };
  const services: ChildService[] = [];
  for (let i = 0; i < nodes; i++) services.push(new ChildService(await freePort(), env));
  const balancer = new Balancer(services.map(({ url }) => url));
  const figures: RestartFigures = { restarts: 0, calls: 0, failed: [], served: [] };
  const load = { over: false };
  let clients: Promise<unknown> = Promise.resolve();
  try {
    await Promise.all(services.map((service) => service.start()));
    const url = await balancer.start();
    const headers = { authorization: `Bearer ${await mint(url)}` };
    clients = Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(url, headers, i, load, figures)));
    for (let round = 0; round < rounds; round++) {
      for (const service of services) {
        const code = await service.end('SIGTERM');
        if (code !== 0) figures.failed.push(`a node ended with ${code}: ${service.errors}`);
        await service.start();
        await inRotation(balancer, service.url);
        figures.restarts++;
      }
    }
    load.over = true;
    await clients;
    figures.served = services.map((service) => balancer.servedBy(service.url));
    return figures;
  } finally {
    load.over = true;
    await clients;
    balancer.stop();
    await Promise.all(services.map((service) => service.end('SIGTERM')));
    await endpoint.stop();
    await place.remove();
  }
}

async function client(
  url: string,
  headers: Record<string, string>,
  number: number,
  load: { over: boolean },
  figures: RestartFigures,
): Promise<void> {
  const user = `user-${number}`;
  const call = async (path: string, init: RequestInit, wanted: number) => {
    figures.calls++;
    try {
      const response = await fetch(url + path, { headers, ...init });
      const text = await response.text();
      if (response.status === wanted) return text;
      figures.failed.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      figures.failed.push(`${path}: ${error} ${(error as Error).cause}`);
    }
    return '{}';
  };
  for (let i = 0; !load.over; i++) {
    const content = `Client ${number} wrote note ${i}`;
    const body = JSON.stringify({ user_id: user, content });
    const { id } = JSON.parse(await call('/memory/store', { method: 'POST', body }, 201));
    await call(`/memory/${id}`, {}, 200);
    await call(`/memory/retrieve?user_id=${user}&q=note&limit=1`, {}, 200);
  }
}

async function mint(url: string): Promise<string> {
  const body = JSON.stringify({ name: 'restart', owner: 'restart', scopes: ['read', 'write'] });
  const response = await fetch(`${url}/auth/keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
    body,
  });
  return ((await response.json()) as { key: string }).key;
}

/** The next node is stopped only after this one works again, as in a deployment. */
async function inRotation(balancer: Balancer, url: string): Promise<void> {
  const before = balancer.servedBy(url);
  for (let waited = 0; balancer.servedBy(url) === before && waited < RESTART_LIMIT_MS; waited += 10) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
