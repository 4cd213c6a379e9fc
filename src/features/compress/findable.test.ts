import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { onBothEngines } from '../../../test/support/service.js';
import { compressingOf } from './compress.test.kit.js';

const SUBJECTS = [
  'the crowded old harbour of Lisbon where the ferries leave at dawn',
  'a broken boiler that nobody in the whole building wants to pay for',
  'Mira’s long thesis on moss that grows under northern bridges',
  '猫 健康診断 と 予防接種 の 予約 を 駅前 の 病院 で 取る 件',
];
const DETAILS = [
  'cost',
  'delay',
  'call',
  'visit',
  'plan',
  'letter',
  'repair',
  'lesson',
  'Oslo',
  'Dr. Wu',
  'permit',
  'garden',
];

/** Statements about a few subjects, with details and numbers that only one of them has; some short, some of several sentences. */
const statement = fc
  .record({
    subject: fc.constantFrom(...SUBJECTS),
    details: fc.array(fc.constantFrom(...DETAILS), { minLength: 0, maxLength: 3 }),
    number: fc.option(fc.integer({ min: 0, max: 99_999 })),
    tail: fc.constantFrom('', '.', '! It was said twice.', '\n- and a second line'),
  })
  .map(
    ({ subject, details, number, tail }) =>
      `We spoke about ${subject}: ${details.join(' and ') || 'small talk'}${number === null ? '' : ` (${number})`}${tail}`,
  );
const scenario = fc.record({
  texts: fc.uniqueArray(statement, { minLength: 8, maxLength: 40, size: 'max' }),
  keep: fc.integer({ min: 0, max: 6 }),
  strategies: fc.array(fc.constantFrom('summarize', 'merge'), { minLength: 1, maxLength: 2 }),
  deleteOriginals: fc.boolean(),
});

onBothEngines('retrieval after compression', (start) => {
  it('still returns every memory, or the one that stands for it', async () => {
    const service = await start();
    const { key } = await service.mint();
    let run = 0;
    let compressed = 0;
    await fc.assert(
      fc.asyncProperty(scenario, async ({ texts, keep, strategies, deleteOriginals }) => {
        const ann = compressingOf(service, key, { user_id: `ann-${++run}`, agent_id: 'helper' });
        const ids = await ann.batch(texts);
        const standsFor = new Map(ids.map((id) => [id, id]));
        for (const strategy of strategies) {
          const response = await ann.compress({ keep, strategy, delete_originals: deleteOriginals });
          compressed += response.compressed;
          for (const { compressed_memory_id, source_ids } of response.clusters) {
            for (const [id, now] of standsFor) if (source_ids.includes(now)) standsFor.set(id, compressed_memory_id);
          }
        }
        for (const [i, id] of ids.entries()) {
          const ranking = i % 2 ? 'hybrid' : 'semantic';
          const found = await ann.find(texts[i] as string, { ranking });
          const holder = standsFor.get(id) as string;
          assert.ok(
            found.some((memory) => memory.id === holder),
            `${ranking}: ${texts[i]} is not among ${JSON.stringify(found.map((memory) => memory.content))}`,
          );
        }
      }),
      { numRuns: 12, seed: 7 },
    );
    assert.ok(compressed > 50, `only ${compressed} were compressed: the property was hardly tried`);
  });
});
