import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestClock } from '../../../test/support/clock.js';
import { onBothEngines, startTestService, type TestOptions } from '../../../test/support/service.js';
import { SECOND } from '../../kernel/clock.js';
import { CLAIM_MS, claimTurns } from './sql/derive.js';
import { BEFORE } from './statements-task.js';

interface Derived {
  id: string;
  content: string;
  status: string;
  created_at: number;
  tags: string[];
  metadata: { derived_from: { id: string }[] };
}
const texts = (statements: Derived[]) => statements.map(({ content }) => content);
const statuses = (statements: Derived[]) => statements.map(({ status }) => status);

const TALK = [
  { role: 'assistant', content: 'Where do you live now?' },
  { role: 'user', name: 'Ines', content: 'In Porto. I keep bees on the roof.' },
  { role: 'user', name: 'Ines', content: 'What should I plant for them?' },
];
const STATED = ['Assistant: Where do you live now? Ines: In Porto.', 'Ines keeps bees on the roof.'];

/** A language model that responds when the test tells it to, and counts how often it was asked. */
function slowModel(completion: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let began = () => {};
  const asked = new Promise<void>((resolve) => {
    began = resolve;
  });
  const model = {
    calls: 0,
    asked,
    release,
    complete: async () => {
      model.calls++;
      began();
      await released;
      return completion;
    },
  };
  return model;
}
const BEES = '{"statement": "Ines keeps bees in Porto.", "turns": [1]}';

