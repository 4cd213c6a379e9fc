import type { EventsHistoryInput, WebhookEvent } from '../../client/index.js';
import { EVENT_KINDS } from '../../features/events/journal/event-kinds.js';

type Kind = NonNullable<EventsHistoryInput['events']>[number];

const isKind = (text: string): text is (typeof EVENT_KINDS)[number] =>
  (EVENT_KINDS as readonly string[]).includes(text);

export interface EventFilters {
  events?: Kind[];
  user_id?: string;
  agent_id?: string;
}

/** As they appear in the URL of the page. */
export function eventFiltersFrom(query: URLSearchParams): EventFilters {
  const events = (query.get('events') ?? '').split(',').filter(isKind);
  const [user, agent] = [query.get('user_id'), query.get('agent_id')];
  return {
    ...(events.length > 0 ? { events } : {}),
    ...(user ? { user_id: user } : {}),
    ...(agent ? { agent_id: agent } : {}),
  };
}

export function queryOfEventFilters({ events, user_id, agent_id }: EventFilters): URLSearchParams {
  const query = new URLSearchParams();
  if (events?.length) query.set('events', events.join(','));
  if (user_id) query.set('user_id', user_id);
  if (agent_id) query.set('agent_id', agent_id);
  return query;
}

/** What an event is about, for a row; ids and texts are as received. */
interface EventDetails {
  memoryId: string | null;
  user: string | null;
  agent: string | null;
  /** The text of the memory; null if it has since been forgotten; undefined if the event is not about a memory. */
  content: string | null | undefined;
  /** Its other fields, on one line. */
  more: string;
}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const SHOWN_APART = new Set(['user_id', 'agent_id', 'memory_id', 'memory']);

export function detailsOf({ data }: WebhookEvent): EventDetails {
  const memory = data.memory as { content?: unknown } | null | undefined;
  const rest = Object.entries(data).filter(([name, value]) => !SHOWN_APART.has(name) && value !== null);
  return {
    memoryId: asText(data.memory_id),
    user: asText(data.user_id),
    agent: asText(data.agent_id),
    content: memory === undefined ? undefined : memory === null ? null : (asText(memory.content) ?? ''),
    more: rest
      .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(' · '),
  };
}

/** Rows that a page keeps. The journal and the log of the service have the rest. */
export const KEPT = 500;

/** Newest first: new rows go on top, and the oldest are dropped. `came` is in order of arrival. */
export function withNews<T extends { id: string }>(rows: readonly T[], came: readonly T[]): T[] {
  return [...came.slice(-KEPT).reverse(), ...rows].slice(0, KEPT);
}
