import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { z } from 'zod';
import { operations } from '../catalog.js';
import type { AnyOperation } from '../features/request.js';
import { ADMIN_KEY, type CallAnswer, onBothEngines, type TestService } from './service.js';

const CANARY = 'The vault of Ann opens with the word periwinkle';

/** What a stranger could know: the ids, users and cursors of somebody else. */
interface Known {
  memory: string;
  keyId: string;
  subscription: string;
  cursor: string;
  user: string;
  agent: string;
}
/** The same things, but of nobody. */
const unknownOf = (known: Known): Known => ({
  memory: `${known.memory.slice(0, -6)}zzzzzz`,
  keyId: `${known.keyId.slice(0, -6)}zzzzzz`,
  subscription: `${known.subscription.slice(0, -6)}zzzzzz`,
  cursor: Buffer.from(`nobody's cursor ${'x'.repeat(20)}`).toString('base64url'),
  user: 'nobody at all',
  agent: 'no agent at all',
});

const idFor = (path: string, known: Known) =>
  path.startsWith('/auth/keys')
    ? known.keyId
    : path.startsWith('/memory/subscriptions')
      ? known.subscription
      : known.memory;

/** An input for any operation that names as much of somebody else's as its fields allow. */
function inputNaming(operation: AnyOperation, known: Known): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const example = (operation.example ?? {}) as Record<string, unknown>;
  for (const name of Object.keys((operation.input as z.ZodObject).shape)) {
    if (name === 'id' || name === 'memory_id') input[name] = idFor(operation.path, known);
    else if (name === 'cursor') input[name] = known.cursor;
    else if (name === 'user_id') input[name] = known.user;
    else if (name === 'agent_id') input[name] = known.agent;
    else if (name === 'q') input[name] = CANARY;
    else if (name === 'content') input[name] = 'Something else entirely';
    else if (example[name] !== undefined) input[name] = example[name];
  }
  if (operation.id === 'memory.batch') input.memories = [{ user_id: known.user, content: 'Something else entirely' }];
  return input;
}

async function callNaming(
  service: TestService,
  operation: AnyOperation,
  key: string,
  known: Known,
  leaveOut: string[],
): Promise<CallAnswer> {
  const input = inputNaming(operation, known);
  for (const field of leaveOut) delete input[field];
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(input[name]);
    delete input[name];
    return encodeURIComponent(value);
  });
  if (operation.method === 'POST' || operation.method === 'PATCH')
    return service.call(operation.method, path, { key, body: input });
  return service.call(operation.method, path, { key, query: input as Record<string, string> });
}

/** An answer without what differs between any two calls, and without what the caller sent. */
function shape(answer: CallAnswer, known: Known): string {
  let text = JSON.stringify(answer.body);
  for (const value of Object.values(known)) text = text.replaceAll(JSON.stringify(value).slice(1, -1), '«sent»');
  return `${answer.status} ${text.replace(/(mem|req|sub)_[0-9a-z]+|whsec_[\w+/]+=*/g, '«id»').replace(/\b\d+(\.\d+)?\b/g, '«n»')}`;
}

onBothEngines('isolation', (start) => {
  it("answers another key's ids, users and cursors like ones that do not exist, in every operation", async () => {
    const service = await start();
    const ann = await service.mint();
    const stored = await service.call('POST', '/memory/store', {
      key: ann.key,
      body: { user_id: 'ann', agent_id: 'hers', content: CANARY },
    });
    await service.call('POST', '/memory/store', {
      key: ann.key,
      body: { user_id: 'ann', agent_id: 'hers', content: 'More of Ann' },
    });
    const page = await service.call('GET', '/memory', {
      key: ann.key,
      query: { user_id: 'ann', agent_id: 'hers', limit: 1 },
    });
    const subscribed = await service.call('POST', '/memory/subscribe', {
      key: ann.key,
      body: { url: 'https://ann.example/', events: ['user.erased'] },
    });
    const known: Known = {
      memory: stored.body.id,
      keyId: ann.id,
      subscription: subscribed.body.id,
      cursor: page.body.next_cursor,
      user: 'ann',
      agent: 'hers',
    };
    const unknown = unknownOf(known);
    assert.ok(known.cursor);

    for (const operation of operations) {
      if (operation.scope === 'none' || operation.streams?.includes('text/event-stream')) continue; // one that never ends
      // With the cursor every list refuses; without it the other fields get their turn.
      for (const leaveOut of [[], ['cursor'], ['cursor', 'id'], ['cursor', 'user_id'], ['cursor', 'agent_id']]) {
        if (leaveOut.includes('id') && operation.path.includes('{id}')) continue;
        const stranger = await service.mint();
        const twin = await service.mint();
        const toKnown = await callNaming(service, operation, stranger.key, known, leaveOut);
        const toUnknown = await callNaming(service, operation, twin.key, unknown, leaveOut);
        assert.ok(toKnown.status < 500, `${operation.id} answered ${toKnown.status}`);
        const text = JSON.stringify(toKnown.body);
        // What the caller asked for may come back as an echo of the question, never as content.
        const echoed = operation.id === 'memory.retrieve' ? text.replace(JSON.stringify(CANARY), '') : text;
        assert.ok(!echoed.includes('periwinkle'), `${operation.id} leaks content: ${text}`);
        const blank = (answer: CallAnswer, sent: Known) =>
          shape(answer, sent).replaceAll(stranger.id, '«key»').replaceAll(twin.id, '«key»').replaceAll(CANARY, '«q»');
        assert.equal(blank(toKnown, known), blank(toUnknown, unknown), `${operation.id} tells the two apart`);
      }
    }
    const after = await service.call('GET', `/memory/${known.memory}`, { key: ann.key });
    assert.equal(after.body.content, CANARY);
    const count = await service.call('GET', '/memory', { key: ann.key });
    assert.equal(count.body.count, 2);
    const keys = await service.call('GET', '/auth/keys', { key: ADMIN_KEY, query: { limit: 200 } });
    assert.equal(keys.body.keys.find((entry: { id: string }) => entry.id === ann.id)?.revoked_at ?? null, null);
  });

  it('keeps users and agents of one key apart', async () => {
    const service = await start();
    const { key } = await service.mint();
    for (const user_id of ['ann', 'bob']) {
      for (const agent_id of ['one', 'two']) {
        await service.call('POST', '/memory/store', {
          key,
          body: { user_id, agent_id, content: `The word of ${user_id} and ${agent_id} is heron` },
        });
      }
    }
    const find = async (query: Record<string, string>) =>
      (
        await service.call('GET', '/memory/retrieve', { key, query: { q: 'the word heron', ...query } })
      ).body.results.map((memory: { content: string }) => memory.content);
    assert.deepEqual(await find({ user_id: 'ann', agent_id: 'one' }), ['The word of ann and one is heron']);
    assert.deepEqual((await find({ user_id: 'bob' })).sort(), [
      'The word of bob and one is heron',
      'The word of bob and two is heron',
    ]);
    await service.call('DELETE', '/memory/forget', { key, query: { user_id: 'ann', agent_id: 'one' } });
    assert.deepEqual(await find({ user_id: 'ann' }), ['The word of ann and two is heron']);
    assert.equal((await find({ user_id: 'bob' })).length, 2);
  });
});
