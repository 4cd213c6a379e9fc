import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Agent, type AgentInputItem, type Model, Runner } from '@openai/agents-core';
import { withService } from './adapters.test.kit.js';
import { RecollectSession } from './openai-agents.js';

const said = (role: 'user' | 'assistant', text: string): AgentInputItem =>
  role === 'user' ? { role, content: text } : { role, status: 'completed', content: [{ type: 'output_text', text }] };

describe("a session of OpenAI's agents", () => {
  const { client } = withService();

  it('keeps items in order, returns the newest, pops the last and clears', async () => {
    const session = new RecollectSession({ client: await client(), userId: 'ada', sessionId: 's1' });
    assert.equal(await session.getSessionId(), 's1');
    assert.deepEqual(await session.getItems(), []);
    assert.equal(await session.popItem(), undefined);
    const items = Array.from({ length: 130 }, (_, i) => said(i % 2 ? 'assistant' : 'user', `turn ${i % 7}`));
    await session.addItems(items.slice(0, 3));
    await session.addItems(items.slice(3));
    assert.deepEqual(await session.getItems(), items);
    assert.deepEqual(await session.getItems(2), items.slice(-2));
    assert.deepEqual(await session.getItems(0), []);
    assert.deepEqual(await session.popItem(), items.at(-1));
    assert.equal((await session.getItems()).length, 129);
    await session.clearSession();
    assert.deepEqual(await session.getItems(), []);
  });

  it('isolates sessions, but what was said is found from all of them', async () => {
    const shared = await client();
    const [one, two] = ['one', 'two'].map(
      (sessionId) => new RecollectSession({ client: shared, userId: 'ada', sessionId }),
    );
    await one?.addItems([said('user', 'I have a heron called Bode')]);
    await two?.addItems([said('user', 'What a day')]);
    await two?.clearSession();
    assert.equal((await one?.getItems())?.length, 1);
    const { results } = await shared.memory.retrieve({ user_id: 'ada', q: 'heron called Bode' });
    assert.equal(results[0]?.content, 'I have a heron called Bode');
  });

  it('keeps tool calls and items too long for metadata unchanged', async () => {
    const session = new RecollectSession({ client: await client(), userId: 'ada' });
    const items: AgentInputItem[] = [
      { type: 'function_call', callId: 'c1', name: 'look_up', arguments: '{"x":1}', status: 'completed' },
      {
        type: 'function_call_result',
        callId: 'c1',
        name: 'look_up',
        status: 'completed',
        output: { type: 'text', text: 'y'.repeat(60_000) },
      },
    ];
    await session.addItems(items);
    assert.deepEqual(await session.getItems(), items);
  });

  it('keeps items that later ones contradict or a summary replaces, and returns nothing but items', async () => {
    const shared = await client();
    const session = new RecollectSession({ client: shared, userId: 'ada', sessionId: 's' });
    const scope = { user_id: 'ada', agent_id: 'session:s' };
    const items = [
      said('user', 'Ada lives in Rome'),
      said('user', 'On a long hike with friends in the Swiss Alps Ann saw 3 eagles.'),
      said('user', 'On a long hike with friends in the Swiss Alps Ann met Bob.'),
      said('user', 'On a long hike with friends in the Swiss Alps Ann lost her map.'),
    ];
    await session.addItems(items);
    const content = 'Ada no longer lives in Rome';
    const { conflicts } = await shared.memory.store({ ...scope, content, detect_conflicts: true });
    assert.equal(conflicts.length, 1);
    await shared.memory.store({ ...scope, content: 'Not an item of the session', kind: 'episodic' });
    const { compressed_memory_ids } = await shared.memory.compress({ ...scope, keep: 0 });
    assert.notDeepEqual(compressed_memory_ids, []);
    assert.deepEqual(await session.getItems(), items);
    assert.deepEqual(await session.popItem(), items.at(-1));
    assert.deepEqual(await session.getItems(), items.slice(0, -1));
  });

  it('pops the item before it if another session object pops the newest at the same time', async () => {
    let other: RecollectSession | undefined;
    const late = async (url: unknown, init: RequestInit = {}) => {
      const first = init.method === 'DELETE' ? other : undefined;
      if (first) other = undefined;
      await first?.popItem();
      return fetch(String(url), init);
    };
    const both = await client({ fetch: late as typeof fetch });
    const session = new RecollectSession({ client: both, userId: 'ada' });
    const items = [said('user', 'one'), said('assistant', 'two')];
    await session.addItems(items);
    other = new RecollectSession({ client: both, userId: 'ada', sessionId: await session.getSessionId() });
    assert.deepEqual(await session.popItem(), items[0]);
    assert.deepEqual(await session.getItems(), []);
  });

  it('pops an item although the response to its deletion is lost', async () => {
    const lost: string[] = [];
    const losing = async (url: unknown, init: RequestInit = {}) => {
      const response = await fetch(String(url), init);
      if (init.method !== 'DELETE' || lost.push(String(url)) > 1) return response;
      throw new TypeError('fetch failed');
    };
    const session = new RecollectSession({ client: await client({ fetch: losing as typeof fetch }), userId: 'ada' });
    const items = [said('user', 'one'), said('assistant', 'two')];
    await session.addItems(items);
    assert.deepEqual(await session.popItem(), items[1]);
    assert.equal(lost.length, 2);
    assert.deepEqual(await session.getItems(), items.slice(0, 1));
  });

  it('says why an item cannot be stored', async () => {
    const session = new RecollectSession({ client: await client(), userId: 'x'.repeat(300) });
    await assert.rejects(session.addItems([said('user', 'hello')]), /user_id/);
  });

  it('holds the history of the real runner', async () => {
    const inputs: unknown[] = [];
    const model: Model = {
      getResponse: async ({ input }) => {
        inputs.push(input);
        const text = `answer ${inputs.length}`;
        return {
          usage: { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 } as never,
          output: [
            { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] },
          ],
        };
      },
      getStreamedResponse: () => {
        throw new Error('not used');
      },
    };
    const session = new RecollectSession({ client: await client(), userId: 'ada', sessionId: 'run' });
    const agent = new Agent({ name: 'test', model });
    const runner = new Runner({ tracingDisabled: true });
    await runner.run(agent, 'My heron is called Bode', { session });
    await runner.run(agent, 'What is it called?', { session });
    assert.match(JSON.stringify(inputs[1]), /heron is called Bode.*answer 1.*What is it called/);
    assert.equal((await session.getItems()).length, 4);
  });
});
