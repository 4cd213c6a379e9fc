import type { Migration } from './types.js';

/** Subscriptions to the journal's events, and the outcome of each delivery. */
export const events: Migration = {
  number: 3,
  name: 'events',
  statements: (t) => [
    'create index journal_of_key on journal (key_id, seq)',

    // Without a url it is a stored filter of an event stream. Everything up to `position` has been handled: delivered, given up, or in `deliveries`.
    // Nothing new is read before `held_until`: the receiver is unavailable.
    `create table subscriptions (
      key_id ${t.text} not null,
      id ${t.text} not null,
      url ${t.text},
      events ${t.json} not null,
      user_id ${t.text},
      agent_id ${t.text},
      include_content ${t.int} not null default 0,
      description ${t.text},
      state ${t.text} not null,
      reason ${t.text},
      secret ${t.text},
      previous_secret ${t.text},
      previous_until ${t.int},
      position ${t.int} not null,
      held_until ${t.int},
      failing_since ${t.int},
      last_success_at ${t.int},
      delivered ${t.int} not null default 0,
      created_at ${t.int} not null,
      updated_at ${t.int} not null,
      primary key (key_id, id)
    )`,
    'create index subscriptions_newest on subscriptions (key_id, created_at, id)',
    "create index subscriptions_active on subscriptions (key_id, position) where state = 'active' and url is not null",

    // Deliveries: all that are pending or were given up, and the most recent successful ones. A row holds the event itself, because the journal is
    // trimmed. Events of one lane are delivered one after the other; a user is a lane.
    `create table deliveries (
      key_id ${t.text} not null,
      subscription_id ${t.text} not null,
      seq ${t.int} not null,
      lane ${t.text} not null,
      kind ${t.text} not null,
      user_id ${t.text},
      agent_id ${t.text},
      subject ${t.text},
      at ${t.int} not null,
      data ${t.json} not null,
      status ${t.text} not null,
      attempts ${t.int} not null,
      first_at ${t.int},
      last_at ${t.int},
      next_at ${t.int},
      answer_status ${t.int},
      answer ${t.text},
      error ${t.text},
      duration_ms ${t.int},
      primary key (key_id, subscription_id, seq)
    )`,
    'create index deliveries_lanes on deliveries (key_id, subscription_id, status, lane, seq)',
    'create index deliveries_of_user on deliveries (key_id, user_id)',
  ],
};
