import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { expectError, expectStatus } from './expect.js';
import { CATEGORIES, contentsOf, expectMemory, type MemoryRecord, memoryOf, type RankedMemory } from './memory.js';
import {
  eventually,
  type Json,
  mintKey,
  needsEmbedder,
  needsNoEmbedder,
  newScope,
  type QueryValue,
  serviceReaches,
  unique,
} from './support.js';

const mine = memoryOf((await mintKey()).key);

const descending = (values: number[]) =>
  assert.deepEqual(
    values,
    [...values].sort((a, b) => b - a),
  );
const scoreOf = (memory: RankedMemory | undefined): number => {
  assert.equal(typeof memory?.score, 'number', 'the memory has a score');
  return memory?.score as number;
};
const finalOf = (memory: RankedMemory | undefined): number => {
  assert.equal(typeof memory?.final_score, 'number', 'the memory has a final_score');
  return memory?.final_score as number;
};

const EVERYDAY = [
  'The recycling is collected on alternate Thursdays.',
  'Nora is learning to play the cello.',
  'The printer on the third floor jams with thick paper.',
  'Our train to Hamburg leaves from platform nine.',
  'The garden tap is turned off from November to March.',
  'Pavel finished the half marathon in under two hours.',
  'The database backup runs every night at two.',
  'Grandma keeps her recipes in a blue tin box.',
  'The museum is free on the first Sunday of the month.',
  'Yusuf prefers aisle seats on long flights.',
  'The car insurance has to be renewed in October.',
  'Lena painted the hallway a pale yellow.',
  'The neighbours have a parrot that imitates telephones.',
  'Invoices above five thousand euros need two signatures.',
  'The swimming pool closes early on public holidays.',
  'Marco collects stamps from countries that no longer exist.',
  'The heating engineer comes every September.',
  'The book club reads a novel from Japan this month.',
  'A spare house key hangs behind the calendar.',
  'The new projector needs an HDMI adapter.',
];

