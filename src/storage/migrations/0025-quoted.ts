import type { Migration } from './types.js';

/** Which records a stored response quotes, so that it is erased when one of them is forgotten. */
export const quoted: Migration = {
  number: 25,
  name: 'what stored responses quote',
  statements: (t, dialect) => [
    `create table idempotency_quotes (
      key_id ${t.text} not null,
      subject ${t.text} not null,
      token ${t.text} not null,
      created_at ${t.int} not null,
      primary key (key_id, subject, token)
    )${dialect === 'sqlite' ? ' without rowid' : ''}`,
    'create index idempotency_quotes_age on idempotency_quotes (created_at)',
  ],
};
