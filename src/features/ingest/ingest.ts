import * as z from 'zod';
import { BODY_LIMITS } from '../../kernel/body-limits.js';
import { SECOND } from '../../kernel/clock.js';
import { conflict, invalidField } from '../../kernel/errors.js';
import {
  agentId,
  filled,
  LIMITS,
  metadata,
  namespace,
  tags,
  text,
  time,
  userId,
  whole,
  wholeBetween,
} from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { StatusResponse } from '../../kernel/operation.js';
import { inSlices } from '../../kernel/turns/slices.js';
import { episodicMemory } from '../episodes/episodic-memory.js';
import { MAX_EVENTS } from '../episodes/record.js';
import { ttlSeconds } from '../memories/input.js';
import { quotaOf } from '../memories/quota-of.js';
import { embedContents } from '../memories/reading/embed.js';
import { readText } from '../memories/reading/read-text.js';
import { sourcesOf } from '../memories/reading/sources.js';
import { spokenText, withSpeaker } from '../memories/reading/speaker.js';
import { type MemoryRecord, memoryRecord } from '../memories/record.js';
import { defineOperation, type Request } from '../request.js';
import { episodeOf, isSame, type Known, placeOf } from './session.js';
import { type SentTurns, statementsFrom } from './sql/sent-turns.js';
import { appendTurns, type NewTurn, readSession } from './sql/turn.js';

const ROLES = ['user', 'assistant', 'system', 'tool'] as const;
const MODES = ['auto', 'local', 'turns'] as const;
/** Turns embedded before the response; the backlog embeds the rest. */
const EMBEDDED_AT_ONCE = 16;
/** Attempts to append to a session that others write to at the same time. */
const TRIES = 5;

const message = z.object({
  role: z.enum(ROLES).describe('Who speaks.'),
  name: text(1, LIMITS.name).optional().describe('The name, if known.'),
  content: filled(LIMITS.content).describe('Verbatim.'),
  created_at: time.optional().describe('When it was said. Default: now.'),
});
type Message = z.output<typeof message>;

const turn = z.object({
  id: z.string().describe('The id of its event, and of a memory of kind `episodic`.'),
  position: whole.describe('Its position in the session, starting at 0.'),
  role: z.string(),
  embedded: z.boolean(),
});

const statement = memoryRecord.extend({
  status: z
    .enum(['stored', 'duplicate'])
    .describe('`duplicate`: it already existed, said before or derived by an earlier call.'),
});

