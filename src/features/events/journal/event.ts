import * as z from 'zod';
import type { MemoryRecord } from '../../memories/record.js';

/** A journal line that is published as an event. */
export interface JournalLine {
  seq: number;
  kind: string;
  user_id: string | null;
  agent_id: string | null;
  subject: string | null;
  at: number;
  data: Record<string, unknown>;
}

export const eventRecord = z.object({
  id: z.string().describe('The same for every delivery of the same event.'),
  type: z.string(),
  timestamp: z.string().describe('When it happened, ISO 8601.'),
  data: z
    .record(z.string(), z.unknown())
    .describe(
      '`user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null if several at once), ' +
        'other fields that depend on the kind, and `memory` if contents were requested.',
    ),
});
export type EventRecord = z.infer<typeof eventRecord>;

const SUBJECTS: readonly (readonly [prefix: string, field: string])[] = [
  ['memory.', 'memory_id'],
  ['episode.', 'episode_id'],
  ['procedure.', 'procedure_id'],
  ['agent.', 'registered_id'],
];

/** The event as it is sent. `memory` is left out unless it was requested; null if it no longer exists. */
export function toEvent(id: string, line: JournalLine, memory?: MemoryRecord | null): EventRecord {
  const subject = SUBJECTS.find(([prefix]) => line.kind.startsWith(prefix));
  return {
    id,
    type: line.kind,
    timestamp: new Date(line.at).toISOString(),
    data: {
      user_id: line.user_id || null, // a user that nobody named is stored as the empty string
      agent_id: line.agent_id,
      ...(subject ? { [subject[1]]: line.subject } : {}),
      ...line.data,
      ...(memory === undefined ? {} : { memory }),
    },
  };
}
