import { z } from 'zod';
import type { EventKind } from '../journal.js';

/** What can be subscribed to; the journal's other kinds are the service's own business. */
export const EVENT_KINDS = [
  'memory.stored',
  'memory.updated',
  'memory.forgotten',
  'memory.expired',
  'memory.verified',
  'memory.feedback',
  'memory.conflict',
  'memory.compressed',
  'memory.transferred',
  'episode.started',
  'episode.ended',
  'procedure.stored',
  'user.erased',
] as const satisfies readonly EventKind[];

const ALL = '*';

export const eventsField = z
  .array(z.enum([...EVENT_KINDS, ALL]))
  .min(1)
  .max(EVENT_KINDS.length + 1)
  .describe('Kinds of events; `*` is every kind.');

/** The kinds that are meant, each once, in the order of the list. */
export const kindsOf = (events: readonly string[]): string[] =>
  EVENT_KINDS.filter((kind) => events.includes(kind) || events.includes(ALL));

/** What somebody wants to hear of. */
export interface EventFilter {
  kinds: readonly string[];
  userId: string | null;
  agentId: string | null;
}
