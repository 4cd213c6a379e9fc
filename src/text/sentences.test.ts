import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sentences } from './sentences.js';

const CASES: [name: string, ...sentences: string[]][] = [
  ['abbreviations', 'Dr. Smith met Prof. Li, e.g. on Jan. 3.', 'It was No. 7 of them.', 'No.', 'It was not.'],
  ['numbers and addresses', 'It cost 3.50 euros, see foo.bar.com/v1.2.', 'Then 4.', 'He left at 5 p.m. on Monday.'],
  [
    'ages and counts',
    'I am 12.',
    'My sister is 9.',
    'We were 14.',
    'Nobody left.',
    'Die Kinder sind 3 und 5.',
    'Er ist 7.',
  ],
  [
    'German dates',
    'Die Prüfung war am 7. Februar 2019.',
    'Vom 2. bis 4. Juni sind wir weg.',
    'Ab dem 1. Advent ist zu.',
  ],
  ['German ordinals', 'Sie wohnt im 3. Stock.', 'Zu meinem 40. Geburtstag kam Eva.', 'Frist ist der 5. 9. 2026.'],
  ['short dates', 'Wir sind vom 3.10. bis 9.10. in Bonn.', 'Am 12. – 14. Mai.'],
  [
    'weekdays and months',
    'Closed on Sat. 3 Oct. until noon.',
    'Open Mo. 8-12 und Do. 14-18 Uhr.',
    'See you on Sat.',
    'Bring Tom.',
  ],
  ['words like weekdays', 'The hen sat.', '14 eggs lay there.', 'I like the Sun.', 'It shines.'],
  [
    'addresses',
    'Her office is at 8 Lake Blvd. Suite 30 in Reno.',
    'Er zog in die Lindenstr. 7 in Kassel.',
    'We met on Park Ave.',
    'It rained.',
  ],
  [
    'titles and suffixes',
    'Cenamos con el Sr. Ortega y la Srta. Ruiz.',
    'This is John Hale Sr.',
    'He cooks.',
    'Er ist bei der Fa. Kern.',
  ],
  [
    'dotted abbreviations',
    'Sie mag Obst, z.B. Birnen, u.a. Quitten.',
    'Auch z. B. Äpfel.',
    'Tomo té, p.ej. Earl Grey.',
    'Es kostet 9 Euro inkl. Versand.',
  ],
  ['initials', 'J. R. Smith said so.', 'So am I.', 'The U.S. economy grew.'],
  ['quotations', '"Really?" she said.', '"Yes!"', 'He nodded (twice.)', 'Good.'],
  ['several marks', 'What?!', 'No...', 'Well… maybe.'],
  ['lower case', 'i like it.', 'it works!', 'does it?'],
  [
    'numbers at the end in lower-case chat',
    'my son is 12.',
    'what should he read?',
    'i take 5 pills at 8.',
    'can you remind me?',
    'i moved here on the 3.',
    'but my rating is 4.5.',
    'may i ask why?',
    'im 32.',
    'i live in graz.',
  ],
  ['a question in lower case after a number', 'My son is 12.', 'what should he read?'],
  [
    'German dates in properly written text',
    'Am Samstag, 3.10. in der Früh ziehen wir um.',
    'Am Freitag, 12.5. am Nachmittag habe ich den Zahnarzt.',
    'Meine Eltern kommen Freitag, 12.5. und bleiben bis Sonntag.',
    'Konzert 12.5. in Graz.',
  ],
  [
    'German ordinals before lower case',
    'wir kommen am 3. und 4. mai.',
    'sie wohnt im 2. stock.',
    'am 12. in graz, ab 3.10. in bonn.',
    'treffen 12.5. um acht.',
  ],
  ['Chinese and Japanese', '今日は雨です。', '明日は晴れ！', '「本当？」と言った。'],
];

describe('sentences', () => {
  for (const [name, ...expected] of CASES) {
    it(`handles ${name}`, () =>
      assert.deepEqual(sentences(expected.join(name.startsWith('Chinese') ? '' : ' ')), expected));
  }

  it('treats lines as sentences, unless they are wrapped', () => {
    assert.deepEqual(sentences('Shopping\n- milk\n- eggs\n1. call Bob\n\nDone'), [
      'Shopping',
      '- milk',
      '- eggs',
      '1. call Bob',
      'Done',
    ]);
    assert.deepEqual(sentences('a line that goes\non here.\nNext'), ['a line that goes on here.', 'Next']);
    assert.deepEqual(sentences(' \n\t '), []);
  });

  it('loses nothing but spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab. !?\n"。「」1-A…'.split('')), maxLength: 60 }), (text) => {
        assert.equal(sentences(text).join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
      }),
    );
  });

  it('loses nothing of long hostile texts either', () => {
    for (const part of ['a. ', ' \n', '\n- ', '.', '")', 'A.B.', '1. ']) {
      const text = part.repeat(200_000);
      assert.ok(sentences(text).join('').replace(/\s/g, '') === text.replace(/\s/g, ''), JSON.stringify(part));
    }
  });
});
