import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { newPlace, POSTGRES_SKIPPED, type TestPlace } from '../../../../test/support/databases.js';
import { fillLargeScope } from '../../../../test/support/large-scope.js';
import type { MemoryFilter } from '../../../features/memories/search/filter.js';
import { searchHybrid } from '../../../features/memories/sql/hybrid.js';
import { searchMemories } from '../../../features/memories/sql/read.js';
import { silentLog } from '../../../kernel/log.js';
import { render } from '../../sql.js';
import { connectionOf } from '../connection.js';
import { PostgresDatabase } from '../engine.js';
import { indexName } from './index-definition.js';
import { nearest } from './near-sql.js';

/** A name that tries to break out of its quotes. */
const userId = `o'neill "x" \\ $1; --`;
const [keyId, model, dimensions] = ['key_hnsw', 'model', 48];
const scope = { keyId, userId, model, dimensions };
/** Large enough that a node remembers their number. */
const MEMORIES = 5_000;
const QUESTIONS = 20;
const none: MemoryFilter = { include_expired: false, include_superseded: false };

function suite() {
  let place: TestPlace;
  let [exact, indexed]: PostgresDatabase[] = [];
  let question: () => { vector: Float32Array; text: string };
  let client: pg.Client;
  const open = (approximate: boolean) =>
    PostgresDatabase.open({ url: place.databaseUrl ?? '', poolSize: 4, log: silentLog, approximate });
  const asked = (vector: Float32Array, filter: MemoryFilter, limit: number) => ({
    ...{ userId, filter, model, vector, limit },
    ...{ minScore: null as number | null, now: Date.now() },
  });

  before(async () => {
    place = await newPlace('postgres');
    const url = place.databaseUrl ?? '';
    [exact, indexed] = [await open(false), await open(true)];
    ({ question } = await fillLargeScope(url, { ...scope, memories: MEMORIES }));
    // The same vectors again, for another user and under another key.
    await fillLargeScope(url, { ...scope, userId: 'other', memories: 500 });
    await fillLargeScope(url, { ...scope, keyId: 'key_other', memories: 500 });
    client = new pg.Client(connectionOf(url));
    await client.connect();
    assert.deepEqual(await indexed.maintainIndexes({ from: MEMORIES, model }), {
      built: 1,
      dropped: 0,
      kept: 0,
      left: 0,
    });
  });
  after(async () => {
    await client?.end();
    await exact?.close();
    await indexed?.close();
    await place?.remove();
  });

  it('is searched by its index, which no other scope has', async () => {
    const query = nearest(keyId, { userId, model, vector: question().vector }, 200);
    const plan = await client.query(`explain ${render(query, 'postgres')}`, [...query.values]);
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    assert.match(text, new RegExp(`Index Scan using ${indexName(scope)}`));
    const made = await client.query(
      "select count(*)::int as made from pg_class where starts_with(relname, 'memory_vectors_hnsw_') and relnamespace = current_schema()::regnamespace",
    );
    assert.equal(made.rows[0].made, 1);
  });

  it('finds nearly all that the exact search finds, with the same scores', async () => {
    let [found, all] = [0, 0];
    for (let i = 0; i < QUESTIONS; i++) {
      const input = asked(question().vector, none, 10);
      const best = await exact?.tenant(keyId).run(searchMemories, input);
      const near = new Map((await indexed?.tenant(keyId).run(searchMemories, input))?.map((hit) => [hit.id, hit]));
      assert.equal(near.size, 10);
      for (const hit of best ?? []) {
        const same = near.get(hit.id);
        all++;
        if (!same) continue;
        found++;
        assert.deepEqual(same, hit);
      }
    }
    assert.ok(found / all >= 0.95, `recall ${found / all}`);
  });

  it('returns the same whether the memories are counted by this search or an earlier one', async () => {
    const { vector, text } = question();
    const input = { ...asked(vector, none, 10), text, explain: true };
    for (const approximate of [false, true]) {
      const fresh = await open(approximate);
      const first = await fresh.tenant(keyId).run(searchHybrid, input);
      assert.equal(first.memories.length, 10);
      assert.deepEqual(await fresh.tenant(keyId).run(searchHybrid, input), first);
      await fresh.close();
    }
  });

  it('finds nearly all by meaning and words too, and the parts add up', async () => {
    let [found, all] = [0, 0];
    for (let i = 0; i < QUESTIONS; i++) {
      const { vector, text } = question();
      const input = { ...asked(vector, none, 10), text, explain: true };
      const best = await exact?.tenant(keyId).run(searchHybrid, input);
      const near = await indexed?.tenant(keyId).run(searchHybrid, input);
      const ids = new Set(near?.memories.map((hit) => hit.id));
      assert.equal(ids.size, 10);
      all += best?.memories.length ?? 0;
      found += best?.memories.filter((hit) => ids.has(hit.id)).length ?? 0;
      for (const hit of near?.memories ?? []) {
        assert.equal(
          hit.parts?.reduce((sum, part) => sum + part.value, 0),
          hit.final_score,
        );
      }
    }
    assert.ok(found / all >= 0.95, `recall ${found / all}`);
  });

  it('returns everything that passes a filter, however little', async () => {
    for (const [tag, limit] of [
      ['tenth', 20],
      ['hundredth', 50],
    ] as const) {
      const input = asked(question().vector, { ...none, tags: [tag] }, limit);
      const best = await exact?.tenant(keyId).run(searchMemories, input);
      const near = await indexed?.tenant(keyId).run(searchMemories, input);
      assert.equal(near?.length, Math.min(limit, tag === 'tenth' ? MEMORIES / 10 : MEMORIES / 100));
      if (tag === 'hundredth') assert.deepEqual(near, best);
      const together = { ...input, text: question().text, explain: false };
      const hybrid = await indexed?.tenant(keyId).run(searchHybrid, together);
      assert.equal(hybrid?.memories.length, near.length);
      assert.ok(hybrid.memories.every((hit) => hit.tags.includes(tag)));
    }
    const nothing = asked(question().vector, { ...none, tags: ['unheard-of'] }, 10);
    assert.deepEqual(await indexed?.tenant(keyId).run(searchMemories, nothing), []);
  });

  it('respects min_score and composite scores', async () => {
    const input = { ...asked(question().vector, none, 100), minScore: 0.8 };
    const best = await exact?.tenant(keyId).run(searchMemories, input);
    const near = await indexed?.tenant(keyId).run(searchMemories, input);
    assert.ok(best && near && best.length > 0 && best.length < 100);
    assert.ok(near.every((hit) => hit.score >= 0.8));
    assert.ok(near.length >= best.length * 0.95);
    const weights = { cosine: 0.5, outcome: 0.2, importance: 0.2, recency: 0.1, recencyDays: 30 };
    const weighed = { ...asked(question().vector, none, 10), weights };
    assert.deepEqual(
      await indexed?.tenant(keyId).run(searchMemories, weighed),
      await exact?.tenant(keyId).run(searchMemories, weighed),
    );
  });

  it('never shows memories of another user or another key', async () => {
    for (let i = 0; i < QUESTIONS; i++) {
      const { vector, text } = question();
      const input = asked(vector, none, 100);
      const found = await indexed?.tenant(keyId).run(searchMemories, input);
      const hybrid = await indexed?.tenant(keyId).run(searchHybrid, { ...input, text, explain: false });
      const owner = `mem_${userId}_`;
      for (const hit of [...(found ?? []), ...(hybrid?.memories ?? [])]) assert.ok(hit.id.startsWith(owner));
      const others = await indexed?.tenant('key_other').run(searchMemories, asked(vector, none, 1_000));
      assert.equal(others?.length, 500);
    }
  });

  it('finds what is stored later and drops what is deleted immediately', async () => {
    const { vector } = question();
    const id = `mem_${userId}_000000000`;
    const moved = 'update memory_vectors set vector = $3 where key_id = $1 and user_id = $2 and memory_id = $4';
    await client.query(moved, [keyId, userId, `[${vector.join(',')}]`, id]);
    const [first] = (await indexed?.tenant(keyId).run(searchMemories, asked(vector, none, 1))) ?? [];
    assert.equal(first?.id, id);
    await client.query('delete from memory_vectors where key_id = $1 and user_id = $2 and memory_id = $3', [
      ...[keyId, userId, id],
    ]);
    const [next] = (await indexed?.tenant(keyId).run(searchMemories, asked(vector, none, 1))) ?? [];
    assert.notEqual(next?.id, id);
  });

  it('is searched exactly when its index is gone and the node has not noticed', async () => {
    await client.query(`drop index ${indexName(scope)}`);
    for (let i = 0; i < 5; i++) {
      const input = asked(question().vector, none, 10);
      const [near, best] = [
        await indexed?.tenant(keyId).run(searchMemories, input),
        await exact?.tenant(keyId).run(searchMemories, input),
      ];
      assert.deepEqual(near, best);
    }
  });
}

describe('a scope with an approximate index', () => {
  if (POSTGRES_SKIPPED) it('all of it', { skip: POSTGRES_SKIPPED }, () => {});
  else suite();
});
