import type { AnyOperation } from '../../../features/request.js';
import type { DocumentOptions } from '../openapi/openapi.js';
import { SUMMARY } from './about.js';

/** The service on one page of Markdown, for language models. */
export function llmsText(operations: readonly AnyOperation[], { baseUrl }: DocumentOptions): string {
  const groups = [...new Set(operations.map(({ group }) => group))];
  const lines = groups.flatMap((group) => [
    `## ${group}`,
    '',
    ...operations
      .filter((operation) => operation.group === group)
      .map(
        ({ method, path, summary, tool }) =>
          `- \`${method} ${path}\`: ${summary}${tool ? ` (tool \`${tool.name}\`)` : ''}`,
      ),
    '',
  ]);
  return `# Recollect

> ${SUMMARY}

Base address: ${baseUrl}. JSON in and out; \`Authorization: Bearer <key>\`. A free key: \`POST ${baseUrl}/signup\` with \`{"name":"…"}\`.
Errors are \`{"error":{"status","message","code","request_id"}}\`; the message says which field is wrong and what is allowed.

- [Reference](${baseUrl}/docs): every operation with its fields
- [OpenAPI 3.1](${baseUrl}/openapi.json)
- [MCP](${baseUrl}/mcp): Streamable HTTP, the same key
- [Capabilities](${baseUrl}/capabilities.json), [agent card](${baseUrl}/.well-known/agent-card.json)

Store one fact per memory, in a full sentence: \`POST ${baseUrl}/memory/store\` with \`{"user_id":"ada","content":"Ada prefers window seats."}\`.
Retrieve it: \`GET ${baseUrl}/memory/retrieve?user_id=ada&ranking=hybrid&q=Where%20does%20Ada%20sit%3F\`. \`abstained: true\` means that nothing answers the question.

${lines.join('\n')}`;
}
