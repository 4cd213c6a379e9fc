import * as z from 'zod';
import { defineOperation } from '../../features/request.js';
import { whole } from '../../kernel/fields.js';

/** Declared for the reference and the usage; `endpoint.ts` serves the protocol itself. */
export const mcpOperation = defineOperation({
  id: 'mcp',
  method: 'POST',
  path: '/mcp',
  scope: 'key',
  bound: 'itself',
  group: 'Protocols',
  summary: 'Speak the Model Context Protocol',
  description:
    'Streamable HTTP, JSON-RPC 2.0, without sessions: every request stands alone and the response is JSON. Supports ' +
    'revision 2026-07-28 and the earlier ones that start with `initialize`. Any valid key may connect; each tool ' +
    'checks the scope of its operation. `?user_id=` and `?agent_id=` set the user and agent for tool calls that do ' +
    'not name one. An `Idempotency-Key` has no effect. A web page of another origin is refused with 403.',
  input: z.object({
    jsonrpc: z.literal('2.0'),
    method: z.string().describe('`tools/list`, `tools/call`, `resources/read`, …'),
    id: z.union([z.string(), z.number()]).optional(),
    params: z.record(z.string(), z.unknown()).optional(),
  }),
  output: z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).nullable().optional(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z.object({ code: whole, message: z.string() }).optional(),
  }),
  isProtocol: true,
  example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  handler: () => Promise.reject(new Error('POST /mcp is handled by its endpoint')),
});
