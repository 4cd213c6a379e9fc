import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '../../../test/support/databases.js';
import { newMemory, seededRandom, unlimited } from '../../../test/support/memories.js';
import { DAY } from '../../kernel/clock.js';
import { countRetrievals } from '../memories/sql/retrieval.js';
import { storeMemories } from '../memories/sql/store.js';
import { bestStanding, measureScope } from './sql/statements.js';
import { STANDING } from './standing.js';

const NOW = Date.UTC(2026, 5, 1, 15);
const END = Date.UTC(2026, 5, 2);
const SCOPE = {
  userId: 'user',
  filter: { include_expired: false, include_superseded: false },
  includeFlagged: false,
  now: NOW,
};

interface Known {
  id: string;
  importance: number;
  created: number;
  uses: number;
  used: number | null;
}

/** The formula of docs/context.md, computed step by step. */
function expected(memory: Known): number {
  const age = Math.max(1, (END - memory.created) / DAY);
  const unused = Math.max(1, (END - (memory.used ?? memory.created)) / DAY);
  const base = Math.log(unused ** -0.5 + (2 * memory.uses) / (age ** 0.5 + unused ** 0.5));
  const activation = 1 / (1 + Math.exp(-base));
  const recency = Math.exp(-Math.min(3_650, (END - memory.created) / DAY) / STANDING.recencyDays);
  return 0.5 * (memory.importance / 10) + 0.3 * activation + 0.2 * recency;
}

forEachEngine('standing', (open) => {
  it('orders the whole scope by importance, activation and recency', async () => {
    const tenant = (await open()).tenant('key-a');
    const random = seededRandom(11);
    const known: Known[] = [];
    for (let i = 0; i < 300; i++) {
      const created = NOW - Math.floor(random() ** 2 * 400 * DAY);
      const memory = newMemory({ importance: Math.floor(random() * 11) });
      await tenant.run(storeMemories, { memories: [memory], quota: unlimited(created), now: created });
      const uses = random() < 0.4 ? 1 + Math.floor(random() * 20) : 0;
      const used = uses ? created + Math.floor(random() * (NOW - created)) : null;
      if (used !== null) await tenant.run(countRetrievals, { counts: [[memory.id, uses]], retrievals: [], at: used });
      known.push({ id: memory.id, importance: memory.importance, created, uses, used });
    }
    const best = await tenant.run(bestStanding, { ...SCOPE, limit: 500, characters: 5 });
    assert.equal(best.length, 300);
    assert.ok(
      best.every(({ content }) => content.length === 5),
      'no more of a text than is asked for',
    );
    const byId = new Map(known.map((memory) => [memory.id, expected(memory)]));
    for (const memory of best) assert.ok(Math.abs(memory.standing - (byId.get(memory.id) ?? 0)) < 2e-6);
    const sorted = [...best].sort((a, b) => b.standing - a.standing || (a.id < b.id ? -1 : 1));
    assert.deepEqual(best, sorted);
    const few = await tenant.run(bestStanding, { ...SCOPE, limit: 10, characters: 5 });
    assert.deepEqual(few, best.slice(0, 10));
  });

  it('is between 0 and 1 for any time that can be stored', async () => {
    const tenant = (await open()).tenant('key-a');
    for (const created of [-8_640_000_000_000_000, 0, NOW, NOW + 100 * DAY]) {
      const memory = newMemory();
      await tenant.run(storeMemories, { memories: [memory], quota: unlimited(NOW), now: created });
      await tenant.run(countRetrievals, { counts: [[memory.id, 1_000_000]], retrievals: [], at: NOW + 50 * DAY });
    }
    const best = await tenant.run(bestStanding, { ...SCOPE, limit: 10, characters: 5 });
    assert.equal(best.length, 4);
    for (const { standing } of best) assert.ok(standing > 0 && standing <= 1);
  });

  it('measures a scope in memories and bytes, and counts what is left out of it as flagged', async () => {
    const tenant = (await open()).tenant('key-a');
    assert.deepEqual(await tenant.run(measureScope, SCOPE), { memories: 0, bytes: 0, flagged: 0 });
    const memories = [
      newMemory({ content: 'tea' }),
      newMemory({ content: '茶' }),
      newMemory({ content: 'x', risk: 0.9 }),
    ];
    await tenant.run(storeMemories, { memories, quota: unlimited(NOW), now: NOW });
    assert.deepEqual(await tenant.run(measureScope, SCOPE), { memories: 2, bytes: 6, flagged: 1 });
    assert.deepEqual(await tenant.run(measureScope, { ...SCOPE, includeFlagged: true }), {
      memories: 3,
      bytes: 7,
      flagged: 0,
    });
  });
});
