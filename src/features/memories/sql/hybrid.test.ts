import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import type { HybridHit } from '../../../storage/vectors.js';
import { searchHybrid } from './hybrid.js';

const rowOf = (n: number) => ({
  ...{ id: `mem_${n}`, user_id: 'ada', agent_id: 'a', kind: 'semantic', content: `Text ${n}`, metadata: {}, tags: [] },
  ...{ namespace: 'default', importance: 5, outcome: 'unknown', outcome_score: 0.5, valid_from: null, created_at: n },
  ...{ group_id: null, position: null, superseded_by: null },
});

const COUNT = Array.from({ length: 12 }, (_, n) => n + 1);
const but = (...without: number[]) =>
  COUNT.filter((n) => !without.includes(n))
    .slice(0, 9)
    .map((n) => `mem_${n}`);

/** PostgreSQL between two statements of a search: twelve memories were found, and the named ones have been forgotten since. */
function between(forgotten: readonly string[]) {
  const hits: HybridHit[] = COUNT.map((n) => ({
    ...{ row: rowOf(n), cosine: 1 - n / 20, lexical: 0, fused: 1 - n / 20 },
  }));
  const tx = {
    dialect: 'postgres',
    keyId: 'key',
    vectors: { hybrid: async () => hits },
    all: async (query: Sql) => {
      const asked = (query.values.find(Array.isArray) ?? []) as string[];
      return hits
        .map(({ row }) => row)
        .filter(({ id }) => asked.includes(id as string) && !forgotten.includes(id as string));
    },
  };
  return tx as unknown as TenantTx;
}

const input = {
  ...{ text: 'a question', userId: 'ada', model: 'model', vector: new Float32Array([1]), limit: 9, minScore: null },
  ...{ filter: { include_expired: false, include_superseded: false }, now: 10 },
};
const idsFound = async (forgotten: readonly string[]) => {
  const { memories } = await searchHybrid.body(between(forgotten), input);
  for (const memory of memories) assert.equal(memory.user_id, 'ada');
  return memories.map(({ id }) => id);
};

test('a memory that is forgotten during the search makes room for the next', async () => {
  assert.deepEqual(await idsFound([]), but());
  assert.deepEqual(await idsFound(['mem_2']), but(2));
  assert.deepEqual(await idsFound(['mem_1', 'mem_2', 'mem_4', 'mem_12']), but(1, 2, 4, 12));
  assert.deepEqual(await idsFound(COUNT.map((n) => `mem_${n}`)), []);
});
