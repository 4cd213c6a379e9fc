import assert from 'node:assert/strict';
import { join } from 'node:path';
import { backUp, restoreBackup } from '../../src/storage/backup/index.js';
import { VERSION } from '../../src/version.js';
import { type EngineName, newPlace, type TestPlace } from '../support/databases.js';
import { fillEverything } from '../support/fill-everything.js';
import { ADMIN_KEY, startTestService, type TestService } from '../support/service.js';

const SEED = 'released';
const USER = `ann ${SEED}`;
const work = { signal: new AbortController().signal, onProgress() {} };
const of = ({ folder, databaseUrl }: TestPlace) => ({ dataDir: folder, databaseUrl });

/** A service with something of every kind. */
export async function filledService(engine: EngineName): Promise<{ service: TestService; key: string }> {
  const service = await startTestService(engine, { background: false });
  const { key } = await service.mint();
  await fillEverything(service, key, SEED);
  return { service, key };
}

/** What a caller can see, and no later release may change. */
export async function seenBy(service: TestService, key: string) {
  const get = async (path: string, query: Record<string, string> = {}) => {
    const { status, body } = await service.call('GET', path, { key, query });
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  };
  const about = { user_id: USER };
  const named = (items: Record<string, unknown>[], ...fields: string[]) =>
    items.map((item) => fields.map((field) => item[field]));
  const memories: Record<string, unknown>[] = (
    await get('/memory', { ...about, limit: '100', include_superseded: 'true' })
  ).memories;
  const changed = memories.find(({ content }) => String(content).includes('by the river'));
  return {
    memories: named(memories, 'id', 'content', 'tags', 'metadata', 'importance', 'kind', 'created_at'),
    words: named((await get('/memory/retrieve', { ...about, ranking: 'words', q: 'Porto' })).results, 'id'),
    versions: (await get(`/memory/${changed?.id}/history`)).count,
    episodes: named((await get('/memory/episodes', about)).episodes, 'id', 'title', 'status', 'event_count'),
    procedures: named((await get('/memory/procedures', about)).procedures, 'id', 'name', 'steps', 'version'),
    feelings: named((await get('/memory/emotional', about)).records, 'id', 'sentiment', 'text'),
    agents: named((await get('/agents')).agents, 'id', 'name', 'capabilities'),
  };
}

/** The database still works: it recognizes texts that are already stored, and stores new ones. */
export async function goesOn(service: TestService, key: string): Promise<void> {
  const store = (content: string) =>
    service.call('POST', '/memory/store', { key, body: { user_id: USER, agent_id: 'helper', content } });
  const again = await store(`Stored once ${SEED}`);
  assert.equal(again.status, 200, JSON.stringify(again.body));
  const fresh = await store('Written by a later release');
  assert.equal(fresh.status, 201, JSON.stringify(fresh.body));
}

/** Writes a database of this release to the folder. */
export async function keepDatabase(engine: EngineName, folder: string): Promise<string> {
  const { service } = await filledService(engine);
  try {
    const file = join(folder, `${VERSION}.${engine}.backup`);
    await backUp(of(service.place), file, { passphrase: null, verify: true, keep: null }, work);
    return file;
  } finally {
    await service.stop();
    await service.place.remove();
  }
}

/** Upgrades a database of an earlier release with this one, and serves it. */
export async function upgradeDatabase(file: string, engine: EngineName): Promise<void> {
  const place = await newPlace(engine);
  await restoreBackup(file, of(place), { passphrase: null }, work);
  const service = await startTestService(engine, { place, background: false });
  try {
    const { keys } = (await service.call('GET', '/auth/keys', { key: ADMIN_KEY })).body;
    const rotated = await service.call('POST', `/auth/keys/${keys[0].id}/rotate`, { key: ADMIN_KEY });
    const { memories, words, versions, episodes, procedures, feelings, agents } = await seenBy(
      service,
      rotated.body.key,
    );
    const contents = memories.map(([, content]) => content);
    for (const text of [`Ann lives in Lisbon, by the river ${SEED}`, `Stored once ${SEED}`])
      assert.ok(contents.includes(text), text);
    assert.ok(words.length > 0 && versions > 1);
    assert.deepEqual(
      episodes.map(([, title]) => title),
      [`The move ${SEED}`],
    );
    assert.deepEqual([procedures.length, feelings.length, agents.length], [1, 1, 1]);
    await goesOn(service, rotated.body.key);
  } finally {
    await service.stop();
    await place.remove();
  }
}
