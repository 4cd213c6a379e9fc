import assert from 'node:assert/strict';
import { it } from 'node:test';
import { realModels } from '../../../../test/support/real-models.js';
import { onBothEngines } from '../../../../test/support/service.js';

const NOTES = [
  'Nadia was born in Split.',
  'Nadia lives in Vienna.',
  'Nadia drinks green tea in the morning.',
  'Nadia works with React and TypeScript.',
  'Nadia is allergic to peanuts.',
  "Nadia's sister Ivana lives in Graz.",
  'Nadia takes the tram to work.',
  'Nadia moved to Porto in spring.',
];

onBothEngines('an everyday store', (start) => {
  const setUp = async () => {
    const service = await start({ ...(await realModels()), background: false });
    const { key } = await service.mint();
    const store = async (content: string, more = {}) =>
      (await service.call('POST', '/memory/store', { key, body: { user_id: 'nadia', content, ...more } })).body;
    const ask = async (q: string, ranking = 'hybrid') =>
      (await service.call('GET', '/memory/retrieve', { key, query: { q, user_id: 'nadia', ranking } })).body;
    return { service, key, store, ask };
  };

  it('returns the right memory first, and the current one above the one it superseded', async () => {
    const { service, store, ask } = await setUp();
    for (const note of NOTES) await store(note);
    const [first] = (await ask('Where does Nadia live?')).results;
    assert.equal(first.content, 'Nadia moved to Porto in spring.', 'before the background has compared anything');
    await service.jobs.runDue();
    for (const [question, answer] of [
      ['What are her allergies?', 'Nadia is allergic to peanuts.'],
      ['Where does she live now?', 'Nadia moved to Porto in spring.'],
      ['What does Nadia have for breakfast to drink?', 'Nadia drinks green tea in the morning.'],
    ] as const) {
      const { results, abstained, confidence } = await ask(question);
      assert.equal(results[0].content, answer, question);
      assert.equal(abstained, false, question);
      assert.ok(confidence > 0 && confidence <= 1);
      assert.ok(results[0].relevance > 0 && results[0].relevance <= 1);
    }
  });

  it('finds the answer in a store of one memory, and abstains if there is none', async () => {
    const { store, ask } = await setUp();
    await store('I live in Paris.');
    for (const ranking of ['hybrid', 'semantic']) {
      assert.equal((await ask('What city am I in?', ranking)).abstained, false, ranking);
      assert.equal((await ask('What is the password of the router?', ranking)).abstained, true, ranking);
    }
  });

  it('finds the answer to a query of a word or two, and abstains if there is none', async () => {
    const { store, ask } = await setUp();
    for (const note of NOTES) await store(note);
    const { results, abstained } = await ask('allergies');
    assert.equal(results[0].content, 'Nadia is allergic to peanuts.');
    assert.equal(abstained, false);
    for (const unknown of ['router password', "Ivana's phone number"]) {
      assert.equal((await ask(unknown)).abstained, true, unknown);
    }
  });

  it('takes the name of the user, "I" and "User" for one person', async () => {
    const { service, key, store, ask } = await setUp();
    for (const note of ['I am allergic to shellfish.', "User's wife is called Sunniva.", 'Tom is allergic to cats.'])
      await store(note);
    for (const [question, answer] of [
      ['What is Nadia allergic to?', 'I am allergic to shellfish.'],
      ["What is Nadia's wife called?", "User's wife is called Sunniva."],
      ['What is the user allergic to?', 'I am allergic to shellfish.'],
    ] as const) {
      const { results, abstained } = await ask(question);
      assert.equal(results[0].content, answer, question);
      assert.equal(abstained, false, question);
    }
    assert.equal((await ask("What is Nadia's phone number?")).abstained, true);
    const said = [{ role: 'assistant', content: 'My name is Claude.' }];
    await service.call('POST', '/memory/ingest', { key, body: { user_id: 'nadia', session_id: 's', messages: said } });
    assert.equal((await ask('What is Claude allergic to?')).abstained, true, 'an assistant is not the user');
    await store('I live in a flat in Leeds.');
    const { conflicts } = await store('Nadia moved to a house in York.', { detect_conflicts: true });
    assert.equal(conflicts.length, 1);
  });

  it('finds the earlier state that a question asks for, although it is superseded', async () => {
    const { service, key, store, ask } = await setUp();
    const flat = await store('Nadia lives in Vienna.');
    const house = await store('Nadia moved to Porto in spring.');
    const body = { memory_a: house.id, memory_b: flat.id, relationship: 'contradicts' };
    await service.call('POST', '/memory/graph/link', { key, body });
    const { conflicts } = (await service.call('GET', '/memory/conflicts', { key, query: { user_id: 'nadia' } })).body;
    await service.call('POST', `/memory/conflicts/${conflicts[0].id}/resolve`, { key, body: { keep: 'b' } });
    const first = async (q: string) => (await ask(q)).results.map(({ content }: { content: string }) => content);
    assert.deepEqual(await first('Where does Nadia live?'), ['Nadia moved to Porto in spring.']);
    assert.equal((await first('Where did Nadia live before?'))[0], 'Nadia lives in Vienna.');
    assert.deepEqual(await first('Where did Nadia move to?'), ['Nadia moved to Porto in spring.']);
    const query = {
      q: 'Where did Nadia live before?',
      user_id: 'nadia',
      ranking: 'hybrid',
      include_superseded: 'false',
    };
    const { results } = (await service.call('GET', '/memory/retrieve', { key, query })).body;
    assert.equal(results.length, 1, 'the caller decides');
  });

  it('understands a message that asks in passing', async () => {
    const { store, ask } = await setUp();
    for (const note of NOTES) await store(note);
    for (const [message, answer] of [
      ['Baking a cake for Nadia, is there anything she must not eat?', 'Nadia is allergic to peanuts.'],
      ['The form wants to know which town Nadia was born in.', 'Nadia was born in Split.'],
    ] as const) {
      const { results, abstained } = await ask(message);
      assert.equal(results[0].content, answer, message);
      assert.equal(abstained, false, message);
    }
    assert.equal((await ask("Standing at the hotel desk, they need Nadia's passport number.")).abstained, true);
  });

  it('corrects a misspelled word, and returns the question as it was understood', async () => {
    const { store, ask } = await setUp();
    for (const note of NOTES) await store(note);
    const { results, abstained, query, respelled } = await ask('How does Nadia trvael to work?');
    assert.equal(query, 'How does Nadia trvael to work?');
    assert.equal(respelled, 'How does Nadia travel to work?');
    assert.equal(results[0].content, 'Nadia takes the tram to work.');
    assert.equal(abstained, false);
    assert.equal((await ask('Where does Nadia live?')).respelled, undefined);
  });

  it('categorizes a memory by what it is about', async () => {
    const { store } = await setUp();
    assert.equal((await store('Nadia is allergic to peanuts.')).category, 'health');
  });
});
