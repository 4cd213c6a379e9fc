import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { TestClock } from '../../../../test/support/clock.js';
import { onBothEngines } from '../../../../test/support/service.js';
import { DAY } from '../../../kernel/clock.js';
import type { MemoryRecord } from '../record.js';
import { RANKINGS } from './recall.js';

const SUBJECTS = [
  'Ann lives in Berlin',
  'Ann lives in London',
  'Bob works as a baker',
  'The budget is 20k',
  'Tea at 5 pm',
];
/** Days before and after the time of storing. */
const day = fc.integer({ min: -40, max: 40 });
const memory = fc.record({
  subject: fc.constantFrom(...SUBJECTS),
  replaces: fc.boolean(),
  from: fc.option(day),
  lasts: fc.option(fc.integer({ min: 1, max: 50 })),
  livesDays: fc.option(fc.integer({ min: 1, max: 30 }), { freq: 4 }),
  pause: fc.integer({ min: 0, max: 10 }),
});
const scenario = fc.record({
  memories: fc.array(memory, { minLength: 1, maxLength: 9 }),
  /** Days since the first memory was stored. */
  asked: fc.array(fc.integer({ min: -60, max: 140 }), { minLength: 2, maxLength: 4 }),
  budget: fc.integer({ min: 100, max: 400 }),
});

onBothEngines('as_of', (start) => {
  it('lists everything that was valid at that time, and no operation returns anything else', async () => {
    const clock = new TestClock();
    const service = await start({ clock, background: false });
    const { key } = await service.mint();
    let run = 0;
    let shownAtAll = 0;
    const property = fc.asyncProperty(scenario, async ({ memories, asked, budget }) => {
      const user_id = `user-${++run}`;
      const begin = clock.now();
      const get = async (path: string, query: Record<string, string | number | boolean>) => {
        const response = await service.call('GET', path, { key, query: { user_id, ...query } });
        assert.equal(response.status, 200, JSON.stringify(response.body));
        return response.body;
      };
      for (const [i, { subject, replaces, from, lasts, livesDays, pause }] of memories.entries()) {
        clock.advance(pause * DAY);
        const valid_from = from === null ? undefined : clock.now() + from * DAY;
        const body = {
          ...{ user_id, content: `${subject}${replaces ? ' now, no longer as before' : ''}, note ${i}.`, valid_from },
          ...(lasts === null ? {} : { valid_until: (valid_from ?? clock.now()) + lasts * DAY }),
          ...(livesDays === null ? {} : { ttl_seconds: livesDays * 24 * 3_600 }),
          ...{ detect_conflicts: true, dedupe: false },
        };
        assert.equal((await service.call('POST', '/memory/store', { key, body })).status, 201);
      }
      const everything = (await get('/memory', { include_expired: true, include_superseded: true, limit: 100 }))
        .memories as MemoryRecord[];
      for (const days of asked) {
        const as_of = begin + days * DAY;
        const isTrueThen = (one: MemoryRecord) =>
          (one.valid_from ?? one.created_at) <= as_of && (one.valid_until === null || one.valid_until > as_of);
        const isThere = (one: MemoryRecord) => one.expires_at === null || one.expires_at > clock.now();
        const check = (found: readonly MemoryRecord[], where: string) => {
          for (const one of found) assert.ok(isTrueThen(one) && isThere(one), `${where}: ${JSON.stringify(one)}`);
        };
        const { memories: listed } = await get('/memory', { as_of, limit: 100 });
        check(listed, 'list');
        // `everything` leaves out what is not valid now; what it contains and was true then must be listed.
        const ids = new Set(listed.map((one: MemoryRecord) => one.id));
        for (const one of everything) if (isTrueThen(one) && isThere(one)) assert.ok(ids.has(one.id), one.content);
        for (const ranking of RANKINGS) {
          const { results } = await get('/memory/retrieve', {
            q: 'Where does Ann live?',
            as_of,
            ranking,
            explain: true,
          });
          check(results, ranking);
          const named = listed.filter((one: MemoryRecord) => one.content.includes('Ann lives'));
          assert.equal(results.length, Math.min(10, ranking === 'words' ? named.length : ids.size), ranking);
          shownAtAll += results.length;
          for (const { final_score, explain } of results) {
            const sum = explain.reduce((total: number, part: { value: number }) => total + part.value, 0);
            assert.ok(Math.abs(sum - final_score) < 1e-9, `${ranking}: ${sum} is not ${final_score}`);
          }
        }
        for (const q of [{}, { q: 'Where does Ann live?' }] as Record<string, string>[]) {
          const shown = await get('/memory/context', { as_of, max_tokens: budget, ...q });
          assert.ok(shown.memory_ids.every((id: string) => ids.has(id)));
          for (const text of Object.values<string>(shown.formatted)) assert.ok(countTokens(text) <= budget);
        }
        const { timeline } = await get('/memory/timeline', { topic: 'where Ann lives', to: as_of });
        for (const entry of timeline)
          assert.ok(entry.at < as_of && entry.at === (entry.valid_from ?? entry.created_at));
      }
    });
    await fc.assert(property, { numRuns: 30, seed: 11 });
    assert.ok(shownAtAll > 100, `only ${shownAtAll} were shown: the property was hardly tried`);
  });
});