describe('GET /memory/retrieve', () => {
  const scope = newScope();
  before(async () => {
    await mine.batch(EVERYDAY.map((content) => ({ ...scope, content })));
  });

  test('the response echoes the query and lists full records', async () => {
    const query = { q: 'When is the recycling collected?', user_id: scope.user_id };
    const found = await mine.retrieve(query);
    assert.equal(found.query, query.q);
    assert.equal(found.user_id, scope.user_id);
    assert.equal(found.agent_id ?? null, null);
    assert.equal(found.ranking, 'semantic');
    assert.equal(found.count, found.results.length);
    for (const memory of found.results) {
      expectMemory(memory, scope);
      assert.ok('score' in memory && 'final_score' in memory);
    }
    assert.equal((await mine.retrieve({ ...query, agent_id: scope.agent_id })).agent_id, scope.agent_id);
  });

  test('results are ordered by descending score, which is a cosine', needsEmbedder, async () => {
    const found = await mine.retrieve({ q: 'What about flights?', user_id: scope.user_id, limit: 20 });
    assert.equal(found.semantic, true);
    const scores = found.results.map(scoreOf);
    assert.equal(scores.length, 20);
    descending(scores);
    descending(found.results.map(finalOf));
    for (const score of scores) assert.ok(score >= -1.0001 && score <= 1.0001, `${score} is a cosine`);
  });

  test('the same question returns the same results', needsEmbedder, async () => {
    const query = { q: 'Who makes music?', user_id: scope.user_id, limit: 20 };
    const [one, other] = [await mine.retrieve(query), await mine.retrieve(query)];
    assert.deepEqual(
      one.results.map((memory) => [memory.id, memory.score]),
      other.results.map((memory) => [memory.id, memory.score]),
    );
  });

  for (const [question, content] of [
    ['Which musical instrument is Nora taking up?', 'Nora is learning to play the cello.'],
    ['When do they pick up the waste for recycling?', 'The recycling is collected on alternate Thursdays.'],
    ['Where can I find an extra key for the house?', 'A spare house key hangs behind the calendar.'],
    ['What kind of seat should I book for Yusuf on the plane?', 'Yusuf prefers aisle seats on long flights.'],
    ['At what time are copies of the database made?', 'The database backup runs every night at two.'],
  ] as const) {
    test(`"${question}" finds the right memory among twenty`, needsEmbedder, async () => {
      const found = await mine.retrieve({ q: question, user_id: scope.user_id });
      assert.equal(found.results[0]?.content, content);
    });
  }

  test('without an embedder the most recent come first, without a score', needsNoEmbedder, async () => {
    const found = await mine.retrieve({ q: 'Anything?', user_id: scope.user_id });
    assert.equal(found.semantic, false);
    for (const memory of found.results) assert.equal(memory.score, null);
    descending(found.results.map((memory) => memory.created_at));
  });

  test('returns ten results by default, and otherwise as many as limit says', async () => {
    const query = { q: 'What is there?', user_id: scope.user_id };
    assert.equal((await mine.retrieve(query)).results.length, 10);
    assert.equal((await mine.retrieve({ ...query, limit: 1 })).results.length, 1);
    assert.equal((await mine.retrieve({ ...query, limit: 15 })).results.length, 15);
    assert.equal((await mine.retrieve({ ...query, limit: 100 })).results.length, EVERYDAY.length);
  });

  test('a smaller limit returns the beginning of the longer list', needsEmbedder, async () => {
    const query = { q: 'What happens at night?', user_id: scope.user_id };
    const [short, long] = [await mine.retrieve({ ...query, limit: 5 }), await mine.retrieve({ ...query, limit: 20 })];
    assert.deepEqual(
      short.results.map((memory) => memory.id),
      long.results.slice(0, 5).map((memory) => memory.id),
    );
  });

  test('min_score leaves out exactly the results below it', needsEmbedder, async () => {
    const query = { q: 'What happens in autumn?', user_id: scope.user_id, limit: 20 };
    const scores = (await mine.retrieve(query)).results.map(scoreOf);
    const cut = scores.findIndex((score, i) => i >= 4 && score - (scores[i + 1] ?? score) > 1e-4) + 1;
    assert.ok(cut > 0, 'two neighbouring scores differ');
    const min_score = ((scores[cut - 1] ?? 0) + (scores[cut] ?? 0)) / 2;
    assert.equal((await mine.retrieve({ ...query, min_score })).results.length, cut);
  });

  for (const [parameter, wrong] of [
    ['limit', '0'],
    ['limit', '101'],
    ['limit', 'abc'],
    ['limit', '-1'],
    ['limit', '1.5'],
    ['min_score', 'high'],
    ['ranking', 'alphabetical'],
    ['kind', 'imaginary'],
    ['outcome', 'maybe'],
    ['category', 'nonsense'],
    ['min_importance', '11'],
    ['min_importance', '-1'],
    ['min_importance', 'much'],
    ['created_after', 'yesterday'],
    ['created_before', 'yesterday'],
    ['as_of', 'then'],
    ['include_expired', 'perhaps'],
    ['include_superseded', 'perhaps'],
  ] as const) {
    test(`${parameter}=${wrong} is refused and names ${parameter}`, async () => {
      const response = await mine.tryRetrieve({ q: 'What?', user_id: scope.user_id, [parameter]: wrong });
      expectError(response, 400, 'invalid_request', parameter);
    });
  }

  test('q and user_id are required', async () => {
    expectError(await mine.tryRetrieve({ user_id: scope.user_id }), 400, 'invalid_request', 'q');
    expectError(await mine.tryRetrieve({ q: '', user_id: scope.user_id }), 400, 'invalid_request', 'q');
    expectError(await mine.tryRetrieve({ q: 'What?' }), 400, 'invalid_request', 'user_id');
  });

  test('a user without memories gets an empty list', async () => {
    const found = await mine.retrieve({ q: 'What is there?', user_id: unique('nobody') });
    assert.deepEqual([found.count, found.results], [0, []]);
  });

  test('a retrieved memory counts its retrievals', async () => {
    const own = newScope();
    const { id } = await mine.store({ ...own, content: 'The ferry sails at dawn.' });
    await mine.retrieve({ q: 'When does the ferry sail?', user_id: own.user_id });
    await eventually(async () => {
      const memory = await mine.get(id);
      assert.equal(memory.retrieval_count, 1);
      assert.ok((memory.last_retrieved_at ?? 0) >= memory.created_at);
    });
  });
});

