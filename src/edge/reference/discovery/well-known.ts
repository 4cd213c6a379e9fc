import type { AnyOperation } from '../../../features/request.js';
import { DAY } from '../../../kernel/clock.js';
import type { DocumentOptions } from '../openapi/openapi.js';
import { SUMMARY } from './about.js';

/** The MCP server card: where the endpoint is, how to sign in, and which tools it offers. */
export const serverCard = (operations: readonly AnyOperation[], { baseUrl, version }: DocumentOptions): object => ({
  name: 'recollect',
  title: 'Recollect',
  description: SUMMARY,
  version,
  documentationUrl: `${baseUrl}/docs`,
  remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp` }],
  transport: { type: 'streamable-http', endpoint: `${baseUrl}/mcp` },
  authentication: { required: true, schemes: ['bearer'] },
  capabilities: { tools: {}, resources: {}, prompts: {} },
  tools: operations.flatMap(({ tool }) => (tool ? [{ name: tool.name, description: tool.description }] : [])),
});

/** RFC 9727: where to find the API descriptions. */
export const apiCatalog = ({ baseUrl }: DocumentOptions): object => ({
  linkset: [
    {
      anchor: baseUrl,
      'service-desc': [{ href: `${baseUrl}/openapi.json`, type: 'application/json' }],
      'service-doc': [{ href: `${baseUrl}/docs`, type: 'text/html' }],
      'service-meta': [{ href: `${baseUrl}/.well-known/agent-card.json`, type: 'application/json' }],
      status: [{ href: `${baseUrl}/health`, type: 'application/json' }],
    },
  ],
});

/** RFC 9116 requires an expiry less than a year away. */
const SECURITY_TEXT_DAYS = 360;

export function securityText({ baseUrl }: DocumentOptions, contact: string | undefined): string {
  const expires = new Date(Date.now() + SECURITY_TEXT_DAYS * DAY).toISOString();
  const canonical = `${baseUrl}/.well-known/security.txt`;
  return `Contact: ${contact ?? `${baseUrl}/docs`}\nExpires: ${expires}\nCanonical: ${canonical}\nPreferred-Languages: en\n`;
}

/** The reference may be indexed; what needs a key is of no use to a search engine. */
export const ROBOTS = 'User-agent: *\nAllow: /docs\nAllow: /llms.txt\nAllow: /openapi.json\nDisallow: /\n';
