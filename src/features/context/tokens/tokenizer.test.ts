import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { atOnce, inTurns, TURN_UNITS } from '../../../kernel/turns/turns.js';
import { loadTokenizer, type Tokenizer } from './tokenizer.js';

const NO_SPECIAL = { disallowedSpecial: new Set<string>() };
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('a', 'A', 'é', ' ', '\n', '-', '/', '中', '👍', '1', "'", 's', '<', '|'),
    maxLength: 200,
  }),
  fc
    .array(fc.constantFrom('The', ' budget', ' is', " isn't", ' 20,000', '.\n', ' Grüße', '你好', '\u200d'), {
      maxLength: 40,
    })
    .map((words) => words.join('')),
);

describe('tokenizer', () => {
  let tokenizer: Tokenizer;
  before(async () => {
    tokenizer = await loadTokenizer();
  });

  it('counts known texts', () => {
    assert.equal(atOnce(tokenizer.count('')), 0);
    assert.equal(atOnce(tokenizer.count('hello world')), 2);
    assert.equal(atOnce(tokenizer.count('<|endoftext|>')), 7);
  });

  it('counts what the published tokenizer counts, for any text', () => {
    const agree = fc.property(text, (sample) => {
      assert.equal(atOnce(tokenizer.count(sample)), countTokens(sample, NO_SPECIAL));
    });
    fc.assert(agree, { numRuns: 2_000 });
  });

  it('stops above a limit', () => {
    const sample = 'one two three '.repeat(10_000);
    assert.equal(atOnce(tokenizer.count(sample, 10)), 11);
    assert.equal(atOnce(tokenizer.count('one two three', 3)), 3);
  });

  it('knows how many characters a number of tokens holds', () => {
    fc.assert(
      fc.property(text, fc.nat(60), (sample, limit) => {
        const room = atOnce(tokenizer.room(sample, limit));
        assert.ok(atOnce(tokenizer.count(sample.slice(0, room))) <= limit);
        if (atOnce(tokenizer.count(sample)) <= limit) assert.equal(room, sample.length);
      }),
    );
  });

  it('does work in proportion to the text, even without word boundaries, and in small steps', () => {
    const workOf = (text: string) => {
      const steps = [...tokenizer.count(text)];
      for (const step of steps) assert.ok(step <= TURN_UNITS);
      return steps.reduce((sum, step) => sum + step, 0);
    };
    for (const piece of ['a', ' ', '-', '中文', '👍', '\n', 'zq']) {
      const text = piece.repeat(50_000 / piece.length);
      const [once, twice] = [workOf(text), workOf(text + text)];
      assert.ok(twice > 0 && twice <= 2.5 * once, `${JSON.stringify(piece)}: ${once}, then ${twice}`);
      assert.ok(twice < 20 * 100_000, `${JSON.stringify(piece)}: ${twice}`);
    }
  });

  it('counts several texts concurrently', async () => {
    const texts = ['ab'.repeat(20_000), 'some words '.repeat(4_000), 'zq'.repeat(20_000), 'é'.repeat(30_000)];
    const together = await Promise.all(texts.map((text) => inTurns(tokenizer.count(text))));
    assert.deepEqual(
      together,
      texts.map((text) => atOnce(tokenizer.count(text))),
    );
  });

  it('is loaded once', async () => {
    assert.equal(await loadTokenizer(), tokenizer);
  });
});
