import * as z from 'zod';
import { invalid, notFound } from '../../kernel/errors.js';
import { agentId, memoryId, namespace, userId, whole } from '../../kernel/fields.js';
import { forgetConversation } from '../ingest/forget-conversation.js';
import { defineOperation } from '../request.js';
import { forgetHeld, forgetMemories, forgetSome } from './sql/forget.js';

export const forget = defineOperation({
  id: 'memory.forget',
  method: 'DELETE',
  path: '/memory/forget',
  scope: 'write',
  bound: { records: { memory: ['id'], episode: ['id'] } },
  whenFull: true,
  group: 'Memories',
  summary: 'Forget one memory, one episode, or everything about a user',
  description:
    'Give `id` to forget one memory (404 if it does not exist), or `user_id`, with `agent_id` to forget only what ' +
    'that agent knows, and with `namespace` only the memories in that namespace. Links, earlier versions and vectors are deleted too; no later call finds any of it. The id ' +
    'of an episode forgets it with all its events and its summary, and with the statements that were derived from ' +
    'it alone. An event is removed from its episode, and a summary that the service wrote is rewritten from what is ' +
    'left; statements that were derived from the event stay. By user, episodes, procedures, working and ' +
    'emotional memory and everything else stored in the scope, except child keys, are forgotten too; not with `namespace`, because only ' +
    'memories have one: an episode loses its events in the namespace. `DELETE /users/{id}/memories` also ' +
    'removes the traces in the journal and returns a receipt.',
  input: z.object({
    id: memoryId.optional(),
    user_id: userId.optional(),
    agent_id: agentId.optional(),
    namespace: namespace.optional().describe('Only this namespace.'),
  }),
  output: z.object({
    deleted: whole.describe(
      'Memories that were forgotten, of any kind, and the episode if its id was given; other records are not counted.',
    ),
  }),
  example: { user_id: 'nobody-yet' },
  tool: {
    name: 'forget_memory',
    description: 'Delete one memory by id, or everything about a user. It cannot be undone: ask the user first.',
    destructive: true,
    idempotent: true,
  },
  async handler(request, { id, user_id, agent_id, namespace: only }) {
    if (id === undefined && user_id === undefined) {
      throw invalid('Give `id` (one memory) or `user_id` (everything of a user)', [
        { field: 'id', message: 'is required unless `user_id` is given' },
        { field: 'user_id', message: 'is required unless `id` is given' },
      ]);
    }
    // With an id, the scope narrows: another user's id is not found.
    const scope = {
      ...(user_id === undefined ? {} : { userId: user_id }),
      ...(agent_id === undefined ? {} : { agentId: agent_id }),
      ...(only === undefined ? {} : { namespace: only }),
    };
    let already = 0;
    if (id === undefined && user_id !== undefined) {
      while (only === undefined && (await request.db.run(forgetHeld, { ...scope, userId: user_id })) > 0);
      for (let some = 1; some > 0; already += some)
        some = await request.db.run(forgetSome, { ...scope, userId: user_id, already, now: request.now });
    }
    const deleted = await request.db.run(forgetMemories, {
      ...(id === undefined ? {} : { id }),
      ...scope,
      already,
      now: request.now,
    });
    if (id === undefined || deleted > 0) return { deleted };
    // An episode has no namespace.
    const ofEpisode = only === undefined ? await forgetConversation(request.db, { id, ...scope }, request.now) : 0;
    if (ofEpisode === 0) throw notFound('No memory has this id');
    return { deleted: ofEpisode };
  },
});