describe('ranking=composite', () => {
  const scope = newScope();
  const content = 'The deployment needs a manual approval.';
  const ask = (ranking: string) =>
    mine.retrieve({ q: 'Who approves the deployment?', user_id: scope.user_id, ranking });
  before(async () => {
    for (const importance of [0, 10, 5]) await mine.store({ ...scope, content, importance, dedupe: false });
    await mine.store({ ...scope, content: 'Cats sleep most of the day.', outcome: 'failure' });
  });

  test('identical texts are ordered by importance', needsEmbedder, async () => {
    const found = await ask('composite');
    assert.equal(found.ranking, 'composite');
    const same = found.results.filter((memory) => memory.content === content);
    assert.deepEqual(
      same.map((memory) => memory.importance),
      [10, 5, 0],
    );
  });

  test(
    'final_score combines the cosine, outcome, importance and recency, and orders the list',
    needsEmbedder,
    async () => {
      const found = await ask('composite');
      descending(found.results.map(finalOf));
      for (const memory of found.results) {
        const days = (Date.now() - memory.created_at) / 86_400_000;
        const expected =
          0.5 * scoreOf(memory) + 0.25 * memory.outcome_score + 0.015 * memory.importance + 0.1 * Math.exp(-days / 30);
        const difference = Math.abs(finalOf(memory) - expected);
        assert.ok(difference < 0.005, `${memory.final_score} against ${expected}`);
      }
    },
  );

  test('score is the cosine in both rankings', needsEmbedder, async () => {
    const [semantic, composite] = [await ask('semantic'), await ask('composite')];
    for (const memory of composite.results) {
      const twin = semantic.results.find((candidate) => candidate.id === memory.id);
      assert.ok(Math.abs(scoreOf(memory) - scoreOf(twin)) < 1e-6);
    }
  });
});

describe('the filters of retrieve', () => {
  const scope = newScope();
  const seeds: Json[] = [
    {
      content: 'red',
      tags: ['warm', 'primary'],
      importance: 9,
      outcome: 'success',
      metadata: { shelf: 'top', row: 1 },
    },
    { content: 'orange', tags: ['warm'], importance: 7, outcome: 'failure', metadata: { shelf: 'top', row: 2 } },
    { content: 'blue', tags: ['cold', 'primary'], importance: 3, namespace: 'paint', metadata: { shelf: 'low' } },
    { content: 'green', tags: ['cold'], importance: 1, namespace: 'paint', kind: 'episodic' },
    {
      content: 'grey',
      kind: 'procedural',
      agent_id: unique('other-agent'),
      metadata: { 'with space': 'a&b=c', on: true },
    },
  ];
  before(async () => {
    for (const seed of seeds) await mine.store({ ...scope, ...seed });
  });
  const ALL = ['blue', 'green', 'grey', 'orange', 'red'];

  const cases: [Record<string, QueryValue>, string[]][] = [
    [{}, ALL],
    [{ agent_id: scope.agent_id }, ['blue', 'green', 'orange', 'red']],
    [{ agent_id: 'nobody' }, []],
    [{ namespace: 'paint' }, ['blue', 'green']],
    [{ namespace: 'default' }, ['grey', 'orange', 'red']],
    [{ kind: 'semantic' }, ['blue', 'orange', 'red']],
    [{ kind: 'episodic' }, ['green']],
    [{ kind: 'procedural' }, ['grey']],
    [{ kind: 'emotional' }, []],
    [{ tags: 'warm' }, ['orange', 'red']],
    [{ tags: 'warm,primary' }, ['blue', 'orange', 'red']],
    [{ tags_all: 'warm,primary' }, ['red']],
    [{ tags_all: 'cold' }, ['blue', 'green']],
    [{ tags: 'absent' }, []],
    [{ outcome: 'success' }, ['red']],
    [{ outcome: 'failure' }, ['orange']],
    [{ outcome: 'unknown' }, ['blue', 'green', 'grey']],
    [{ min_importance: 7 }, ['orange', 'red']],
    [{ min_importance: 0 }, ALL],
    [{ 'metadata.shelf': 'top' }, ['orange', 'red']],
    [{ 'metadata.shelf': 'top', 'metadata.row': '2' }, ['orange']],
    [{ 'metadata.with space': 'a&b=c' }, ['grey']],
    [{ 'metadata.on': 'true' }, ['grey']],
    [{ 'metadata.shelf': "' OR '1'='1" }, []],
    [{ 'metadata.missing': 'x' }, []],
    [{ created_after: 0 }, ALL],
    [{ created_before: 1 }, []],
    [{ created_after: '2099-01-01T00:00:00Z' }, []],
    [{ include_superseded: true }, ALL],
    [{ include_expired: true }, ALL],
    [{ namespace: 'paint', tags: 'primary', min_importance: 2 }, ['blue']],
  ];
  for (const [filter, expected] of cases) {
    test(`${JSON.stringify(filter)} leaves [${expected}]`, async () => {
      const found = await mine.retrieve({ q: 'Which colour is it?', user_id: scope.user_id, limit: 100, ...filter });
      assert.deepEqual(contentsOf(found.results), expected);
      assert.equal(found.count, expected.length);
    });
  }

  test('filters apply before the limit, not after it', async () => {
    const found = await mine.retrieve({ q: 'red', user_id: scope.user_id, limit: 1, tags: 'cold', namespace: 'paint' });
    assert.equal(found.results.length, 1);
  });

  test('category returns exactly the memories of that category', async () => {
    const { results } = await mine.retrieve({ q: 'Which colour?', user_id: scope.user_id });
    for (const category of CATEGORIES) {
      const found = await mine.retrieve({ q: 'Which colour?', user_id: scope.user_id, category });
      const expected = results.filter((memory) => memory.category === category);
      assert.deepEqual(contentsOf(found.results), contentsOf(expected));
    }
  });
});

