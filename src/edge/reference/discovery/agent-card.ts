import type { AnyOperation } from '../../../features/request.js';
import type { DocumentOptions } from '../openapi/openapi.js';
import { SUMMARY } from './about.js';

const MODES = ['application/json'];

/**
 * The A2A agent card, revision 1.0, with the fields that older readers expect. It lists the interfaces that exist, MCP and plain HTTP; it
 * does not claim A2A's own task protocol.
 */
export function agentCard(operations: readonly AnyOperation[], { baseUrl, version }: DocumentOptions): object {
  const mcp = { url: `${baseUrl}/mcp`, protocolBinding: 'MCP', protocolVersion: '2026-07-28' };
  const http = { url: baseUrl, protocolBinding: 'OPENAPI', protocolVersion: '3.1' };
  return {
    name: 'Recollect',
    description: SUMMARY,
    version,
    documentationUrl: `${baseUrl}/docs`,
    supportedInterfaces: [mcp, http],
    provider: { organization: 'Recollect', url: baseUrl },
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: MODES,
    defaultOutputModes: MODES,
    securitySchemes: {
      bearer: {
        httpAuthSecurityScheme: {
          scheme: 'Bearer',
          bearerFormat: 'rec_sk_…',
          description: `An API key: POST ${baseUrl}/signup returns a free one.`,
        },
        type: 'http',
        scheme: 'bearer',
      },
    },
    securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    skills: operations.filter((operation) => operation.tool).map(skillOf),
    // The form of cards before 1.0.
    protocolVersion: '0.3.0',
    url: mcp.url,
    preferredTransport: 'MCP',
    additionalInterfaces: [{ url: baseUrl, transport: 'OPENAPI' }],
    security: [{ bearer: [] }],
  };
}

function skillOf({ tool, summary, group, example, method, path }: AnyOperation) {
  return {
    id: tool?.name,
    name: summary,
    description: `${tool?.description} (${method} ${path})`,
    tags: ['memory', group.toLowerCase()],
    examples: example ? [JSON.stringify(example)] : [],
    inputModes: MODES,
    outputModes: MODES,
  };
}
