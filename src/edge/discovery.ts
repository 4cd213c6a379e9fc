import type { AnyOperation } from '../features/request.js';
import { VERSION } from '../version.js';
import { docsPage } from './docs/page.js';
import type { Page } from './http/page.js';
import type { Metrics } from './metrics.js';
import { openApi } from './openapi/openapi.js';

interface DiscoveryParts {
  operations: readonly AnyOperation[];
  metrics: Metrics;
  baseUrl(): string;
}

const FRESH_FOR = 'public, max-age=300';

/** The documents that tell people and programs what is here; all made of the operations' declarations. */
export function discoveryPages({ operations, metrics, baseUrl }: DiscoveryParts): Page[] {
  const options = () => ({ baseUrl: baseUrl(), version: VERSION });
  // Made at the first request and kept: they change with the release only.
  const openapi = lazily(() => JSON.stringify(openApi(operations, options())));
  const docs = lazily(() => docsPage(operations, options()));
  return [
    page('/openapi.json', 'application/json; charset=utf-8', () => ({
      body: openapi(),
      headers: { 'Cache-Control': FRESH_FOR },
    })),
    page('/docs', 'text/html; charset=utf-8', () => {
      const { html, csp } = docs();
      return { body: html, headers: { 'Content-Security-Policy': csp, 'Cache-Control': FRESH_FOR } };
    }),
    page('/', 'text/plain; charset=utf-8', () => ({
      status: 302,
      headers: { Location: '/docs' },
      body: 'The reference is at /docs\n',
    })),
    page('/metrics', 'text/plain; version=0.0.4; charset=utf-8', async () => ({ body: (await metrics.render()).body })),
  ];
}

const page = (path: string, contentType: string, handler: Page['handler']): Page => ({
  method: 'GET',
  path,
  contentType,
  handler,
});

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
