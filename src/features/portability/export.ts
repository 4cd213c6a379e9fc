import * as z from 'zod';
import { agentId, userId, whole } from '../../kernel/fields.js';
import { StreamResponse } from '../../kernel/operation.js';
import { memoryRecord } from '../memories/record.js';
import { defineOperation } from '../request.js';
import { exportCounts } from './counts.js';
import { asJson, asLines, asMarkdown, EXPORT_FORMAT, type Writer } from './export-writers.js';
import { exportEnd } from './sql/export.js';

const FORMATS = {
  json: { type: 'application/json', write: asJson },
  markdown: { type: 'text/markdown; charset=utf-8', write: asMarkdown },
  md: { type: 'text/markdown; charset=utf-8', write: asMarkdown },
  ndjson: { type: 'application/x-ndjson', write: asLines },
} satisfies Record<string, { type: string; write: Writer }>;
const NAMES = ['json', 'markdown', 'md', 'ndjson'] as const;

export const exportFormat = z.enum(NAMES).default('json').describe('`md` is `markdown`.');

/** A memory as exported. */
export const exportedMemory = memoryRecord.extend({
  version: whole,
  dedupe: z.boolean().describe('False for a copy that was deliberately stored in addition to another.'),
  group_id: z.string().nullable().describe('The group it was stored with.'),
  position: whole.nullable().describe('Its position in the group.'),
});

export const exportOperation = defineOperation({
  id: 'memory.export',
  method: 'GET',
  path: '/memory/export',
  scope: 'read',
  strict: true,
  bound: 'fields',
  group: 'Export and import',
  summary: 'Export memories',
  description:
    'Exports everything that is stored, including what is expired, superseded or not yet true, oldest first. The ' +
    'export is streamed: it takes as little memory for a million memories as for ten. A memory that exists from the ' +
    'beginning to the end of the export is in it once. `ndjson` is one object per line, each with its `type`; the ' +
    'last line is `{"type":"end","count":…,"counts":{…}}`. An export that fails midway is cut off, so it never ' +
    'looks complete.',
  input: z.object({
    user_id: userId.optional().describe('Only this user. Default: all users of the key.'),
    agent_id: agentId.optional().describe('Only this agent.'),
    format: exportFormat,
  }),
  output: z.object({
    format: z.literal(EXPORT_FORMAT),
    exported_at: whole.describe('Unix milliseconds.'),
    count: whole.describe('Memories in the export.'),
    counts: exportCounts.describe('Entries of each kind.'),
    memories: z.array(exportedMemory),
    links: z.array(z.unknown()).describe('Links with both ends in the scope.'),
    episodes: z.array(z.unknown()).describe('Their events are among the memories.'),
    procedures: z.array(z.unknown()),
    emotional: z.array(z.unknown()),
  }),
  streams: ['text/markdown', 'application/x-ndjson'],
  example: { user_id: 'ada' },
  async handler({ db, now }, { user_id, agent_id, format }) {
    const scope = { userId: user_id ?? null, agentId: agent_id ?? null };
    const end = await db.run(exportEnd, scope);
    const { type, write } = FORMATS[format];
    return new StreamResponse(type, write({ db, scope, end, now }));
  },
});
