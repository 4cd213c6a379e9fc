import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine, newPlace } from '../../../../test/support/databases.js';
import { newMemory, seededRandom, unitVector, unlimited } from '../../../../test/support/memories.js';
import { ID_PREFIXES, randomIds } from '../../../kernel/ids.js';
import { silentLog } from '../../../kernel/log.js';
import { dot } from '../../../ranking/dot.js';
import type { Database } from '../../../storage/database.js';
import type { Sql } from '../../../storage/sql.js';
import { SqliteDatabase } from '../../../storage/sqlite/engine.js';
import { wordsOf } from '../../../storage/words.js';
import { queryTerms } from '../../../text/terms.js';
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

forEachEngine('matching by words over the procedures of many users', (open, engine) => {
  const USERS = 30;
  const filled = async () => {
    const database = await open();
    for (let i = 0; i < USERS; i++) {
      const content = i === 7 ? 'Descale the kettle, then rinse the kettle' : `Feed the cat number ${i}`;
      const id = ids.next(ID_PREFIXES.procedure);
      const memory = newMemory({
        id,
        user_id: `user ${i}`,
        kind: 'procedural',
        dedupe: false,
        words: wordsOf(content),
      });
      const parts = { name: `procedure ${i}`, description: null, trigger: null, steps: ['step'] };
      const rest = { tags: null, metadata: null, quota: unlimited(now), now };
      await database.tenant(KEY).run(storeProcedure, { memory, parts, ...rest });
    }
    return database;
  };
  const byWords = { ...asked(new Float32Array(0)), vector: null, terms: [...queryTerms('kettle').keys()] };

  test('finds each by its own words, and leaves the search cache alone', async () => {
    const database = await filled();
    const before = await database.figures();
    const [first, second] = await database.tenant(KEY).run(matchProcedures, byWords);
    assert.equal(first?.user_id, 'user 7');
    assert.ok((first?.score ?? 0) > 0.5);
    assert.equal(second?.score, 0);
    assert.deepEqual((await database.figures()).vectorCache, before.vectorCache);
  });

  // SQLite has no round trips.
  const onServer = engine === 'postgres' ? test : () => {};
  onServer('takes as many round trips as for one user', async () => {
    const database = await filled();
    const tripsOf = async (userId: string | null) => {
      let trips = 0;
      const counted: typeof matchProcedures = {
        ...matchProcedures,
        body: (tx, input) => {
          const { all } = tx;
          tx.all = <T>(query: Sql) => {
            trips++;
            return all.call(tx, query) as Promise<T[]>;
          };
          return matchProcedures.body(tx, input);
        },
      };
      await database
        .tenant(KEY)
        .run(counted, { ...asked(unitVector(DIMENSIONS, seededRandom(1))), userId, terms: ['cat'] });
      return trips;
    };
    assert.equal(await tripsOf(null), await tripsOf('user 3'));
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
