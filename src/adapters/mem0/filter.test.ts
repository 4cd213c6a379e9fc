import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { withService } from '../adapters.test.kit.js';
import { MemoryClient } from '../mem0.js';

/** Each filter, and the memories that pass it, by their first letters. */
const FILTERS: [filter: Record<string, unknown>, letters: string][] = [
  [{ user_id: 'ada' }, 'ABC'],
  [{ userId: 'ada' }, 'ABC'],
  [{ user_id: { eq: 'ada' } }, 'ABC'],
  [{ user_id: 'ada', agent_id: 'guide' }, 'B'],
  [{ AND: [{ userId: 'ada' }, { agentId: 'guide' }] }, 'B'],
  [{ AND: { userId: 'ada', runId: 'r1' } }, 'A'],
  [{ OR: [{ user_id: 'bob' }, { run_id: 'r1' }] }, 'AD'],
  [{ OR: [{ user_id: 'ada' }, { user_id: 'bob' }], run_id: '*' }, 'AD'],
  [{ user_id: { in: ['ada', 'bob'] } }, 'ABCD'],
  [{ user_id: ['bob', 'nobody'] }, 'D'],
  [{ user_id: '*' }, 'ABCD'],
  [{ agent_id: 'guide' }, 'BE'],
  [{ agent_id: 'guide', NOT: { user_id: '*' } }, 'E'],
  [{ user_id: 'ada', agent_id: { ne: 'guide' } }, 'AC'],
  [{ app_id: 'mail' }, 'C'],
  [{ AND: [{ user_id: 'ada' }, { user_id: 'bob' }] }, ''],
  [{ user_id: 'ada', source: 'chat' }, 'A'],
  [{ user_id: 'ada', metadata: { source: 'chat' } }, 'A'],
  [{ user_id: 'ada', metadata: { deep: { x: [1, 2] } } }, 'C'],
  [{ user_id: 'ada', metadata: { level: { gte: 2 } } }, 'BC'],
  [{ user_id: 'ada', level: { gt: 2 } }, 'C'],
  [{ user_id: 'ada', level: { gte: 1, lt: 3 } }, 'AB'],
  [{ user_id: 'ada', level: { lte: 1 } }, 'A'],
  [{ user_id: 'ada', level: 2 }, 'B'],
  [{ user_id: 'ada', level: { in: [1, 3] } }, 'AC'],
  [{ user_id: 'ada', level: { nin: [1, 3] } }, 'B'],
  [{ user_id: 'ada', source: { ne: 'chat' } }, 'BC'],
  [{ user_id: 'ada', source: { icontains: 'CHA' } }, 'A'],
  [{ user_id: 'ada', source: '*' }, 'AC'],
  [{ user_id: 'ada', constructor: 'x' }, ''],
  [{ user_id: 'ada', NOT: [{ level: 1 }, { level: 3 }] }, 'B'],
  [{ user_id: 'ada', AND: [{ OR: [{ level: 1 }, { level: 2 }] }, { NOT: { source: 'chat' } }] }, 'B'],
  [{ user_id: '*', categories: { in: ['birds', 'boats'] } }, 'ABD'],
  [{ user_id: 'ada', categories: { contains: 'bir' } }, 'AB'],
  [{ user_id: 'ada', categories: 'boats' }, 'B'],
  [{ user_id: 'ada', NOT: { categories: { in: ['boats'] } } }, 'AC'],
  [{ user_id: 'ada', keywords: { contains: 'heron' } }, 'A'],
  [{ user_id: 'ada', keywords: { icontains: 'HERON' } }, 'A'],
  [{ user_id: '*', created_at: { lt: '2021-01-01' } }, 'A'],
  [{ user_id: '*', createdAt: { gte: '2020-05-01T00:00:00Z', lte: '2022-05-01' } }, 'AB'],
  [{ user_id: '*', timestamp: { gt: 1_600_000_000 } }, 'BCD'],
];
const REFUSED: [filter: unknown, message: RegExp][] = [
  [{ user_id: { between: ['a', 'b'] } }, /user_id has the unknown operator "between"; supported: eq, ne, in/],
  [{ user_id: { in: 'ada' } }, /in of user_id takes a list/],
  [{ user_id: 'ada', created_at: { gte: 'yesterday' } }, /created_at must be a date/],
  [{ OR: [] }, /OR takes a non-empty list of conditions/],
  [{ AND: ['ada'] }, /filters must be an object/],
  [['ada'], /filters must be an object/],
  [{ user_id: 'ada', metadata: 'chat' }, /metadata must be an object/],
];

