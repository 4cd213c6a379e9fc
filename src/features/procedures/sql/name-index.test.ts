import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onBothEngines } from '../../../../test/support/service.js';
import { render, type Sql } from '../../../storage/sql.js';
import type { TenantTx } from '../../../storage/statement.js';
import { rowsOf } from '../../lifecycle/rows.test.kit.js';
import { planPage, type TransferRequest } from '../../transfer/plan.js';
import { storeProcedure } from './store.js';

onBothEngines('the index of the names of procedures', (start, engine) => {
  /** The plans of the queries about procedures that this work would make first. */
  async function plansOf(works: ((tx: TenantTx) => Promise<unknown>)[]): Promise<string[]> {
    const { place } = await start({ background: false });
    const rows = Array.from({ length: 2_000 }, (_, i) => `('k', 'p${i}', 'ada', 'a', 'Name ${i}', '[]', 0, 0)`);
    await rowsOf(
      place,
      `insert into procedures (key_id, id, user_id, agent_id, name, steps, created_at, updated_at) values ${rows.join(', ')}`,
    );
    await rowsOf(place, 'analyze procedures');
    const plans: string[] = [];
    for (const work of works) {
      const asked: Sql[] = [];
      const noted = <T>(query: Sql, found: T) => {
        asked.push(query);
        return found;
      };
      const tx = {
        ...{ dialect: engine, keyId: 'k', run: () => 0 },
        ...{ get: (query: Sql) => noted(query, undefined), all: (query: Sql) => noted(query, []) },
      };
      await work(tx as unknown as TenantTx).catch(() => {}); // it finds nothing
      const query = asked.find((one) => render(one, engine).includes('procedures')) as Sql;
      const explain = engine === 'sqlite' ? 'explain query plan' : 'explain';
      const rows = await rowsOf(place, `${explain} ${render(query, engine)}`, query.values as string[]);
      plans.push(rows.map((row) => Object.values(row).at(-1)).join('\n'));
    }
    return plans;
  }

  it('finds the procedure that has a name, for a store and for a transfer', async () => {
    const memory = { user_id: 'ada', agent_id: 'a' };
    const stored = { memory, parts: { name: 'Name 7', steps: [] } } as unknown as Parameters<
      typeof storeProcedure.body
    >[1];
    const transfer: TransferRequest = {
      ...{ userId: 'ada', fromAgent: 'b', toAgent: 'a', filter: {}, mode: 'copy', now: 0 },
      seed: 'mem_01kf0z5w8qv7m3t9x2c4e6h8ja',
    };
    const page = [{ id: 'p7', namespace: '', kind: 'procedural', content: 'x', created_at: 0, valid_until: null }];
    const plans = await plansOf([
      async (tx) => storeProcedure.body(tx, stored),
      async (tx) => planPage(tx, transfer, page),
    ]);
    for (const plan of plans) {
      assert.match(plan, /procedures_name/);
      assert.match(plan, engine === 'sqlite' ? /agent_id=\? AND name=\?/ : /Index Cond: .*md5\((\w+\.)?name\)/);
    }
  });
});
