import type { TenantDatabase } from '../../../storage/database.js';
import type { MemoryRecord } from '../../memories/record.js';
import { memoriesOfEvents } from '../sql/journal.js';
import { type EventRecord, type JournalLine, toEvent } from './event.js';

/** The memories that journal lines are about, as they are now. */
export async function contentsOf(
  db: TenantDatabase,
  lines: readonly JournalLine[],
  now: number,
): Promise<Map<string, MemoryRecord>> {
  const ids = [...new Set(lines.map((line) => line.subject).filter((id) => id !== null))];
  const found = ids.length ? await db.run(memoriesOfEvents, { ids, now }) : [];
  return new Map(found.map((memory) => [memory.id, memory]));
}

/** `memories` is null unless the contents were requested. */
export function eventOf(id: string, line: JournalLine, memories: Map<string, MemoryRecord> | null): EventRecord {
  const asked = memories && line.kind.startsWith('memory.');
  return toEvent(id, line, asked ? (memories.get(line.subject ?? '') ?? null) : undefined);
}
