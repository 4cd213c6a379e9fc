import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pruneContradicted, without } from './prune-contradicted.js';

const found = (id: string, content: string, relevance: number) => ({
  ...{ id, content, relevance },
  ...{ valid_from: null, created_at: 0 },
});
type Known = { by: string; part: string | null; confidence: number; isDecided?: boolean };
const detail = (id: string, contradictions: Known[]) => ({
  ...{ id, vector: null },
  contradictions: contradictions.map((known) => ({ isDecided: false, ...known })),
});
const nothing = { model: 'another-model', needed: new Map() };

test('the words that no longer hold are cut, the rest stays', () => {
  assert.equal(
    without('User prefers dark mode and works in TypeScript.', 'User prefers dark mode'),
    'User works in TypeScript.',
  );
  const sauna = (first: string) => without(`${first} and has a sauna.`, first);
  assert.equal(sauna('The summer house in Turku costs 900 euros'), 'The summer house has a sauna.');
  assert.equal(sauna("Ann's brother lives in Turku"), "Ann's brother has a sauna.");
  assert.equal(sauna('The old house is in Turku'), 'The old house has a sauna.');
  for (const first of ['Lives in Turku', 'Bought a flat']) assert.equal(sauna(first), '… has a sauna.');
  assert.equal(without('The rent is 900 euros. Pets are fine here.', 'Pets are fine here.'), 'The rent is 900 euros.');
  assert.equal(without('Ann lives in Berlin.', 'Bob lives in Rome'), 'Ann lives in Berlin.');
  assert.equal(without('Ann lives in Berlin.', 'Ann lives in Berlin.'), null);
  assert.equal(without('Ann lives with her son, who is 7.', 'Ann lives with her son'), null);
});

test('words inside a clause become an ellipsis; if too little is left, nothing is', () => {
  assert.equal(
    without('My share of the rent is 480 euros, due on the 5th.', '480 euros'),
    'My share of the rent is …, due on the 5th.',
  );
  assert.equal(
    without('Ann works at Lindqvist in Bergen as a nurse.', 'in Bergen'),
    'Ann works at Lindqvist … as a nurse.',
  );
  assert.equal(without('Ann swims on Thursdays.', 'on Thursdays'), null);
});

test('a clause goes with the words if they leave too little of it', () => {
  for (const [text, part, left] of [
    ['User has a cat named Pepper and pays 18 euros for it.', '18 euros for it', 'User has a cat named Pepper.'],
    ['Gran takes … in the morning and zopiclone at night. The nurse is Magda.', 'zopiclone', 'The nurse is Magda.'],
    [
      'Nils had a stroke, uses a cane. Tea is fine for him.',
      'uses a cane',
      'Nils had a stroke, … Tea is fine for him.',
    ],
    ['Ann: I pay 8 euros. I work at Siemens.', '8 euros', 'Ann: I pay … I work at Siemens.'],
  ] as const)
    assert.equal(without(text, part), left);
});