for (const infer of [true, false])
  describe(`filters of mem0's client, ${infer ? 'on statements' : 'on verbatim messages'}`, () => {
    const { client } = withService();
    let memory: MemoryClient;
    before(async () => {
      memory = new MemoryClient({ client: await client() });
      const birds = { categories: ['birds'], infer };
      await memory.add('A heron stands there', {
        userId: 'ada',
        runId: 'r1',
        timestamp: 1_590_000_000,
        ...birds,
        metadata: { source: 'chat', level: 1 },
      });
      await memory.add('Boats lie there', {
        userId: 'ada',
        agentId: 'guide',
        timestamp: '2022-04-30',
        categories: ['birds', 'boats'],
        metadata: { level: 2 },
        infer,
      });
      await memory.add('Canoes lie there', {
        userId: 'ada',
        appId: 'mail',
        metadata: { source: 'mail', level: 3, deep: { x: [1, 2] } },
        infer,
      });
      await memory.add('Down there is Bob', { userId: 'bob', runId: 'r2', categories: ['boats'], infer });
      await memory.add('Everybody is greeted', { agentId: 'guide', infer });
      await memory.add('For one run alone', { runId: 'r3', infer });
    });

    it('are honoured by lists and by searches', async () => {
      const lettersOf = (results: { memory: string }[]) =>
        results
          .map((one) => one.memory.charAt(0))
          .sort()
          .join('');
      // A statement is as old as the message.
      const updated = [{ user_id: 'ada', updated_at: { gte: '2024-01-01' } }, infer ? 'C' : 'ABC'] as const;
      for (const [filters, letters] of [...FILTERS, updated]) {
        assert.equal(lettersOf((await memory.getAll({ filters })).results), letters, JSON.stringify(filters));
        const { results } = await memory.search('What lies there?', { filters });
        assert.equal(lettersOf(results), letters, `search: ${JSON.stringify(filters)}`);
      }
    });

    it('are refused with the reason', async () => {
      for (const [filters, message] of REFUSED) {
        await assert.rejects(memory.getAll({ filters: filters as Record<string, unknown> }), message);
        await assert.rejects(memory.search('What?', { filters: filters as Record<string, unknown> }), message);
      }
      await assert.rejects(memory.getAll(), /give userId, agentId, appId or runId, or filters/);
      await assert.rejects(memory.search('What?', { filters: {} }), /give userId/);
      await assert.rejects(memory.getAll({ userId: '' }), /userId must be a non-empty string/);
    });

    it('that name no user search the memories of at most 50 users', async () => {
      const recollect = await client();
      const many = new MemoryClient({ client: recollect });
      const fill = (from: number, to: number) => {
        const users = Array.from({ length: to - from }, (_, n) => `u${from + n}`);
        return recollect.memory.batch({
          memories: users.map((user_id) => ({ user_id, content: `A note of ${user_id}` })),
        });
      };
      const filters = { user_id: '*' };
      await fill(0, 8);
      assert.equal((await many.search('note', { filters, topK: 5 })).results.length, 5);
      assert.equal((await many.search('note of u7', { filters })).results[0]?.memory, 'A note of u7');
      await fill(8, 51);
      assert.equal((await many.getAll({ filters })).count, 51);
      await assert.rejects(many.search('note', { filters }), /more than 50 users: name one/);
    });

    it('of dates, categories and metadata can be given as options', async () => {
      const letters = async (options: object) =>
        (await memory.getAll({ userId: 'ada', ...options })).results
          .map((one) => one.memory.charAt(0))
          .sort()
          .join('');
      assert.equal(await letters({ startDate: '2022-04-30', endDate: '2022-04-30' }), 'B');
      assert.equal(await letters({ start_date: '2022-05-01' }), 'C');
      assert.equal(await letters({ endDate: '2020-05-20' }), 'A');
      assert.equal(await letters({ categories: ['boats'] }), 'B');
      assert.equal(await letters({ metadata: { source: 'mail' } }), 'C');
      const { results } = await memory.search('there', { userId: 'ada', categories: ['boats'], topK: 3 });
      assert.deepEqual(
        results.map((one) => one.memory),
        ['Boats lie there'],
      );
    });
  });
