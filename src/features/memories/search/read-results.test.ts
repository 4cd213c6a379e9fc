import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from '../../request.js';
import type { HybridResult } from '../sql/hybrid.js';
import { readResults } from './read-results.js';

/** A reader that finds every text less relevant than the one before. */
function reading() {
  const texts: string[] = [];
  const asked: string[] = [];
  const fit = async (question: string, contents: readonly string[]) => {
    asked.push(question);
    texts.push(...contents);
    return contents.map((_content, at) => ({ relevance: 4 - at, needed: 0 }));
  };
  const request = {
    ...{
      reader: { fit, relations: async () => [] },
      embedder: { model: { id: 'another-model' } },
      db: { keyId: 'key' },
    },
  } as unknown as Request;
  return { request, texts, asked };
}

/** What a search found besides the memories. */
const NOTHING_ELSE = {
  ...{ contradicted: [], decided: [], spoken: {}, turns: [], echoes: [], names: [] },
  ...{ confidence: 0.5, abstained: false },
};

const memory = (id: string, score: number) =>
  ({
    id,
    kind: 'semantic',
    content: `Text of ${id}`,
    created_at: 0,
    valid_from: null,
    final_score: score,
    parts: [],
  }) as unknown as HybridResult['memories'][number];

test('only the best statement of a turn is read, with the words of the turn, so that other turns are read too', async () => {
  const { request, texts } = reading();
  const found: HybridResult = {
    memories: ['a1', 'a2', 'b1', 'a3', 'c'].map((id, at) => memory(id, 1 - at / 10)),
    ...NOTHING_ELSE,
    spoken: {
      a1: { turn: 'a', text: 'Ada: all of a' },
      a2: { turn: 'a', text: 'Ada: all of a' },
      a3: { turn: 'a', text: 'Ada: all of a' },
      b1: { turn: 'b' },
    },
  };
  const { memories } = await readResults(request, 'What did Ada say?', new Float32Array([1]), found, 3);
  assert.deepEqual(texts, ['Ada: all of a', 'Text of b1', 'Text of c']);
  assert.deepEqual(
    memories.map(({ id }) => id),
    ['a1', 'b1', 'a2', 'a3', 'c'],
  );
  assert.deepEqual(
    memories.filter(({ relevance }) => relevance !== undefined).map(({ id }) => id),
    ['a1', 'b1', 'c'],
  );
});

test('a phrase is put to the reader as a question, and its scores are raised to compensate', async () => {
  const { request, asked } = reading();
  const found: HybridResult = {
    memories: [memory('a', 1)],
    ...NOTHING_ELSE,
  };
  const confidences: number[] = [];
  for (const query of ['phone number of Seb', 'What is the phone number of Seb?']) {
    confidences.push((await readResults(request, query, new Float32Array([1]), found)).confidence);
  }
  assert.deepEqual(asked, ['What about phone number of Seb?', 'What is the phone number of Seb?']);
  const [ofPhrase = 0, ofQuestion = 1] = confidences;
  assert.ok(ofPhrase > ofQuestion, `${confidences}`);
});

test('what surely replaced the words that answer ranks first, however little it says itself', async () => {
  const first = async (conflict: { confidence: number; part: string | null }, logits: Record<string, number>) => {
    const contents = { old: 'Logs go to Graylog, and Krisztina reads them.', new: 'Loki, 14 days.' };
    const fit = async (_question: string, texts: readonly string[]) =>
      texts.map((text) => ({ relevance: logits[text.trim()] ?? (text === contents.old ? 4 : -6), needed: 0 }));
    const request = { ...reading().request, reader: { fit, relations: async () => [] } } as unknown as Request;
    const found: HybridResult = {
      memories: (['old', 'new'] as const).map((id, at) => ({ ...memory(id, 1 - at / 2), content: contents[id] })),
      ...NOTHING_ELSE,
      contradicted: [{ older: 'old', newer: 'new', kept: null, ...conflict }],
    };
    const { memories } = await readResults(request, 'Where do logs go?', new Float32Array([1]), found);
    return memories[0]?.id;
  };
  const part = 'Logs go to Graylog';
  const rest = 'Krisztina reads them.';
  assert.equal(await first({ confidence: 0.8, part }, { [rest]: -2 }), 'new');
  assert.equal(await first({ confidence: 0.8, part: null }, {}), 'new', 'nothing of it holds');
  assert.equal(await first({ confidence: 0.8, part }, { [rest]: 4 }), 'old', 'the question is about the rest');
  assert.equal(await first({ confidence: 0.6, part }, { [rest]: -2 }), 'old', 'the contradiction is not sure');
});

test('of statements that differ only in a name, the one that the question names fits at least as well', async () => {
  const contents = [
    'In Quito Ada saw a bakery.',
    'In Lisbon Ada saw a bakery.',
    'Lisbon has a harbour that Ada loves.',
  ];
  const fit = async (_question: string, texts: readonly string[]) =>
    texts.map((text) => ({ relevance: text === contents[0] ? 1 : -1, needed: 0 }));
  const request = { ...reading().request, reader: { fit, relations: async () => [] } } as unknown as Request;
  const found: HybridResult = {
    memories: contents.map((content, at) => ({ ...memory(`m${at}`, at === 1 ? 0.9 : 0.8), content })),
    ...NOTHING_ELSE,
  };
  const { memories } = await readResults(request, 'What bakery was there in Lisbon?', new Float32Array([1]), found);
  assert.deepEqual(
    memories.map(({ id }) => id),
    ['m1', 'm0', 'm2'],
  );
  assert.equal(memories[0]?.relevance, memories[1]?.relevance);
});

test('reading more results changes neither the confidence nor the relevance of what a search would have read', async () => {
  const { request } = reading();
  const found: HybridResult = {
    memories: Array.from({ length: 60 }, (_, at) => memory(`m${at}`, 1 - at / 100)),
    ...NOTHING_ELSE,
  };
  const read = (count: number) =>
    readResults(request, 'What did Ada say?', new Float32Array([1]), structuredClone(found), count);
  const [search, context] = [await read(8), await read(48)];
  assert.deepEqual([context.confidence, context.abstained], [search.confidence, search.abstained]);
  const relevanceOfFirst = (result: typeof search) => result.memories.find(({ id }) => id === 'm0')?.relevance;
  assert.equal(relevanceOfFirst(context), relevanceOfFirst(search));
});

test('a memory from the time that the question names is read with that time, in the words of the question', async () => {
  const dated = (id: string, day: string) => ({ ...memory(id, 1), valid_from: Date.parse(day) });
  const read = async (question: string) => {
    const { request, texts } = reading();
    const found: HybridResult = {
      memories: [
        dated('a', '2026-10-03'),
        dated('b', '2026-11-11'),
        { ...memory('c', 1), content: 'Dentist on 4 October' },
      ],
      ...NOTHING_ELSE,
    };
    const now = Date.parse('2026-11-19T10:00:00Z');
    const { abstained } = await readResults({ ...request, now } as Request, question, new Float32Array([1]), found);
    return { texts, abstained };
  };
  assert.deepEqual((await read('What happened in October?')).texts, [
    'October: Text of a',
    'Text of b',
    'October: Dentist on 4 October',
  ]);
  assert.deepEqual((await read('What did we do last week?')).texts[1], 'last week: Text of b');
  assert.deepEqual((await read('What happened to Ada?')).texts, ['Text of a', 'Text of b', 'Dentist on 4 October']);
});