export const ingest = defineOperation({
  id: 'memory.ingest',
  method: 'POST',
  path: '/memory/ingest',
  scope: 'write',
  bound: 'fields',
  group: 'Conversations',
  summary: 'Store a conversation',
  description:
    'Send a conversation, whole or turn by turn. Every turn is stored verbatim, as an event of an episode. What ' +
    'people state in it becomes separate memories within a second or two, each with `metadata.derived_from`: the ' +
    'turns it comes from and the places in them. Questions, small talk and what an assistant says stay turns only. ' +
    'You can send a session again, whole or just its last part: only what is new is added. `position` says where ' +
    'the first message belongs; without it the service finds the place itself, and a turn that only repeats the one ' +
    'before it counts as sent again. With it, a message that differs from the one at its position is 409, and a gap ' +
    'is 400. With `wait`, the statements are derived before the response and returned in `statements`; those that ' +
    'take longer than 20 seconds follow later, and `deriving` says so. Each turn counts against the monthly ' +
    'allowance. Sessions of a child key that is bound to a namespace are its own.',
  input: z.object({
    messages: z.array(message).min(1).max(LIMITS.batch).optional().describe('The turns, in order.'),
    text: filled(LIMITS.content).optional().describe('Instead of `messages`: one turn of the user.'),
    user_id: userId,
    agent_id: agentId.default('default'),
    namespace: namespace.default('default'),
    session_id: text(1, LIMITS.name).optional().describe('Names the conversation. Default: a new one.'),
    position: wholeBetween(0, MAX_EVENTS * 1_000)
      .optional()
      .describe('The position of the first message in the session, starting at 0.'),
    metadata: metadata.optional().describe('Stored with the turns and with what is derived from them.'),
    tags: tags.optional().describe('Labels for the turns and for what is derived from them.'),
    ttl_seconds: ttlSeconds
      .optional()
      .describe('Forget the turns, and what is derived from them, after this many seconds.'),
    mode: z
      .enum(MODES)
      .default('auto')
      .describe(
        '`auto`: derive statements, with the language model if one is configured; `local`: derive them without it; `turns`: derive nothing.',
      ),
    wait: z.boolean().default(false).describe('Derive the statements before responding.'),
  }),
  output: z.object({
    session_id: z.string(),
    episode_id: z.string().describe('The episode with the latest turns.'),
    received: whole,
    added: whole,
    skipped: whole.describe('Turns that already existed.'),
    total: whole.describe('Turns in the session so far.'),
    turns: z.array(turn).describe('The turns that were added.'),
    deriving: z.boolean().describe('True if statements are still to be derived from the turns.'),
    statements: z
      .array(statement)
      .optional()
      .describe('With `wait`: what was derived from the messages, including those that already existed.'),
  }),
  success: 201,
  otherSuccess: { status: 200, when: 'nothing was new' },
  bodyLimit: BODY_LIMITS.batch,
  envelopeDepth: 2,
  example: {
    user_id: 'ada',
    session_id: 'chat-1',
    messages: [
      { role: 'assistant', content: 'Where do you live now?' },
      { role: 'user', name: 'Ada', content: "In Lisbon, since March. I'm allergic to peanuts." },
    ],
  },
  tool: {
    name: 'remember_conversation',
    description:
      'Send turns of a conversation: all are stored, and what the user states becomes memories. One session_id per ' +
      'conversation.',
    fields: ['messages', 'user_id', 'session_id'],
    idempotent: true,
  },
  async handler(request, input) {
    const began = performance.now();
    const messages = messagesOf(input);
    const session_id = input.session_id ?? request.ids.next(ID_PREFIXES.episode);
    const { caller } = request;
    const boundTo = caller.kind === 'key' ? caller.bound?.namespace : null;
    const first = episodeOf(input.user_id, input.agent_id, session_id, boundTo);
    const compared = messages.map(({ role, name = null, content }) => ({ role, name, content }));
    const none = input.wait ? { statements: [] } : {};
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const known = await request.db.run(readSession, { first, turns: messages.length, from: input.position ?? 0 });
      const { total } = known;
      if (input.position !== undefined) checkPosition(input.position, compared, known);
      const place = input.position ?? placeOf(compared, known);
      const skipped = Math.min(messages.length, total - place);
      const fresh = messages.slice(skipped);
      const response = { session_id, received: messages.length, added: fresh.length, skipped };
      const derived = (added: readonly string[]) => {
        const sent = { first, from: place, to: place + messages.length };
        return input.wait && input.mode !== 'turns' ? awaited(request, input.user_id, sent, added, began) : {};
      };
      if (fresh.length === 0) {
        const same = { ...response, episode_id: first, total, turns: [], deriving: false };
        return new StatusResponse(200, { ...same, ...none, ...(await derived([])) });
      }
      const turns = await prepare(request, input, fresh);
      const episode_id = await request.db.run(appendTurns, {
        ...{ first, sessionId: session_id, user_id: input.user_id, agent_id: input.agent_id, total, turns },
        ...{ mode: input.mode, metadata: input.metadata ?? {}, quota: quotaOf(request), now: request.now },
      });
      if (episode_id === null) continue;
      return {
        ...response,
        episode_id,
        total: total + fresh.length,
        turns: turns.map(({ memory, role }, i) => ({
          ...{ id: memory.id, position: total + i, role, embedded: memory.vectors !== null },
        })),
        deriving: input.mode !== 'turns' && fresh.some(({ role }) => role === 'user'),
        ...none,
        ...(await derived(turns.map(({ memory }) => memory.id))),
      };
    }
    throw conflict('Concurrent writes to this session: try again');
  },
});

