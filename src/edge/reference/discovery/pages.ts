import type { IncomingHttpHeaders } from 'node:http';
import type { AnyOperation } from '../../../features/request.js';
import type { Page, PageRequest } from '../../http/page.js';
import type { Metrics } from '../../metrics/metrics.js';
import { docsPage } from '../docs/page.js';
import { type DocumentOptions, openApi } from '../openapi/openapi.js';
import { agentCard } from './agent-card.js';
import { cached, type Made } from './cached-document.js';
import { capabilities } from './capabilities.js';
import { llmsText } from './llms.js';
import { apiCatalog, ROBOTS, securityText, serverCard } from './well-known.js';

interface DiscoveryParts {
  operations: readonly AnyOperation[];
  metrics: Metrics;
  /** The URL at which this client reaches the service. */
  urlFor(headers: IncomingHttpHeaders): string;
  /** Where the operator accepts vulnerability reports. */
  securityContact: string | undefined;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** The documents that describe the service to people and programs, all generated from the operations' declarations. */
export function discoveryPages({ operations, metrics, urlFor: url, securityContact }: DiscoveryParts): Page[] {
  const urlFor = ({ headers }: PageRequest) => url(headers);
  const document = (path: string, contentType: string, make: (options: DocumentOptions) => string | Made): Page => ({
    ...{ method: 'GET', path, contentType },
    ...cached(make, urlFor),
  });
  const json = (path: string, make: (operations: readonly AnyOperation[], options: DocumentOptions) => object) =>
    document(path, JSON_TYPE, (options) => JSON.stringify(make(operations, options)));
  return [
    json('/openapi.json', openApi),
    json('/.well-known/agent-card.json', agentCard),
    json('/.well-known/agent.json', agentCard),
    json('/agent-card.json', agentCard),
    json('/capabilities.json', capabilities),
    json('/.well-known/mcp/server-card.json', serverCard),
    document('/.well-known/api-catalog', 'application/linkset+json; charset=utf-8', (options) =>
      JSON.stringify(apiCatalog(options)),
    ),
    document('/.well-known/security.txt', TEXT_TYPE, (options) => securityText(options, securityContact)),
    document('/robots.txt', TEXT_TYPE, () => ROBOTS),
    document('/llms.txt', 'text/markdown; charset=utf-8', (options) => llmsText(operations, options)),
    document('/docs', 'text/html; charset=utf-8', (options) => {
      const { html, csp } = docsPage(operations, options);
      return { body: html, headers: { 'Content-Security-Policy': csp } };
    }),
    page('/', TEXT_TYPE, () => ({
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
