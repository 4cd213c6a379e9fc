import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keyphrases } from './keyphrases.js';

const phrases = (texts: readonly string[], options = {}) => keyphrases(texts, options).map(({ phrase }) => phrase);

it('labels texts with what they share, longer phrases first', () => {
  const texts = [
    'Ann likes hiking in the Swiss Alps',
    'The Swiss Alps trip is planned for June',
    'Hiking boots were bought for the Alps',
    'Ann prefers long hikes in the mountains',
  ];
  assert.deepEqual(phrases(texts, { limit: 2 }), ['Swiss Alps', 'hikes']);
  assert.deepEqual(
    phrases(['The quarterly budget review was moved', 'Quarterly budget review on Monday'], { limit: 1 }),
    ['quarterly budget review'],
  );
});

it('prefers what the rest of the corpus does not mention', () => {
  const texts = ['Ann wrote to Acme', 'Ann called Acme', 'Ann visited Acme'];
  const rest = { documents: 100, frequency: (stem: string) => (stem === 'ann' ? 90 : 1) };
  assert.equal(phrases(texts, { rest })[0], 'Acme');
});

it('returns no phrases for texts without content', () => {
  assert.deepEqual(phrases([]), []);
  assert.deepEqual(phrases(['', 'and the of', '12 34']), []);
});