test('what refers to a clause that was cut goes with it, or gets its subject', () => {
  for (const [text, part, left] of [
    ['We live in Trier. It is near the station. The cellar is damp.', 'We live in Trier.', 'The cellar is damp.'],
    ['Form sent off today, reference ZX-11. They say 8 weeks.', 'Form sent off today, reference ZX-11.', null],
    ['The course costs 340 euros. It ends in May.', 'The course costs 340 euros.', 'The course ends in May.'],
    ['The twins can swim. They like Lego best.', 'The twins can swim.', 'The twins like Lego best.'],
    ['User lives in Trier. It is near the station.', 'User lives in Trier.', null],
    ['User lives in Trier. It is near the station. Tea is fine.', 'User lives in Trier.', 'Tea is fine.'],
    ['Sofia works at Bosch. It pays 4,000 euros a month.', 'Sofia works at Bosch.', null],
    ['User has a cat, Pepper. It needs insulin twice a day.', 'User has a cat, Pepper.', null],
    ['The twins go to Hill School. They are allergic to nuts.', 'The twins go to Hill School.', null],
    ['Our neighbours own a dog. They keep our spare key.', 'Our neighbours own a dog.', null],
    ['Our neighbours own dogs in Ulm. They keep our spare key.', 'Our neighbours own dogs in Ulm.', null],
    ['My parents live in Bonn. They are allergic to nuts.', 'My parents live in Bonn.', null],
    ['The children live in Bonn. They are allergic to nuts.', 'The children live in Bonn.', null],
    ['Tomas lives in Brno. He works for the railway.', 'Tomas lives in Brno.', 'Tomas works for the railway.'],
    ['Tomas lives in Brno. His mother is a judge.', 'Tomas lives in Brno.', "Tomas's mother is a judge."],
    ["Ann has a dog. She's allergic to cats.", 'Ann has a dog.', "Ann … She's allergic to cats."],
    ['Ann likes her son, who is 7; the cat is old.', 'Ann likes her son', 'the cat is old.'],
    ['Moved to Rome in May. She likes it there.', 'Moved to Rome in May.', 'She likes it there.'],
  ] as const)
    assert.equal(without(text, part), left);
});

test('what is left ends and reads like a sentence', () => {
  for (const [text, part, left] of [
    ['Kara has a dog and drives an old Golf.', 'drives an old Golf.', 'Kara has a dog.'],
    ['Kara has a dog and drives a Golf. Tea is fine.', 'drives a Golf.', 'Kara has a dog. Tea is fine.'],
    [
      'Ann bakes on Fridays and swims in May and runs at six.',
      'swims in May',
      'Ann bakes on Fridays; Ann runs at six.',
    ],
    ['The carer comes to us daily at nine.', 'at nine', 'The carer comes to us daily …'],
    [
      'We stay with the old queue, traffic too small (2k a day).',
      'too small (2k a day',
      'We stay with the old queue, traffic …',
    ],
    [
      'Nora sings (first alto since May) in the choir of her school.',
      'since May) in the choir',
      'Nora sings first alto … of her school.',
    ],
  ] as const)
    assert.equal(without(text, part), left);
});

test('several clauses are cut together; what follows them begins a sentence', () => {
  for (const [text, part, left] of [
    ['Ann lives in Ulm and works as a nurse. Tea is fine.', 'Ann lives in Ulm and works as a nurse.', 'Tea is fine.'],
    [
      'Tea is fine. Ann skis in May. She rows in June. Bob sings alto.',
      'Ann skis in May. She rows in June.',
      'Tea is fine. Bob sings alto.',
    ],
    ['Ann: I live in Ulm. I work at Bosch. Tea is fine.', 'I live in Ulm. I work at Bosch.', 'Ann: Tea is fine.'],
    [
      'The roof is done. Invoiced 9,000 euros; paid 8,000 so far.',
      'Invoiced 9,000 euros',
      'The roof is done. Paid 8,000 so far.',
    ],
  ] as const)
    assert.equal(without(text, part), left);
});

test('only whole words are cut; a clause may end at a line break or begin with its speaker', () => {
  assert.equal(without('Ann, 38, pays 8 euros a day at the pool.', '8'), 'Ann, 38, pays … euros a day at the pool.');
  assert.equal(without('Ann lives in Berlin\nAnn works at Siemens', 'Ann lives in Berlin'), 'Ann works at Siemens');
  assert.equal(without('Ann: I live in Berlin. I work at Siemens.', 'I live in Berlin.'), 'Ann: I work at Siemens.');
  assert.equal(without(`Ann pays 8 euros. ${'!'.repeat(100_000)}`, '8'), null);
});

