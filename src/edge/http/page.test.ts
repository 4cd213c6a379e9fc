import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startServer } from './server.test.kit.js';

describe('pages', async () => {
  const { url } = await startServer({
    pages: [
      {
        method: 'GET',
        path: '/docs',
        contentType: 'text/html; charset=utf-8',
        handler: () => ({ body: '<p>ü', headers: { 'Cache-Control': 'max-age=60' } }),
      },
      {
        method: 'GET',
        path: '/pages/{name}',
        contentType: 'text/plain',
        handler: async ({ params, query }) => ({ status: 201, body: `${params.name} ${query.get('a')}` }),
      },
      {
        method: 'GET',
        path: '/bad',
        contentType: 'text/plain',
        handler: () => {
          throw new Error('x');
        },
      },
    ],
  });

  test('are served beside the operations with their own headers', async () => {
    const docs = await fetch(`${url}/docs/`);
    assert.equal(await docs.text(), '<p>ü');
    assert.equal(docs.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(docs.headers.get('cache-control'), 'max-age=60');
    assert.equal(docs.headers.get('content-length'), '5');
    const page = await fetch(`${url}/pages/x?a=1`);
    assert.deepEqual([page.status, await page.text()], [201, 'x 1']);
  });

  test('return 500 if they fail', async () => {
    const bad = await fetch(`${url}/bad`);
    assert.equal(bad.status, 500);
    assert.equal(((await bad.json()) as { error: { code: string } }).error.code, 'internal');
  });

  test('are served even if the observer of responses fails', async () => {
    const handler = () => ({ body: 'x' });
    const watched = await startServer({
      pages: [{ method: 'GET', path: '/x', contentType: 'text/plain', handler }],
      observe: () => {
        throw new Error('no');
      },
    });
    assert.equal(await (await fetch(`${watched.url}/x`)).text(), 'x');
  });
});
