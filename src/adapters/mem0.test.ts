import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withService } from './adapters.test.kit.js';
import { VerbatimClient } from './mem0/mem0.test.kit.js';
import Default, { Feedback, MemoryClient } from './mem0.js';

describe("the calls of mem0's client", () => {
  const { client } = withService();
  const open = async () => new VerbatimClient({ client: await client() });

  it('add, search, get, change, show the history of and delete memories', async () => {
    const memory = await open();
    const messages = [
      { role: 'system', content: 'You are kind' },
      { role: 'user', content: 'I have a heron called Bode' },
      { role: 'assistant', content: 'What a fine bird' },
    ];
    const added = await memory.add(messages, { userId: 'ada', runId: 'r1', metadata: { source: 'chat' } });
    assert.deepEqual(
      added.map(({ event, memory: text }) => [event, text]),
      [
        ['ADD', 'I have a heron called Bode'],
        ['ADD', 'What a fine bird'],
      ],
    );
    const again = await memory.add('I have a heron called Bode', { user_id: 'ada' });
    assert.deepEqual(
      again.map(({ event, id }) => [event, id]),
      [['NOOP', added[0]?.id]],
    );
    // A message that does not fit into a URL is searched by its beginning.
    const { results } = await memory.search(`heron called Bode ${'鷺'.repeat(40_000)}`, { userId: 'ada', topK: 1 });
    assert.equal(results[0]?.id, added[0]?.id);
    assert.ok((results[0]?.score ?? 0) > 0);
    assert.equal(results[0]?.runId, 'r1');
    const id = added[0]?.id ?? '';
    assert.deepEqual((await memory.get(id)).metadata, { source: 'chat', role: 'user' });
    const [changed] = await memory.update(id, { text: 'I have a heron called Ada' });
    assert.deepEqual([changed?.memory, changed?.event], ['I have a heron called Ada', 'UPDATE']);
    const history = await memory.history(id);
    assert.deepEqual(history.map(({ oldMemory, newMemory }) => [oldMemory, newMemory]).at(-1), [
      'I have a heron called Bode',
      'I have a heron called Ada',
    ]);
    await memory.delete(id);
    await assert.rejects(memory.get(id));
  });

  it('list, filter and delete by user, agent and run', async () => {
    const memory = await open();
    await memory.add('One of Ada', { userId: 'ada', agentId: 'a' });
    await memory.add('Two of Ada', { userId: 'ada', agentId: 'b', runId: 'r' });
    await memory.add('One of Bob', { userId: 'bob' });
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 2);
    assert.equal((await memory.getAll({ filters: { user_id: 'ada', agent_id: 'a' } })).count, 1);
    const page = await memory.getAll({ userId: 'ada', page: 1, pageSize: 1 });
    assert.deepEqual([page.results.length, page.next, page.previous], [1, '2', null]);
    assert.deepEqual(
      (await memory.search('of Ada', { filters: { user_id: 'ada', run_id: 'r' } })).results.map((one) => one.memory),
      ['Two of Ada'],
    );
    await memory.deleteAll({ userId: 'ada', runId: 'r' });
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 1);
    await memory.deleteAll({ userId: 'ada' });
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 0);
    assert.equal((await memory.getAll({ userId: 'bob' })).count, 1);
    await assert.rejects(memory.add('x', {}), /userId/);
  });

  it('keep memories of an agent or a run alone', async () => {
    const memory = await open();
    const [ofAgent] = await memory.add('The guide speaks softly', { agentId: 'guide' });
    const [ofRun] = await memory.add('The run is about herons', { run_id: 'r' });
    assert.deepEqual([ofAgent?.userId, ofAgent?.agentId, ofRun?.userId, ofRun?.agentId], [null, 'guide', null, null]);
    const found = await memory.search('How does the guide speak?', { agentId: 'guide' });
    assert.deepEqual(
      found.results.map(({ id }) => id),
      [ofAgent?.id],
    );
    assert.deepEqual(
      (await memory.search('herons', { filters: { runId: 'r' } })).results.map(({ id }) => id),
      [ofRun?.id],
    );
    await memory.deleteAll({ agentId: 'guide' });
    assert.equal((await memory.getAll({ agentId: 'guide' })).count, 0);
    assert.equal((await memory.getAll({ runId: 'r' })).count, 1);
  });

  it('list who has memories, and delete users, agents, apps and runs', async () => {
    const memory = await open();
    await memory.add('One of Ada', { userId: 'ada', agentId: 'a', runId: 'r' });
    await memory.add('Two of Ada', { userId: 'ada', appId: 'mail' });
    await memory.add('One of Bob', { userId: 'bob', agentId: 'a' });
    await memory.add('One of nobody', { agentId: 'b' });
    const named = async () =>
      (await memory.users()).results.map(({ type, name, totalMemories }) => `${type} ${name} ${totalMemories}`);
    assert.deepEqual(await named(), ['agent a 2', 'user ada 2', 'agent b 1', 'user bob 1', 'app mail 1', 'run r 1']);
    const page = await memory.users({ page: 2, pageSize: 4 });
    assert.deepEqual([page.count, page.results.length, page.next, page.previous], [6, 2, null, '1']);
    assert.equal((await memory.deleteUsers({ agentId: 'a' })).message, 'Entity deleted successfully.');
    assert.deepEqual(await named(), ['user ada 1', 'agent b 1', 'app mail 1']);
    await memory.deleteUser({ entity_id: 'b', entity_type: 'agent' });
    await assert.rejects(memory.deleteUser({ entityId: 'b', entityType: 'team' }), /entityType must be user, agent/);
    await assert.rejects(memory.deleteUsers({ userId: 'ada', appId: 'mail' }), /give one of .* not userId and appId/);
    await assert.rejects(memory.deleteUsers({ userId: ' ' }), /userId must be a non-empty string/);
    assert.deepEqual(await named(), ['user ada 1', 'app mail 1']);
    await memory.deleteUser('ada');
    assert.deepEqual(await named(), []);
    await memory.add('One of Ada', { userId: 'ada' });
    await memory.add('One of a run', { runId: 'r' });
    await memory.deleteUsers();
    assert.deepEqual(await named(), []);
  });

  it('delete what an app has of a user, superseded or not, and nothing else', async () => {
    const recollect = await client();
    const memory = new VerbatimClient({ client: recollect });
    await memory.add('Ada lives in Rome', { userId: 'ada', appId: 'mail' });
    const content = 'Ada no longer lives in Rome';
    await recollect.memory.store({ user_id: 'ada', content, metadata: { app_id: 'mail' }, detect_conflicts: true });
    await memory.add('By mail', { userId: 'ada', appId: 'mail' });
    await memory.add('By hand', { userId: 'ada' });
    await memory.deleteAll({ userId: 'ada', appId: 'mail' });
    assert.deepEqual(
      (await memory.getAll({ userId: 'ada' })).results.map((one) => one.memory),
      ['By hand'],
    );
    assert.equal((await recollect.memory.list({ user_id: 'ada', include_superseded: true })).count, 1);
    await assert.rejects(memory.deleteAll({}), /give userId/);
    await assert.rejects(memory.deleteAll({ userId: '' }), /userId must be a non-empty string/);
  });

  it('update and delete in batches, and name the ids that do not exist', async () => {
    const memory = await open();
    const ids: string[] = [];
    for (const text of ['One', 'Two', 'Three']) ids.push((await memory.add(text, { userId: 'ada' }))[0]?.id ?? '');
    const [one = '', two = '', three = ''] = ids;
    const done = await memory.batchUpdate([
      { memoryId: one, text: 'Un' },
      { memory_id: two, text: 'Deux' },
    ]);
    assert.match(done.message, /updated 2/);
    assert.equal((await memory.get(two)).memory, 'Deux');
    await assert.rejects(memory.batchUpdate([{ memoryId: 'mem_none', text: 'x' }]), /1 of 1 failed: mem_none/);
    await assert.rejects(memory.batchUpdate([{ text: 'x' }]), /memories\[0\]\.memoryId must be a non-empty string/);
    await assert.rejects(memory.batchUpdate([]), /memories must be a list of 1 to 1000/);
    await assert.rejects(memory.batchDelete(['mem_none', one]), /1 of 2 failed: mem_none/);
    await memory.batchDelete([{ memory_id: two }]);
    assert.deepEqual(
      (await memory.getAll({ userId: 'ada' })).results.map(({ id }) => id),
      [three],
    );
  });

  it('record feedback with its reason', async () => {
    const recollect = await client();
    const memory = new VerbatimClient({ client: recollect });
    const [{ id } = { id: '' }] = await memory.add('Herons fish at dawn', { userId: 'ada' });
    const score = async () => (await recollect.memory.get({ id })).outcome_score;
    await memory.feedback({ memory_id: id, feedback: Feedback.POSITIVE });
    assert.ok((await score()) > 0.5);
    await memory.feedback({ memoryId: id, feedback: 'VERY_NEGATIVE', feedbackReason: 'They sleep then' });
    assert.ok((await score()) < 0.5);
    const { metadata } = await memory.get(id);
    assert.deepEqual([metadata.feedback, metadata.feedback_reason], ['VERY_NEGATIVE', 'They sleep then']);
    await assert.rejects(memory.feedback({ memoryId: id, feedback: 'MEH' }), /feedback must be one of POSITIVE/);
    await assert.rejects(memory.feedback({ memoryId: id, feedback: null }), /feedback must be one of POSITIVE/);
    await assert.rejects(memory.feedback({ feedback: 'POSITIVE' }), /memoryId must be a non-empty string/);
  });

  it('respond to a ping if the key is valid', async () => {
    await (await open()).ping();
    const { url } = await client();
    await assert.rejects(new MemoryClient({ apiKey: 'rec_sk_wrong', host: url }).ping(), /key/i);
    assert.equal(Default, MemoryClient);
  });

  it('refuse by name options that they cannot honour', async () => {
    const memory = await open();
    const add = (options: object) => memory.add('It is so', { userId: 'ada', ...options });
    await assert.rejects(add({ infer: 'yes' }), /infer must be true or false, not "yes"/);
    await assert.rejects(add({ enableGraph: true }), /enableGraph = true/);
    await assert.rejects(add({ custom_instructions: 'Be brief' }), /custom_instructions = "Be brief"/);
    await assert.rejects(
      add({ usrId: 'ada' }),
      /usrId = "ada" cannot be honoured: supported options are userId, agentId/,
    );
    await assert.rejects(add({ metadata: 'x' }), /metadata must be an object/);
    await assert.rejects(add({ categories: 'x' }), /categories must be a list of strings/);
    await assert.rejects(add({ categories: ['x'.repeat(65)] }), /categories may have at most 64 characters, not 65/);
    await assert.rejects(add({ metadata: { run_id: 'r' } }), /metadata must not contain run_id: use the option runId/);
    await assert.rejects(add({ userId: 'mem0/agent/a' }), /userId must not begin/);
    await assert.rejects(add({ agentId: 'default' }), /agentId must not be "default"/);
    const search = (options: object) => memory.search('What?', { userId: 'ada', ...options });
    await assert.rejects(search({ fields: ['id'] }), /search: fields/);
    await assert.rejects(search({ outputFormat: 'v1.0' }), /outputFormat/);
    await assert.rejects(search({ topK: 101 }), /topK must be a whole number from 1 to 100/);
    await assert.rejects(search({ threshold: '0.5' }), /threshold must be a number from 0 to 1/);
    await assert.rejects(memory.getAll({ userId: 'ada', page: 0 }), /page must be a whole number/);
    await assert.rejects(memory.update('mem_x', {}), /update: give at least one of text, metadata/);
    assert.throws(() => new MemoryClient({ apiKey: 'k', organizationId: 'o' } as never), /organizationId = "o"/);
    assert.throws(() => new MemoryClient({ apiKey: '' }), /apiKey must be a non-empty string/);
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 0);
    // Options that hold anyway, and options that are not set, are accepted.
    const moot = { infer: false, enable_graph: false, asyncMode: true, output_format: 'v1.1', version: 'v2' };
    assert.equal((await add({ ...moot, orgId: null, projectId: undefined })).length, 1);
  });

  it('leave out messages without text: calls of tools, an empty system prompt', async () => {
    const memory = await open();
    const tool_calls = [{ id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{}' } }];
    const messages = [
      { role: 'system', content: '' },
      { role: 'user', content: 'I keep herons' },
      { role: 'assistant', content: null, tool_calls },
      { role: 'assistant', tool_calls },
      { role: 'tool', content: ' ' },
      { role: 'assistant', content: [], tool_calls },
      { role: 'assistant', content: [{ type: 'text', text: '' }], tool_calls },
    ];
    const added = await memory.add(messages, { userId: 'ada', infer: false });
    assert.deepEqual(
      added.map((one) => one.memory),
      ['I keep herons'],
    );
    assert.deepEqual(await memory.add(messages.slice(2), { userId: 'ada' }), []);
  });

  it('refuse messages that are not text', async () => {
    const memory = await open();
    const add = (messages: unknown) => memory.add(messages as string, { userId: 'ada' });
    const picture = { type: 'image_url', image_url: { url: 'https://example.org/heron.png' } };
    await assert.rejects(add([]), /messages must not be empty/);
    await assert.rejects(add(''), /messages must be a non-empty string/);
    await assert.rejects(add([{ content: 'Hello' }]), /messages\[0\]\.role/);
    await assert.rejects(add([{ role: 'user' }]), /messages\[0\]\.content must be a non-empty string/);
    await assert.rejects(
      add([{ role: 'user', content: picture }]),
      /messages\[0\]\.content must be a non-empty string/,
    );
    assert.equal((await memory.getAll({ userId: 'ada' })).count, 0);
    const parts = [
      { type: 'text', text: 'Herons' },
      { type: 'text', text: 'fish' },
    ];
    const [added] = await memory.add([{ role: 'user', name: 'Ada', content: parts }], { userId: 'ada' });
    assert.deepEqual([added?.memory, added?.metadata], ['Herons\nfish', { role: 'user', name: 'Ada' }]);
  });
});
