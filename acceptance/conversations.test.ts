import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError, expectStatus } from './expect.js';
import type { RetrieveResponse } from './memory.js';
import { call, eventually, type Json, mintKey, needsEmbedder, newScope } from './support.js';

const { key } = await mintKey();

interface Ingested {
  session_id: string;
  episode_id: string;
  added: number;
  skipped: number;
  total: number;
  turns: { id: string; position: number; role: string }[];
}
interface Profile {
  groups: { statements: { text: string; sources: string[] }[] }[];
  text: string;
  token_count: number;
}

const MESSAGES = [
  { role: 'assistant', content: 'Which instrument do you play?' },
  { role: 'user', name: 'Ines', content: 'The oboe. I am allergic to latex.' },
  { role: 'assistant', content: 'Got it! You play the oboe.' },
];
const ingest = (body: Json) => call<Ingested>('POST', '/memory/ingest', { key, body });
const statementsOf = async ({ user_id }: { user_id: string }) => {
  const { body } = await call<Profile>('GET', '/memory/profile', { key, query: { user_id } });
  return body.groups.flatMap((group) => group.statements);
};

describe('POST /memory/ingest', () => {
  test('stores the turns and derives statements with their sources', async () => {
    const scope = newScope();
    const response = await ingest({ ...scope, session_id: 'one', messages: MESSAGES });
    expectStatus(response, 201);
    assert.deepEqual([response.body.added, response.body.total], [3, 3]);
    const replay = await call<{ events: { type: string; content: string }[] }>('GET', '/memory/episodes', {
      ...{ key, query: { id: response.body.episode_id } },
    });
    assert.deepEqual(
      replay.body.events.map(({ type, content }) => [type, content]),
      MESSAGES.map(({ role, content }) => [role, content]),
    );
    await eventually(async () => assert.equal((await statementsOf(scope)).length, 2));
    const latex = (await statementsOf(scope)).find(({ text }) => text.includes('latex'));
    assert.equal(latex?.text, 'Ines is allergic to latex.');
    assert.deepEqual(latex.sources, [response.body.turns[1]?.id]);
  });

  test('adds only the new turns of a session that is sent again', async () => {
    const scope = newScope();
    await ingest({ ...scope, session_id: 'two', messages: MESSAGES.slice(0, 2) });
    const again = await ingest({ ...scope, session_id: 'two', messages: MESSAGES });
    assert.deepEqual([again.body.added, again.body.skipped], [1, 2]);
    const nothing = await ingest({ ...scope, session_id: 'two', messages: MESSAGES });
    expectStatus(nothing, 200);
    assert.equal(nothing.body.added, 0);
  });

  test('ranks the statement above what the assistant said', needsEmbedder, async () => {
    const scope = newScope();
    await ingest({ ...scope, messages: MESSAGES });
    await eventually(async () => assert.equal((await statementsOf(scope)).length, 2));
    const query = { user_id: scope.user_id, q: 'Which instrument does Ines play?', ranking: 'hybrid' };
    const { body } = await call<RetrieveResponse>('GET', '/memory/retrieve', { key, query });
    assert.match(body.results[0]?.content ?? '', /^Assistant: Which instrument do you play\? Ines: The oboe\./);
  });

  test('refuses invalid input and says what is wrong', async () => {
    const scope = newScope();
    expectError(await ingest({ ...scope }), 400, 'invalid_request', 'messages');
    const robot = [{ role: 'robot', content: 'Beep' }];
    const refused = await ingest({ ...scope, messages: robot });
    expectError(refused, 400, 'invalid_request');
    assert.match(refused.text, /messages\[0\]\.role/);
    expectError(await ingest({ ...scope, text: 'Hi', position: 3 }), 400, 'invalid_request', 'position');
    await ingest({ ...scope, session_id: 's', messages: MESSAGES });
    const edited = { ...scope, session_id: 's', position: 0, text: 'Something else' };
    expectError(await ingest(edited), 409, 'conflict');
  });
});

describe('GET /memory/profile', () => {
  test('returns the statements as text within the budget, and nothing for an unknown user', async () => {
    const scope = newScope();
    await ingest({ ...scope, text: 'I keep two goats behind the house. The goats are called Pim and Pom.' });
    await eventually(async () => assert.ok((await statementsOf(scope)).length > 0));
    const query = { user_id: scope.user_id, max_tokens: 200 };
    const { body } = await call<Profile>('GET', '/memory/profile', { key, query });
    assert.ok(body.text.includes('two goats') && body.token_count <= 200);
    const nobody = await call<Profile>('GET', '/memory/profile', { key, query: { user_id: newScope().user_id } });
    assert.deepEqual([nobody.body.groups, nobody.body.text], [[], '']);
    expectError(await call('GET', '/memory/profile', { key }), 400, 'invalid_request', 'user_id');
  });
});
