import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { realModels } from '../../../test/support/real-models.js';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { Recollect } from '../../client/index.js';
import MemoryClient from '../mem0.js';
import { VerbatimClient } from './mem0.test.kit.js';

/** Each question, and the turn that answers it. */
const ASKED: [question: string, answer: string][] = [
  ['What is my favorite color?', "Hi, I'm Ada. My favorite color is blue."],
  ['Where do I work?', 'I work as a software engineer at Acme Corp.'],
  ['Do I like dark mode?', 'I prefer dark mode in all apps.'],
  ['Where does my sister live?', 'My sister Mia lives in Lisbon.'],
  // What only the assistant said is found, too.
  ['Which hotel did you recommend?', 'The Hotel Avenida Palace in Lisbon is a good choice.'],
];
const TALK = [
  { role: 'user', content: "Hi, I'm Ada. My favorite color is blue." },
  { role: 'assistant', content: "Nice to meet you! I'll remember that your favorite color is blue." },
  { role: 'user', content: 'I work as a software engineer at Acme Corp.' },
  { role: 'assistant', content: "Got it, you're a software engineer at Acme Corp!" },
  { role: 'user', content: 'I prefer dark mode in all apps.' },
  { role: 'assistant', content: 'Noted, dark mode preference saved!' },
  { role: 'user', content: 'My sister Mia lives in Lisbon.' },
  { role: 'assistant', content: 'Got it!' },
  { role: 'user', content: 'Can you recommend a hotel there?' },
  { role: 'assistant', content: 'The Hotel Avenida Palace in Lisbon is a good choice.' },
];

describe('a conversation that was added', () => {
  let models: Awaited<ReturnType<typeof realModels>>;
  let service: TestService;
  let memory: MemoryClient;
  let inferring: MemoryClient;
  before(async () => {
    models = await realModels();
    service = await startTestService('sqlite', models);
    const client = async () => new Recollect({ url: service.url, key: (await service.mint()).key });
    memory = new VerbatimClient({ client: await client() });
    await memory.add(TALK, { userId: 'ada' });
    inferring = new MemoryClient({ client: await client() });
  });
  after(async () => {
    await service.stop();
    await service.place.remove();
    await Promise.all([models.embedder.close(), models.reader.close()]);
  });

  it('returns the fact, not what the assistant said about it', async () => {
    for (const [question, answer] of ASKED)
      assert.equal((await memory.search(question, { userId: 'ada' })).results[0]?.memory, answer, question);
  });

  it('becomes the statements in it, without small talk', async () => {
    const added = await inferring.add(TALK, { userId: 'ada' });
    assert.ok(added.length >= 4 && added.every(({ event }) => event === 'ADD'));
    for (const { memory: text } of added) assert.doesNotMatch(text, /Nice to meet you|Got it|Noted|recommend/);
    for (const [question, answer] of ASKED.slice(0, 4)) {
      const first = (await inferring.search(question, { userId: 'ada' })).results[0]?.memory ?? '';
      assert.ok(answer.includes(first) || first.includes(answer), `${question} ${first}`);
    }
    assert.equal((await inferring.getAll({ userId: 'ada' })).count, added.length);
  });

  it('ranks its small talk last, even if it matches the question', async () => {
    const { results } = await memory.search('Got it?', { userId: 'ada' });
    const place = (text: string) => results.findIndex((one) => one.memory === text);
    assert.equal(results.length, TALK.length);
    for (const { role, content } of TALK) if (role === 'user') assert.ok(place(content) < place('Got it!'), content);
  });
});
