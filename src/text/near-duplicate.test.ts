import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isNearDuplicate,
  NEAR_DUPLICATE,
  READ_CHARACTERS,
  signatureOf,
  similarity,
  wordsAlone,
} from './near-duplicate.js';

const REPEATS: [string, string][] = [
  ['Ann lives in Berlin.', 'ann lives in berlin'],
  ['The meeting is at 10 am on Monday', 'The meeting is at 10 am on Monday!'],
  ['The user prefers dark mode in the editor', 'User prefers dark mode in the editor'],
  ['Café Léon is closed on Sundays', 'Cafe Leon is closed on Sundays'],
  ['I don’t like olives on my pizza', "I don't like olives on my pizza"],
  ['The quarterly report has to be sent to the auditors', 'The quarterly report has to be sent to the auditor'],
  ['Take the London/Paris train', 'Take the London/Paris train'],
  ['She works at the Smith,Jones firm', 'She works at the Smith,Jones firm'],
  ['A Rita não bebe leite desde a primavera', 'a Rita nao bebe leite desde a primavera!'],
  ["I don't eat meat and I never eat fish", 'I don’t eat meat, and I never eat fish!'],
];
const DIFFERENT: [string, string][] = [
  ['The meeting with the auditors is at 10 am', 'The meeting with the auditors is at 11 am'],
  ['The user likes olives on the pizza', 'The user does not like olives on the pizza'],
  ['The invoice was paid by Martin yesterday', 'The invoice was paid by Marlin yesterday'],
  ['The budget for the garden is $1,200', 'The budget for the garden is $1,300'],
  ['Ann lives in Berlin', 'The printer is out of paper'],
  ['The flight to Rome leaves in the evening', 'The flight to Oslo leaves in the evening'],
  ['I can attend the workshop', "I can't attend the workshop"],
  ["Ann eats nuts and doesn't eat fish at home", "Ann doesn't eat nuts and doesn't eat fish at home"],
  ['Ann is happy with the new flat in Bonn', 'Ann is unhappy with the new flat in Bonn'],
  ['A Rita não bebe leite desde a primavera', 'A Rita bebe leite desde a primavera'],
  ['A Rita não bebe leite no trabalho', 'A Rita bebe leite no trabalho'],
  ['Rita no bebe leche desde la primavera', 'Rita bebe leche desde la primavera'],
  ['Rita viaja sin su hermana a Valencia', 'Rita viaja con su hermana a Valencia'],
  ['Rita non beve latte dalla primavera scorsa', 'Rita beve latte dalla primavera scorsa'],
  ['Rita ne boit pas de lait depuis le printemps', 'Rita boit du lait depuis le printemps'],
  ["Rita n'aime pas le lait chaud du matin", 'Rita aime le lait chaud du matin'],
  ['Rita trinkt seit dem Frühling keine Milch', 'Rita trinkt seit dem Frühling Milch'],
  ['Rita nie pije mleka od wiosny', 'Rita pije mleka od wiosny'],
  ['Rita od jara nepije mléko', 'Rita od jara pije mléko'],
  ['Рита не пьёт молоко с весны', 'Рита пьёт молоко с весны'],
  ['Rita ilkbahardan beri süt içmiyor', 'Rita ilkbahardan beri süt içiyor'],
  ['ريتا لا تشرب الحليب منذ الربيع', 'ريتا تشرب الحليب منذ الربيع'],
  ['रीता वसंत से दूध नहीं पीती है', 'रीता वसंत से दूध पीती है'],
  ['丽塔从春天开始不喝牛奶了', '丽塔从春天开始喝牛奶了'],
  ['リタは春から牛乳を飲まない人です', 'リタは春から牛乳を飲む人です'],
  ['리타는 봄부터 우유를 안 마십니다', '리타는 봄부터 우유를 마십니다'],
];

for (const [a, b] of REPEATS) {
  test(`"${a}" and "${b}" are near duplicates`, () => assert.ok(isNearDuplicate(a, b), String(similarity(a, b))));
}
for (const [a, b] of DIFFERENT) {
  test(`"${a}" and "${b}" are not, however alike (${similarity(a, b).toFixed(2)})`, () =>
    assert.ok(!isNearDuplicate(a, b)));
}

const texts = fc.string({ unit: 'binary', maxLength: 120 });

test('similarity is symmetric, between 0 and 1, and 1 for a text with itself', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const value = similarity(a, b);
      assert.equal(similarity(b, a), value);
      assert.ok(value >= 0 && value <= 1);
      assert.equal(similarity(a, a), 1);
      assert.equal(isNearDuplicate(a, b), isNearDuplicate(b, a));
      assert.ok(isNearDuplicate(a, a));
    }),
  );
});

test('a precomputed signature gives the same results as its text', () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      assert.equal(similarity(signatureOf(a), signatureOf(b)), similarity(a, b));
      assert.equal(isNearDuplicate(signatureOf(a), b), isNearDuplicate(a, b));
    }),
  );
});

test('the threshold can be chosen', () => {
  const [a, b] = ['The user likes green tea in the morning', 'The user likes green tea'];
  assert.ok(similarity(a, b) < NEAR_DUPLICATE && similarity(a, b) > 0.5);
  assert.ok(!isNearDuplicate(a, b));
  assert.ok(isNearDuplicate(a, b, 0.5));
});

test('only the first 8,000 characters of a long text are compared', () => {
  const long = 'The quick brown fox jumps over the lazy dog 42 times. '.repeat(2000);
  assert.ok(isNearDuplicate(long, `${long} again`));
  assert.ok(isNearDuplicate(`${long} Ann paid 7 euros.`, `${long} Bob never paid.`));
  assert.ok(!isNearDuplicate(`Ann paid 7 euros. ${long}`, `Bob never paid. ${long}`));
});

const SAME_WORDS: [string, string][] = [
  ['Ann lives in Bonn!', ' "ann lives in Bonn." '],
  ['Ann – the eldest – lives in Bonn (Beuel)', '- Ann, the eldest, lives in Bonn: “Beuel”'],
  ['Ann doesn’t eat `tofu`', "Ann doesn't eat tofu."],
  ['¿Vive Ana en Lima?', 'vive Ana en Lima?'],
];
const OTHER_WORDS: [string, string][] = [
  ['मेरा बेटा दिल्ली में रहता है', 'मेरी बेटी दिल्ली में रहती है'],
  ['Tôi bị dị ứng với bò', 'Tôi bị dị ứng với bơ'],
  ['Ich konnte gestern kommen', 'Ich könnte gestern kommen'],
  ['Entré a trabajar en el banco', 'Entre a trabajar en el banco'],
  ['The result is - 500 euros', 'The result is 500 euros'],
  ['Balance: (500) EUR', 'Balance: 500 EUR'],
  ["The board is 5' long", 'The board is 5" long'],
  ['The door code is *42', 'The door code is 42'],
  ['Call the method __init__', 'Call the method init'],
  ['Ann signed the contract', 'Ann signed the contract?'],
];

for (const [a, b] of SAME_WORDS)
  test(`"${a}" and "${b}" have the same words`, () => assert.equal(wordsAlone(a), wordsAlone(b)));
for (const [a, b] of OTHER_WORDS) test(`"${a}" and "${b}" do not`, () => assert.notEqual(wordsAlone(a), wordsAlone(b)));

test('the words of a text of more than 8,000 characters are not compared', () => {
  assert.equal(wordsAlone('a'.repeat(READ_CHARACTERS + 1)), null);
});