describe('created_after and created_before', () => {
  test('split the memories at a time, given in milliseconds or as ISO 8601', async () => {
    const { user_id, agent_id } = newScope();
    const early = await mine.store({ user_id, agent_id, content: 'stored early' });
    await serviceReaches(early.created_at + 1);
    const late = await mine.store({ user_id, agent_id, content: 'stored late' });
    const between = Math.floor((early.created_at + late.created_at) / 2);
    for (const time of [between, new Date(between).toISOString()]) {
      const after = await mine.retrieve({ q: 'When?', user_id, created_after: time });
      const earlier = await mine.retrieve({ q: 'When?', user_id, created_before: time });
      assert.deepEqual(contentsOf(after.results), ['stored late']);
      assert.deepEqual(contentsOf(earlier.results), ['stored early']);
    }
  });
});

describe('the validity of a memory', () => {
  const scope = newScope();
  const contentsAt = async (filter: Record<string, QueryValue> = {}) =>
    contentsOf((await mine.retrieve({ q: 'Where does Ines work?', user_id: scope.user_id, ...filter })).results);
  before(async () => {
    const facts = [
      { content: 'Ines works in Lyon.', valid_from: '2020-01-01T00:00:00Z', valid_until: '2021-01-01T00:00:00Z' },
      { content: 'Ines works in Turin.', valid_from: Date.UTC(2021, 0, 1) },
      { content: 'Ines works on the moon.', valid_from: '2120-01-01T00:00:00Z' },
    ];
    for (const fact of facts) await mine.store({ ...scope, ...fact });
  });

  test('only memories that are valid now are found by default', async () => {
    assert.deepEqual(await contentsAt(), ['Ines works in Turin.']);
  });

  for (const [as_of, expected] of [
    ['2020-06-01T00:00:00Z', ['Ines works in Lyon.']],
    [Date.UTC(2020, 5, 1), ['Ines works in Lyon.']],
    ['2020-06-01T02:00:00+02:00', ['Ines works in Lyon.']],
    ['2020-06-01', ['Ines works in Lyon.']],
    ['2022-06-01T00:00:00Z', ['Ines works in Turin.']],
    [Date.UTC(2022, 5, 1), ['Ines works in Turin.']],
    ['2019-06-01T00:00:00Z', []],
    ['2121-01-01T00:00:00Z', ['Ines works in Turin.', 'Ines works on the moon.']],
  ] as const) {
    test(`as_of=${as_of} finds what was valid then: [${expected}]`, async () => {
      assert.deepEqual(await contentsAt({ as_of }), expected);
    });
  }
});

