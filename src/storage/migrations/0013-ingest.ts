import type { Migration } from './types.js';

/** Sessions from which statements are derived: how (`auto`, `local`; null: not at all), and up to which turn this is done. */
export const ingest: Migration = {
  number: 13,
  name: 'ingest',
  statements: (t) => [
    `alter table episodes add column derive ${t.text}`,
    `alter table episodes add column derived_seq ${t.int} not null default 0`,
    'create index episodes_to_derive on episodes (key_id, last_event_at) where derive is not null and derived_seq < last_seq',
  ],
};
