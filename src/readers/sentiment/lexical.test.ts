import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentimentOf } from './feeling.js';
import { readLexically } from './lexical.js';

/** Every text must score lower than the one after it. */
function ascending(...texts: string[]): void {
  const read = texts.map((text) => ({ text, valence: readLexically(text) }));
  for (const [i, one] of read.entries()) {
    const next = read[i + 1];
    if (next) assert.ok(one.valence < next.valence, `${JSON.stringify(one)} should be below ${JSON.stringify(next)}`);
  }
}
const are = (expected: string, ...texts: string[]) => {
  for (const text of texts) assert.equal(sentimentOf(readLexically(text)), expected, `${text} ${readLexically(text)}`);
};

test('plain words of feeling are read, and plain facts are neutral', () => {
  are('positive', 'I love this garden', 'What a wonderful day', 'He is happy');
  are('negative', 'I hate this garden', 'What a horrible day', 'He is sad');
  are('neutral', 'The train leaves at nine', 'She put the box on the table', '', '   ', '12345', '.');
});

test('a negation reverses what follows in its clause, and nothing beyond it', () => {
  are(
    'negative',
    'I am not happy',
    "It wasn't good",
    'It isnt good',
    'We never had a good day there',
    'Nobody was happy',
  );
  ascending('This is not good', 'This is good');
  ascending('It is bad', 'It is not bad');
  are('positive', 'I did not stay, the garden is wonderful', 'Not only good but great', 'It is not without charm');
});

test('a negated bad word is less good than a negated good word is bad', () => {
  assert.ok(Math.abs(readLexically('It is not awful today')) < Math.abs(readLexically('It is not lovely today')));
});

test('degree words strengthen and weaken', () => {
  ascending('It is slightly good', 'It is good', 'It is very good');
  ascending('It is extremely bad', 'It is bad', 'It is somewhat bad');
  ascending('It is so good', 'It is so so good');
});

test('capitals, exclamation marks and drawn-out letters strengthen a feeling', () => {
  ascending('This is good', 'This is GOOD');
  ascending('This is good', 'This is good!', 'This is good!!!');
  ascending('This is bad!!!', 'This is bad');
  ascending('This is good', 'This is goooood');
  assert.equal(readLexically('THIS IS GOOD'), readLexically('this is good'));
});

test('what follows a contrast counts more than what precedes it', () => {
  are('negative', 'The food was good, but the service was terrible');
  are('positive', 'The room was ugly, but the staff were wonderful');
  ascending('It was lovely but awful', 'It was awful but lovely');
  ascending('It is ugly, it works well', 'Although it is ugly, it works well');
});

test('a question claims less than a statement', () => {
  ascending('Is it good?', 'It is good.');
});

test('emoji and emoticons are read, even right after a word', () => {
  are('positive', '😍', 'ok ❤️', 'see you :)', 'see you:)', 'tomorrow <3', '👍🏽');
  are('negative', '😡', 'tomorrow :(', 'it rains 😢', '👎');
  ascending('tomorrow ...:(', 'tomorrow', 'tomorrow ...:)');
});

test('times, ratios, addresses and names are neither emoticons nor feelings', () => {
  are('neutral', 'At 10:30 or 8:3', 'See https://love.example.org/great:)', '@happylovely wrote it', 'a ratio of 1:0');
});

test('idioms mean what they mean, not what their words say', () => {
  are('positive', "I can't wait", 'I cannot wait', 'You made my day', 'No problem', 'That is the bomb');
  are('negative', 'I am fed up', "I can't stand it", 'A waste of time', 'thanks for nothing', 'it does not work');
  are('neutral', 'I would like a table for two', 'It looks like rain', 'The United States');
});

test('an irony tag reverses praise', () => {
  are('negative', 'Great work, really wonderful /s');
});

test('many sentences with one feeling stay within the limits', () => {
  const many = readLexically('This is good. '.repeat(1_000));
  assert.ok(many > readLexically('This is good.') && many <= 1);
});
