import { fromJson } from '../../../storage/json.js';
import type { Row } from '../../../storage/statement.js';
import type { JournalLine } from '../journal/event.js';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The delivery of an event to one subscription, with the outcome of the last attempt. */
export interface Delivery extends JournalLine {
  /** Events of one lane are sent one after the other. */
  lane: string;
  status: DeliveryStatus;
  attempts: number;
  first_at: number | null;
  last_at: number | null;
  /** Null: as soon as its turn comes. */
  next_at: number | null;
  answer_status: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number | null;
}

/** A user's events keep their order; no user's events wait for another's. */
export const laneOf = (line: { user_id: string | null }) => `user:${line.user_id ?? ''}`;
/** What is replayed comes late anyway: it waits for nothing and holds nothing up. */
export const REPLAY_LANE = 'replay:';

export const newDelivery = (line: JournalLine): Delivery => ({
  ...line,
  lane: laneOf(line),
  status: 'pending',
  attempts: 0,
  first_at: null,
  last_at: null,
  next_at: null,
  answer_status: null,
  answer: null,
  error: null,
  duration_ms: null,
});

export function toDelivery({ key_id: _key, subscription_id: _subscription, ...row }: Row): Delivery {
  return { ...row, data: fromJson<Record<string, unknown>>(row.data) } as Delivery;
}
