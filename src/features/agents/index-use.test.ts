import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { render, type Sql, type SqlValue } from '../../storage/sql.js';
import { SqliteConnection } from '../../storage/sqlite/connection.js';
import { migrateSqlite } from '../../storage/sqlite/migrate.js';
import type { TenantStatement, TenantTx } from '../../storage/statement.js';
import { listMemories } from '../memories/sql/read.js';
import { agentMemories } from './sql/profile.js';

describe('the index of an agent’s memories', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-index-'));
  const db = new SqliteConnection(join(folder, 'plan.db'), { readOnly: false });
  migrateSqlite(db);
  after(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** SQLite's plan for the last query of a statement, exactly as the statement writes it. */
  async function planOf<I>(statement: TenantStatement<I, unknown>, input: I): Promise<string> {
    const asked: Sql[] = [];
    const tx = {
      dialect: 'sqlite',
      keyId: 'k',
      get: (query: Sql) => (render(query, 'sqlite').includes(' as known ') ? { known: 1 } : undefined),
      all: (query: Sql) => {
        asked.push(query);
        return [];
      },
    };
    await statement.body(tx as unknown as TenantTx, input);
    const query = asked.at(-1) as Sql;
    const rows = db.handle
      .prepare(`explain query plan ${render(query, 'sqlite')}`)
      .all(...(query.values as SqlValue[]));
    return rows.map((row) => (row as { detail: string }).detail).join('\n');
  }
  const page = { filter: { include_expired: false, include_superseded: false }, limit: 10, now: 1_000 };

  test('serves an agent’s memories in order, without sorting', async () => {
    for (const userId of [null, 'u'])
      for (const after of [null, { createdAt: 5, id: 'mem_5' }]) {
        const plan = await planOf(agentMemories, { id: 'a', userId, after, ...page });
        assert.match(plan, /memories_of_agent/);
        assert.doesNotMatch(plan, /TEMP B-TREE/);
      }
  });

  test('leaves the list of a user’s memories to the user’s index', async () => {
    const filter = { ...page.filter, agent_id: 'a' };
    assert.match(await planOf(listMemories, { userId: 'u', after: null, ...page, filter }), /memories_scope/);
  });
});
