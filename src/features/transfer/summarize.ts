import { conflict } from '../../kernel/errors.js';
import { LIMITS } from '../../kernel/fields.js';
import { storeInput } from '../memories/input.js';
import { prepareMemory } from '../memories/prepare.js';
import { quotaOf } from '../memories/quota-of.js';
import { embedContents } from '../memories/reading/embed.js';
import type { Request } from '../request.js';
import { digestTask, digestUnits } from './digest.js';
import type { Selection } from './selection.js';
import { readMaterial, writeDigest } from './sql/digest.js';

/** How often the summary is made again because a source changed in the meantime. */
const ATTEMPTS = 3;

interface Summarized {
  /** Null if the target already knows the same, or there was nothing to summarize. */
  id: string | null;
  sources: number;
  selected: number;
  seen: string[];
}

/** One memory that summarizes the selected memories for the target. */
export async function transferSummary(request: Request, selection: Selection, toAgent: string): Promise<Summarized> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { texts, sources, selected, seen, ...made } = await request.db.run(readMaterial, selection);
    if (sources.length === 0) return { id: null, sources: 0, selected, seen };
    const who = { flow: request.db.keyId, units: digestUnits(texts), signal: request.signal };
    const content = await request.compute.run(digestTask, texts, who);
    const [vectors = null] = await embedContents(request, [content]);
    const input = storeInput.parse({
      ...{ user_id: selection.userId, agent_id: toAgent, content, importance: made.importance },
      tags: made.tags.slice(0, LIMITS.tags),
      namespace: selection.filter.namespace ?? 'default',
      metadata: { transferred_from: { agent_id: selection.fromAgent, memories: sources.length, at: request.now } },
    });
    const { importance_estimated } = made;
    const memory = { ...prepareMemory(input, vectors, request.ids, request.now), importance_estimated };
    const written = await request.db.run(writeDigest, {
      ...{ memory, sources, fromAgent: selection.fromAgent, quota: quotaOf(request), now: request.now },
    });
    if (written !== 'changed')
      return { id: written === 'stored' ? memory.id : null, sources: sources.length, selected, seen };
  }
  throw conflict(
    'The memories changed several times while the summary was being made: nothing was transferred. Try again.',
  );
}