describe('the isolation of memories', () => {
  const scope = newScope();
  const other = newScope();
  let stored: MemoryRecord;
  before(async () => {
    stored = await mine.store({ ...scope, content: 'The secret of this scope.' });
    await mine.store({ ...scope, agent_id: other.agent_id, content: 'The secret of the other agent.' });
    await mine.store({ ...scope, user_id: other.user_id, content: 'The secret of the other user.' });
  });

  test('a user is never shown the memories of another user', async () => {
    const found = await mine.retrieve({ q: 'What is the secret?', user_id: other.user_id });
    assert.deepEqual(contentsOf(found.results), ['The secret of the other user.']);
  });

  test('agent_id returns only its own memories; without it, those of all agents of the user', async () => {
    const own = await mine.retrieve({ q: 'What is the secret?', ...scope });
    assert.deepEqual(contentsOf(own.results), ['The secret of this scope.']);
    const all = await mine.retrieve({ q: 'What is the secret?', user_id: scope.user_id });
    assert.deepEqual(contentsOf(all.results), ['The secret of the other agent.', 'The secret of this scope.']);
  });

  test('a key finds nothing of another key, whatever user and filters it names', async () => {
    const stranger = memoryOf((await mintKey()).key);
    const hidden = { include_expired: true, include_superseded: true };
    for (const extra of [{}, { agent_id: scope.agent_id }, hidden] as Record<string, QueryValue>[]) {
      const found = await stranger.retrieve({ q: 'What is the secret?', user_id: scope.user_id, ...extra });
      assert.deepEqual(found.results, []);
    }
    expectError(await stranger.tryGet(stored.id), 404, 'not_found');
  });
});

const GARDEN = [
  'Tomatoes want sun, warmth and a stake to climb.',
  'Lavender grows best in dry and sandy soil.',
  'Prune the apple tree before the buds open.',
  'Water the seedlings in the early morning.',
  'Compost needs air, leaves and a little patience.',
  'Roses are cut back after the last frost.',
  'Mulch keeps the beds moist in summer.',
  'Beans are sown when the soil is warm.',
];

describe('a long memory', needsEmbedder, () => {
  test('is found by one sentence at character 90,000', async () => {
    const scope = newScope();
    const garden = `${GARDEN.join(' ')} `.repeat(300);
    const sentence =
      'Captain Okonkwo repaired the broken periscope of the submarine under the polar ice with a kitchen spoon and a strip of sailcloth.';
    const content = `${garden.slice(0, 89_990)}.\n${sentence}\n${garden.slice(0, 4_000)}`;
    const long = await mine.store({ ...scope, content });
    // On a busy machine a text this long may be queued: then it is embedded later without further calls.
    await eventually(async () => assert.equal((await mine.get(long.id)).embedded, true), 240_000);
    const sameStart = await mine.store({ ...scope, content: content.slice(0, 4_000) });
    for (const text of ['Ships carry most of the goods of the world.', 'A spoon lies in the drawer.']) {
      await mine.store({ ...scope, content: text });
    }
    const q = 'How did Captain Okonkwo repair the periscope of the submarine under the ice?';
    const { results } = await mine.retrieve({ q, user_id: scope.user_id });
    assert.equal(results.length, 4, 'each memory once, not once per passage');
    assert.equal(results[0]?.id, long.id);
    assert.equal(results[0]?.content === content, true, 'the content is whole');
    const withoutIt = results.find((memory) => memory.id === sameStart.id);
    assert.ok(scoreOf(results[0]) > scoreOf(withoutIt) + 0.02, 'it is the sentence that was found');
  });
});

test('more than a hundred memories are cut at limit=100', async () => {
  const scope = newScope();
  const numbered = Array.from({ length: 100 }, (_, i) => ({ ...scope, content: `note ${i}` }));
  await mine.batch(numbered);
  await mine.batch([{ ...scope, content: 'note 100' }]);
  const response = await mine.tryRetrieve({ q: 'Which note?', user_id: scope.user_id, limit: 100 });
  expectStatus(response, 200);
  assert.equal(response.body.results.length, 100);
  assert.equal(new Set(response.body.results.map((memory) => memory.id)).size, 100);
});
