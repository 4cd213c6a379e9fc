import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { atOnce } from '../../kernel/turns/turns.js';
import { reported } from '../reported-speech.js';
import { type SummaryOptions, type SummaryText, summarize, summarySize } from './summary.js';

const summaryOf = (given: readonly SummaryText[], options: SummaryOptions) => atOnce(summarize(given, options));

const TALK = [
  'Ann: Hi Bob, how are you?',
  "Bob: I'm fine. I want to sell my old car before I move to Oslo.",
  'Ann: How much do you want for the car?',
  'Bob: I think 4,000 euros. The car has new tyres.',
  'Ann: OK.',
  'Ann: My brother needs a car, I will ask him about your car tonight.',
  'Bob: Thank you very much!',
];
const texts = (list: readonly string[]) => list.map((text) => ({ text }));

describe('summarize', () => {
  it('retells a conversation in the third person, within its limits', () => {
    const { text, sentences } = summaryOf(texts(TALK), { maxSentences: 3, maxCharacters: 300, conversation: true });
    assert.ok(sentences.length >= 2 && sentences.length <= 3, text);
    assert.ok(text.includes("Bob wants to sell Bob's old car before Bob moves to Oslo."), text);
    assert.ok(!/\b(I|my|OK)\b/.test(text), text);
  });

  it('repeats nothing and follows the times', () => {
    const notes = [
      { text: 'The invoice of Acme is overdue since March.', at: 2 },
      { text: 'The invoice of Acme is overdue.', at: 3 },
      { text: 'Acme asked for an invoice of the repair.', at: 1 },
    ];
    const { text } = summaryOf([...notes, { text: 'x'.repeat(400), at: 4 }], { maxSentences: 2, maxCharacters: 200 });
    assert.equal(text, 'Acme asked for an invoice of the repair. The invoice of Acme is overdue since March.');
  });

  it('is empty for no texts and cuts what is too long', () => {
    assert.deepEqual(summaryOf([], { maxSentences: 3, maxCharacters: 100 }), { sentences: [], text: '' });
    const { text } = summaryOf(texts(['word '.repeat(100)]), { maxSentences: 3, maxCharacters: 50 });
    assert.ok(text.length <= 50 && text.endsWith('word…'), text);
  });

  it('keeps its limits for any texts', () => {
    const any = fc.array(
      fc.record({ text: fc.string({ unit: 'grapheme' }), at: fc.option(fc.integer(), { nil: undefined }) }),
    );
    fc.assert(
      fc.property(any, fc.boolean(), fc.integer({ min: 1, max: 6 }), (given, conversation, maxSentences) => {
        const { sentences } = summaryOf(given, { maxSentences, maxCharacters: 80, conversation });
        assert.ok(sentences.length <= maxSentences);
        for (const sentence of sentences) assert.ok(sentence.length <= 80 && sentence.trim() !== '');
      }),
    );
  });

  it('is made of the beginning of very long texts', () => {
    const long = Array.from(
      { length: 20_000 },
      (_, i) => `Sentence ${i} speaks of thing ${i % 97} and of place ${i % 31}.`,
    ).join(' ');
    const { sentences } = summaryOf(texts([long]), { maxSentences: 5, maxCharacters: 500 });
    assert.ok(sentences.length > 0);
    for (const sentence of sentences) assert.ok(Number(/^Sentence (\d+)/.exec(sentence)?.[1]) < 5_000, sentence);
  });

  it('sizes itself between two and five sentences', () => {
    assert.deepEqual(
      [1, 9, 100].map((turns) => summarySize(turns).maxSentences),
      [2, 3, 5],
    );
  });
});

it('sentences of other languages keep their words', () => {
  const said = ['Ines: Me mudo a Vigo en junio.', 'Jon: Me alegro mucho, te ayudo con las cajas.'];
  const { text } = summaryOf(texts(said), { maxSentences: 2, maxCharacters: 300, share: 1, conversation: true });
  assert.equal(text, said.join(' '));
});

describe('reported speech', () => {
  for (const [said, told] of [
    ["I'll call you on Friday.", 'Ann will call Bob on Friday.'],
    ['Well, I just have a spare key in my drawer.', "Ann just has a spare key in Ann's drawer."],
    ['Do you have any stamps?', 'Ann asks: Does Bob have any stamps?'],
    ['I went home and I tried to call you.', 'Ann went home and Ann tried to call Bob.'],
    ['Thank you very much.', 'Ann: Thank Bob very much.'],
    ['The ferry leaves at noon.', 'Ann: The ferry leaves at noon.'],
    ["I don't believe you're wrong.", "Ann doesn't believe Bob is wrong."],
    ['So I sold my car.', "Ann sold Ann's car."],
    ['Haha yes my cat is 17 already.', "Ann's cat is 17 already."],
    ['Ok so the ferry leaves at noon.', 'Ann: The ferry leaves at noon.'],
    ['Oh, and my cousin is visiting.', "Ann's cousin is visiting."],
    ['Yesterday the vet saw my cat.', "Yesterday the vet saw Ann's cat."],
    ['So far nothing broke.', 'Ann: So far nothing broke.'],
    ['Also known as the old mill.', 'Ann: Also known as the old mill.'],
    ['I’ve painted it myself.', 'Ann has painted it themselves.'],
    ["I'd worked there, and I'd like to go back.", 'Ann had worked there, and Ann would like to go back.'],
    ['I work in Leeds and live in Otley.', 'Ann works in Leeds and lives in Otley.'],
    ["I'm married and have two kids.", 'Ann is married and has two kids.'],
    ['I never smoke or drink.', 'Ann never smokes or drinks.'],
    ['I want to cook and eat.', 'Ann wants to cook and eat.'],
    ['The part I like is the end.', 'The part Ann likes is the end.'],
    ['On Monday I ran.', 'On Monday Ann ran.'],
  ] as const) {
    it(said, () => assert.equal(reported(said, 'Ann', 'Bob'), told));
  }
  for (const said of [
    'My ex said "I will never pay you back".',
    "My ex said 'I will never pay you back'.",
    'I have Type I diabetes.',
    'My grandfather fell in World War I.',
    'My son loves My Neighbour Totoro.',
    'He gave me his keys and I her mine.',
    "I'd put it in the shed.",
    'I work in Leeds, live in Otley and am married.',
    'I have a garden and love in a cottage.',
  ]) {
    it(`is a quotation if it might become wrong: ${said}`, () =>
      assert.equal(reported(said, 'Ann', null), `Ann: ${said}`));
  }
  it('leaves "you" if the second person is unknown', () =>
    assert.equal(reported('I like you', 'Ann', null), 'Ann likes you'));
});
