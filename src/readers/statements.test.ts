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
    const half = talk(['assistant', 'Who waters the plants?'], ['user', 'I will, until Friday.']);
    assert.deepEqual(texts(half), ['Assistant: Who waters the plants? User: I will, until Friday.']);
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

  test('are made of answers to questions for a fact, and of answers to an offer that hold from then on', () => {
    const asked: [string, string][] = [
      ['Who should I call in an emergency?', 'My brother Amir.'],
      ['How should I address you?', 'Mrs. Ortega.'],
      ['Should we speak English?', 'French please, from now on.'],
      ['Do you want me to book aisle seats?', 'Yes, always.'],
    ];
    for (const [question, answer] of asked)
      assert.deepEqual(texts(talk(['assistant', question], ['user', answer])), [
        `Assistant: ${question} User: ${answer}`,
      ]);
    for (const question of ['What can I do for you?', 'Where should we begin?', 'Who do you want me to call?'])
      assert.deepEqual(texts(talk(['assistant', question], ['user', 'The dentist.'])), [], question);
    const tasks: [string, string][] = [
      ['Which file should I delete?', 'The second one.'],
      ['What title should I use?', 'The first one.'],
      ['How should I format the table?', 'As CSV.'],
      ['What should I call the new branch?', 'Just main.'],
    ];
    for (const [question, answer] of tasks)
      assert.deepEqual(texts(talk(['assistant', question], ['user', answer])), [], question);
  });

  test('are made of requests for every time, word for word', () => {
    for (const request of [
      'Please call me Ed, not Edward.',
      'Call me Ed.',
      'Could you please answer in Dutch?',
      "Please don't phone me after eight.",
      'Try not to use slang with me.',
      'Order window seats only, I get dizzy.',
      'Check with Priya before you sign anything above 500 euros.',
      'Let’s never mention my father.',
      'Please write shorter messages from now on.',
      'Bitte antworte immer auf Deutsch.',
      'Por favor, no me llames nunca antes de las nueve.',
    ])
      assert.deepEqual(texts(talk(['user', request, 'Ines'])), [`Ines: ${request}`]);
    assert.deepEqual(texts(talk(['user', 'The roof leaks. Please never call me at work.', 'Ines'])), [
      'Ines: The roof leaks.',
      'Ines: Please never call me at work.',
    ]);
    for (const request of [
      'Please call me back tomorrow.',
      "Please don't worry about it.",
      'Please keep going.',
      'Explain why it always fails.',
      'Write a poem about never giving up.',
      'Find the bug that only happens on Mondays.',
      'Could you keep this short for once?',
      'Bitte hilf mir mit der Rechnung.',
    ])
      assert.deepEqual(texts(talk(['user', request, 'Ines'])), [], request);
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

  test('keep sentences that are too short alone, and those that restrict them', () => {
    assert.deepEqual(texts(talk(['user', 'I have a new dog. Biscuit. Ok. What does he need? Food?', 'Ines'])), [
      'Ines has a new dog. Biscuit.',
    ]);
    assert.deepEqual(texts(talk(['user', 'My number changed. 0151 2233. Thanks!'])), ['My number changed. 0151 2233.']);
    const evening = talk(
      ['assistant', 'Are you free in the evening?'],
      ['user', 'Yes, after 6. Not on Tuesdays though, I have choir.'],
    );
    assert.deepEqual(texts(evening), [
      'Assistant: Are you free in the evening? User: Yes, after 6. Not on Tuesdays though, I have choir.',
    ]);
  });

  test('about the speaker are never joined in another person, nor to what somebody else said', () => {
    const said = (...content: string[]) =>
      texts(talk(['assistant', 'I can help.'], ['user', content.join(' '), 'Ines']));
    assert.deepEqual(said('I drink coffee. I like my tea though.'), [
      'Ines drinks coffee.',
      "Ines likes Ines's tea though.",
    ]);
    assert.deepEqual(said('I have a safe. Only my wife knows the code.'), [
      "Ines has a safe. Only Ines's wife knows the code.",
    ]);
    const long = `I live in a house that my aunt ${'and her sister '.repeat(25)}built.`;
    for (const after of ['I like the mountains though.', 'Not in winter though.'])
      assert.ok(said(long, after).every((text) => !text.includes('I can help')));
  });

  test('keep abbreviations and dates whole', () => {
    assert.deepEqual(texts(talk(['user', 'my son is 12. what should he read?', 'Ines'])), ["Ines's son is 12."]);
    assert.deepEqual(
      texts(talk(['user', 'Seit dem 1. August arbeite ich bei der Fa. Kern in der Lindenstr. 7.', 'Ines'])),
      ['Ines: Seit dem 1. August arbeite ich bei der Fa. Kern in der Lindenstr. 7.'],
    );
  });

  test('leave out the end of a conversation, but not what else is said with it', () => {
    for (const said of ['ok gotta run, thx!', 'Talk later!', 'Looks good, thanks!'])
      assert.deepEqual(texts(talk(['user', said, 'Ines'])), [], said);
    assert.deepEqual(texts(talk(['user', "I'm vegan, thanks. I have to leave, my son broke his arm.", 'Ines'])), [
      'Ines is vegan, thanks.',
      "Ines has to leave, Ines's son broke his arm.",
    ]);
    for (const said of [
      'I have to go, my cat died.',
      'Ok, talk later, mum died.',
      'I need to go, house on fire!',
      'I have to go, chemo tonight.',
    ])
      assert.equal(texts(talk(['user', said, 'Ines'])).length, 1, said);
    for (const said of ['gotta run, talk later!', 'I have to go, can you remind me?', 'brb, thank you so much!'])
      assert.deepEqual(texts(talk(['user', said, 'Ines'])), [], said);
    assert.ok(texts(talk(['user', `${'gtg, '.repeat(10_000)}ok`])).length <= 1);
  });

  test('are as short as "I smoke", but do not tell how the conversation goes', () => {
    const said: [string, string[]][] = [
      ["I'm vegan.", ['Ines is vegan.']],
      ['I smoke.', ['Ines smokes.']],
      ["Hi! I'm diabetic.", ['Ines is diabetic.']],
      ["Thanks, I'm diabetic.", ['Ines is diabetic.']],
      ["Hi, good morning, I'm Ines.", ["Ines: Hi, good morning, I'm Ines."]],
      ["Can't eat gluten.", ["Ines: Can't eat gluten."]],
    ];
    for (const [text, expected] of said) assert.deepEqual(texts(talk(['user', text, 'Ines'])), expected, text);
    for (const text of [
      "I'm fine.",
      "I'm back.",
      "I'm not sure.",
      'I see.',
      'I am good, thanks.',
      'Thanks, I understand.',
    ])
      assert.deepEqual(texts(talk(['user', text, 'Ines'])), [], text);
    assert.ok(texts(talk(['user', `${'hi, gtg, '.repeat(10_000)}ok`])).length <= 1);
  });

  test('keep what is said about somebody else with that person', () => {
    assert.deepEqual(
      texts(
        talk(
          ['assistant', 'Any heart trouble in the family?'],
          ['user', 'Yes, my dad. Had a stroke in March.', 'Ines'],
        ),
      ),
      ['Assistant: Any heart trouble in the family? Ines: Yes, my dad. Had a stroke in March.'],
    );
    for (const answer of ['12 months, with a break clause after 6.', '£1,450 a month', '+44 7700 900123'])
      assert.deepEqual(texts(talk(['assistant', 'And the other one?'], ['user', answer, 'Ines'])), [
        `Assistant: And the other one? Ines: ${answer}`,
      ]);
  });

  test('have a date beside words like "tomorrow", as exact as the words', () => {
    const turns = talk(['user', 'The plumber comes tomorrow. The lease ends next month. I sold the car last year.']);
    assert.deepEqual(texts(turns), [
      'The plumber comes tomorrow (12 March 2026). The lease ends next month (April 2026).',
      'I sold the car last year (2025).',
    ]);
    const said: [string, string][] = [
      ['I see the dentist on Friday at 9.', 'I see the dentist on Friday (13 March 2026) at 9.'],
      ['I ran a race on Sunday morning.', 'I ran a race on Sunday morning (8 March 2026).'],
      ["Tomorrow's lunch is cancelled.", "Tomorrow's (12 March 2026) lunch is cancelled."],
      ["We paid last month's rent twice.", "We paid last month's rent twice."],
      ['I was ill for the last twelve months.', 'I was ill for the last twelve months.'],
    ];
    for (const [text, expected] of said) assert.deepEqual(texts(talk(['user', text])), [expected]);
  });

  test('leave out the words that ask to remember them', () => {
    assert.deepEqual(texts(talk(['user', 'Please remember that the alarm code changed.'])), [
      'the alarm code changed.',
    ]);
    assert.deepEqual(texts(talk(['user', 'Can you remember that I am colour-blind?', 'Ines'])), [
      'Ines is colour-blind.',
    ]);
    for (const said of ['Keep in mind that I am colour-blind.', 'Could you note that Ines is colour-blind?'])
      assert.deepEqual(texts(talk(['user', said, 'Ines'])), ['Ines is colour-blind.'], said);
    for (const said of [
      'Can you remember that Ben hates onions?',
      'Can you remember that Anna Meier is my doctor?',
      'Could you note that coffee gives me headaches?',
      'Can you please remember that Fridays work best for me?',
      'Could you note that some of my colleagues are vegan?',
      'Hey, can you remember that my son is called Jonah?',
      'Can you also remember that I faint when I see blood?',
    ])
      assert.equal(texts(talk(['user', said, 'Ines'])).length, 1, said);
    for (const said of [
      'also can you note down that my locker code is 4471?',
      'And please note that my locker code is 4471.',
      'Please save this: my locker code is 4471.',
    ])
      assert.deepEqual(texts(talk(['user', said, 'Ines'])), ["Ines's locker code is 4471."], said);
    assert.deepEqual(texts(talk(['user', 'Please make a note of my new number: 07700 900123', 'Ines'])), [
      "Ines's new number: 07700 900123",
    ]);
    assert.deepEqual(texts(talk(['user', 'Please remember: never call me at work.', 'Ines'])), [
      'Ines: never call me at work.',
    ]);
    for (const said of [
      'Can you remember what I said?',
      'Can you remember that restaurant in Rome?',
      'Can you remember that recipe you gave me?',
      'Could you remember that guy from Bonn?',
      'Can you make a note of it?',
    ])
      assert.deepEqual(texts(talk(['user', said, 'Ines'])), [], said);
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

  test('are rewritten only if they are certainly English', () => {
    for (const said of [
      'Me llamo Rodrigo.',
      'Me encanta el queso fresco.',
      'Me duele la rodilla.',
      'Me casei em maio.',
      'Luc me prête 30 livres.',
      'I miei nonni vivono a Bari.',
      'I morgon åker vi till Lund med bussen.',
      'My pijemy herbatę od rana.',
      'I mama i tata są w domu.',
      'Não bebo leite.',
      'Am Dienstag kommt die Hebamme.',
      'Am Sonntag fällt Turnen aus.',
      'Do piątku muszę oddać rower.',
    ])
      assert.deepEqual(texts(talk(['user', said, 'Ines'])), [`Ines: ${said}`]);
    for (const [said, expected] of [
      ['I adore risotto.', 'Ines adores risotto.'],
      ['My sister Ximena hates Zumba.', "Ines's sister Ximena hates Zumba."],
      ['Luc owes me 30 pounds.', 'Luc owes Ines 30 pounds.'],
      ['My favourite band is Måneskin.', "Ines's favourite band is Måneskin."],
      ['I AM VEGAN.', 'Ines is VEGAN.'],
      ['i hate mondays and kale', 'Ines hates mondays and kale'],
    ] as const)
      assert.deepEqual(texts(talk(['user', said, 'Ines'])), [expected]);
    assert.deepEqual(texts(talk(['assistant', 'Good morning.'], ['user', 'He comprado un piso en Cádiz.', 'Ines'])), [
      'Ines: He comprado un piso en Cádiz.',
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
