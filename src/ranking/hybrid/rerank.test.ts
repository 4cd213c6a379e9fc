import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inDoubt, RERANK, rerank } from './rerank.js';

const result = (id: string, final_score: number) => ({
  id,
  final_score,
  parts: [{ name: 'meaning', value: final_score }],
});
const ids = (results: { id: string }[]) => results.map(({ id }) => id);

test('what the reader finds relevant rises, and the parts still add up', () => {
  const read = rerank([result('a', 0.8), result('b', 0.7)], [-4, 6], { contradicted: [], asksFormer: false });
  assert.deepEqual(ids(read), ['b', 'a']);
  for (const { final_score, parts } of read)
    assert.ok(Math.abs(parts.reduce((sum, { value }) => sum + value, 0) - final_score) < 1e-12);
});

test('unread results count as the worst read one, so that they keep their order below', () => {
  const found = [result('a', 0.9), result('b', 0.8), result('c', 0.7), result('d', 0.6)];
  assert.deepEqual(ids(rerank(found, [-3, 2], { contradicted: [], asksFormer: false })), ['b', 'a', 'c', 'd']);
});

test('a statement ranks above the one that it contradicts', () => {
  const found = [result('old', 0.9), result('other', 0.8), result('new', 0.5)];
  const known = { contradicted: [{ older: 'old', newer: 'new' }], asksFormer: false };
  assert.deepEqual(ids(rerank(found, [3, -3, 2], known)), ['new', 'old', 'other']);
});

test('a statement stays below the one it contradicts if the question is about what it left unchanged', () => {
  const found = [result('old', 0.9), result('new', 0.5)];
  const contradicted = [{ older: 'old', newer: 'new' }];
  assert.deepEqual(ids(rerank(found, [3, 3 - RERANK.margin - 1], { contradicted, asksFormer: false })), ['old', 'new']);
});

test('a statement ranks above an outdated one, however little the reader makes of it', () => {
  const found = [result('old', 0.9), result('new', 0.5)];
  const logits = [3, 3 - RERANK.margin - 1];
  const contradicted = [{ older: 'old', newer: 'new', isOutdated: true }];
  assert.deepEqual(ids(rerank(found, logits, { contradicted, asksFormer: false })), ['new', 'old']);
  const reversed = [{ older: 'new', newer: 'old', isOutdated: true }];
  assert.deepEqual(ids(rerank(found, logits, { contradicted: reversed, asksFormer: true })), ['old', 'new']);
});

test('a statement that replaced only a part stays below if the rest answers the question better', () => {
  const found = [result('old', 0.9), result('new', 0.5)];
  const ranked = (rest: number) =>
    ids(rerank(found, [3, 1], { contradicted: [{ older: 'old', newer: 'new', rest }], asksFormer: false }));
  assert.deepEqual(ranked(1), ['new', 'old']);
  assert.deepEqual(ranked(1.1 + RERANK.rest), ['old', 'new']);
});

test('the earlier state ranks above if the question asks for it', () => {
  const found = [result('new', 0.9), result('old', 0.5)];
  const contradicted = [{ older: 'old', newer: 'new' }];
  const [first] = rerank(found, [3, 1], { contradicted, asksFormer: true });
  assert.equal(first?.id, 'old');
  assert.equal(first?.parts.at(-1)?.name, 'older');
});

test('of three states the last ranks first and the first last, in whatever order the contradictions were found', () => {
  const dated = (id: string, final_score: number, valid_from: number) => ({ ...result(id, final_score), valid_from });
  const found = [dated('b', 0.9, 2), dated('a', 0.8, 1), dated('c', 0.5, 3)];
  const [ab, ac, bc] = [
    { older: 'a', newer: 'b' },
    { older: 'a', newer: 'c' },
    { older: 'b', newer: 'c' },
  ];
  for (const contradicted of [
    [bc, ab],
    [ab, bc],
    [ac, ab],
    [ab, ac],
  ]) {
    const order = (asksFormer: boolean) => ids(rerank(found, [1, 2, 0], { contradicted, asksFormer }));
    assert.equal(order(false)[0], 'c', JSON.stringify(contradicted));
    assert.equal(order(true).at(-1), 'c', JSON.stringify(contradicted));
  }
  const known = { contradicted: [bc, ab], asksFormer: false };
  assert.deepEqual(ids(rerank(found, [1, 2, 0], known)), ['c', 'b', 'a']);
});

test('a statement that answers ranks above every echo, and an echo above what does not answer', () => {
  const result = (id: string, final_score: number, relevance: number) => ({
    ...{ id, final_score, relevance, parts: [] as { name: string; value: number }[] },
  });
  const results = [result('turn', 0.9, 0.9), result('stated', 0.3, 0.4), result('beside', 0.2, 0.01)];
  const turns = new Set(['turn']);
  const known = { contradicted: [], asksFormer: false, turns, echoes: turns };
  const order = (given: object) => rerank(results, [6, -2, -6], { ...known, ...given }).map(({ id }) => id);
  assert.deepEqual(order({}), ['stated', 'turn', 'beside']);
  assert.deepEqual(order({ echoes: new Set() }), ['turn', 'stated', 'beside'], 'what a person said may be the answer');
  const lost = (given: object) =>
    rerank(results, [6, -2, -6], { ...known, ...given })
      .find(({ id }) => id === 'turn')
      ?.parts.find(({ name }) => name === 'turn')?.value;
  assert.equal(lost({ echoes: new Set() }), -RERANK.turn);
  assert.equal(lost({ turns: new Set(), echoes: new Set() }), undefined);
});

test('the best answers are in doubt if they would be in the wrong order should they contradict each other', () => {
  const at = (id: string, final_score: number, created_at: number, relevance = 0.9) => ({
    ...{ ...result(id, final_score), created_at, relevance, valid_from: null as number | null },
  });
  const known = { contradicted: [], asksFormer: false };
  const found = [at('old', 0.9, 1), at('new', 0.8, 2), at('newer', 0.7, 3)];
  const doubts = (results = found, given: object = {}, decidedOtherwise: { older: string; newer: string }[] = []) =>
    inDoubt(results, [3, 3, 3], { ...known, ...given }, decidedOtherwise).map(
      ({ older, newer }) => `${older.id} ${newer.id}`,
    );
  assert.deepEqual(doubts(), ['old new'], 'only the best two');
  assert.deepEqual(doubts(found, { asksFormer: true }), []);
  assert.deepEqual(doubts([at('new', 0.9, 2), at('old', 0.8, 1)]), []);
  assert.deepEqual(doubts([at('new', 0.9, 2), at('old', 0.8, 1)], { asksFormer: true }), ['old new']);
  assert.deepEqual(doubts([at('one', 0.9, 1), at('two', 0.8, 1)]), [], 'of the same moment, neither is newer');
  assert.deepEqual(doubts([at('old', 0.9, 1), at('new', 0.8, 2, 0.2)]), [], 'the second does not answer');
  assert.deepEqual(doubts(found, {}, [{ older: 'old', newer: 'new' }]), [], 'somebody decided');
  assert.deepEqual(doubts(found, { turns: new Set(['old']) }), []);
  const since = [{ ...at('told-later', 0.9, 5), valid_from: 1 }, at('told-first', 0.8, 2)];
  assert.deepEqual(doubts(since), ['told-later told-first'], 'by when it became true');
  assert.deepEqual(inDoubt(found, [9, 3, 3], known, []), [], 'the first fits much better');
});
