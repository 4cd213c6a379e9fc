import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { oppositions } from './antonyms.js';
import { FRESH_AGREE, FRESH_CONFLICTS } from './contradiction.test.fresh.js';
import { AGREE, CONFLICTS, type Pair } from './contradiction.test.pairs.js';
import { compare, couldConflict } from './index.js';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 4, 4, 12);
const between = ([older, newer]: Pair, at: [number | null, number | null] = [null, null]) =>
  compare({ text: older, at: at[0] }, { text: newer, at: at[1] });
/** Said at unknown times, on one day, and a month apart. */
const OCCASIONS: [number | null, number | null][] = [
  [null, null],
  [NOON, NOON],
  [NOON, NOON + 30 * DAY],
];

for (const [type, pairs] of Object.entries(CONFLICTS)) {
  for (const pair of pairs) {
    test(`${type}: "${pair[0]}" contradicts "${pair[1]}", in either order`, () => {
      const found = between(pair);
      assert.ok(found, 'no contradiction was found');
      assert.ok(found.confidence > 0.4 && found.confidence <= 1);
      assert.match(found.reason, /\S \S/);
      assert.ok(between([pair[1], pair[0]]), 'none was found the other way round');
    });
  }
}

for (const [why, pairs] of Object.entries(AGREE)) {
  for (const pair of pairs) {
    test(`${why}: "${pair[0]}" and "${pair[1]}" agree, whenever they were said`, () => {
      for (const at of OCCASIONS) {
        assert.equal(between(pair, at)?.reason, undefined);
        assert.equal(between([pair[1], pair[0]], at)?.reason, undefined);
      }
    });
  }
}

test('pairs written after the rules are mostly judged right', (t) => {
  const missed = FRESH_CONFLICTS.filter((pair) => !between(pair, [NOON, NOON + 30 * DAY]));
  const wrong = FRESH_AGREE.filter((pair) => OCCASIONS.some((at) => between(pair, at)));
  for (const pair of missed) t.diagnostic(`missed: ${pair.join(' | ')}`);
  for (const pair of wrong) t.diagnostic(`wrong: ${pair.join(' | ')}`);
  assert.ok(missed.length <= FRESH_CONFLICTS.length * 0.2, `${missed.length} missed`);
  assert.ok(wrong.length <= FRESH_AGREE.length * 0.1, `${wrong.length} wrong`);
});

test('a value change names what changed', () => {
  const found = between(['Ann lives in Berlin', 'Ann moved to London']);
  assert.deepEqual(
    { type: found?.type, reason: found?.reason, supersedes: found?.supersedes },
    { type: 'value_change', reason: 'Both speak of where Ann lives: Berlin against London', supersedes: true },
  );
});

test('the newer statement supersedes the older only when it says so', () => {
  for (const newer of ['The budget is now 35k', 'Actually, the budget is 35k', 'The budget was increased to 35k'])
    assert.equal(between(['The budget is 20k', newer])?.supersedes, true, newer);
  assert.equal(between(['The budget is 20k', 'The budget is 35k'])?.supersedes, false);
  assert.equal(between(['The budget is now 35k', 'The budget is 20k'])?.supersedes, false);
});

test('the newer statement supersedes the older only when it addresses all that the older says', () => {
  for (const [older, newer] of [
    ['User prefers dark mode and works in TypeScript.', 'User no longer prefers dark mode.'],
    [
      'User prefers dark mode. She works in TypeScript.',
      'User no longer prefers dark mode because it strains her eyes.',
    ],
    ['Ann works as a nurse at the Charité in Berlin.', 'Ann no longer works as a nurse.'],
    ['Ann likes tea and coffee.', 'Ann no longer likes tea.'],
    ['The budget is 20k and covers travel to Rome.', 'The budget is now 35k.'],
    [`Ann lives in Berlin. ${'The garden has roses. '.repeat(200)}`, 'Ann no longer lives in Berlin.'],
  ] as const) {
    const found = between([older, newer]);
    assert.ok(found, `${older} | ${newer}: no contradiction was found`);
    assert.equal(found.supersedes, false, `${older} | ${newer}`);
  }
  for (const [older, newer] of [
    ['User prefers dark mode and works in TypeScript.', 'User no longer prefers dark mode or works in TypeScript.'],
    ['Ann lives in Berlin and works at Siemens.', 'Ann now lives in Oslo and still works at Siemens.'],
    ['We use Jenkins for builds', 'We migrated from Jenkins to GitLab CI'],
    [
      'Ann no longer lives in Berlin, she now lives in London.',
      'Ann no longer lives in London, she now lives in Oslo.',
    ],
    ['The budget is 20k and covers travel to Rome.', 'The budget is now 35k and covers travel to Rome.'],
  ] as const)
    assert.equal(between([older, newer])?.supersedes, true, `${older} | ${newer}`);
});

