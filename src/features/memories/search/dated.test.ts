import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../../test/support/clock.js';
import { realModels } from '../../../../test/support/real-models.js';
import { onBothEngines } from '../../../../test/support/service.js';

const NOTES: [day: string, text: string][] = [
  ['2026-10-03', 'Bought winter tyres at Losch.'],
  ['2026-08-14', 'Took the ferry to Texel with the kids.'],
  ['2026-09-12', 'The boiler was serviced, the technician replaced a valve.'],
  ['2026-11-11', 'Mia lost her first tooth.'],
  ['2026-08-02', 'Planted leeks and chard in the raised bed.'],
  ['2026-07-20', 'The neighbours complained about the drum kit.'],
  ['2026-10-22', 'The cat had two teeth pulled.'],
  ['2026-11-17', 'Dentist on 3 December at 9:30.'],
];

onBothEngines('questions that name a time', (start) => {
  it('are answered by what is from then, and not if nothing is', async () => {
    const clock = new TestClock('2026-11-19T10:00:00Z');
    const service = await start({ ...(await realModels()), clock, background: false });
    const { key } = await service.mint();
    for (const [day, content] of NOTES) {
      const body = { user_id: 'jan', content, valid_from: Date.parse(day) };
      await service.call('POST', '/memory/store', { key, body });
    }
    const ask = async (q: string) =>
      (await service.call('GET', '/memory/retrieve', { key, query: { q, user_id: 'jan', ranking: 'hybrid' } })).body;
    for (const [question, answer] of [
      ['What did I buy in October?', 'Bought winter tyres at Losch.'],
      ['What did Jan buy in October?', 'Bought winter tyres at Losch.'],
      ['What did we do on 14 August?', 'Took the ferry to Texel with the kids.'],
      ['What happened last week?', 'Mia lost her first tooth.'],
      ['What happened in September 2026?', 'The boiler was serviced, the technician replaced a valve.'],
      ['What is planned for 3 December?', 'Dentist on 3 December at 9:30.'],
    ] as const) {
      const { results, abstained } = await ask(question);
      assert.equal(results[0].content, answer, question);
      assert.equal(abstained, false, question);
    }
    for (const question of ['What happened in March?', 'What did the landlord say in October?'])
      assert.equal((await ask(question)).abstained, true, question);
  });
});
