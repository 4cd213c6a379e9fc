import type { Migration } from './types.js';

/** Who did what with which key, and whether this is recorded for a key. */
export const audit: Migration = {
  number: 17,
  name: 'audit',
  statements: (t, dialect) => [
    `alter table api_keys add column audit ${t.int} not null default 1`,
    `create table audit (
      id ${t.text} not null,
      at ${t.int} not null,
      last_at ${t.int} not null,
      calls ${t.int} not null,
      key_id ${t.text},
      actor ${t.text} not null,
      action ${t.text} not null,
      status ${t.int} not null,
      via ${t.text} not null,
      address ${t.text} not null,
      user_ref ${t.text},
      request_id ${t.text},
      subjects ${t.text} not null,
      primary key (at, id)
    )${dialect === 'sqlite' ? ' without rowid' : ''}`,
    'create index audit_of_key on audit (key_id, at, id)',
    'create index audit_of_user on audit (key_id, user_ref) where user_ref is not null',
  ],
};
