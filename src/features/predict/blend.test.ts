import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '../../kernel/clock.js';
import { expectNext, learn, probabilityOf } from './blend.js';
import { compose } from './compose.js';
import type { Stored, Use } from './log.js';
import { because, factsOf } from './reasons.js';

const MONDAY = Date.UTC(2026, 10, 2);
const likeliest = async (history: Use[], now: number, stored: Stored[] = []) => {
  const learnt = await learn(history, stored, now);
  return expectNext(learnt, now).map(({ id }) => id);
};

test('what was used lately and often is expected again', async () => {
  const history: Use[] = Array.from({ length: 20 }, (_, i) => ({ at: MONDAY + i * 5 * HOUR, ids: ['often'] }));
  history.splice(3, 0, { at: MONDAY + 16 * HOUR, ids: ['once'] });
  assert.equal((await likeliest(history, MONDAY + 120 * HOUR))[0], 'often');
});

test('what followed what was just retrieved is expected next', async () => {
  const history: Use[] = [];
  for (let day = 0; day < 12; day++) {
    // Two routines at any time of day; each begins with a different memory.
    const [first, second] = day % 2 ? ['agenda', 'rooms'] : ['recipe', 'shopping'];
    const at = MONDAY + day * DAY + ((day * 7) % 13) * HOUR;
    history.push({ at, ids: [first] }, { at: at + MINUTE, ids: [second] });
  }
  const now = MONDAY + 12 * DAY + 20 * HOUR;
  history.push({ at: now - MINUTE, ids: ['agenda'] });
  assert.equal((await likeliest(history, now))[0], 'rooms');
  history.push({ at: now - 1, ids: ['recipe'] });
  assert.equal((await likeliest(history, now))[0], 'shopping');
});

test('daily habits are expected at their time, and dominate what is learnt about this user', async () => {
  const history: Use[] = [];
  for (let day = 0; day < 21; day++) {
    history.push({ at: MONDAY + day * DAY + 8 * HOUR, ids: ['weather'] });
    history.push({ at: MONDAY + day * DAY + 21 * HOUR, ids: ['diary'] });
  }
  const morning = MONDAY + 21 * DAY + 8 * HOUR;
  const learnt = await learn(history, [], morning);
  assert.equal(expectNext(learnt, morning)[0]?.id, 'weather');
  assert.ok(learnt.weights.hour + learnt.weights.weekday + learnt.weights.opens > 0.5, JSON.stringify(learnt.weights));
  assert.equal((await likeliest(history, morning + 13 * HOUR))[0], 'diary');
});

test('a new memory is expected for a user who uses what is new', async () => {
  const history: Use[] = [];
  const stored: Stored[] = [];
  for (let i = 0; i < 30; i++) {
    stored.push({ id: `note-${i}`, at: MONDAY + i * 3 * HOUR });
    history.push({ at: MONDAY + i * 3 * HOUR + MINUTE, ids: [`note-${i}`] });
  }
  const now = MONDAY + 100 * HOUR;
  stored.push({ id: 'note-30', at: now - MINUTE });
  assert.equal((await likeliest(history, now, stored))[0], 'note-30');
});

test('shares add up to one, the same history gives the same result, and an empty one predicts nothing', async () => {
  const history: Use[] = Array.from({ length: 80 }, (_, i) => ({
    at: MONDAY + i * HOUR * (1 + (i % 3)),
    ids: [`m${i % 7}`, `m${(i * 3) % 11}`].filter((id, at, all) => all.indexOf(id) === at),
  }));
  const now = MONDAY + 300 * HOUR;
  const one = expectNext(await learn(history, [], now), now);
  assert.deepEqual(expectNext(await learn(history, [], now), now), one);
  const total = one.reduce((sum, { share }) => sum + share, 0);
  assert.ok(Math.abs(total - 1) < 1e-9);
  const none = await learn([], [], now);
  assert.deepEqual([expectNext(none, now), none.novelty], [[], 1]);
});

test('a probability grows with the number of places and never exceeds 1', () => {
  assert.equal(probabilityOf(0.5, 1), 0.5);
  assert.equal(probabilityOf(0.5, 2), 0.75);
  assert.equal(probabilityOf(1.2, 3), 1);
});

test('a context brings in what was never retrieved, and reasons name the main sources', async () => {
  const now = MONDAY + 10 * DAY + 8 * HOUR;
  const history: Use[] = Array.from({ length: 9 }, (_, i) => ({
    at: MONDAY + (i + 1) * DAY + 8 * HOUR,
    ids: ['habit'],
  }));
  const learnt = await learn(history, [], now);
  const made = {
    learnt,
    expected: expectNext(learnt, now),
    standing: { best: [{ id: 'dear', standing: 9 }], memories: 1 },
  };
  const [first, ...rest] = compose({ ...made, context: { ids: ['fits', 'fits too'], trust: 0.7 } });
  assert.equal(first?.id, 'fits');
  assert.deepEqual(
    rest.map(({ id }) => id),
    ['habit', 'fits too', 'dear'],
  );
  const memory = { importance: 9, created_at: now - 3 * DAY };
  const facts = factsOf(learnt.log, new Set(['habit']), now).get('habit');
  const reason = (id: string) => {
    const one = compose({ ...made, context: { ids: ['fits'], trust: 0.5 } }).find((entry) => entry.id === id);
    return because(one as NonNullable<typeof one>, memory, id === 'habit' ? facts : undefined, now);
  };
  assert.equal(reason('fits'), 'Found for the given context.');
  assert.equal(reason('dear'), 'Not retrieved recently, importance 9, stored 3 days ago.');
  assert.match(reason('habit'), /9 times/);
});
