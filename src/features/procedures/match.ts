import * as z from 'zod';
import { agentId, LIMITS, pageLimit, text, userId, whole } from '../../kernel/fields.js';
import { queryTerms } from '../../text/terms.js';
import { embedQuery } from '../memories/reading/embed.js';
import { defineOperation } from '../request.js';
import { procedureRecord } from './record.js';
import { matchProcedures } from './sql/match.js';

export const match = defineOperation({
  id: 'procedures.match',
  method: 'GET',
  path: '/memory/procedures/match',
  scope: 'read',
  bound: 'fields',
  group: 'Procedures',
  summary: 'Find a procedure for a task',
  description:
    'Scores every procedure that passes the filters by meaning (name, description, examples and steps together, and ' +
    'the best single line) and by words. Reported outcomes reorder procedures that fit about equally well: what is ' +
    'known to work moves up, by a lower confidence bound. With the models that come with the service, a `score` ' +
    'below 0.5 means that a procedure probably does not fit: if the first one scores that low, there is no ' +
    'procedure for the task. If the task cannot be embedded, procedures are matched by words only, with ' +
    '`semantic: false`.',
  input: z.object({
    q: text(1, LIMITS.content).describe('The task, in its original words.'),
    agent_id: agentId.optional().describe('Only procedures of this agent. Default: of all agents of the key.'),
    user_id: userId
      .optional()
      .describe('Only procedures of this user and those without a user. Default: of all users of the key.'),
    limit: pageLimit(3, 20),
  }),
  output: z.object({
    query: z.string(),
    semantic: z.boolean().describe('False if embeddings were unavailable: matched by words only.'),
    count: whole,
    procedures: z.array(
      procedureRecord.extend({
        score: z.number().describe('0–1: how well it fits the task.'),
        final_score: z.number().describe('0–1: the same, adjusted by reported outcomes; results are ordered by it.'),
      }),
    ),
  }),
  tool: {
    name: 'match_procedure',
    description:
      'Find out how a task is done: the stored procedures that fit it best, with their steps. A first `score` below ' +
      '0.5 means none fits.',
    idempotent: true,
  },
  example: { q: 'A customer wants her money back', agent_id: 'support' },
  async handler(request, { q, agent_id, user_id, limit }) {
    const vector = await embedQuery(request, q);
    const procedures = await request.db.run(matchProcedures, {
      agentId: agent_id ?? null,
      userId: user_id ?? null,
      model: request.embedder.model.id,
      vector,
      terms: [...queryTerms(q).keys()],
      limit,
      now: request.now,
    });
    const ids = procedures.map((procedure) => procedure.id);
    request.retrievals.add(request.db.keyId, ids);
    request.handOut(ids);
    return { query: q, semantic: vector !== null, count: procedures.length, procedures };
  },
});
