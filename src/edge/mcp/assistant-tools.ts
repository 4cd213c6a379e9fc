import type { MemoryRecord } from '../../features/memories/record.js';
import type { AnyOperation } from '../../features/request.js';
import { invalidField } from '../../kernel/errors.js';
import { brief } from './brief.js';
import type { OperationCaller } from './caller.js';
import { forModel } from './for-model.js';
import type { McpTool } from './tools.js';

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;
/** Enough to choose from; the title is what the assistant shows of a source. */
const RESULTS = 10;
const TITLE_CHARACTERS = 80;

/** `search` and `fetch` in the shape that chat assistants expect. */
export function assistantTools(operations: readonly AnyOperation[]): McpTool[] {
  const retrieve = operations.find(({ id }) => id === 'memory.retrieve');
  const get = operations.find(({ id }) => id === 'memory.get');
  if (!retrieve || !get) return [];
  return [searchTool(retrieve), fetchTool(get)];
}

const searchTool = (retrieve: AnyOperation): McpTool => ({
  operation: retrieve,
  definition: {
    name: 'search',
    description: 'Search the memories of the user of this connection. Returns ids and titles; read one with fetch.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { results: { type: 'array' } } },
    annotations: READ_ONLY,
  },
  async run(caller, { query }) {
    if (typeof query !== 'string' || query === '')
      throw invalidField('query', 'must be a string of at least 1 character');
    const input = { q: query, user_id: caller.defaults.userId, ranking: 'hybrid', limit: RESULTS };
    const { results } = (await caller.call(retrieve, input)) as { results: MemoryRecord[] };
    const shown = (await forModel(results)) as MemoryRecord[];
    return { results: shown.map(({ id, content }) => ({ id, title: titleOf(content), url: urlOf(id) })) };
  },
});

const fetchTool = (get: AnyOperation): McpTool => ({
  operation: get,
  definition: {
    name: 'fetch',
    description: 'Read one memory by the id that search returned.',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { id: { type: 'string' }, title: { type: 'string' }, text: { type: 'string' } },
    },
    annotations: READ_ONLY,
  },
  async run(caller: OperationCaller, { id }) {
    const record = brief(await caller.call(get, { id }), caller.defaults.userId);
    const found = (await forModel(record)) as MemoryRecord;
    const { content, ...metadata } = found;
    return { id: found.id, title: titleOf(content), text: content, url: urlOf(found.id), metadata };
  },
});

const urlOf = (id: string) => `memory://${encodeURIComponent(id)}`;

function titleOf(content: string): string {
  const line = content.trim().split('\n', 1)[0] ?? '';
  return line.length <= TITLE_CHARACTERS ? line : `${[...line].slice(0, TITLE_CHARACTERS - 1).join('')}…`;
}
