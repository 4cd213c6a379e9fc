import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Sql } from '../../storage/sql.js';
import { SqliteConnection } from '../../storage/sqlite/connection.js';
import { migrateSqlite } from '../../storage/sqlite/migrate.js';
import type { TenantTx } from '../../storage/statement.js';
import { RELATIONSHIPS } from './link-record.js';
import { exploreGraph } from './sql/explore.js';

/** Each of them links to every other: an unlimited walk would read all links at every level. */
const HUBS = 120;

describe('a walk among hubs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'recollect-reads-'));
  const db = new SqliteConnection(join(folder, 'hubs.db'), { readOnly: false });
  migrateSqlite(db);
  const numbers = (name: string) => `${name}(i) as (select 1 union all select i + 1 from ${name} where i < ${HUBS})`;
  db.exec(`with recursive ${numbers('a')} insert into memories (key_id, id, user_id, agent_id, namespace, kind, content, metadata, tags,
      importance, outcome, outcome_score, category, risk, created_at, updated_at)
    select 'k', 'm' || i, 'u', 'a', 'd', 'semantic', 'c', '{}', '[]', 5, 'unknown', 0.5, 'other', 0, i, i from a;
    with recursive ${numbers('a')}, ${numbers('b')} insert into links
    select 'k', 'l' || a.i || '.' || b.i, 'm' || a.i, 'm' || b.i, 'supports', 1, '{}', 0, 0 from a join b on a.i <> b.i`);
  after(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const nodes of [1, 10, 50]) {
    test(`reads no more rows per level than the limits of ${nodes} memories allow`, async () => {
      const most = { nodes, edges: nodes * 5 };
      const read: number[] = [];
      const all = (query: Sql) => {
        const rows = db.all(query);
        read.push(rows.length);
        return rows;
      };
      const tx = { dialect: 'sqlite', keyId: 'k', all } as unknown as TenantTx;
      const request = { relationships: RELATIONSHIPS, direction: 'both', most, characters: 10, now: 1 } as const;
      const found = await exploreGraph.body(tx, { id: 'm7', depth: 4, ...request });
      assert.deepEqual([found?.nodes.length, found?.truncated], [nodes, true]);
      assert.ok(Math.max(...read) <= Math.max(most.nodes, most.edges) + 1, `it read ${read} rows`);
    });
  }
});
