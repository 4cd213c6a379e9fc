import * as z from 'zod';
import { DAY } from '../../kernel/clock.js';
import { whole } from '../../kernel/fields.js';
import { scopeFields, scopeOf } from '../lifecycle/scope-fields.js';
import { defineOperation, type Request } from '../request.js';
import { KINDS, MAX } from './findings.js';
import { scopeEcho, scopeOutput } from './scope-output.js';
import { readFacts } from './sql/facts.js';
import { readSample, readVectors, type Sample } from './sql/sample.js';
import { studyTask, studyUnits } from './study-task.js';
import { WINDOW_DAYS } from './topics.js';

/** Memories read and compared; a larger scope is sampled evenly. Takes some tenths of a second of a compute thread. */
export const SAMPLE = 2_000;
/** Characters of each: the beginning of a memory shows what it is about. */
const CHARACTERS = 400;
/** Vectors per read: on PostgreSQL they are text, and parsing more of it would hold up other calls. */
const PAGE = 200;
const TAGS = 20;
const UNVERIFIED_DAYS = 90;
const UNUSED_DAYS = 30;
/** One clear success or failure at the usual weight moves the score by 0.15. */
const OUTCOMES = { worked: 0.65, failed: 0.35 };
const IMPORTANT = 7;
const RELIED_ON = 5;

const output = z.object({
  scope: scopeOutput,
  total_memories: whole,
  considered: z.object({
    memories: whole.describe('Memories that topics and trends are based on.'),
    complete: z.boolean().describe(`False if the scope has more than ${SAMPLE}: they are an even sample of it.`),
  }),
  top_tags: z
    .array(z.object({ tag: z.string(), count: whole }))
    .describe(`The ${TAGS} most frequent tags of all memories.`),
  topics: z.array(
    z.object({
      label: z.string(),
      size: whole.describe('Memories about it; an estimate if `considered.complete` is false.'),
      example_ids: z.array(z.string()).describe('Most typical first.'),
      trend: z.enum(['rising', 'fading', 'steady']),
    }),
  ),
  insights: z.array(
    z.object({
      kind: z.enum(KINDS),
      text: z.string(),
      evidence_ids: z.array(z.string()).min(1).describe('Memories it comes from.'),
      confidence: z
        .number()
        .min(0)
        .max(1)
        .describe('1 if it is a count. Lower: how unlikely it is to be chance, or how clear the evidence is.'),
    }),
  ),
  refreshed_at: whole.describe('When it was computed, in Unix milliseconds.'),
});

export const insights = defineOperation({
  id: 'memory.insights',
  method: 'GET',
  path: '/memory/insights',
  scope: 'read',
  bound: 'fields',
  group: 'Insights',
  summary: 'Get what memories are about, what changes and what needs attention',
  description:
    'Topics are clusters by meaning, named by a tag or phrase that their memories share. A topic rises or fades if ' +
    `its share of the last ${WINDOW_DAYS} days differs from the ${WINDOW_DAYS} days before by more than chance. ` +
    'Insights cover contradictions, what worked and failed according to feedback, knowledge worth verifying, trends ' +
    `and what is never retrieved: at most ${MAX.perKind} of a kind, each with up to ${MAX.evidence} of the ` +
    `memories it comes from. A scope of more than ${SAMPLE} memories is sampled evenly for topics and trends; ` +
    'counts, tags, feedback and contradictions cover all of it. No language model is used; the same memories give ' +
    'the same response.',
  input: z.object(scopeFields),
  output,
  example: { user_id: 'ada' },
  async handler(request, input) {
    const scope = scopeOf(input);
    const { now } = request;
    await request.retrievals.flushKey(request.db.keyId);
    const [sample, facts] = await Promise.all([
      request.db.run(readSample, { scope, memories: SAMPLE, characters: CHARACTERS, now }),
      request.db.run(readFacts, {
        ...{ scope, now, tags: TAGS, samples: MAX.evidence, ...OUTCOMES, important: IMPORTANT, relied: RELIED_ON },
        confirmedUntil: now - UNVERIFIED_DAYS * DAY,
        storedUntil: now - UNUSED_DAYS * DAY,
      }),
    ]);
    const ages = { unverifiedDays: UNVERIFIED_DAYS, unusedDays: UNUSED_DAYS };
    const vectors = await vectorsOf(request, sample);
    const { topics, insights: found } = await request.compute.run(
      studyTask,
      { sample, vectors, facts, ages, now },
      { flow: request.db.keyId, units: studyUnits(sample), signal: request.signal },
    );
    return {
      scope: scopeEcho(input),
      total_memories: facts.total,
      considered: { memories: sample.memories.length, complete: sample.memories.length === sample.total },
      top_tags: facts.tags,
      topics,
      insights: found,
      refreshed_at: now,
    };
  },
});

async function vectorsOf(request: Request, { memories }: Sample): Promise<Map<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (let i = 0; i < memories.length; i += PAGE) {
    const ids = memories.slice(i, i + PAGE).map(({ id }) => id);
    const page = await request.db.run(readVectors, { ids, model: request.embedder.model.id });
    for (const [id, vector] of page) vectors.set(id, vector);
  }
  return vectors;
}
