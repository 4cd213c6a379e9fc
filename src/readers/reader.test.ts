import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { EmbeddingUnavailable } from '../embedding/embedder.js';
import { LocalReader } from './reader.js';

const reader = new LocalReader({ threads: 1 });
after(() => reader.close());

const relevance = async (question: string, texts: string[]) =>
  (await reader.fit(question, texts)).map((fit) => fit.relevance);

test('another value is a conflict if only one can hold, and none if several can', async () => {
  const [home, aunt, trips] = await reader.relations([
    ['Kofi rents a room in Leuven.', 'Kofi rents a room in Ghent.'],
    ['Kofi rents a room in Leuven.', "Kofi's aunt rents a room in Bruges."],
    ['Lena visited Oslo in March.', 'Lena visited Bergen in June.'],
  ]);
  assert.ok((home?.conflict ?? 0) > 0.5);
  assert.ok((aunt?.conflict ?? 1) < 0.2 && (trips?.conflict ?? 1) < 0.2);
  for (const relation of [home, aunt, trips]) {
    const sum = Object.values(relation ?? {}).reduce((total, share) => total + share, 0);
    assert.ok(Math.abs(sum - 1) < 1e-5);
  }
});

test('what answers a question is more relevant than what shares its words', async () => {
  const [answer = 0, words = 0, other = 0] = await relevance('Where does Nadia live now?', [
    'Nadia moved to Porto in spring.',
    'Nadia asked where the bus stops now.',
    'The boiler was repaired.',
  ]);
  assert.ok(answer > words && answer > other);
});

test('what was agreed is worth keeping, a greeting is not', async () => {
  const [agreed = 0, greeting = 0] = await reader.keep([
    ['Joss: Then we meet on the 6th at ten.', 'Mira: Fine, see you on the 6th.'],
    ['Mira: Hello, how are you today?', 'Joss: I am well.'],
  ]);
  assert.ok(agreed > greeting);
});

test('the words that no longer hold stand out from those that do', async () => {
  const [logits] = await reader.gone([
    ['The sailing course costs 340 euros and takes place in Kiel.', 'The sailing course now costs 410 euros.'],
  ]);
  const [price = 0, place = 0] = [5, 11].map((at) => logits?.[at - 1]);
  assert.equal(logits?.length, 11);
  assert.ok(price > 0 && place < 0, `${price} ${place}`);
});

test('texts of any length are read, and an empty list returns nothing', async () => {
  assert.equal((await relevance('x '.repeat(50_000), ['y '.repeat(50_000), ''])).length, 2);
  assert.deepEqual(await reader.relations([]), []);
  const [long, none] = await reader.gone([
    ['x '.repeat(50_000), 'y'],
    ['', 'y'],
  ]);
  assert.ok((long?.length ?? 0) > 50 && (long?.length ?? 0) < 192);
  assert.equal(none?.length, 0);
});

test('without its files it is unavailable', async () => {
  const lost = new LocalReader({ folder: '/nowhere', threads: 1 });
  await assert.rejects(lost.fit('a', ['b']), EmbeddingUnavailable);
  await lost.close();
});
