import * as z from 'zod';
import { BODY_LIMITS } from '../../kernel/body-limits.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { StatusResponse } from '../../kernel/operation.js';
import { prepareMemory } from '../memories/prepare.js';
import { quotaOf } from '../memories/quota-of.js';
import { embedContents } from '../memories/reading/embed.js';
import { readText } from '../memories/reading/read-text.js';
import { defineOperation } from '../request.js';
import { contentOf } from './content.js';
import { partsOf, procedureInput } from './input.js';
import { procedureRecord } from './record.js';
import { storeProcedure } from './sql/store.js';

/** The owner of a procedure without a user. */
const NOBODY = '';
const KIND = 'procedural';

export const store = defineOperation({
  id: 'procedures.store',
  method: 'POST',
  path: '/memory/procedures',
  scope: 'write',
  bound: 'fields',
  group: 'Procedures',
  summary: 'Store a procedure',
  description:
    'Stores how to do something, with examples of the tasks that call for it. It is also a memory of kind ' +
    '`procedural` with the same id: it counts against the allowance, is exported, and is forgotten with `DELETE ' +
    '/memory/forget?id=…`. Storing the same name for the same agent and user again makes a new version (200): the ' +
    'earlier one is kept, tags and metadata stay unless given, and outcomes count from zero if the steps changed. ' +
    'The first 64 lines (name, description, examples, steps, in this order) are matched on their own, the rest as ' +
    'part of the whole.',
  input: procedureInput,
  output: procedureRecord.extend({
    status: z.enum(['stored', 'updated', 'unchanged']).describe('`unchanged`: it already existed, word for word.'),
  }),
  success: 201,
  bodyLimit: BODY_LIMITS.memory,
  otherSuccess: { status: 200, when: 'a procedure with this name existed' },
  tool: {
    name: 'store_procedure',
    description:
      'Remember how to do something: a name, the steps, and in `trigger` the tasks that call for it, one example per line. Storing the same name again makes a new version.',
    fields: ['agent_id', 'name', 'steps', 'user_id', 'description', 'trigger', 'tags'],
    idempotent: true,
  },
  example: {
    agent_id: 'support',
    name: 'Refund an order',
    description: 'For orders of the last 30 days.',
    trigger: 'i want my money back\nreturn a pair of shoes\ncancel the order and refund me',
    steps: ['Look the order up', 'Check that it is not older than 30 days', 'Refund it to the card it was paid with'],
    tags: ['orders'],
  },
  async handler(request, input) {
    const parts = partsOf(input);
    const content = contentOf(parts);
    const [vectors = null] = await embedContents(request, [{ kind: KIND, content }]);
    const { agent_id, user_id = NOBODY, tags, metadata } = input;
    const fields = { user_id, agent_id, content, kind: KIND, tags, metadata } as const;
    const rest = { namespace: 'default', outcome: 'unknown', detect_conflicts: false } as const;
    const read = await readText(request, content);
    const memory = prepareMemory({ ...fields, ...rest, dedupe: false }, vectors, request.ids, request.now, read);
    const { status, record } = await request.db.run(storeProcedure, {
      memory: { ...memory, id: request.ids.next(ID_PREFIXES.procedure) },
      parts,
      tags: tags ? memory.tags : null,
      metadata: metadata ?? null,
      quota: quotaOf(request),
      now: request.now,
    });
    return new StatusResponse(status === 'stored' ? 201 : 200, { ...record, status });
  },
});
