import { createHash } from 'node:crypto';
import type { AnyOperation } from '../../features/request.js';
import { VERSION } from '../../version.js';
import { docsPage } from '../docs/page.js';
import type { Page, PageAnswer, PageRequest } from '../http/page.js';
import type { Metrics } from '../metrics.js';
import { type DocumentOptions, openApi } from '../openapi/openapi.js';
import { agentCard } from './agent-card.js';
import { baseUrlFor } from './base-url.js';
import { capabilities } from './capabilities.js';
import { llmsText } from './llms.js';

interface DiscoveryParts {
  operations: readonly AnyOperation[];
  metrics: Metrics;
  /** What the operator says where callers reach the service. */
  configuredUrl: string | undefined;
  /** Where it listens. */
  listeningUrl(): string;
  /** Whether a proxy before us is believed. */
  proxied: boolean;
}

const FRESH_FOR = 'public, max-age=300';
const JSON_TYPE = 'application/json; charset=utf-8';
/** Stands for the base address in what is made once; no document holds it otherwise. */
const PLACE = 'http://base-address.invalid';

/** The documents that tell people and programs what is here; all made of the operations' declarations. */
export function discoveryPages({ operations, metrics, configuredUrl, listeningUrl, proxied }: DiscoveryParts): Page[] {
  const urlFor = ({ headers }: PageRequest) =>
    baseUrlFor(headers, { configured: configuredUrl, listening: listeningUrl(), proxied });
  const document = (path: string, type: string, make: (options: DocumentOptions) => string | Made) =>
    page(path, type, cached(make, urlFor));
  const json = (path: string, make: (operations: readonly AnyOperation[], options: DocumentOptions) => object) =>
    document(path, JSON_TYPE, (options) => JSON.stringify(make(operations, options)));
  return [
    json('/openapi.json', openApi),
    json('/.well-known/agent-card.json', agentCard),
    json('/.well-known/agent.json', agentCard),
    json('/agent-card.json', agentCard),
    json('/capabilities.json', capabilities),
    document('/llms.txt', 'text/markdown; charset=utf-8', (options) => llmsText(operations, options)),
    document('/docs', 'text/html; charset=utf-8', (options) => {
      const { html, csp } = docsPage(operations, options);
      return { body: html, headers: { 'Content-Security-Policy': csp } };
    }),
    page('/', 'text/plain; charset=utf-8', () => ({
      status: 302,
      headers: { Location: '/docs' },
      body: 'The reference is at /docs\n',
    })),
    page('/metrics', 'text/plain; version=0.0.4; charset=utf-8', async () => ({ body: (await metrics.render()).body })),
  ];
}

interface Made {
  body: string;
  headers: Record<string, string>;
}

/** Made at the first request and kept: a document changes with the release only. The base address is put in for each caller. */
function cached(make: (options: DocumentOptions) => string | Made, urlFor: (request: PageRequest) => string) {
  let kept: Made | undefined;
  return (request: PageRequest): PageAnswer => {
    if (!kept) {
      const made = make({ baseUrl: PLACE, version: VERSION });
      kept = typeof made === 'string' ? { body: made, headers: {} } : made;
    }
    const body = kept.body.replaceAll(PLACE, urlFor(request));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    const headers = {
      ...kept.headers,
      'Cache-Control': FRESH_FOR,
      ETag: etag,
      Vary: 'Origin, Host, X-Forwarded-Host, X-Forwarded-Proto',
    };
    const known = String(request.headers['if-none-match'] ?? '')
      .split(',')
      .map((tag) => tag.trim());
    return known.includes(etag) || known.includes(`W/${etag}`) ? { status: 304, headers, body: '' } : { headers, body };
  };
}

const page = (path: string, contentType: string, handler: Page['handler']): Page => ({
  method: 'GET',
  path,
  contentType,
  handler,
});
