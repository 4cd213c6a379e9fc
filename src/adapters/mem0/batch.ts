/** Most memories that one batch may change or delete. */
export const MAX_IN_BATCH = 1_000;

export function batchOf<Entry>(memories: Entry[]): Entry[] {
  if (!Array.isArray(memories) || memories.length < 1 || memories.length > MAX_IN_BATCH)
    throw new Error(`memories must be a list of 1 to ${MAX_IN_BATCH}`);
  return memories;
}

/** Does what it can of a batch, then reports what failed. */
export async function each<Entry extends { id: string }>(
  call: string,
  entries: Entry[],
  work: (entry: Entry) => Promise<unknown>,
) {
  const failed: string[] = [];
  for (const entry of entries) await work(entry).catch((error: Error) => failed.push(`${entry.id}: ${error.message}`));
  if (failed.length > 0) throw new Error(`${call}: ${failed.length} of ${entries.length} failed: ${failed.join('; ')}`);
}
