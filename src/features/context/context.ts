import * as z from 'zod';
import { LIMITS, text, userId } from '../../kernel/fields.js';
import { filterFields, filterOf } from '../memories/search/filter.js';
import { defineOperation } from '../request.js';
import { composeContext, composingUnits, poolOf } from './compose-task.js';
import { FORMATS } from './formats.js';
import { chooseByQuestion, choosePortrait } from './select.js';
import { measureScope } from './sql/statements.js';

/** UTF-8 bytes per token of running text, nearly the same in English and Chinese. */
const BYTES_PER_TOKEN = 4;

const { agent_id, namespace, kind, tags, tags_all, category, min_importance, as_of } = filterFields;
const input = z.object({
  user_id: userId,
  q: text(1, LIMITS.content).optional().describe('What the context is for, best phrased as a question.'),
  max_tokens: z.number().int().min(100).max(32_000).default(2_000).describe('Never exceeded; counted with o200k_base.'),
  format: z.enum(FORMATS).default('raw').describe('What `context` holds.'),
  ...{ agent_id, namespace, kind, tags, tags_all, category, min_importance, as_of },
  include_flagged: z
    .boolean()
    .default(false)
    .describe('Include memories whose text looks like instructions (`risk` of 0.5 or more).'),
});

const output = z.object({
  context: z.string().describe('Ready for a prompt, in the requested format; empty if there is nothing to show.'),
  token_count: z.number().int().describe('Tokens of `context`.'),
  memories_used: z.number().int(),
  memories_available: z.number().int().describe('How many memories could be shown, before any are chosen.'),
  memories_flagged: z
    .number()
    .int()
    .describe('How many more are left out because their text looks like instructions (`risk` of 0.5 or more).'),
  formatted: z
    .object({ raw: z.string(), anthropic: z.string(), openai: z.string(), markdown: z.string() })
    .describe('The same memories in every format, each within `max_tokens`: a wordier one may leave out the last.'),
  tokens_saved: z
    .number()
    .int()
    .describe('Compared with sending all available memories, estimated at one token per 4 bytes.'),
  memory_ids: z.array(z.string()).describe('The memories in `context`, in the same order.'),
  semantic: z
    .boolean()
    .nullable()
    .describe('False if embeddings were unavailable: results are by words, then by recency. Null without `q`.'),
  confidence: z
    .number()
    .nullable()
    .describe('0–1: how likely the memories answer `q`, calibrated for English. Null without `q`.'),
  abstained: z.boolean().describe('True if nothing here seems to answer `q`; in other languages than English rarely.'),
});

export const context = defineOperation({
  id: 'memory.context',
  method: 'GET',
  path: '/memory/context',
  scope: 'read',
  bound: 'fields',
  group: 'Memories',
  summary: 'Get memories as text for a prompt',
  description:
    'Returns the most useful memories first, as many as fit into `max_tokens`, each with its date (`valid_from`, or ' +
    'else when it was stored). With `q`, those that help to answer it; without `q`, a portrait: who the person is, ' +
    'what is vital, then by importance, activation and recency. Statements that repeat each other appear once. Memories that are superseded, expired, not valid (at ' +
    '`as_of`) or flagged as risky are left out. A memory that does not fit is cut at the end of a sentence and ' +
    'marked […]; with `q`, what is shown of it is the part with most of its words. Texts are fenced as data: no memory can close its wrapper or add a line. `anthropic` is meant for ' +
    'the `system` parameter, `openai` for the content of a system or developer message. The same memories always ' +
    'give the same text.',
  input,
  output,
  example: { user_id: 'ada', q: 'Where does Ada like to sit?', max_tokens: 500 },
  tool: {
    name: 'get_context',
    description: 'Get what is known about a user as text within a token budget; with q, what helps with that question.',
    fields: ['user_id', 'q', 'agent_id', 'max_tokens'],
  },
  async handler(request, asked) {
    const filter = filterOf({ ...asked, include_expired: false, include_superseded: false });
    const scope = { userId: asked.user_id, filter, includeFlagged: asked.include_flagged, now: request.now };
    const [available, choice] = await Promise.all([
      request.db.run(measureScope, scope),
      asked.q === undefined
        ? choosePortrait(request, scope, asked.max_tokens)
        : chooseByQuestion(request, scope, asked.max_tokens, asked.q),
    ]);
    const { format, max_tokens: maxTokens } = asked;
    const { terms } = choice;
    const found = poolOf(choice.found, maxTokens, terms);
    const { ids, tokens, formatted } = await request.compute.run(
      composeContext,
      { found, format, maxTokens, terms },
      { flow: request.db.keyId, units: composingUnits(found), signal: request.signal },
    );
    request.handOut(ids);
    if (asked.q !== undefined) {
      const made = { userId: asked.user_id, agentId: asked.agent_id ?? null, at: request.now };
      request.retrievals.add(request.db.keyId, ids, { ...made, abstained: choice.abstained });
    }
    return {
      context: formatted[format],
      token_count: tokens,
      memories_used: ids.length,
      memories_available: available.memories,
      memories_flagged: available.flagged,
      formatted,
      tokens_saved: Math.max(0, Math.ceil(available.bytes / BYTES_PER_TOKEN) - tokens),
      memory_ids: ids,
      semantic: choice.semantic,
      confidence: choice.confidence,
      abstained: choice.abstained,
    };
  },
});
