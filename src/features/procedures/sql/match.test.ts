import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine, newPlace } from '../../../../test/support/databases.js';
import { newMemory, seededRandom, unitVector, unlimited } from '../../../../test/support/memories.js';
import { ID_PREFIXES, randomIds } from '../../../kernel/ids.js';
import { silentLog } from '../../../kernel/log.js';
import { dot } from '../../../ranking/dot.js';
import type { Database } from '../../../storage/database.js';
import { SqliteDatabase } from '../../../storage/sqlite/engine.js';
import { packVectors } from '../../memories/sql/vectors.js';
import { matchProcedures } from './match.js';
import { storeProcedure } from './store.js';

const now = Date.UTC(2026, 10, 15);
const DIMENSIONS = 384;
const LINES = 4;
const COUNT = 40;
const KEY = 'rec_pk_procedures';
const ids = randomIds(() => now);

/** Procedures of two users, with vectors known to the test. */
async function fill(database: Database): Promise<Map<string, Float32Array[]>> {
  const random = seededRandom(7);
  const known = new Map<string, Float32Array[]>();
  for (let i = 0; i < COUNT; i++) {
    const vectors = Array.from({ length: LINES }, () => unitVector(DIMENSIONS, random));
    const id = ids.next(ID_PREFIXES.procedure);
    const user_id = i % 2 ? 'ann' : '';
    const memory = newMemory({
      id,
      user_id,
      kind: 'procedural',
      dedupe: false,
      vectors: packVectors('model', vectors),
    });
    const parts = { name: `procedure ${i}`, description: null, trigger: null, steps: ['step'] };
    const rest = { tags: null, metadata: null, quota: unlimited(now), now };
    await database.tenant(KEY).run(storeProcedure, { memory, parts, ...rest });
    known.set(id, vectors);
  }
  return known;
}

const asked = (vector: Float32Array) => ({
  ...{ agentId: null, userId: null, model: 'model', vector, terms: [], limit: 10, now },
});

/** PostgreSQL stores vectors at half precision. */
const NEAR = 2e-4;

/** Checks every result against the vectors themselves: the gist is the last of them. */
async function compare(database: Database, known: Map<string, Float32Array[]>): Promise<void> {
  const random = seededRandom(8);
  for (let run = 0; run < 5; run++) {
    const vector = unitVector(DIMENSIONS, random);
    const value = (vectors: Float32Array[]) => {
      const cosines = vectors.map((passage) => dot(vector, passage));
      return ((cosines.at(-1) as number) + 0.25 * Math.max(...cosines.slice(0, -1))) / 1.25;
    };
    const expected = [...known].sort(([, a], [, b]) => value(b) - value(a)).slice(0, 10);
    const found = await database.tenant(KEY).run(matchProcedures, asked(vector));
    assert.deepEqual(
      found.map(({ id }) => id),
      expected.map(([id]) => id),
    );
    for (const [i, { score }] of found.entries())
      assert.ok(Math.abs(score - Math.max(0, value(expected[i]?.[1] ?? []))) < NEAR);
  }
}

forEachEngine('matching over the procedures of several users', (open) => {
  test('is exact: every passage of every procedure is looked at', async () => {
    const database = await open();
    await compare(database, await fill(database));
  });
});

test('matching more vectors than the SQLite cache holds returns the same', async () => {
  const place = await newPlace('sqlite');
  const database = await place.open();
  const known = await fill(database);
  await database.close();
  const threadEntry = new URL('../../../sqlite-thread.js', import.meta.url);
  const small = await SqliteDatabase.open({ folder: place.folder, cacheBytes: 24_576, threadEntry, log: silentLog });
  try {
    await compare(small, known);
  } finally {
    await small.close();
    await place.remove();
  }
});
