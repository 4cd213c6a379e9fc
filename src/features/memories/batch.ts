import * as z from 'zod';
import { BODY_LIMITS } from '../../kernel/body-limits.js';
import { LIMITS, whole } from '../../kernel/fields.js';
import { withoutNulls } from '../../kernel/schema.js';
import { inSlices } from '../../kernel/turns/slices.js';
import { invalidInput } from '../../kernel/validation.js';
import { detectForCaller } from '../conflicts/detect.js';
import { storedConflict, storedConflictRecord } from '../conflicts/record.js';
import { secondOpinion } from '../conflicts/second-opinion.js';
import { defineOperation } from '../request.js';
import { endsBeforeStart, type StoreInput, storeInput } from './input.js';
import { prepareMemory } from './prepare.js';
import { quotaOf } from './quota-of.js';
import { embedContents } from './reading/embed.js';
import { readText } from './reading/read-text.js';
import { spokenText } from './reading/speaker.js';
import { storeMemories } from './sql/store.js';

const result = z.object({
  index: whole,
  status: z.enum(['stored', 'duplicate', 'error']),
  id: z.string().optional(),
  embedded: z.boolean().optional(),
  error: z.string().optional(),
  near_duplicate_of: z.string().optional(),
  conflicts: z.array(storedConflictRecord).optional().describe('For entries with `detect_conflicts`.'),
});

export const batch = defineOperation({
  id: 'memory.batch',
  method: 'POST',
  path: '/memory/batch',
  scope: 'write',
  bound: { each: 'memories' },
  group: 'Memories',
  summary: 'Store up to 100 memories',
  description:
    'Each entry is a body of `POST /memory/store`. The valid entries are stored in one transaction even if others ' +
    'are invalid: see `results`. More than 100 entries, or none, is 400 and nothing is stored. A batch that does ' +
    'not fit into the monthly allowance is refused as a whole.',
  input: z.object({
    // Entries are validated one by one, so that a bad one does not fail the others.
    memories: z
      .array(z.unknown())
      .min(1)
      .max(LIMITS.batch)
      .meta({ items: z.toJSONSchema(storeInput, { io: 'input', unrepresentable: 'any' }) }),
  }),
  output: z.object({
    stored: whole,
    skipped: whole.describe('Invalid entries: `results` says why.'),
    duplicates_skipped: whole.describe('Entries that already existed. `stored`, `skipped` and this add up to all.'),
    ids: z
      .array(z.string())
      .describe('Ids of the stored and the existing memories, each once, in the order of the entries.'),
    results: z.array(result),
  }),
  success: 201,
  envelopeDepth: 2,
  bodyLimit: BODY_LIMITS.batch,
  example: {
    memories: [
      { user_id: 'ada', content: 'Ada works at the observatory.' },
      { user_id: 'ada', content: 'Ada has a cat called Bode.' },
    ],
  },
  async handler(request, input) {
    const results = new Array<z.infer<typeof result>>(input.memories.length);
    const valid: { index: number; input: StoreInput }[] = [];
    await inSlices(input.memories, (entry, index) => {
      const given = withoutNulls(storeInput, entry);
      const parsed = storeInput.safeParse(given);
      const problem = parsed.success
        ? endsBeforeStart(parsed.data) && '`valid_until` must be later than `valid_from`'
        : invalidInput(storeInput, parsed.error.issues, given).message;
      if (problem) results[index] = { index, status: 'error', error: problem };
      else if (parsed.success) valid.push({ index, input: parsed.data });
    });
    const inputs = valid.map((entry) => entry.input);
    const [vectors, read] = await Promise.all([
      embedContents(request, inputs),
      inSlices(inputs, (entry) => readText(request, entry.content, spokenText(entry))),
    ]);
    const prepared = await inSlices(inputs, (entry, i) =>
      prepareMemory(entry, vectors[i] ?? null, request.ids, request.now, read[i]),
    );
    // Entries of one batch are neighbours, in the order given: often the turns of one conversation.
    const group_id = prepared[0]?.id ?? null;
    const memories = prepared.map((memory, i) => ({ ...memory, group_id, position: valid[i]?.index ?? 0 }));
    await request.retrievals.flushKey(request.db.keyId);
    const stored = memories.length
      ? await request.db.run(storeMemories, { memories, quota: quotaOf(request), now: request.now })
      : [];
    const opinion = secondOpinion(request.llm);
    for (const [i, { status, record, near, problem }] of stored.entries()) {
      const { index, input: entry } = valid[i] as (typeof valid)[number];
      if (status === 'refused') {
        results[index] = { index, status: 'error', error: `\`${problem?.field}\` ${problem?.message}` };
        continue;
      }
      results[index] = {
        index,
        status,
        id: record.id,
        embedded: record.embedded,
        ...(near ? { near_duplicate_of: near } : {}),
      };
      if (!entry.detect_conflicts || status !== 'stored') continue;
      const found = await detectForCaller(request, record.id, opinion);
      results[index].conflicts = found.map((conflict) => storedConflict(record.id, conflict));
    }
    const count = (status: string) => results.filter((entry) => entry.status === status).length;
    return {
      stored: count('stored'),
      skipped: count('error'),
      duplicates_skipped: count('duplicate'),
      ids: [...new Set(results.flatMap((entry) => entry.id ?? []))],
      results,
    };
  },
});
