import { hash } from 'node:crypto';
import * as z from 'zod';
import { BODY_LIMITS } from '../../kernel/body-limits.js';
import { invalidField } from '../../kernel/errors.js';
import { StatusResponse } from '../../kernel/operation.js';
import { detectForCaller } from '../conflicts/detect.js';
import { storedConflict, storedConflictRecord } from '../conflicts/record.js';
import { secondOpinion } from '../conflicts/second-opinion.js';
import { defineOperation } from '../request.js';
import { endsBeforeStart, storeInput } from './input.js';
import { prepareMemory } from './prepare.js';
import { quotaOf } from './quota-of.js';
import { embedContents } from './reading/embed.js';
import { readText } from './reading/read-text.js';
import { spokenText } from './reading/speaker.js';
import { memoryRecord } from './record.js';
import { rounded } from './sql/read.js';
import { storeMemories } from './sql/store.js';

export const store = defineOperation({
  id: 'memory.store',
  method: 'POST',
  path: '/memory/store',
  scope: 'write',
  bound: 'fields',
  group: 'Memories',
  summary: 'Store a memory',
  description:
    'The content is embedded before the response, so the next search finds it. The same content in the same scope ' +
    '(user, agent, namespace, kind) is not stored twice: the response is 200 with the existing memory. Your tags are ' +
    'added to it, your metadata keys and your importance overwrite its own, it counts as verified now, it expires at ' +
    'the later of both times, or never if one of the two has no TTL, and it holds from the earlier `valid_from` to ' +
    'the later `valid_until`. A memory that ends before yours begins, or that a newer one contradicts since, is no ' +
    'longer the same: yours is stored. If the merged values would exceed a limit, the response is 400 and nothing changes. Nearly the same text is stored, and ' +
    '`near_duplicate_of` names the other memory; but if it has the same words (in up to 8,000 characters), and that memory was retrieved within ' +
    'the last hour, that memory is returned as a duplicate, so that agents do not fill the store with echoes. While embeddings are ' +
    'unavailable, the memory is stored with `embedded: false` and embedded later automatically. If you send no ' +
    'importance, it is estimated from the content (`importance_estimated: true`). Once the response is sent, the ' +
    'memory survives a crash.',
  input: storeInput,
  output: memoryRecord.extend({
    status: z.enum(['stored', 'queued', 'duplicate']),
    duplicate: z.boolean(),
    near_duplicate_of: z
      .string()
      .nullable()
      .describe('A memory that says nearly the same in other words; both are stored.'),
    deduplicated: z.boolean().describe('The same as `duplicate`.'),
    content_hash: z.string().describe('SHA-256 of `content` in UTF-8, hexadecimal.'),
    trust_score: z.number().describe('0–1: how far to rely on it: `outcome_score`, reduced by `risk`.'),
    conflicts: z.array(storedConflictRecord).describe('What it contradicts; checked if `detect_conflicts` is true.'),
    conflict: storedConflictRecord.nullable().describe('The first of `conflicts`.'),
    contradiction: z.boolean().describe('Whether there is a conflict.'),
  }),
  success: 201,
  otherSuccess: { status: 200, when: 'the memory already existed' },
  bodyLimit: BODY_LIMITS.memory,
  example: {
    user_id: 'ada',
    agent_id: 'planner',
    content: 'Ada prefers window seats on long flights.',
    tags: ['travel'],
  },
  tool: {
    name: 'store_memory',
    description:
      'Remember something across conversations: one fact per memory, in a full sentence that names who it is about. ' +
      'Repeated text is stored once.',
    fields: ['content', 'user_id', 'agent_id', 'kind', 'importance', 'tags', 'metadata', 'detect_conflicts'],
    idempotent: true,
  },
  async handler(request, input) {
    if (endsBeforeStart(input)) throw invalidField('valid_until', 'must be later than `valid_from`');
    const [[vectors = null], read] = await Promise.all([
      embedContents(request, [input]),
      readText(request, input.content, spokenText(input)),
    ]);
    const memory = prepareMemory(input, vectors, request.ids, request.now, read);
    await request.retrievals.flushKey(request.db.keyId);
    const [stored] = await request.db.run(storeMemories, {
      memories: [memory],
      quota: quotaOf(request),
      now: request.now,
    });
    if (!stored) throw new Error('store returned nothing');
    if (stored.problem) throw invalidField(stored.problem.field, stored.problem.message);
    const duplicate = stored.status === 'duplicate';
    const status: 'duplicate' | 'stored' | 'queued' = duplicate
      ? 'duplicate'
      : stored.record.embedded
        ? 'stored'
        : 'queued';
    const conflicts =
      input.detect_conflicts && !duplicate
        ? (await detectForCaller(request, stored.record.id, secondOpinion(request.llm))).map((found) =>
            storedConflict(stored.record.id, found),
          )
        : [];
    const [conflict = null] = conflicts;
    const near_duplicate_of = stored.near ?? null;
    return new StatusResponse(duplicate ? 200 : 201, {
      ...stored.record,
      ...{ status, duplicate, deduplicated: duplicate, near_duplicate_of },
      content_hash: hash('sha256', stored.record.content),
      trust_score: rounded(stored.record.outcome_score * (1 - stored.record.risk)),
      ...{ conflicts, conflict, contradiction: conflict !== null },
    });
  },
});
