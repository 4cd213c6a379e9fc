import * as z from 'zod';
import type { EventKind } from '../../journal.js';
import { EVENT_KINDS } from './event-kinds.js';

const ALL = '*';
/** Not part of `*`: it would add a line to the journal for every search. */
const OPT_IN: readonly string[] = ['memory.retrieved'];
/** Aliases of kinds. Whoever subscribes by an alias receives events under that alias. */
const OTHER_NAMES: Readonly<Record<string, EventKind>> = { 'memory.deleted': 'memory.forgotten' };
const OTHER = Object.keys(OTHER_NAMES);

export const eventsField = z
  .array(z.enum([...(EVENT_KINDS satisfies readonly EventKind[]), ...OTHER, ALL]))
  .min(1)
  .max(EVENT_KINDS.length + OTHER.length + 1)
  .describe(
    'Kinds of events; `*` is every kind except `memory.retrieved`, which must be named. `memory.deleted` is another name for `memory.forgotten`.',
  );

/** The selected kinds, without duplicates, in the order of the list. */
export const kindsOf = (events: readonly string[]): string[] => [
  ...EVENT_KINDS.filter((kind) => events.includes(kind) || (events.includes(ALL) && !OPT_IN.includes(kind))),
  ...OTHER.filter((name) => events.includes(name)),
];

/** The kinds as the journal stores them. */
export const journalKinds = (kinds: readonly string[]): string[] => [
  ...new Set(kinds.map((kind) => OTHER_NAMES[kind] ?? kind)),
];

/** A kind under the name by which it was requested. */
export const nameFor = (kinds: readonly string[], kind: string): string =>
  kinds.includes(kind) ? kind : (OTHER.find((name) => kinds.includes(name) && OTHER_NAMES[name] === kind) ?? kind);

/** Which events a subscriber wants. */
export interface EventFilter {
  kinds: readonly string[];
  userId: string | null;
  agentId: string | null;
}
