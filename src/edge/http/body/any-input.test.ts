import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { startServer } from '../server.test.kit.js';

const thing = { user_id: 'u', content: 'c' };

describe('an operation, whatever its input', async () => {
  const { call } = await startServer();

  test('never returns 500 for a JSON body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.jsonValue().map((value) => JSON.stringify({ ...thing, metadata: value, tags: value })),
        ),
        async (body) => {
          const { status } = await call('POST', '/things', { key: 'rw', body });
          assert.ok(status === 201 || status === 400, `${status} for ${body}`);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('never returns 500 for a field of any type', async () => {
    const field = fc.constantFrom('user_id', 'content', 'kind', 'importance', 'tags', 'metadata');
    await fc.assert(
      fc.asyncProperty(field, fc.jsonValue({ maxDepth: 3 }), async (name, value) => {
        const { status } = await call('POST', '/things', { key: 'rw', json: { ...thing, [name]: value } });
        assert.ok(status === 201 || status === 400);
      }),
      { numRuns: 200 },
    );
  });
});
