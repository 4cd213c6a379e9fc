import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newPlace, POSTGRES_SKIPPED } from '../../../test/support/databases.js';
import { newMemory } from '../../../test/support/memories.js';
import { tenantWrite } from '../../storage/statement.js';
import { rowsOf } from '../lifecycle/rows.test.kit.js';
import type { NewMemory } from './new-memory.js';
import { insertMemories } from './sql/insert.js';

const insert = tenantWrite(
  'test.insert',
  async (tx, memories: NewMemory[]): Promise<string[]> => [
    ...(await insertMemories(tx, memories, new Set(memories), 1)).keys(),
  ],
);

it('a memory that another call stored first leaves no vector, word or event behind', {
  skip: POSTGRES_SKIPPED,
}, async () => {
  const place = await newPlace('postgres');
  const database = await place.open();
  try {
    const tenant = database.tenant('key');
    const vectors = { model: 'm', dimensions: 2, numbers: new Float32Array([1, 0]) };
    const first = newMemory({ id: 'mem_1', dedupeKey: 'same', vectors });
    assert.deepEqual(await tenant.run(insert, [first]), ['mem_1']);
    const late = newMemory({ id: 'mem_2', dedupeKey: 'same', vectors });
    const other = newMemory({ id: 'mem_3', dedupeKey: 'other', vectors });
    assert.deepEqual(await tenant.run(insert, [late, other]), ['mem_3']);
    // A repeated request, with the same id as before.
    assert.deepEqual(await tenant.run(insert, [first]), []);
    for (const [table, column] of [
      ['memories', 'id'],
      ['memory_vectors', 'memory_id'],
      ['memory_words', 'memory_id'],
      ['journal', 'subject'],
    ]) {
      const rows = await rowsOf<{ id: string }>(place, `select ${column} as id from ${table} order by 1`);
      assert.deepEqual([table, rows.map(({ id }) => id)], [table, ['mem_1', 'mem_3']]);
    }
  } finally {
    await database.close();
    await place.remove();
  }
});
