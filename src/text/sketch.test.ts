import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { similarity } from './near-duplicate.js';
import { sketchOf } from './sketch.js';

const meet = (a: string, b: string) => {
  const other = new Set(sketchOf(b));
  return sketchOf(a).some((band) => other.has(band));
};

describe('sketches', () => {
  it('are equal for texts that differ in case and punctuation only', () => {
    assert.deepEqual(
      sketchOf('Ada drinks green tea in the morning.'),
      sketchOf('ada drinks GREEN tea, in the morning!'),
    );
  });

  it('let most near-identical texts meet and few unrelated ones', () => {
    const subjects = 'Ada Ben Carla Dmitri Elif Farid Grace Hugo Ines Jonas Kofi Lena'.split(' ');
    const facts = [
      'keeps two cats and a parrot in the flat above the bakery',
      'moved the weekly planning meeting to the small room on the third floor',
      'asked for window seats on every long flight booked this year',
      'is learning to play the cello with a teacher from the old town',
      'wants invoices sent as one file at the end of each quarter',
      'repairs bicycles for the neighbours on Saturday afternoons',
    ];
    const texts = subjects.flatMap((who) => facts.map((fact) => `${who} ${fact}`));
    let near = 0;
    for (const text of texts) if (meet(text, `${text.replace(' the ', ' a ')}, really`)) near++;
    assert.ok(near / texts.length > 0.7, `${near} of ${texts.length} near pairs meet`);
    let unrelated = 0;
    let met = 0;
    for (const [i, a] of texts.entries()) {
      for (const b of texts.slice(i + 1)) {
        if (similarity(a, b) > 0.3) continue;
        unrelated++;
        if (meet(a, b)) met++;
      }
    }
    assert.ok(unrelated > 500);
    assert.ok(met / unrelated < 0.01, `${met} of ${unrelated} unrelated pairs meet`);
  });

  it('never let texts with different numbers or a negation meet, however similar', () => {
    const notes = Array.from(
      { length: 200 },
      (_, i) => `Order ${1000 + i} of the north depot was packed and shipped on time`,
    );
    for (const note of notes.slice(1)) assert.equal(meet(notes[0] as string, note), false);
    assert.equal(meet('Ada can attend the workshop on pottery', "Ada can't attend the workshop on pottery"), false);
    assert.equal(meet('The budget of the garden is $1,200 a year', 'The budget of the garden is $1200 a year!'), true);
  });

  it('are empty for a text without letters or digits', () => {
    assert.deepEqual(sketchOf('!!! …'), []);
    assert.deepEqual(sketchOf(''), []);
  });
});
