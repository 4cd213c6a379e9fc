import { BODY_LIMITS } from '../../kernel/body-limits.js';
import { SECOND } from '../../kernel/clock.js';
import { invalid, invalidField, notFound } from '../../kernel/errors.js';
import { memoryId } from '../../kernel/fields.js';
import { ID_PREFIXES } from '../../kernel/ids.js';
import { defineOperation, type Request } from '../request.js';
import { type ChangeInput, changeInput, endsBeforeStart } from './input.js';
import { embedContents } from './reading/embed.js';
import { importanceOf } from './reading/importance.js';
import { readText } from './reading/read-text.js';
import { type Spoken, spokenText } from './reading/speaker.js';
import { traitsIn } from './reading/traits.js';
import { memoryRecord } from './record.js';
import { changeMemory, type MemoryChange } from './sql/change.js';
import { getMemory } from './sql/read.js';

export const update = defineOperation({
  id: 'memory.update',
  method: 'PATCH',
  path: '/memory/{id}',
  scope: 'write',
  bound: { records: { memory: ['id'] } },
  group: 'Memories',
  summary: 'Change a memory',
  description:
    'Only the fields you send change. New content is embedded again, and an estimated importance is estimated ' +
    'again. Merged metadata must stay within the limits for metadata (400). The earlier version stays in the ' +
    'history. The content of a procedure (`proc_…`) is made from its parts: to change it, store the procedure again.',
  input: changeInput.extend({ id: memoryId }),
  output: memoryRecord,
  bodyLimit: BODY_LIMITS.memory,
  async handler(request, { id, ...patch }) {
    if (Object.values(patch).every((value) => value === undefined))
      throw invalid(`Give at least one field to change: ${Object.keys(changeInput.shape).join(', ')}`);
    const before = await request.db.run(getMemory, { id, now: request.now });
    if (!before) throw notFound('No memory has this id');
    if (patch.content !== undefined && id.startsWith(ID_PREFIXES.procedure)) {
      throw invalidField(
        'content',
        'of a procedure is made from its parts: store the procedure again under its name instead',
      );
    }
    const from = patch.valid_from === undefined ? before.valid_from : patch.valid_from;
    const until = patch.valid_until === undefined ? before.valid_until : patch.valid_until;
    if (endsBeforeStart({ valid_from: from ?? undefined, valid_until: until ?? undefined }))
      throw invalidField('valid_until', 'must be later than `valid_from`');
    const after = await request.db.run(changeMemory, {
      id,
      change: await changeOf(request, before, patch),
      now: request.now,
    });
    if (!after) throw notFound('No memory has this id');
    return after;
  },
});

async function changeOf(request: Request, before: Spoken, patch: ChangeInput): Promise<MemoryChange> {
  const { content: text, ttl_seconds, tags: given, ...plain } = patch;
  const change = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as MemoryChange;
  if (given) change.tags = [...new Set(given)];
  if (ttl_seconds !== undefined)
    change.expires_at = ttl_seconds === null ? null : request.now + Math.round(ttl_seconds * SECOND);
  const metadata = { ...before.metadata, ...patch.metadata };
  const spoken = { kind: before.kind, content: text ?? before.content, metadata };
  // A memory is also found by its speaker.
  if (text !== undefined || spokenText(spoken) !== spokenText(before)) {
    const [vectors = null] = await embedContents(request, [spoken]);
    const read = await readText(request, spoken.content, spokenText(spoken));
    const traits = traitsIn(vectors ?? read.own, spoken);
    const risk = Math.max(read.risk, traits?.risk ?? 0);
    const { importance: estimate } = importanceOf(undefined, traits);
    change.content = {
      ...{ text: spoken.content, isNew: text !== undefined, vectors, ...read },
      ...{ category: traits?.category ?? 'other', risk, importance: estimate },
    };
  }
  return change;
}
