import type { Migration } from './types.js';

/** Keys that another key created for one of its users, and the codes and refresh tokens with which a client obtains one. */
export const childKeys: Migration = {
  number: 12,
  name: 'child keys',
  statements: (t) => [
    ...['parent_key_id', 'user_id', 'agent_id', 'namespace', 'client'].map(
      (column) => `alter table api_keys add column ${column} ${t.text}`,
    ),
    'create index api_keys_children on api_keys (parent_key_id, created_at desc, id desc) where parent_key_id is not null',
    `create table oauth_grants (
      hash ${t.text} not null primary key,
      kind ${t.text} not null,
      parent_key_id ${t.text} not null,
      child_id ${t.text},
      user_id ${t.text} not null,
      agent_id ${t.text},
      details ${t.json} not null,
      created_at ${t.int} not null,
      expires_at ${t.int} not null,
      used_at ${t.int}
    )`,
    'create index oauth_grants_of_key on oauth_grants (parent_key_id, expires_at)',
    'create index oauth_grants_of_child on oauth_grants (child_id) where child_id is not null',
  ],
};
