import { KINDS } from '../../../features/memories/record.js';
import type { AnyOperation } from '../../../features/request.js';
import { LIMITS } from '../../../kernel/fields.js';
import { INTERFACE_VERSION } from '../../../version.js';
import { fieldsOf } from '../../mcp/schema.js';
import type { DocumentOptions } from '../openapi/openapi.js';
import { SUMMARY, USE_CASES } from './about.js';

/** What the service can do, for programs that choose between services. */
export function capabilities(operations: readonly AnyOperation[], { baseUrl, version }: DocumentOptions): object {
  const known = new Set(operations.map(({ id }) => id));
  return {
    name: 'Recollect',
    description: SUMMARY,
    version,
    interface_version: INTERFACE_VERSION,
    base_url: baseUrl,
    memory_kinds: KINDS,
    authentication: { type: 'bearer', scopes: ['read', 'write'], signup: `${baseUrl}/signup` },
    protocols: {
      http: { base_url: baseUrl, openapi: `${baseUrl}/openapi.json` },
      mcp: { url: `${baseUrl}/mcp`, transport: 'streamable-http' },
      agent_card: `${baseUrl}/.well-known/agent-card.json`,
    },
    limits: {
      content_characters: LIMITS.content,
      batch: LIMITS.batch,
      retrieve_results: 100,
      tags: LIMITS.tags,
      metadata_bytes: LIMITS.metadataBytes,
    },
    use_cases: USE_CASES.map((useCase) => ({
      ...useCase,
      operations: useCase.operations.filter((id) => known.has(id)),
    })),
    capabilities: operations.map((operation) => ({
      id: operation.id,
      group: operation.group,
      summary: operation.summary,
      method: operation.method,
      path: operation.path,
      scope: operation.scope,
      fields: fieldsOf(operation),
      ...(operation.tool ? { tool: operation.tool.name } : {}),
    })),
  };
}
