import assert from 'node:assert/strict';
import { ChildService, freePort } from './child-service.js';
import { type EngineName, newPlace } from './databases.js';
import { EmbeddingEndpoint } from './embedding-endpoint.js';
import { ADMIN_KEY } from './service.js';

export interface KillFigures {
  kills: number;
  acknowledged: number;
  lost: number;
  batches: number;
  partialBatches: number;
  /** Written but not acknowledged: allowed, the kill came in between. */
  unacknowledged: number;
}

const WRITERS = 16;
const BATCH = 10;
const PAGE = 200;
const UNDER_WAY_LIMIT_MS = 10_000;

interface Round {
  user: string;
  acknowledged: Set<string>;
  batches: Set<string>;
}

/** Kills the service with SIGKILL while 16 writers store, again and again, and looks each time at what is left. */
export async function killRounds(
  engine: EngineName,
  kills: number,
  onRound: (done: number, figures: KillFigures) => void,
): Promise<KillFigures> {
  const place = await newPlace(engine);
  const endpoint = await new EmbeddingEndpoint().start();
  const service = new ChildService(await freePort(), {
    RECOLLECT_DATA_DIR: place.folder,
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
    RECOLLECT_EMBEDDER: 'openai',
    RECOLLECT_EMBEDDINGS_URL: endpoint.url,
  });
  const figures: KillFigures = { kills: 0, acknowledged: 0, lost: 0, batches: 0, partialBatches: 0, unacknowledged: 0 };
  try {
    await service.start();
    const key = await mint(service.url);
    const rounds: Round[] = [];
    for (let i = 0; i < kills; i++) {
      const round: Round = { user: `round-${i}`, acknowledged: new Set(), batches: new Set() };
      rounds.push(round);
      const writing = Promise.all(
        Array.from({ length: WRITERS }, (_, writer) => write(service.url, key, round, writer)),
      );
      await underWay(round);
      await pause(Math.random() * 500);
      await service.end('SIGKILL');
      await writing;
      await service.start();
      figures.kills++;
      await look(service.url, key, round, figures);
      onRound(i + 1, figures);
    }
    // Once more over everything: no later crash may have taken what an earlier one left.
    const again: KillFigures = { kills: 0, acknowledged: 0, lost: 0, batches: 0, partialBatches: 0, unacknowledged: 0 };
    for (const round of rounds) await look(service.url, key, round, again);
    figures.lost = Math.max(figures.lost, again.lost);
    figures.partialBatches = Math.max(figures.partialBatches, again.partialBatches);
    return figures;
  } finally {
    await service.end('SIGTERM');
    await endpoint.stop();
    await place.remove();
  }
}

async function post(
  url: string,
  path: string,
  key: string,
  body: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function mint(url: string): Promise<string> {
  const { body } = await post(url, '/auth/keys', ADMIN_KEY, { name: 'kill', owner: 'kill', scopes: ['read', 'write'] });
  return body.key as string;
}

/** Stores, every third time a batch, until the connection breaks. */
async function write(url: string, key: string, round: Round, writer: number): Promise<void> {
  for (let i = 0; ; i++) {
    const memory = (n: number) => ({
      user_id: round.user,
      content: `Writer ${writer} wrote number ${i}.${n}`,
      metadata: { batch: `${writer}-${i}` },
    });
    try {
      if (i % 3 === 1) {
        const { status, body } = await post(url, '/memory/batch', key, {
          memories: Array.from({ length: BATCH }, (_, n) => memory(n)),
        });
        if (status !== 201) continue;
        round.batches.add(`${writer}-${i}`);
        for (const id of body.ids as string[]) round.acknowledged.add(id);
      } else {
        const { status, body } = await post(url, '/memory/store', key, { ...memory(0), metadata: {} });
        if (status === 201) round.acknowledged.add(body.id as string);
      }
    } catch {
      return;
    }
  }
}

async function look(url: string, key: string, round: Round, figures: KillFigures): Promise<void> {
  const found = new Set<string>();
  const batches = new Map<string, number>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ user_id: round.user, limit: String(PAGE), ...(cursor ? { cursor } : {}) });
    const response = await fetch(`${url}/memory?${query}`, { headers: { authorization: `Bearer ${key}` } });
    assert.equal(response.status, 200);
    const page = (await response.json()) as {
      memories: { id: string; metadata: { batch?: string } }[];
      next_cursor: string | null;
    };
    for (const memory of page.memories) {
      found.add(memory.id);
      const { batch } = memory.metadata;
      if (batch) batches.set(batch, (batches.get(batch) ?? 0) + 1);
    }
    cursor = page.next_cursor;
  }
  figures.acknowledged += round.acknowledged.size;
  figures.unacknowledged += [...found].filter((id) => !round.acknowledged.has(id)).length;
  figures.lost += [...round.acknowledged].filter((id) => !found.has(id)).length;
  figures.batches += batches.size;
  figures.partialBatches += [...batches.values()].filter((count) => count !== BATCH).length;
  figures.partialBatches += [...round.batches].filter((batch) => batches.get(batch) !== BATCH).length;
}

/** Once a fresh process answers, its writers are in full swing: only then is a kill a test. */
async function underWay(round: Round): Promise<void> {
  const slow = () => round.acknowledged.size < WRITERS || round.batches.size === 0;
  for (let waited = 0; slow() && waited < UNDER_WAY_LIMIT_MS; waited += 5) await pause(5);
}
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
