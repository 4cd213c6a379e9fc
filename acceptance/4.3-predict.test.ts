import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectError, expectStatus } from './expect.js';
import { expectMemory, type MemoryRecord, memoryOf } from './memory.js';
import { call, mintKey, needsEmbedder, newScope, type QueryValue } from './support.js';

const { key } = await mintKey();
const mine = memoryOf(key);
const strangersKey = (await mintKey()).key;

interface Prediction {
  strategy: string;
  predicted: (MemoryRecord & { probability: number; because: string })[];
}
const tryPredict = (query: Record<string, QueryValue>, as = key) =>
  call<Prediction>('GET', '/memory/predict', { key: as, query });
const predict = async (query: Record<string, QueryValue>, as = key): Promise<Prediction> => {
  const response = await tryPredict(query, as);
  expectStatus(response, 200);
  for (const { probability, because } of response.body.predicted) {
    assert.ok(probability >= 0 && probability <= 1, `${probability} is a probability`);
    assert.ok(because.length > 0, 'there is a reason');
  }
  const order = response.body.predicted.map(({ probability }) => probability);
  assert.deepEqual(
    order,
    [...order].sort((a, b) => b - a),
    'likeliest first',
  );
  return response.body;
};

describe('GET /memory/predict', () => {
  test('without history ranks by importance and recency, and reports that strategy', async () => {
    const scope = newScope();
    assert.deepEqual((await predict({ user_id: scope.user_id })).predicted, []);
    await mine.store({ ...scope, content: 'The window seat is fine.', importance: 1 });
    const dear = await mine.store({ ...scope, content: 'Ann is allergic to penicillin.', importance: 10 });
    const found = await predict({ user_id: scope.user_id });
    assert.equal(found.strategy, 'importance_and_recency');
    assert.equal(found.predicted[0]?.id, dear.id);
    for (const memory of found.predicted) expectMemory(memory, scope);
  });

  test('learns from what was retrieved', needsEmbedder, async () => {
    const scope = newScope();
    const bees = await mine.store({ ...scope, content: 'Ann keeps bees behind the house.', importance: 1 });
    for (const content of [
      'The tax return is due in May.',
      'Ben repairs old bicycles.',
      'The cat sleeps on the piano.',
    ])
      await mine.store({ ...scope, content, importance: 9 });
    const query = { user_id: scope.user_id, q: 'Who keeps bees behind the house?', limit: 1 };
    for (let i = 0; i < 4; i++) expectStatus(await call('GET', '/memory/retrieve', { key, query }), 200);
    const found = await predict({ user_id: scope.user_id, limit: 2 });
    assert.equal(found.strategy, 'history');
    assert.equal(found.predicted.length, 2);
    assert.equal(found.predicted[0]?.id, bees.id);
    assert.deepEqual((await predict({ user_id: scope.user_id }, strangersKey)).predicted, []);
    expectStatus(await call('DELETE', '/memory/forget', { key, query: { id: bees.id } }), 200);
    const left = await predict({ user_id: scope.user_id });
    assert.ok(!left.predicted.some(({ id }) => id === bees.id));
  });

  test('takes a given context into account', needsEmbedder, async () => {
    const scope = newScope();
    const boat = await mine.store({ ...scope, content: 'The sailing boat lies in the harbour of Porto.' });
    await mine.store({ ...scope, content: 'Taxes are paid in May.' });
    const found = await predict({ user_id: scope.user_id, context: 'Where is the sailing boat?' });
    assert.equal(found.strategy, 'context');
    assert.equal(found.predicted[0]?.id, boat.id);
  });

  test('refuses missing and out-of-range parameters', async () => {
    expectError(await tryPredict({}), 400, 'invalid_request', 'user_id');
    const { user_id } = newScope();
    for (const [field, value] of [
      ['limit', 0],
      ['limit', 21],
      ['limit', 'many'],
    ] as const) {
      expectError(await tryPredict({ user_id, [field]: value }), 400, 'invalid_request', field);
    }
    const writer = (await mintKey({ scopes: ['write'] })).key;
    expectError(await tryPredict({ user_id }, writer), 403, 'missing_scope');
    expectError(await call('GET', '/memory/predict', { query: { user_id } }), 401);
  });
});
