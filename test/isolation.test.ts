import assert from 'node:assert/strict';
import { it } from 'node:test';
import { operations } from '../src/catalog.js';
import type { AnyOperation } from '../src/features/request.js';
import { ANY_ID, fillPath, inputNaming, isEventStream, type Known, unknownOf } from './support/naming.js';
import { plant } from './support/plant.js';
import { ADMIN_KEY, type CallResponse, onBothEngines, type TestService } from './support/service.js';

const CANARY = 'The vault of Ann opens with the word periwinkle';
/** With characters that never occur in random ids. */
const [USER, AGENT] = ['Ann Archer', 'Her agent'];

async function callNaming(
  service: TestService,
  operation: AnyOperation,
  key: string,
  known: Known,
  leaveOut: string[],
): Promise<CallResponse> {
  const input = inputNaming(operation, known, CANARY);
  for (const field of leaveOut) delete input[field];
  const { path, rest } = fillPath(operation, input);
  if (operation.method === 'POST' || operation.method === 'PATCH')
    return service.call(operation.method, path, { key, body: rest });
  return service.call(operation.method, path, { key, query: rest as Record<string, string> });
}

/** A response without what differs between any two calls, and without what the caller sent. */
function shape(response: CallResponse, known: Known): string {
  let text = JSON.stringify(response.body);
  // The longest first: one name may contain another.
  const names = Object.values(known).sort((a, b) => b.length - a.length);
  for (const name of names) text = text.replaceAll(JSON.stringify(name).slice(1, -1), '«sent»');
  return `${response.status} ${text.replace(ANY_ID, '«id»').replace(/\b\d+(\.\d+)?\b/g, '«n»')}`;
}

onBothEngines('isolation', (start) => {
  it("treats another key's ids, users and cursors like ones that do not exist, in every operation", async () => {
    const service = await start({ background: false });
    const ann = await service.mint();
    const planted = await plant(service, { key: ann.key, user: USER, agent: AGENT, text: CANARY });
    const page = await service.call('GET', '/memory', {
      key: ann.key,
      query: { user_id: USER, agent_id: AGENT, limit: 1 },
    });
    const known: Known = { ...planted, keyId: ann.id, cursor: page.body.next_cursor };
    const unknown = unknownOf(known);
    assert.ok(known.cursor);
    const everything = async () =>
      (await service.call('GET', `/users/${encodeURIComponent(USER)}/memories`, { key: ann.key })).body as Record<
        string,
        unknown
      >;
    const before = await everything();

    for (const operation of operations) {
      if (operation.scope === 'none' || isEventStream(operation)) continue;
      // With the cursor every list refuses; without it the other fields are tested.
      for (const leaveOut of [[], ['cursor'], ['cursor', 'id'], ['cursor', 'user_id'], ['cursor', 'agent_id']]) {
        if (leaveOut.includes('id') && operation.path.includes('{id}')) continue;
        const stranger = await service.mint();
        const twin = await service.mint();
        const toKnown = await callNaming(service, operation, stranger.key, known, leaveOut);
        const toUnknown = await callNaming(service, operation, twin.key, unknown, leaveOut);
        assert.ok(toKnown.status < 500, `${operation.id} returned ${toKnown.status}`);
        const text = JSON.stringify(toKnown.body);
        // What the caller sent may come back as an echo of the query, never as content.
        const echoed = text.replace(`"query":${JSON.stringify(CANARY)}`, '');
        assert.ok(!echoed.includes('periwinkle'), `${operation.id} leaks content: ${text}`);
        const blank = (response: CallResponse, sent: Known) => {
          const text = shape(response, sent).replaceAll(stranger.id, '«key»').replaceAll(twin.id, '«key»');
          const own = operation.id === 'keys.mintChild' ? text.replace(/"(id|key)":"rec_\w+"/g, '"$1":"«made»"') : text;
          return own.replaceAll(CANARY, '«q»');
        };
        assert.equal(blank(toKnown, known), blank(toUnknown, unknown), `${operation.id} tells the two apart`);
      }
    }
    const { exported_at: _, ...after } = await everything();
    const { exported_at: __, ...untouched } = before;
    assert.deepEqual(after, untouched);
    const keys = await service.call('GET', '/auth/keys', { key: ADMIN_KEY, query: { limit: 200 } });
    assert.equal(keys.body.keys.find((entry: { id: string }) => entry.id === ann.id)?.revoked_at ?? null, null);
  });

  it('keeps a key that is bound to a namespace away from the other namespaces of its user, in every operation', async () => {
    const service = await start({ background: false });
    const [ann, nobody] = [await service.mint(), await service.mint()];
    const planted = await plant(service, { key: ann.key, user: USER, agent: AGENT, text: CANARY });
    const bound = { name: 'health', user_id: USER, namespace: 'health' };
    const childOf = async ({ key }: { key: string }) =>
      (await service.call('POST', '/keys/children', { key, body: bound })).body as { id: string; key: string };
    const [child, twin] = [await childOf(ann), await childOf(nobody)];
    const cursorOf = async (key: string) =>
      (await service.call('GET', '/memory', { key, query: { user_id: USER, limit: 1 } })).body.next_cursor;
    const known: Known = { ...planted, keyId: ann.id, cursor: await cursorOf(ann.key) };
    // The key of a tenant that has nothing: it names the same user, and ids that do not exist.
    const { user, agent, agent2, session } = known;
    const unknown: Known = { ...unknownOf(known), user, agent, agent2, session };
    const everything = async () =>
      (await service.call('GET', `/users/${encodeURIComponent(USER)}/memories`, { key: ann.key })).body as Record<
        string,
        object[]
      >;
    const before = await everything();

    for (const operation of operations) {
      if (operation.scope === 'none' || isEventStream(operation) || operation.id === 'keys.revoke') continue;
      const optional = Object.entries(operation.input.shape)
        .filter(([name, field]) => field._zod.optin === 'optional' && !operation.path.includes(`{${name}}`))
        .map(([name]) => name);
      for (const leaveOut of [[], ['cursor'], ['cursor', 'id'], optional]) {
        if (leaveOut.includes('id') && operation.path.includes('{id}')) continue;
        const toKnown = await callNaming(service, operation, child.key, known, leaveOut);
        const toUnknown = await callNaming(service, operation, twin.key, unknown, leaveOut);
        assert.ok(toKnown.status < 500, `${operation.id} answered ${toKnown.status}`);
        const text = JSON.stringify(toKnown.body).replaceAll(`"query":${JSON.stringify(CANARY)}`, '');
        assert.ok(!text.includes('periwinkle'), `${operation.id} leaks content: ${text}`);
        assert.equal(shape(toKnown, known), shape(toUnknown, unknown), `${operation.id} tells the two apart`);
      }
    }
    const after = await everything();
    for (const [kind, records] of Object.entries(before).filter(([, records]) => Array.isArray(records))) {
      const left = new Set(after[kind]?.map((record) => JSON.stringify(record)));
      const changed = records.map((record) => JSON.stringify(record)).filter((record) => !left.has(record));
      assert.deepEqual(changed, [], `records of ${kind} were changed`);
    }
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