onBothEngines('a caller who waits for statements', (start) => {
  const begun = async (options: TestOptions = {}) => {
    const clock = new TestClock();
    const service = await start({ background: false, clock, ...options });
    const { key, id: keyId } = await service.mint();
    const post = (body: object, headers: Record<string, string> = {}) =>
      service.call('POST', '/memory/ingest', {
        key,
        headers,
        body: { user_id: 'ines', session_id: 's', wait: true, ...body },
      });
    const kept = async (): Promise<Derived[]> =>
      (await service.call('GET', '/memory', { key, query: { user_id: 'ines', kind: 'semantic', limit: 200 } })).body
        .memories;
    const runJobs = () => {
      clock.advance(2 * SECOND);
      return service.jobs.runDue();
    };
    return { service, clock, key, keyId, post, kept, runJobs };
  };

  it('gets them with the turns they come from, and nothing is derived a second time', async () => {
    const { post, kept, runJobs } = await begun();
    const { status, body } = await post({ messages: TALK, tags: ['garden'] });
    assert.equal(status, 201);
    assert.deepEqual(
      [texts(body.statements), statuses(body.statements), body.deriving],
      [STATED, ['stored', 'stored'], false],
    );
    for (const { metadata, tags } of body.statements as Derived[]) {
      assert.equal(metadata.derived_from.at(-1)?.id, body.turns[1].id);
      assert.deepEqual(tags, ['garden']);
    }
    await runJobs();
    assert.deepEqual(texts(await kept()).sort(), STATED);
    const again = await post({ messages: TALK });
    assert.deepEqual([again.status, again.body.added], [200, 0]);
    assert.deepEqual(
      [texts(again.body.statements), statuses(again.body.statements)],
      [STATED, ['duplicate', 'duplicate']],
    );
    const said = await post({
      session_id: 'other',
      messages: [{ role: 'user', name: 'Ines', content: 'I keep bees on the roof.' }],
    });
    assert.deepEqual([texts(said.body.statements), statuses(said.body.statements)], [[STATED[1]], ['duplicate']]);
    assert.equal((await kept()).length, 2);
  });

  it('gets none if nothing is stated or nothing is derived, and none without `wait`', async () => {
    const { post } = await begun();
    assert.deepEqual((await post({ text: 'Nice to meet you!' })).body.statements, []);
    const turns = await post({ session_id: 't', messages: TALK, mode: 'turns' });
    assert.deepEqual([turns.body.statements, turns.body.deriving], [[], false]);
    const unasked = await post({ session_id: 'u', messages: TALK, wait: false });
    assert.deepEqual([unasked.body.statements, unasked.body.deriving], [undefined, true]);
  });

  it('also gets those of turns that were sent before and wait for the job', async () => {
    const { post, kept } = await begun();
    const { body: before } = await post({ messages: TALK.slice(0, 2), wait: false });
    assert.equal(before.deriving, true);
    const { body } = await post({ messages: TALK });
    assert.deepEqual([body.added, texts(body.statements), body.deriving], [1, STATED, false]);
    const { body: last } = await post({ messages: [{ role: 'user', content: 'Lavender grows there.' }] });
    assert.equal(last.statements.length, 1, 'not those of other turns');
    assert.equal((await kept()).length, 3);
  });

  it('gets all of them for a long conversation', async () => {
    const { post } = await begun();
    const messages = Array.from({ length: 50 }, (_, i) => ({ role: 'user', content: `Shelf number ${i} holds jam.` }));
    const { body } = await post({ messages });
    assert.deepEqual(
      texts(body.statements),
      messages.map(({ content }) => content),
    );
  });

  it('gets the same response with the same Idempotency-Key', async () => {
    const { post, kept } = await begun();
    const headers = { 'idempotency-key': 'once-and-for-all' };
    const [first, second] = await Promise.all([post({ messages: TALK }, headers), post({ messages: TALK }, headers)]);
    assert.deepEqual(first?.body, second?.body);
    assert.deepEqual(texts(first?.body.statements), STATED);
    assert.equal((await kept()).length, 2);
  });

  it('shares one call to the language model with other callers and the job', async () => {
    const llm = slowModel(BEES);
    const { post, kept, runJobs } = await begun({ llm });
    const first = post({ messages: TALK });
    await llm.asked;
    await runJobs();
    const second = post({ messages: TALK });
    const third = post({ messages: TALK.slice(0, 2) });
    await runJobs();
    llm.release();
    for (const { body } of await Promise.all([first, second, third]))
      assert.deepEqual([texts(body.statements), body.deriving], [['Ines keeps bees in Porto.'], false]);
    assert.equal(llm.calls, 1);
    assert.equal((await kept()).length, 1);
  });

  it('is not held up beyond the limit: slow statements arrive later', async () => {
    const llm = slowModel(BEES);
    const { post, kept, runJobs } = await begun({ llm, maxWaitMs: 1 });
    const { status, body } = await post({ messages: TALK });
    assert.deepEqual([status, body.statements, body.deriving], [201, [], true]);
    await llm.asked;
    await runJobs();
    assert.deepEqual(await kept(), []);
    llm.release();
    while ((await kept()).length === 0);
    await runJobs();
    assert.deepEqual([texts(await kept()), llm.calls], [['Ines keeps bees in Porto.'], 1]);
    assert.deepEqual(texts((await post({ messages: TALK })).body.statements), ['Ines keeps bees in Porto.']);
  });

  it('that dies leaves nothing underived', async () => {
    const { service, clock, post, kept, keyId, runJobs } = await begun();
    const { body } = await post({ messages: TALK, wait: false });
    const claim = { id: body.episode_id, limit: 20, before: BEFORE, now: clock.now() };
    assert.ok(await service.database.tenant(keyId).run(claimTurns, claim));
    assert.equal(await service.database.tenant(keyId).run(claimTurns, claim), null, 'nobody else has them meanwhile');
    await runJobs();
    assert.deepEqual(await kept(), []);
    clock.advance(CLAIM_MS);
    await runJobs();
    assert.deepEqual(texts(await kept()).sort(), STATED);
  });

  it('gets statements that expire with their turns', async () => {
    const { post, kept, clock, runJobs } = await begun();
    await post({ messages: TALK, ttl_seconds: 60 });
    assert.equal((await kept()).length, 2);
    clock.advance(61 * SECOND);
    await runJobs();
    assert.deepEqual(await kept(), []);
  });
});

it('the claims of a killed process are released when the next one starts on the same files', async () => {
  const clock = new TestClock();
  const options = { background: false, clock };
  const before = await startTestService('sqlite', options);
  const { key, id: keyId } = await before.mint();
  const body = { user_id: 'ines', session_id: 's', messages: TALK };
  const { episode_id: id } = (await before.call('POST', '/memory/ingest', { key, body })).body;
  await before.database.tenant(keyId).run(claimTurns, { id, limit: 20, before: BEFORE, now: clock.now() });
  await before.stop();
  const service = await startTestService('sqlite', { ...options, place: before.place });
  try {
    const { body: response } = await service.call('POST', '/memory/ingest', { key, body: { ...body, wait: true } });
    assert.deepEqual(texts(response.statements), STATED);
  } finally {
    await service.stop();
    await service.place.remove();
  }
});
