import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { SqliteConnection } from '../../storage/sqlite/connection.js';
import { migrateSqlite } from '../../storage/sqlite/migrate.js';

describe('the index of an agent’s memories', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-index-'));
  const db = new SqliteConnection(join(folder, 'plan.db'), { readOnly: false });
  migrateSqlite(db);
  after(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const planOf = (where: string, ...values: string[]) =>
    db.handle
      .prepare(
        `explain query plan select id from memories m where key_id = ? and ${where} order by created_at desc, id desc`,
      )
      .all('k', ...values)
      .map((row) => (row as { detail: string }).detail)
      .join('\n');

  test('serves questions about an agent in order', () => {
    const plan = planOf("(m.agent_id || '') = ?", 'a');
    assert.match(plan, /memories_of_agent/);
    assert.doesNotMatch(plan, /TEMP B-TREE/);
  });

  test('does not take a user’s questions away from the user’s index', () => {
    assert.match(planOf('m.user_id = ? and m.agent_id = ?', 'u', 'a'), /memories_scope/);
  });
});
