import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sql } from '../../storage/sql.js';
import type { TenantTx } from '../../storage/statement.js';
import type { HybridHit } from '../../storage/vectors.js';
import { searchHybrid } from './hybrid-statement.js';

const rowOf = (n: number) => ({
  ...{ id: `mem_${n}`, user_id: 'ada', agent_id: 'a', kind: 'semantic', content: `Text ${n}`, metadata: {}, tags: [] },
  ...{ namespace: 'default', importance: 5, outcome: 'unknown', outcome_score: 0.5, valid_from: null, created_at: n },
  ...{ group_id: null, position: null, superseded_by: null },
});

/** PostgreSQL between two statements of a search: five were found, and those named have been forgotten since. */
function between(forgotten: readonly string[]) {
  const hits: HybridHit[] = [1, 2, 3, 4, 5].map((n) => ({
    ...{ row: rowOf(n), cosine: 1 - n / 10, lexical: 0, fused: 1 - n / 10 },
  }));
  const tx = {
    dialect: 'postgres',
    keyId: 'key',
    vectors: { hybrid: async () => hits },
    all: async (query: Sql) => {
      const asked = query.values.find(Array.isArray) as string[];
      return hits
        .map(({ row }) => row)
        .filter(({ id }) => asked.includes(id as string) && !forgotten.includes(id as string));
    },
  };
  return tx as unknown as TenantTx;
}

const input = {
  ...{ text: 'a question', userId: 'ada', model: 'model', vector: new Float32Array([1]), limit: 3, minScore: null },
  ...{ filter: { include_expired: false, include_superseded: false }, explain: false, now: 10 },
};
const answer = async (forgotten: readonly string[]) => {
  const { memories } = await searchHybrid.body(between(forgotten), input);
  for (const memory of memories) assert.equal(memory.user_id, 'ada');
  return memories.map(({ id }) => id);
};

test('a memory that is forgotten while it is searched for makes room for the next', async () => {
  assert.deepEqual(await answer([]), ['mem_1', 'mem_2', 'mem_3']);
  assert.deepEqual(await answer(['mem_2']), ['mem_1', 'mem_3', 'mem_4']);
  assert.deepEqual(await answer(['mem_1', 'mem_2', 'mem_4']), ['mem_3', 'mem_5']);
  assert.deepEqual(await answer(['mem_1', 'mem_2', 'mem_3', 'mem_4', 'mem_5']), []);
});
