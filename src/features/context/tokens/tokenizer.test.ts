import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
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
    assert.equal(tokenizer.count(''), 0);
    assert.equal(tokenizer.count('hello world'), 2);
    assert.equal(tokenizer.count('<|endoftext|>'), 7);
  });

  it('counts what the published tokenizer counts, for any text', () => {
    const agree = fc.property(text, (sample) => {
      assert.equal(tokenizer.count(sample), countTokens(sample, NO_SPECIAL));
    });
    fc.assert(agree, { numRuns: 2_000 });
  });

  it('stops above a limit', () => {
    const sample = 'one two three '.repeat(10_000);
    assert.equal(tokenizer.count(sample, 10), 11);
    assert.equal(tokenizer.count('one two three', 3), 3);
  });

  it('knows how many characters a number of tokens holds', () => {
    fc.assert(
      fc.property(text, fc.nat(60), (sample, limit) => {
        const room = tokenizer.room(sample, limit);
        assert.ok(tokenizer.count(sample.slice(0, room)) <= limit);
        if (tokenizer.count(sample) <= limit) assert.equal(room, sample.length);
      }),
    );
  });

  it('takes time in proportion to the text, also where no word ends', () => {
    for (const piece of ['a', ' ', '-', '中文', '👍', '\n', 'zq']) {
      const started = performance.now();
      tokenizer.count(piece.repeat(100_000 / piece.length));
      const took = performance.now() - started;
      assert.ok(took < 5_000, `${JSON.stringify(piece)} took ${took} ms`); // the published one takes half a minute
    }
  });

  it('is loaded once', async () => {
    assert.equal(await loadTokenizer(), tokenizer);
  });
});
