import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { inTurns, TURN_UNITS, type Work } from '../../kernel/turns/turns.js';
import { HOSTILE } from './context-hostile.test.kit.js';
import { asReadBack, readBack } from './context-parser.test.kit.js';
import { CUT_MARK, LEFT_OUT } from './cut.js';
import { filling } from './fill.js';
import { type Entry, FORMATS } from './formats.js';
import { plainText } from './plain.js';
import { loadTokenizer, type Tokenizer } from './tokens/tokenizer.js';

const fill = (...given: Parameters<typeof filling>) => inTurns(filling(...given));
const NO_SPECIAL = { disallowedSpecial: new Set<string>() };
const entryOf = (text: string, i = 0): Entry => ({ id: `m${i}`, date: '2026-03-14', text: plainText(text) || '?' });
const sentence = fc
  .array(fc.constantFrom('Ada', 'likes', 'tea', '20k', 'не', '好', 'naïve', '<b>', '"so"'), {
    minLength: 1,
    maxLength: 30,
  })
  .map((words) => `${words.join(' ')}. `);
const text = fc.oneof(
  fc.array(sentence, { minLength: 1, maxLength: 40 }).map((sentences) => sentences.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 400 }),
  fc.constantFrom(...HOSTILE),
  fc
    .tuple(fc.constantFrom('a', '\\', '"', '<', '&', '中', '👍', ' x', '\n-', '.'), fc.nat(3_000))
    .map(([unit, count]) => unit.repeat(count + 1)),
);

describe('fill', () => {
  let tokenizer: Tokenizer;
  before(async () => {
    tokenizer = await loadTokenizer();
  });

  it('never exceeds the budget, whatever the memories, and counts tokens exactly', async () => {
    const budget = fc.oneof(fc.integer({ min: 100, max: 300 }), fc.integer({ min: 100, max: 4_000 }));
    const property = fc.asyncProperty(
      fc.array(text, { maxLength: 25 }),
      budget,
      fc.constantFrom(...FORMATS),
      fc.constantFrom(new Set<string>(), new Set(['tea', 'b'])),
      async (texts, max, format, terms) => {
        const candidates = texts.map(entryOf);
        const filled = await fill(tokenizer, format, candidates, max, terms);
        assert.ok(filled.tokens <= max);
        assert.equal(countTokens(filled.context, NO_SPECIAL), filled.tokens);
        const shown = readBack(format, filled.context);
        assert.equal(shown.length, filled.entries.length);
        filled.entries.forEach((entry, at) => {
          const whole = candidates.find((candidate) => candidate.id === entry.id)?.text ?? '';
          assert.equal(shown[at]?.text, asReadBack(format, entry.text));
          if (entry.text === whole) return;
          const isEnd = whole.endsWith(entry.text.slice(LEFT_OUT.length));
          const shortened = entry.text.slice(0, isEnd ? undefined : -CUT_MARK.length);
          assert.ok(isEnd || entry.text.endsWith(CUT_MARK));
          if (!whole.startsWith(shortened))
            assert.ok(
              terms.size > 0 && shortened.startsWith(LEFT_OUT) && whole.includes(shortened.slice(LEFT_OUT.length)),
            );
        });
        assert.deepEqual(
          filled.entries.map((entry) => Number(entry.id.slice(1))),
          filled.entries.map((entry) => Number(entry.id.slice(1))).sort((a, b) => a - b),
        );
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('cuts a memory at the end of a sentence and leaves room for the others', async () => {
    const long = Array.from({ length: 80 }, (_, i) => `Sentence number ${i} is here.`).join(' ');
    const filled = await fill(tokenizer, 'raw', [entryOf(long, 0), entryOf('Ada likes tea.', 1)], 300);
    assert.deepEqual(
      filled.entries.map((entry) => entry.id),
      ['m0', 'm1'],
    );
    assert.match(filled.entries[0]?.text ?? '', /^Sentence number 0 .* is here\. \[…\]$/);
    assert.ok(filled.tokens > 280, `${filled.tokens} of 300 used`);
  });

  it('cuts a memory around the sentence with the words of the question, however long it is', async () => {
    const filler = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `Entry number ${from + i} is about the weather.`).join(' ');
    const answer = 'Joana is allergic to penicillin.';
    for (const [at, all] of [
      [200, 400],
      [399, 400],
      [1_200, 2_400],
    ] as const) {
      const long = `${filler(0, at)} ${answer} ${filler(at, all)}`;
      const terms = new Set(['joana', 'allerg']);
      const others = [entryOf(long, 0), entryOf('Ada likes tea.', 1)];
      for (const format of FORMATS) {
        const filled = await inTurns(filling(tokenizer, format, others, 500, terms));
        const [shown = '', tea] = filled.entries.map((entry) => entry.text);
        assert.match(shown, /^\[…\] Entry number \d+ is .*Joana is allergic to penicillin\./);
        assert.ok(at === 399 ? shown.endsWith('weather.') : shown.endsWith('weather. […]'), shown.slice(-40));
        assert.equal(tea, 'Ada likes tea.');
        assert.ok(filled.tokens > 450 && filled.tokens <= 500, `${filled.tokens}`);
      }
      const beginning = await fill(tokenizer, 'raw', [entryOf(long)], 500);
      assert.match(beginning.entries[0]?.text ?? '', /^Entry number 0 /);
    }
  });

  it('gives a single memory the whole budget', async () => {
    const filled = await fill(tokenizer, 'anthropic', [entryOf('Tea is good. '.repeat(2_000))], 500);
    assert.ok(filled.tokens > 480 && filled.tokens <= 500, `${filled.tokens}`);
  });

  it('skips a memory that cannot be cut, and takes the next', async () => {
    const filled = await fill(tokenizer, 'openai', [entryOf('x'.repeat(50_000), 0), entryOf('Ada likes tea.', 1)], 200);
    assert.deepEqual(
      filled.entries.map((entry) => entry.id),
      ['m1'],
    );
  });

  it('yields in small steps, however long the memories are', () => {
    const unit = ['Some words of a memory. ', 'x', '中文', '\u200b', 'a\n\n\n', '<', '👍'];
    for (const part of unit) {
      const many = Array.from({ length: 20 }, (_, i) => entryOf(`${i}${part.repeat(99_000 / part.length)}`, i));
      const characters = many.reduce((sum, { text: all }) => sum + all.length, 0);
      for (const max of [300, 32_000]) {
        let units = 0;
        const work = filling(tokenizer, 'anthropic', many, max);
        for (let step = work.next(); !step.done; step = work.next()) {
          assert.ok(step.value <= TURN_UNITS, `${JSON.stringify(part)}: ${step.value} without a pause`);
          units += step.value;
        }
        assert.ok(units * 100 > Math.min(characters, max), `${JSON.stringify(part)}: ${units} for ${characters}`);
      }
    }
  });
});

it('work is done in turns, a pause after each', async () => {
  let passes = 0;
  const pass = async () => void passes++;
  function* work(steps: number): Work<string> {
    for (let i = 0; i < steps; i++) yield TURN_UNITS / 4;
    return 'done';
  }
  assert.equal(await inTurns(work(3), pass), 'done');
  assert.equal(passes, 0);
  assert.equal(await inTurns(work(41), pass), 'done');
  assert.equal(passes, 10);
});
