import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Role, statementsOf, type Turn } from './statements.js';

const AT = Date.parse('2026-03-11T10:00:00Z'); // a Wednesday

function talk(...said: [role: Role, content: string, name?: string][]): Turn[] {
  return said.map(([role, content, name], i) => ({ id: `t${i}`, role, content, name: name ?? null, at: AT }));
}
const texts = (turns: Turn[]) => statementsOf(turns).map(({ text }) => text);

describe('statements', () => {
  test('are what people state, not what they ask, request or say out of politeness', () => {
    const turns = talk([
      'user',
      'Hi there! I play the cello. Can you find me a teacher? Please suggest one near the station. What does it cost? Thanks a lot for your help.',
    ]);
    assert.deepEqual(texts(turns), ['I play the cello.']);
  });

  test('name the speaker if known, and are quoted if that would change what was said', () => {
    const turns = talk(['user', 'I keep bees. My brother sells the honey. We meet on Sundays.', 'Ines']);
    assert.deepEqual(texts(turns), [
      'Ines keeps bees.',
      "Ines's brother sells the honey.",
      'Ines: We meet on Sundays.',
    ]);
  });

  test('include the question that a short answer needs', () => {
    const turns = talk(['assistant', 'Good. Which size do you wear?'], ['user', 'Forty-one.']);
    assert.deepEqual(texts(turns), ['Assistant: Which size do you wear? User: Forty-one.']);
    const [first] = statementsOf(turns);
    assert.deepEqual(
      first?.from.map(({ id, start, end }) => turns.find((turn) => turn.id === id)?.content.slice(start, end)),
      ['Which size do you wear?', 'Forty-one.'],
    );
  });

  test('include what their question refers to', () => {
    const turns = talk(
      ['assistant', 'How do you heat the barn?'],
      ['user', 'With wood.'],
      ['assistant', 'How much of it?'],
      ['user', 'Four cords a winter.'],
    );
    assert.equal(
      texts(turns)[1],
      'Assistant: How do you heat the barn? User: With wood. Assistant: How much of it? User: Four cords a winter.',
    );
  });

  test('are not made of answers to an offer', () => {
    assert.deepEqual(texts(talk(['assistant', 'Shall I call them?'], ['user', 'Not right now.'])), []);
    assert.deepEqual(texts(talk(['user', 'What should I plant?'], ['user', 'Lavender grows there.'])), [
      'User: What should I plant? User: Lavender grows there.',
    ]);
    assert.deepEqual(texts(talk(['assistant', 'Do you want me to call them?'], ['user', 'Yes.'])), []);
  });

  test('of an assistant count only if the person agrees', () => {
    assert.deepEqual(texts(talk(['assistant', 'You seem to prefer trains.'], ['user', 'What time is it?'])), []);
    assert.deepEqual(texts(talk(['assistant', 'So you prefer trains.'], ['user', "Yes, that's right."])), [
      "Assistant: So you prefer trains. User: Yes, that's right.",
    ]);
  });

  test('that refer back keep what they refer to', () => {
    const turns = talk(['user', 'We bought a boat. It leaks.']);
    assert.deepEqual(texts(turns), ['We bought a boat. It leaks.']);
    const answer = talk(['assistant', 'The clinic opens at nine.'], ['user', 'She works there on Mondays.']);
    assert.deepEqual(texts(answer), ['Assistant: The clinic opens at nine. User: She works there on Mondays.']);
  });

  test('stay together if they are notes written in one go; one about the speaker starts a new one', () => {
    const boat = 'Boat: Ternen, from 1978. Lies at berth 12. Petrol is paid by the club.';
    assert.deepEqual(texts(talk(['user', `${boat} I sail on Sundays.`])), [boat, 'I sail on Sundays.']);
    const long = `The hull ${'was scraped and painted and '.repeat(7)}done.`;
    assert.deepEqual(texts(talk(['user', `${boat} ${long}`])), [boat, long]);
    assert.deepEqual(texts(talk(['user', 'We keep bees. And my sister keeps goats.'])), [
      'We keep bees.',
      'And my sister keeps goats.',
    ]);
  });

  test('have a date beside words like "tomorrow", as exact as the words', () => {
    const turns = talk(['user', 'The plumber comes tomorrow. The lease ends next month. I sold the car last year.']);
    assert.deepEqual(texts(turns), [
      'The plumber comes tomorrow (12 March 2026). The lease ends next month (April 2026).',
      'I sold the car last year (2025).',
    ]);
  });

  test('leave out the words that ask to remember them', () => {
    assert.deepEqual(texts(talk(['user', 'Please remember that the alarm code changed.'])), [
      'the alarm code changed.',
    ]);
  });

  test('are not made of what tools and systems say', () => {
    assert.deepEqual(texts(talk(['system', 'The user is an admin.'], ['tool', 'The file has 3 lines.'])), []);
  });

  test('are made in any script', () => {
    assert.deepEqual(texts(talk(['user', '我对花生过敏。你能帮我吗？'])), ['我对花生过敏。']);
  });

  test('are made in other languages, as they were said', () => {
    const said: [string, string[]][] = [
      [
        'Hallo! Ich wohne in Graz. Am Montag habe ich Chor. Was kostet das? Vielen Dank für alles!',
        ['Ich wohne in Graz.', 'Am Montag habe ich Chor.'],
      ],
      [
        'Bonjour à tous ! Je me lève tôt. Mon frère est boulanger. Pouvez-vous m’aider ?',
        ['Je me lève tôt.', 'Mon frère est boulanger.'],
      ],
      [
        'Buenos días. Soy celíaca. No como carne. ¿Qué me recomiendas? Muchas gracias.',
        ['Soy celíaca.', 'No como carne.'],
      ],
      [
        'Bom dia! Moro em Braga. Do meu avô herdei um moinho. Obrigada pela ajuda!',
        ['Moro em Braga.', 'Do meu avô herdei um moinho.'],
      ],
      ['Ja, genau so.', []],
      ['Bitte hilf mir mit der Rechnung.', []],
    ];
    for (const [text, expected] of said) assert.deepEqual(texts(talk(['user', text])), expected, text);
    assert.deepEqual(texts(talk(['user', 'Je me lève tôt. Me gusta el té con limón.', 'Ines'])), [
      'Ines: Je me lève tôt.',
      'Ines: Me gusta el té con limón.',
    ]);
    assert.deepEqual(texts(talk(['user', 'I flew from Rio de Janeiro to La Paz.', 'Ines'])), [
      'Ines flew from Rio de Janeiro to La Paz.',
    ]);
    assert.deepEqual(texts(talk(['assistant', 'Wo wohnst du?'], ['user', 'In Graz.'])), [
      'Assistant: Wo wohnst du? User: In Graz.',
    ]);
  });

  test('quote whole characters', () => {
    const turns = talk(
      ['assistant', `${'😀'.repeat(1_000)} Is it so?`.slice(0, -1).concat('?')],
      ['user', 'Yes it is.'],
    );
    const long = talk(['assistant', `x${'😀'.repeat(400)} is it so?`], ['user', 'Yes it is.']);
    for (const { text } of [...statementsOf(turns), ...statementsOf(long)])
      assert.equal(text, Buffer.from(text).toString());
    assert.equal(statementsOf(long).length, 1);
  });

  test('point into the turns, whatever was said', () => {
    const role = fc.constantFrom<Role>('user', 'assistant', 'system', 'tool');
    const said = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom('Yes.', 'It is. No?', 'I live there.', 'Where? Here. They left tomorrow!', '…', '\n\n'),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(role, said, fc.option(fc.constantFrom('Ann', 'Bo')))), (given) => {
        const turns = talk(...given.map(([who, what, name]) => [who, what, ...(name ? [name] : [])] as [Role, string]));
        for (const { text, from } of statementsOf(turns)) {
          assert.ok(text.trim() !== '' && from.length > 0);
          for (const { id, start, end } of from) {
            const turn = turns.find((one) => one.id === id);
            assert.ok(turn && start >= 0 && start < end && end <= turn.content.length);
          }
        }
      }),
    );
  });

  test('of a pasted book are limited to its first hundred', () => {
    assert.equal(texts(talk(['user', 'The lamp is green. '.repeat(5_000)])).length, 100);
  });
});
