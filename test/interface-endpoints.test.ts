import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '../src/catalog.js';
import { startTestService } from './support/service.js';

/** The endpoints of section 4 of the interface document. */
const ENDPOINTS: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/signup'],
  ['POST', '/auth/keys'],
  ['GET', '/health'],
  ['POST', '/memory/store'],
  ['GET', '/memory/retrieve'],
  ['DELETE', '/memory/forget'],
  ['GET', '/usage'],
  ['POST', '/memory/batch'],
  ['GET', '/memory/context'],
  ['POST', '/memory/feedback'],
  ['GET', '/memory/stale'],
  ['POST', '/memory/verify/{id}'],
  ['GET', '/memory/stats'],
  ['GET', '/memory/conflicts'],
  ['GET', '/memory/timeline'],
  ['DELETE', '/memory/expired'],
  ['POST', '/memory/compress'],
  ['GET', '/memory/export'],
  ['POST', '/memory/import'],
  ['POST', '/memory/episodes/start'],
  ['POST', '/memory/episodes/event'],
  ['POST', '/memory/episodes/end'],
  ['GET', '/memory/episodes'],
  ['POST', '/memory/procedures'],
  ['GET', '/memory/procedures/match'],
  ['POST', '/memory/working'],
  ['GET', '/memory/working'],
  ['DELETE', '/memory/working'],
  ['POST', '/memory/emotional'],
  ['GET', '/memory/emotional/profile'],
  ['POST', '/memory/graph/link'],
  ['GET', '/memory/graph/explore'],
  ['GET', '/memory/graph/conflicts'],
  ['GET', '/memory/health'],
  ['GET', '/memory/insights'],
  ['GET', '/memory/predict'],
  ['POST', '/memory/transfer'],
  ['POST', '/memory/subscribe'],
  ['POST', '/agents/register'],
  ['GET', '/agents/{id}'],
  ['GET', '/agents/{id}/memories'],
  ['GET', '/agents/{id}/stats'],
  ['GET', '/analytics/daily'],
  ['GET', '/analytics/agents'],
  ['GET', '/analytics/patterns'],
  ['GET', '/users/{id}/memories'],
  ['DELETE', '/users/{id}/memories'],
  ['GET', '/templates'],
];

/** What the document lists that is not an operation, or that has its own protocol: checked against a running service. */
const OUTSIDE_CATALOGUE: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/docs'],
  ['POST', '/mcp'],
  ['GET', '/.well-known/agent.json'],
  ['GET', '/agent-card.json'],
  ['GET', '/capabilities.json'],
];

describe('the interface document', () => {
  const listed = new Set(operations.map(({ method, path }) => `${method} ${path}`));

  for (const [method, path] of ENDPOINTS) {
    test(`${method} ${path} is an operation`, () => {
      assert.ok(listed.has(`${method} ${path}`), 'it is missing from the catalogue');
    });
  }

  test('no operation is listed twice', () => {
    assert.equal(listed.size, operations.length);
    assert.equal(new Set(operations.map(({ id }) => id)).size, operations.length);
  });

  for (const [method, path] of OUTSIDE_CATALOGUE) {
    test(`${method} ${path} is served`, async () => {
      const service = await startTestService('sqlite', { background: false });
      try {
        const { status } = await service.call(method, path, method === 'POST' ? { body: {} } : {});
        assert.ok(status !== 404 && status !== 405 && status < 500, `it returned ${status}`);
      } finally {
        await service.stop();
        await service.place.remove();
      }
    });
  }
});