interface Given {
  messages?: Message[] | undefined;
  text?: string | undefined;
}

function messagesOf({ messages, text: single }: Given): Message[] {
  if (messages && single !== undefined) throw invalidField('text', 'must not be given together with `messages`');
  if (messages) return messages;
  if (single === undefined) throw invalidField('messages', 'is required unless `text` is given');
  return [{ role: 'user', content: single }];
}

function checkPosition(
  position: number,
  given: readonly { role: string; name: string | null; content: string }[],
  { total, head }: Known,
): void {
  if (position > total)
    throw invalidField('position', `must be at most ${total}, which is how many messages the session has`);
  for (const [i, one] of given.slice(0, total - position).entries()) {
    if (isSame(head[i], one)) continue;
    throw conflict(
      `The message at position ${position + i} differs from the stored one: send an edited conversation as another session`,
    );
  }
}

/** Derives as much as possible while the caller waits. */
async function awaited(
  request: Request,
  userId: string,
  sent: SentTurns,
  added: readonly string[],
  began: number,
): Promise<{ deriving: boolean; statements: z.input<typeof statement>[] }> {
  const { made, isDone } = await request.deriver.whileCallerWaits(request.db.keyId, sent, began);
  const { turns, statements } = await request.db.run(statementsFrom, { userId, ...sent });
  const place = new Map(turns.map((id, i) => [id, i]));
  const placeIn = ({ metadata }: MemoryRecord) => Math.max(...sourcesOf(metadata).map((id) => place.get(id) ?? -1));
  const found = new Map<string, z.input<typeof statement>>();
  // Turns that had been waiting since earlier calls were derived along with these.
  for (const { status, record } of made)
    if (placeIn(record) >= 0 && found.get(record.id)?.status !== 'stored')
      found.set(record.id, { ...record, status: status === 'stored' ? 'stored' : 'duplicate' });
  for (const record of statements) {
    const isNew = sourcesOf(record.metadata).some((id) => added.includes(id));
    const status = found.get(record.id)?.status ?? (isNew ? 'stored' : 'duplicate');
    found.set(record.id, { ...record, status });
  }
  return { deriving: !isDone, statements: [...found.values()].sort((a, b) => placeIn(a) - placeIn(b)) };
}

/** What the turns of a call have in common. */
interface Kept {
  namespace: string;
  metadata?: Record<string, unknown> | undefined;
  tags?: string[] | undefined;
  ttl_seconds?: number | undefined;
}

async function prepare(request: Request, input: Kept, messages: readonly Message[]): Promise<NewTurn[]> {
  const turns = messages.map(({ name, content }) => ({
    ...{ kind: 'episodic', content, metadata: withSpeaker(input.metadata ?? {}, name ?? null) },
  }));
  const [vectors, read] = await Promise.all([
    embedContents(request, turns.slice(0, EMBEDDED_AT_ONCE)),
    inSlices(turns, (turn) => readText(request, turn.content, spokenText(turn))),
  ]);
  const common = {
    namespace: input.namespace,
    tags: [...new Set(input.tags ?? [])],
    expires_at: input.ttl_seconds === undefined ? null : request.now + Math.round(input.ttl_seconds * SECOND),
  };
  return messages.map(({ role, content, created_at }, i) => {
    const metadata = turns[i]?.metadata ?? {};
    const given = { content, metadata, outcome: 'unknown' as const, vectors: vectors[i] ?? null };
    const memory = episodicMemory({ ...given, ...(read[i] ? { read: read[i] } : {}) }, request.ids, request.now);
    const id = request.ids.next(ID_PREFIXES.event);
    return { role, at: created_at ?? request.now, memory: { ...memory, ...common, id } };
  });
}