test('what is left of a memory ranks below the one that replaced the rest', () => {
  const memories = [
    found('rent', 'My share of the rent is 480 euros, due on the 5th.', 3),
    found('other', 'Ann sings in the choir of her school.', 2),
    found('raised', 'From April my share is 505 euros.', 1),
  ];
  const details = [detail('rent', [{ by: 'raised', part: '480 euros', confidence: 0.8 }]), detail('raised', [])];
  const shown = pruneContradicted(memories, details, nothing);
  assert.deepEqual(
    shown.map(({ content }) => content),
    [memories[1]?.content, memories[2]?.content, 'My share of the rent is …, due on the 5th.'],
  );
});

test('what is left ranks below what replaced the rest along a whole chain, however many paths it has', () => {
  const name = (at: number) => `m${at}`;
  const length = 60;
  const text = 'Ann pays 8 euros a week for a place at the harbour.';
  const memories = Array.from({ length }, (_, at) => found(name(at), text, length - at));
  // Each is replaced by the next three; the parts are in none of the texts, so all of them stay.
  const details = memories.map((_, at) =>
    detail(
      name(at),
      [1, 2, 3]
        .filter((step) => at + step < length)
        .map((step) => ({ by: name(at + step), part: '9 euros', confidence: 0.8 })),
    ),
  );
  const shown = pruneContradicted(memories, details, nothing);
  assert.deepEqual(
    shown.map(({ id }) => id),
    memories.map(({ id }) => id).reverse(),
  );
  const circle = [detail('m0', [{ by: 'm1', part: '9 euros', confidence: 0.8 }])].concat(
    detail('m1', [{ by: 'm0', part: '9 euros', confidence: 0.8 }]),
  );
  assert.equal(pruneContradicted(memories.slice(0, 2), circle, nothing).length, 2);
});

test('a memory is left out if all of it, or all but a word or two, is contradicted with enough confidence', () => {
  const memories = [
    found('a', 'Ann lives in Berlin.', 2),
    found('b', 'Ann likes tea, a lot.', 1),
    found('c', 'Ann sings.', 0),
  ];
  const details = [
    detail('a', [{ by: 'x', part: null, confidence: 0.8 }]),
    detail('b', [{ by: 'y', part: 'Ann likes tea', confidence: 0.8 }]),
    detail('c', [{ by: 'z', part: null, confidence: 0.5 }]),
  ];
  assert.deepEqual(pruneContradicted(memories, details, nothing), [memories[2]]);
});

test('what nobody decided does not take away the better answer, nor what the reader cannot judge', () => {
  const memories = [
    found('warfarin', 'Mum takes warfarin every evening.', 2),
    found('choir', 'Mum sings in the choir of her church.', 1),
    found('bisoprolol', 'Mum takes bisoprolol since her check-up.', 0),
  ];
  const shown = (contradiction: Partial<Known>, warfarin = 0.95, bisoprolol = 0.1) => {
    const by = { by: 'bisoprolol', part: null, confidence: 0.95, ...contradiction };
    const answers = new Map(Object.entries({ warfarin, bisoprolol }));
    return pruneContradicted(memories, [detail('warfarin', [by])], { ...nothing, answers }).map(({ id }) => id);
  };
  assert.deepEqual(shown({}), ['bisoprolol', 'warfarin', 'choir']);
  assert.deepEqual(shown({ part: 'warfarin' }), ['bisoprolol', 'warfarin', 'choir']);
  for (const left of [shown({ isDecided: true }), shown({}, 0.95, 0.6)])
    assert.deepEqual(left, ['choir', 'bisoprolol']);
  const french = [
    found('a', 'Ma sœur habite à Metz et travaille à la mairie.', 1),
    found('b', 'Ma sœur est médecin.', 0),
  ];
  const against = (more: object) => [detail('a', [{ by: 'b', part: null, confidence: 0.95, ...more }])];
  assert.equal(pruneContradicted(french, against({}), nothing).length, 2);
  assert.equal(pruneContradicted(french, against({ isDecided: true }), nothing).length, 1);
});
