import * as z from 'zod';
import { text, whole } from '../../../kernel/fields.js';
import { fromJson } from '../../../storage/json.js';
import type { Row } from '../../../storage/statement.js';
import type { EventFilter } from '../journal/kinds.js';

const STATES = ['active', 'paused', 'disabled'] as const;
type SubscriptionState = (typeof STATES)[number];

export interface Subscription {
  id: string;
  /** Null: a stored filter of the event stream. */
  url: string | null;
  events: string[];
  user_id: string | null;
  agent_id: string | null;
  include_content: boolean;
  description: string | null;
  state: SubscriptionState;
  reason: string | null;
  /** Sealed. */
  secret: string | null;
  previous_secret: string | null;
  previous_until: number | null;
  position: number;
  held_until: number | null;
  failing_since: number | null;
  last_success_at: number | null;
  delivered: number;
  created_at: number;
  updated_at: number;
}

export function toSubscription({ key_id: _, ...row }: Row): Subscription {
  const read = { events: fromJson<string[]>(row.events), include_content: Boolean(row.include_content) };
  return { ...row, ...read } as Subscription;
}

export const filterOf = ({ events, user_id, agent_id }: Subscription): EventFilter => ({
  kinds: events,
  userId: user_id,
  agentId: agent_id,
});

export const subscriptionId = text(1, 256).describe("A subscription's id.");
export const descriptionField = text(0, 500).describe('For people: what it is for.');
export const urlField = text(1, 2_048).describe('Where events are posted to: http or https, on the public internet.');
export const contentField = z
  .boolean()
  .describe('Whether events include the memory as it is when they are sent (`data.memory`; null if it is gone).');

export const at = (what: string) => whole.nullable().describe(`${what} Unix milliseconds.`);

export const subscriptionRecord = z.object({
  id: z.string(),
  url: z.string().nullable().describe('Null if events are read from `stream_url`.'),
  stream_url: z.string().nullable().describe('Where its events can be read as Server-Sent Events.'),
  events: z.array(z.string()),
  user_id: z.string().nullable(),
  agent_id: z.string().nullable(),
  include_content: z.boolean(),
  description: z.string().nullable(),
  state: z.enum(STATES),
  reason: z.string().nullable().describe('Why it is disabled.'),
  pending: whole.describe('Events that wait for another attempt, or behind one that does.'),
  dead: whole.describe('Events that were given up and can be replayed.'),
  delivered: whole.describe('Events that have arrived so far.'),
  last_success_at: at('When one last arrived.'),
  failing_since: at('Since when attempts have been failing.'),
  retry_at: at('Until when nothing new is sent, because the receiver is unavailable.'),
  previous_secret_until: at('Until when events are also signed with the previous secret.'),
  created_at: whole,
  updated_at: whole,
});

export interface Counts {
  pending: number;
  dead: number;
}

export function toResponse(
  subscription: Subscription & Counts,
  baseUrl: string,
  now: number,
): z.infer<typeof subscriptionRecord> {
  const { secret, previous_secret, previous_until, position, held_until, ...rest } = subscription;
  return {
    ...rest,
    stream_url: rest.url === null ? `${baseUrl}/memory/events?subscription_id=${rest.id}` : null,
    retry_at: held_until !== null && held_until > now ? held_until : null,
    previous_secret_until: previous_secret !== null && (previous_until ?? 0) > now ? previous_until : null,
  };
}
