import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ComputeThread, inlineCompute } from '../../compute/compute.js';
import { silentLog } from '../../kernel/log.js';
import { TALK } from './episodes.test.kit.js';
import { sentencesTask } from './summary-tasks.js';

const ofTexts = (texts: readonly string[]) => texts.map((text, seq) => ({ seq, text }));
const read = (texts: readonly string[]) => inlineCompute.run(sentencesTask, ofTexts(texts), { flow: 'a', units: 0 });

test('each sentence is read with what was said after it, up to six turns and 400 characters', async () => {
  const { read: said, words } = await read(TALK);
  assert.equal(words, 53);
  assert.deepEqual(said.map(({ speaker, text }) => `${speaker}: ${text}`).slice(0, 3), [
    'Ann: Hi Bob, how are you?',
    "Bob: I'm fine.",
    'Bob: I want to sell my old car before I move to Oslo.',
  ]);
  assert.equal(said[1]?.next, ['I want to sell my old car before I move to Oslo.', ...TALK.slice(2)].join(' '));
  assert.equal(said.at(-1)?.next, '');
  const long = Array.from({ length: 9 }, (_, i) => `Turn ${i} ${'and on '.repeat(i === 1 ? 100 : 1)}`.trim());
  const [first, second] = (await read(long)).read;
  assert.equal(first?.next, long.slice(1).join(' ').slice(0, 400));
  assert.equal(second?.next, long.slice(2, 8).join(' '));
});

test('a short answer that means nothing by itself is read with the question that another speaker asked last', async () => {
  const { read: said } = await read([
    'Ann: Hello Bob, how are you?',
    'Bob: Fine.',
    'Ann: The pump is mended. Who writes the report?',
    'Bob: I will, until Friday. It is short.',
    'Ann: Which pump was it?',
    'Bob: I have mended the one in the cellar.',
    'Ann: Is it dry?',
    'Bob: Who knows?',
    'Bob: Yes.',
  ]);
  const questions = said.map(({ text, question }) => [text, question?.text ?? null]);
  assert.deepEqual(
    questions.filter(([, question]) => question),
    [['I will, until Friday.', 'Who writes the report?']],
  );
  const answer = said.find(({ question }) => question);
  assert.deepEqual([answer?.at, answer?.question?.at, answer?.question?.speaker], [4, 3, 'Ann']);
});

test('an answer has no question if something between them is not read', async () => {
  const events = [
    { seq: 1, text: 'Ann: Shall we cancel the contract with the printers?' },
    { seq: 3, text: 'Cy: Yes.' },
  ];
  const questions = async (given: typeof events) =>
    (await inlineCompute.run(sentencesTask, given, { flow: 'a', units: 0 })).read.map(({ question }) => question?.text);
  assert.deepEqual(await questions(events), [undefined, undefined]);
  const next = events.map(({ text }, seq) => ({ seq, text }));
  assert.deepEqual(await questions(next), [undefined, 'Shall we cancel the contract with the printers?']);
});

test('of a long episode, sentences are evenly chosen', async () => {
  const texts = Array.from({ length: 60 }, (_, i) =>
    Array.from({ length: 10 }, (_, n) => `Say ${i * 10 + n}.`).join(' '),
  );
  const { read: said, words } = await read(texts);
  assert.equal(words, 1_200);
  assert.deepEqual(
    said.map(({ text }) => text),
    Array.from({ length: 200 }, (_, i) => `Say ${i * 3}.`),
  );
});

test('an episode of very many short sentences takes little memory', async () => {
  const entry = new URL('../../compute-thread.js', import.meta.url);
  const compute = new ComputeThread(entry, silentLog, { heapMb: 48 });
  const events = ofTexts(Array.from({ length: 100 }, () => 'ab! '.repeat(500)));
  const { read: said } = await compute.run(sentencesTask, events, { flow: 'a', units: Number.POSITIVE_INFINITY });
  await compute.close();
  assert.equal(said.length, Math.ceil(50_000 / Math.ceil(50_000 / 240)));
});
