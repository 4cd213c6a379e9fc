import * as z from 'zod';
import { invalidField } from '../../kernel/errors.js';
import { agentId, memoryId, namespace, tag, userId, whole } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { quotaOf } from '../memories/quota-of.js';
import { defineOperation, type Request } from '../request.js';
import type { Selection } from './selection.js';
import { transferSummary } from './summarize.js';
import { transferMemories } from './transfer-memories.js';

const MAX_IDS = 1_000;

const filter = z.object({
  tags: z.array(tag).min(1).max(64).optional().describe('Has any of these.'),
  namespace: namespace.optional(),
  min_importance: z.number().min(0).max(10).optional(),
  ids: z.array(memoryId).min(1).max(MAX_IDS).optional().describe('Only these memories.'),
});

export const transfer = defineOperation({
  id: 'memory.transfer',
  method: 'POST',
  path: '/memory/transfer',
  scope: 'write',
  strict: true,
  bound: 'fields',
  group: 'Agents',
  summary: 'Transfer memories between agents',
  description:
    'Gives what `from_agent` knows about a user to `to_agent`. A transfer is refused or carried out as a whole, in ' +
    'steps: one that a crash interrupts is finished within minutes. `copy` keeps the originals: a copy keeps every ' +
    'field, reuses the vectors, starts with an empty history and counts against the monthly allowance; links and ' +
    'conflicts between copied memories are copied too. `move` keeps ids, links and history; memories that a moved ' +
    'one superseded move along. `metadata.transferred_from` is `{agent_id, memory_id, at}` if the metadata has room ' +
    'for it. Memories whose text the target already knows are skipped and stay where they are, so repeating the ' +
    'call adds nothing; so are procedures whose name the target has and, on a move, the events of episodes. Expired ' +
    'and superseded memories are not selected. With `summarize` (only `copy`) the target gets one memory made of ' +
    'the most important sentences instead, linked to its sources: at most 1,000 of them, the most important ones, ' +
    'without those that expire, have ended or look like instructions. At most 100,000 memories per call (400).',
  input: z.object({
    user_id: userId,
    from_agent: agentId.describe('Whose memories they are.'),
    to_agent: agentId.describe('Who gets them.'),
    mode: z.enum(['copy', 'move']).default('copy'),
    filter: filter.optional().describe('Which memories. Default: all. A memory must pass every part of it.'),
    summarize: z.boolean().default(false).describe('Give one summary instead of the memories.'),
  }),
  output: z.object({
    transferred: whole.describe('Memories that the target got from this call.'),
    skipped: whole.describe('Selected memories that were not transferred.'),
    from_agent: z.string(),
    to_agent: z.string(),
    user_id: z.string(),
    mode: z.enum(['copy', 'move']),
    followed: whole.describe('Superseded memories that moved along with those that superseded them.'),
    ids: z.array(z.string()).describe('What the target got; the first 100.'),
    not_found: z.array(z.string()).describe('Ids in the filter that match nothing that could be transferred.'),
    summarized: whole.describe('Memories that the summary is made of; 0 without `summarize`.'),
    summary_memory_id: z.string().nullable(),
  }),
  success: 201,
  example: { user_id: 'ada', from_agent: 'planner', to_agent: 'assistant', filter: { tags: ['travel'] } },
  async handler(request, { user_id, from_agent, to_agent, mode, filter: given = {}, summarize }) {
    if (from_agent === to_agent) throw invalidField('to_agent', 'must be a different agent than `from_agent`');
    if (summarize && mode === 'move')
      throw invalidField('summarize', 'requires `mode` copy: a summary does not replace what it was made from');
    const selection: Selection = { userId: user_id, fromAgent: from_agent, filter: defined(given), now: request.now };
    await request.retrievals.flushKey(request.db.keyId); // the retrieval count is a field, too
    const done = summarize
      ? await summaryResponse(request, selection, to_agent)
      : {
          ...(await transferMemories(
            request,
            { ...selection, toAgent: to_agent, mode, seed: request.ids.next(ID_PREFIXES.memory) },
            quotaOf(request),
          )),
          ...{ summarized: 0, summary_memory_id: null },
        };
    return { from_agent, to_agent, user_id, mode, ...done };
  },
});

const defined = (given: z.output<typeof filter>): Selection['filter'] =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

async function summaryResponse(request: Request, selection: Selection, toAgent: string) {
  const { id, sources, selected, seen } = await transferSummary(request, selection, toAgent);
  const there = new Set(seen);
  return {
    transferred: id === null ? 0 : 1,
    skipped: id === null ? selected : selected - sources,
    followed: 0,
    ids: id === null ? [] : [id],
    not_found: [...new Set(selection.filter.ids ?? [])].filter((one) => !there.has(one)),
    summarized: id === null ? 0 : sources,
    summary_memory_id: id,
  };
}