test('each kind of contradiction is reported as what it is', () => {
  for (const [pair, type] of [
    [['I will fly to Rome on Monday', 'The trip to Rome is cancelled'], 'plan_change'],
    [['The shop is open', 'The shop is closed'], 'antonym'],
    [['Tom likes olives', "Tom doesn't like olives"], 'negation'],
    [['The flat has 3 rooms', 'The flat has 4 rooms'], 'quantity'],
    [['Her car is red', 'Her car is blue'], 'value_change'],
  ] as const)
    assert.equal(between([...pair])?.type, type, pair.join(' | '));
});

test('a first time may come later, but not on the same day and not before it was denied', () => {
  const never = "I've never visited any science museums";
  const once = 'I visited the science museum in Munich with my class';
  assert.equal(between([never, once], [NOON, NOON + 30 * DAY]), null);
  assert.equal(between([never, once], [NOON, NOON])?.type, 'negation');
  assert.equal(between([once, never], [NOON, NOON + 30 * DAY])?.type, 'negation');
});

test('a contradiction is found inside turns of several sentences', () => {
  const older =
    'Thanks, that was helpful! I have been planning the garden party with my sister for weeks now, and our food budget is $300 for the whole afternoon. Can you suggest a menu?';
  const newer =
    'Quick update on the garden party: my sister talked to the neighbours, and we raised our food budget to $450 for the afternoon. What else could we cook?';
  const found = compare({ text: older, at: NOON }, { text: newer, at: NOON + 600_000 });
  assert.equal(found?.type, 'quantity');
  assert.match(found?.reason ?? '', /\$300 against \$450/);
});

test('code is not read as a statement', () => {
  const code = (port: number) => `Here is my file:\n\`\`\`\nconst port = ${port}; // the port is ${port}\n\`\`\``;
  assert.equal(between([code(8080), code(9090)], [NOON, NOON]), null);
});

test('the lexicon holds at least 400 oppositions', () => assert.ok(oppositions >= 400, String(oppositions)));

test('the pre-filter keeps what compare would find, and drops what shares neither a word nor the meaning', () => {
  for (const [older, newer] of Object.values(CONFLICTS).flat())
    assert.ok(couldConflict({ text: older, at: null }, { text: newer, at: null }, 0.7), `${older} | ${newer}`);
  assert.equal(
    couldConflict({ text: 'Ann lives in Berlin', at: null }, { text: 'The invoice is late', at: null }, 0.5),
    false,
  );
  assert.equal(
    couldConflict({ text: 'Ann lives in Berlin', at: null }, { text: 'Ann likes tea', at: null }, 0.2),
    false,
  );
});

const SPARSE = [
  'not',
  'never',
  'is',
  '$5',
  'May 10',
  '10:30',
  'any',
  'or',
  'from',
  'to',
  ',',
  '. ',
  'I',
  "don't",
  '```',
  '%',
  'Ann',
  '\n',
];
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...SPARSE), { maxLength: 60 }).map((words) => words.join(' ')),
);
const times = fc.option(fc.integer({ min: 0, max: 2e12 }), { nil: null });

test('no text makes it throw, and the same input always gets the same answer', () => {
  fc.assert(
    fc.property(texts, texts, times, times, (a, b, one, two) => {
      const first = compare({ text: a, at: one }, { text: b, at: two }, 0.8);
      assert.deepEqual(compare({ text: a, at: one }, { text: b, at: two }, 0.8), first);
      assert.equal(typeof couldConflict({ text: a, at: one }, { text: b, at: two }), 'boolean');
    }),
    { numRuns: 500 },
  );
});

test('a text never contradicts itself', () => {
  fc.assert(
    fc.property(texts, times, (text, at) => assert.equal(compare({ text, at }, { text, at }), null)),
    { numRuns: 500 },
  );
  for (const text of Object.values(CONFLICTS).flat(2)) assert.equal(between([text, text], [NOON, NOON]), null, text);
});

test('of texts of 100,000 characters the beginning is compared, however they are built', () => {
  for (const piece of [
    'I have never been to Paris, and my $500 budget was extended to 900 ',
    'a',
    '1 ',
    'not ',
    ', so i ',
    'May 1 ',
    '(((',
    ' from to ',
    "'s ",
    'é',
  ]) {
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    const judged = (end: string) => compare({ text, at: NOON }, { text: `${text}${end}`, at: NOON });
    assert.deepEqual(judged(' but Ann lives in Rome'), judged(' but Ann lives in Oslo'), JSON.stringify(piece));
  }
  const filler = 'The weather was fine that day and nothing else happened. '.repeat(2_000);
  assert.ok(between([`Ann lives in Berlin. ${filler}`, 'Ann lives in London.'], [NOON, NOON]));
  assert.equal(between([`${filler}Ann lives in Berlin.`, 'Ann lives in London.'], [NOON, NOON]), null);
});
