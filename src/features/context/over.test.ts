import assert from 'node:assert/strict';
import { it, test } from 'node:test';
import { annOf } from '../../../test/support/ann.js';
import { TestClock } from '../../../test/support/clock.js';
import { realModels } from '../../../test/support/real-models.js';
import { onBothEngines } from '../../../test/support/service.js';
import { readBack } from './context-parser.test.kit.js';
import { overSince, standingsNow } from './over.js';

const DENTIST = 'Dentist appointment on 22 April 2026 at 10:30.';
const TAXES = 'I must send off the tax return by the end of July.';
const CONCERT = 'School concert on 20 March 2026 at seven.';
const TRIP = 'Boat trip with the choir on 5 December 2026.';

test('other work runs while the dates of a portrait are read', async () => {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  const now = Date.parse('2026-08-02T10:00:00Z');
  const plan = { category: 'events' as const, valid_from: null, created_at: now, verified_at: null };
  const memories = Array.from({ length: 500 }, (_, i) => ({
    ...{ ...plan, importance: 9, standing: 0.5 },
    content: `${'3 May. '.repeat(41)}${i}`,
  }));
  setImmediate(count);
  await standingsNow(memories, now);
  isOver = true;
  assert.ok(turns > 5, `${turns}`);
});

test('a plan that is confirmed while it lasts is over when its date has passed', () => {
  const at = (date: string) => Date.parse(`${date}:00Z`);
  for (const [content, created, verified, over] of [
    ['Conference in Vienna in August 2026.', '2026-06-01T10:00', '2026-08-02T10:00', '2026-09-01T00:00'],
    ['Hand in the tax return by 31 July 2026.', '2026-06-01T10:00', '2026-07-31T08:00', '2026-08-01T00:00'],
    ['Dentist appointment on 3 May 2026.', '2026-04-01T10:00', '2026-05-03T07:00', '2026-05-04T00:00'],
    ['Dentist appointment on 22 April.', '2025-01-10T10:00', '2026-03-10T10:00', '2026-04-23T00:00'],
    ['Dentist appointment tomorrow at 10.', '2026-05-01T10:00', '2026-05-10T10:00', null],
  ] as const) {
    const times = { valid_from: null, created_at: at(created), verified_at: at(verified) };
    const since = overSince({ content, category: 'events', ...times }, at('2026-12-01T10:00'));
    assert.equal(since, over && at(over), content);
  }
});

onBothEngines('plans whose date has passed', (start) => {
  it('give way in a portrait and a profile, are reported, and are found as before', async () => {
    const clock = new TestClock('2026-03-10T10:00:00Z');
    const service = await start({ ...(await realModels()), clock, background: false });
    const ann = annOf(service, (await service.mint()).key);
    const dentist = await ann.store(DENTIST, { importance: 9 });
    const taxes = await ann.store(TAXES, { importance: 9 });
    await ann.store(CONCERT, { importance: 9 });
    await ann.store(TRIP, { importance: 6 });
    const portrait = async (query = {}) =>
      readBack('raw', (await ann.get('/memory/context', { user_id: 'ann', ...query })).context).map(({ text }) => text);
    const events = async (): Promise<string[]> =>
      (await ann.get('/memory/profile', { user_id: 'ann' })).groups
        .find(({ category }: { category: string }) => category === 'events')
        .statements.map(({ text }: { text: string }) => text);
    const overdue = async () =>
      (await ann.get('/memory/insights', { user_id: 'ann' })).insights.filter(
        ({ kind }: { kind: string }) => kind === 'overdue',
      );
    const vaccine = 'Vaccination appointment on 3 May 2026, allergic to latex.';
    await ann.store(vaccine, { importance: 9 });
    const question = { q: 'When was the dentist appointment?' };
    assert.equal((await portrait()).at(-1), TRIP);
    assert.deepEqual(await events(), [CONCERT, TRIP]);
    assert.deepEqual(await overdue(), []);

    clock.set('2026-08-02T10:00:00Z');
    const order = [vaccine, TRIP];
    assert.deepEqual((await portrait()).slice(0, 2), order);
    assert.deepEqual(await events(), [TRIP, CONCERT]);
    const [insight, ...others] = await overdue();
    assert.deepEqual([insight.evidence_ids, others], [[taxes], []]);
    assert.match(insight.text, /^1 plan names a date that passed/);
    assert.equal((await portrait(question))[0], DENTIST);
    assert.equal((await ann.retrieve(question.q, { ranking: 'hybrid' })).results[0].id, dentist);

    await ann.post(`/memory/verify/${taxes}`);
    assert.deepEqual(await overdue(), []);
    assert.deepEqual((await portrait()).slice(0, 3), [vaccine, TAXES, TRIP]);
  });

  it('are dated by when they were last written', async () => {
    const clock = new TestClock('2025-01-10T10:00:00Z');
    const service = await start({ ...(await realModels()), clock, background: false });
    const { key } = await service.mint();
    const ann = annOf(service, key);
    const dentist = await ann.store('Dentist on 3 May.', { importance: 9 });
    const overdue = async () =>
      (await ann.get('/memory/insights', { user_id: 'ann' })).insights
        .filter(({ kind }: { kind: string }) => kind === 'overdue')
        .map(({ evidence_ids }: { evidence_ids: string[] }) => evidence_ids);
    clock.set('2026-03-10T10:00:00Z');
    const content = 'Dentist appointment on 22 April at 10:30.';
    assert.equal((await service.call('PATCH', `/memory/${dentist}`, { key, body: { content } })).status, 200);
    await ann.store(TRIP, { importance: 6 });
    const portrait = async () =>
      readBack('raw', (await ann.get('/memory/context', { user_id: 'ann' })).context).map(({ text }) => text);
    assert.deepEqual([(await portrait())[0], await overdue()], [content, []]);
    clock.set('2026-06-02T10:00:00Z');
    assert.deepEqual([await portrait(), await overdue()], [[TRIP, content], [[dentist]]]);
  });
});
