import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { forEachEngine } from '../../../test/support/databases.js';
import { HOLDINGS_THREAD, statementsOf } from '../../../test/support/holdings.js';
import { DAY } from '../../kernel/clock.js';
import { randomIds, randomText } from '../../kernel/ids.js';
import type { Database, TenantDatabase } from '../../storage/database.js';
import type { HeldRecord, HeldScope } from '../holdings.js';
import { emotionalHolding } from './holding.js';
import type { EmotionalRecord } from './record.js';
import { addEmotional } from './sql/statements.js';

const NOW = Date.UTC(2026, 10, 15);
const { erase, page, restore } = statementsOf(emotionalHolding);
const ids = randomIds(() => 1_000);
const record = (user_id: string, agent_id: string, more: Partial<EmotionalRecord> = {}): EmotionalRecord => ({
  ...{ id: ids.next('emo_'), user_id, agent_id, sentiment: 'negative', intensity: 4, valence: -0.4 },
  ...{
    about: 'interaction',
    source: 'text',
    read_by: 'words',
    text: 'It rains 😢',
    note: null,
    created_at: 1_000,
    ...more,
  },
});
const ALL: HeldScope = {};

async function everything(db: TenantDatabase, scope = ALL, limit = 2): Promise<HeldRecord[]> {
  const found: HeldRecord[] = [];
  for (;;) {
    const some = await db.run(page, { scope, after: found.at(-1)?.id ?? '', limit });
    found.push(...some);
    if (some.length < limit) return found;
  }
}

forEachEngine(
  'the holding of emotional records',
  (open) => {
    let database: Database;
    before(async () => {
      database = await open();
    });
    const tenant = () => database.tenant(`rec_pk_${randomText(8)}`);
    const filled = async () => {
      const db = tenant();
      const records = [record('ann', 'one'), record('ann', 'two'), record('bob', 'one')];
      for (const one of records) await db.run(addEmotional, one);
      return { db, records };
    };

    test('is paged in the order of ids, by scope', async () => {
      const { db, records } = await filled();
      assert.deepEqual(await everything(db), records);
      assert.deepEqual(await everything(db, { userId: 'ann' }), records.slice(0, 2));
      assert.deepEqual(await everything(db, { userId: 'ann', agentId: 'two' }), records.slice(1, 2));
    });

    test('is erased by scope, for this key only', async () => {
      const { db, records } = await filled();
      const other = await filled();
      assert.equal(await db.run(erase, { userId: 'ann', agentId: 'one' }), 1);
      assert.equal(await db.run(erase, { userId: 'ann' }), 1);
      assert.deepEqual(await everything(db), records.slice(2));
      assert.equal(await db.run(erase, ALL), 1);
      assert.deepEqual(await everything(db), []);
      assert.equal((await everything(other.db)).length, 3);
    });

    test('is restored unchanged and once, and leaves existing records alone', async () => {
      const { db, records } = await filled();
      const empty = tenant();
      const held = await everything(db);
      assert.equal(await empty.run(restore, { records: held, now: NOW }), 3);
      assert.deepEqual(await everything(empty), records);
      assert.equal(await empty.run(restore, { records: [...held, record('cat', 'one')], now: NOW }), 1);
      assert.equal((await everything(empty)).length, 4);
      const many = Array.from({ length: 1_203 }, () => record('dan', 'one'));
      assert.equal(await empty.run(restore, { records: many, now: NOW }), 1_203);
    });

    test('refuses records that could not have been recorded', async () => {
      const bad: object[] = [
        ...[
          { id: 'mem_1' },
          { id: `emo_${'x'.repeat(300)}` },
          { user_id: '' },
          { user_id: 5 },
          { valence: 2 },
          { valence: null },
        ],
        ...[
          { intensity: 0 },
          { sentiment: 'cross' },
          { source: 'air' },
          { text: 'a\0b' },
          { created_at: 1.5 },
          { created_at: 1e300 },
          { created_at: NOW + 2 * DAY },
        ],
      ];
      const db = tenant();
      for (const change of bad) {
        const records = [{ ...record('ann', 'one'), ...change } as HeldRecord];
        const [field] = Object.keys(change);
        await assert.rejects(db.run(restore, { records, now: NOW }), new RegExp(`\`${field}\``));
      }
      assert.deepEqual(await everything(db), []);
    });
  },
  HOLDINGS_THREAD,
);
