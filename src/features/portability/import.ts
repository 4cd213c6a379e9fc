import * as z from 'zod';
import { BODY_LIMITS } from '../../kernel/body-limits.js';
import { invalidField } from '../../kernel/errors.js';
import { agentId, userId, whole } from '../../kernel/fields.js';
import { type Line, Lines } from '../../kernel/operation.js';
import { quotaOf } from '../memories/quota-of.js';
import { defineOperation, type Request } from '../request.js';
import { importCounts } from './counts.js';
import { type EntryOptions, memoryEntry } from './entry.js';
import { ENVELOPE } from './envelope.js';
import { SOURCES } from './formats/index.js';
import { Importer } from './importer.js';
import { reserve } from './reserve.js';

const entries = z.array(z.unknown());
/** An array, or the lines of a streamed body. */
const memories = z
  .custom<unknown[] | Lines>((value) => Array.isArray(value) || value instanceof Lines, 'must be an array')
  .meta({ type: 'array', items: z.toJSONSchema(memoryEntry, { io: 'input', unrepresentable: 'any' }) });

export const importOperation = defineOperation({
  id: 'memory.import',
  method: 'POST',
  path: '/memory/import',
  scope: 'write',
  group: 'Export and import',
  summary: 'Import memories',
  description:
    'Takes what `GET /memory/export` returns, and the exports of agentmemo, mem0, Zep, the MCP reference memory ' +
    'server and OpenMemory. Ids and times are kept. An existing id, or the same content in the same scope, is a ' +
    'duplicate: running an import twice adds nothing. With `user_id` or `agent_id`, an id that another user or agent ' +
    'of the key has is replaced by a new one, and links follow. As JSON lines (`Content-Type: application/x-ndjson`, one ' +
    'entry per line of at most 8 MB, the other fields in the query) a body may have any length. What is not ' +
    'embedded within the call is embedded soon after. A JSON body that does not fit into the monthly allowance is ' +
    'refused as a whole (429); JSON lines are counted 500 at a time, and what was imported before the refusal is in ' +
    'its `details`.',
  input: z.object({
    memories: memories
      .optional()
      .describe('The entries: bodies of store with the fields of a memory, or entries in the format of `source`.'),
    user_id: userId.optional().describe('Import everything for this user, whoever it belonged to.'),
    agent_id: agentId.optional().describe('Import everything for this agent.'),
    source: z.enum(SOURCES).optional().describe('The format of the entries. Default: detected from their fields.'),
    format: z.string().optional().describe('As in an export: `recollect.export.v1`.'),
    dry_run: z
      .boolean()
      .default(false)
      .describe(
        'Write nothing, and count what an import would do. Memories are compared with what is stored and with those near them in the file; links and other records are only checked for their format.',
      ),
    ...{ links: entries.optional().describe('Links between the memories, as in an export.') },
    ...{ episodes: entries.optional().describe('Episodes, as in an export; their events are among the memories.') },
    ...{ procedures: entries.optional().describe('Procedures, as in an export.') },
    ...{ emotional: entries.optional().describe('Emotional records, as in an export.') },
    ...{ results: entries.optional().describe('The entries in mem0 documents.') },
    ...{ items: entries.optional().describe('The entries in OpenMemory documents.') },
    ...{ facts: entries.optional().describe('Facts in Zep documents.') },
    ...{ edges: entries.optional().describe('Edges in Zep documents.') },
    ...{ messages: entries.optional().describe('Messages in Zep documents.') },
    ...{ entities: entries.optional().describe('Entities in documents of the MCP reference memory server.') },
    ...{ relations: entries.optional().describe('Relations in documents of the MCP reference memory server.') },
  }),
  output: z.object({
    imported: whole.describe(
      'Memories that were imported, or would be with `dry_run`; only these count against the allowance.',
    ),
    skipped: whole.describe('Memories that were not imported: duplicates and errors.'),
    duplicates: whole.describe('Memories that already existed.'),
    links: whole.describe('Links that were imported.'),
    episodes: whole.describe('Episodes that were imported.'),
    procedures: whole.describe('Procedures that were imported.'),
    emotional: whole.describe('Emotional records that were imported.'),
    counts: importCounts.describe(
      'The same for everything that an export contains, by kind; an entry without a kind counts as a memory.',
    ),
    error_count: whole.describe('Entries of any kind that could not be imported.'),
    errors: z
      .array(z.object({ index: whole, message: z.string() }))
      .describe('The first 100. `index` counts entries, or lines, from 0.'),
  }),
  success: 201,
  // A version of a procedure is nested this much deeper in an export than its metadata is in the call that stored it.
  envelopeDepth: 5,
  bodyLimit: BODY_LIMITS.import,
  lines: { field: 'memories', limit: BODY_LIMITS.line },
  example: { memories: [{ user_id: 'ada', content: 'Ada was born in 1815.', created_at: '2025-03-01T09:30:00Z' }] },
  async handler(request, input) {
    const source = input.source ?? (input.format?.startsWith('recollect.') ? 'recollect' : undefined);
    const { user_id, agent_id } = input;
    const scope = { ...(user_id !== undefined && { user_id }), ...(agent_id !== undefined && { agent_id }) };
    const options: EntryOptions = { source, scope, ids: request.ids };
    if (input.memories instanceof Lines) return importAll(request, input.memories, options, input.dry_run);
    const lines = linesOf(input);
    return input.dry_run ? importAll(request, lines, options, true) : importWhole(request, lines, options);
  },
});

async function importAll(request: Request, lines: Iterable<Line> | Lines, options: EntryOptions, isDryRun = false) {
  const importer = new Importer(request, options, { isDryRun });
  for await (const line of lines) {
    await importer.add(line);
    if (lines instanceof Lines) lines.hold(importer.bytes);
  }
  return importer.finish();
}

/** For a key with an allowance, the whole import is counted before the first transaction. */
async function importWhole(request: Request, lines: readonly Line[], options: EntryOptions) {
  if (quotaOf(request).limit === null) return importAll(request, lines, options);
  const release = await reserve(request, lines, options);
  const importer = new Importer(request, options, { isCounted: true });
  try {
    for (const line of lines) await importer.add(line);
    return await importer.finish();
  } finally {
    await release(importer.imported);
  }
}

/** The entries of a document, numbered consecutively, wherever the exporting service puts them. */
function linesOf(input: Record<string, unknown>): Line[] {
  const names = Object.keys(ENVELOPE).filter((name) => Array.isArray(input[name]));
  if (names.length === 0) throw invalidField('memories', 'is required');
  const typed = (name: string) => (value: unknown) =>
    ENVELOPE[name] && typeof value === 'object' && value !== null ? { type: ENVELOPE[name], ...value } : value;
  return names.flatMap((name) => (input[name] as unknown[]).map(typed(name))).map((value, index) => ({ index, value }));
}
