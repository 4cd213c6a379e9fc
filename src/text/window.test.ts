import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryTerms } from './terms.js';
import { stretchOf, windowOf } from './window.js';

const termsOf = (question: string) => new Set(queryTerms(question).keys());

const LONG = `${'The weather was fine. '.repeat(40)}Ada keeps bees on the roof. ${'Nothing else happened. '.repeat(40)}`;

test('a short text is read as it is', () =>
  assert.equal(windowOf('Ada keeps bees.', new Set(['bee']), 100), 'Ada keeps bees.'));

test('the part of a long text with most of the terms is read, up to the limit', () => {
  const window = windowOf(LONG, new Set(['bee', 'roof']), 120);
  assert.match(window, /bees on the roof/);
  assert.ok(window.length <= 120);
});

test('a very long text is read to its end, and rare terms count more than those that are everywhere', () => {
  const filler = 'Joana had lunch with the team and read for an hour. ';
  for (const [before, after] of [
    [0, 1_900],
    [950, 950],
    [1_900, 0],
    [700, 50],
  ] as const) {
    const text = `${filler.repeat(before)}Joana is allergic to penicillin. ${filler.repeat(after)}`;
    const { text: window, place } = stretchOf(text, termsOf('What is Joana allergic to?'), 320);
    assert.match(window, /Joana is allergic to penicillin\./);
    assert.ok(window.length <= 320);
    const at = text.indexOf('Joana is allergic');
    assert.ok(place && place.from <= at && place.to >= at + 'Joana is allergic to penicillin.'.length);
  }
});

test('inflected and irregular words, accents and other scripts are found in a very long text', () => {
  const filler = 'Nothing of note happened on that day. ';
  for (const [term, sentence] of [
    ['Buys', 'We bought a kayak.'],
    ['study', 'She studies botany.'],
    ['café', 'The CAFÉ is shut.'],
    ['咖啡', '她不喝咖啡。'],
  ] as const) {
    const text = filler.repeat(500) + sentence + filler.repeat(500);
    assert.ok(stretchOf(text, termsOf(term), 320).text.includes(sentence), term);
  }
});

test('without any of the terms a text is read from its beginning', () => {
  const { text, place } = stretchOf(LONG.repeat(10), new Set(['zebra']), 120);
  assert.ok(LONG.startsWith(text));
  assert.equal(place, null);
});

test('every part of a sentence that is longer than the window is read', () => {
  const text = `${'and then we went on '.repeat(100)}past the bees ${'and then we went on '.repeat(100)}`;
  assert.match(windowOf(text, new Set(['bee']), 120), /bees/);
});

test('a text without sentences is cut', () => assert.equal(windowOf('a'.repeat(500), new Set(['x']), 100).length, 100));
