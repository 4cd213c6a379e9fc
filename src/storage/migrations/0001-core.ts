import type { Migration } from './types.js';

/**
 * What SQLite stores about a text in its row: the numbers that near-identical texts share, and the words for keyword search, packed. Its threads read
 * both into in-memory indexes. Separate rows would add pages to every commit. The columns come before the content, so that reading them does not read
 * a long text.
 */
const OF_THE_TEXT = `
      sketch blob,
      terms text not null default '',`;

/** The scope column comes first in every key, so that a cluster can distribute by it. */
export const core: Migration = {
  number: 1,
  name: 'core',
  statements: (t, dialect) => [
    `create table settings (name ${t.text} primary key, value ${t.text} not null)`,

    `create table api_keys (
      id ${t.text} primary key,
      secret_hash ${t.text} not null unique,
      previous_hash ${t.text} unique,
      previous_until ${t.int},
      name ${t.text} not null,
      owner ${t.text},
      scopes ${t.json} not null,
      tier ${t.text} not null,
      issued_by ${t.text} not null,
      created_at ${t.int} not null,
      updated_at ${t.int} not null,
      expires_at ${t.int},
      revoked_at ${t.int}
    )`,
    'create index api_keys_newest on api_keys (created_at desc, id desc)',

    `create table memories (
      key_id ${t.text} not null,
      id ${t.text} not null,
      user_id ${t.text} not null,
      agent_id ${t.text} not null,
      namespace ${t.text} not null,
      kind ${t.text} not null,${dialect === 'sqlite' ? OF_THE_TEXT : ''}
      content ${t.text} not null,
      dedupe_key ${t.text},
      metadata ${t.json} not null,
      tags ${t.json} not null,
      importance ${t.real} not null,
      outcome ${t.text} not null,
      outcome_score ${t.real} not null,
      category ${t.text} not null,
      risk ${t.real} not null,
      embedded_model ${t.text},
      valid_from ${t.int},
      valid_until ${t.int},
      expires_at ${t.int},
      verified_at ${t.int},
      retrieval_count ${t.int} not null default 0,
      last_retrieved_at ${t.int},
      superseded_by ${t.text},
      group_id ${t.text},
      position ${t.int},
      terms_length ${t.int} not null default 0,
      conflicts_checked ${t.int} not null default 0,
      version ${t.int} not null default 1,
      created_at ${t.int} not null,
      updated_at ${t.int} not null,
      primary key (key_id, id)
    )`,
    'create unique index memories_dedupe on memories (key_id, user_id, dedupe_key) where dedupe_key is not null',
    // From this index alone, PostgreSQL computes a scope's average length and SQLite's writer reads a scope's sketches.
    `create index memories_scope on memories (key_id, user_id, created_at, id${dialect === 'postgres' ? ') include (terms_length)' : ', sketch)'}`,
    'create index memories_newest on memories (key_id, created_at, id)',
    'create index memories_replaced on memories (key_id, superseded_by) where superseded_by is not null',
    'create index memories_expiring on memories (expires_at) where expires_at is not null',
    'create index memories_expiring_of_key on memories (key_id, expires_at) where expires_at is not null',
    'create index memories_unchecked on memories (created_at, key_id, id) where conflicts_checked = 0',
    'create index memories_backlog on memories (created_at) where embedded_model is null',

    `create table memory_vectors (
      key_id ${t.text} not null,
      user_id ${t.text} not null,
      model ${t.text} not null,
      memory_id ${t.text} not null,
      passage ${t.int} not null,
      vector ${t.vector} not null,
      primary key (key_id, user_id, memory_id, model, passage)
    )${dialect === 'sqlite' ? ' without rowid' : ''}`, // clustered by scope: a cold scope loads in one sweep
    // Floats do not compress; trying to costs time on every write.
    ...(dialect === 'postgres' ? ['alter table memory_vectors alter column vector set storage external'] : []),

    // The words of a memory for keyword search, one row each, and the numbers that near-identical texts share: they are found by equality.
    ...(dialect === 'postgres'
      ? [
          `create table memory_terms (
            key_id ${t.text} not null,
            user_id ${t.text} not null,
            term ${t.text} not null,
            memory_id ${t.text} not null,
            tf ${t.int} not null,
            length ${t.int} not null,
            primary key (key_id, user_id, term, memory_id)
          )`,
          'create index memory_terms_memory on memory_terms (key_id, user_id, memory_id)',
          `create table memory_sketches (
            key_id ${t.text} not null,
            user_id ${t.text} not null,
            band ${t.int} not null,
            memory_id ${t.text} not null,
            primary key (key_id, user_id, band, memory_id)
          )`,
          'create index memory_sketches_memory on memory_sketches (key_id, user_id, memory_id)',
        ]
      : []),

    `create table memory_versions (
      key_id ${t.text} not null,
      memory_id ${t.text} not null,
      version ${t.int} not null,
      replaced_at ${t.int} not null,
      record ${t.json} not null,
      primary key (key_id, memory_id, version)
    )`,

    `create table links (
      key_id ${t.text} not null,
      id ${t.text} not null,
      from_id ${t.text} not null,
      to_id ${t.text} not null,
      relationship ${t.text} not null,
      weight ${t.real} not null,
      metadata ${t.json} not null,
      automatic ${t.int} not null default 0,
      created_at ${t.int} not null,
      primary key (key_id, id)
    )`,
    'create unique index links_pair on links (key_id, from_id, to_id, relationship)',
    // By relationship and weight, so that a traversal reads the heaviest links of a hub without the others.
    'create index links_from on links (key_id, from_id, relationship, weight, id)',
    'create index links_to on links (key_id, to_id, relationship, weight, id)',

    // Pairs that contradict each other; memory_a is the older one.
    `create table conflicts (
      key_id ${t.text} not null,
      id ${t.text} not null,
      user_id ${t.text} not null,
      agent_id ${t.text} not null,
      memory_a ${t.text} not null,
      memory_b ${t.text} not null,
      type ${t.text} not null,
      confidence ${t.real} not null,
      reason ${t.text} not null,
      status ${t.text} not null,
      kept ${t.text},
      detected_at ${t.int} not null,
      resolved_at ${t.int},
      primary key (key_id, id)
    )`,
    'create unique index conflicts_pair on conflicts (key_id, memory_a, memory_b)',
    'create index conflicts_b on conflicts (key_id, memory_b)',
    'create index conflicts_scope on conflicts (key_id, user_id, detected_at, id)',

    // The outbox: what changed, written in the transaction that changed it. PostgreSQL assigns sequence numbers before commit, so `seq` alone would
    // let a reader skip rows. `tx` is the first column: it registers the transaction among the open ones before `seq` is drawn, so that a reader that
    // waits for the transactions open at a moment sees every number drawn before it.
    `create table journal (${dialect === 'postgres' ? '\n      tx xid8 not null default pg_current_xact_id(),' : ''}
      seq ${t.serial},
      key_id ${t.text} not null,
      user_id ${t.text},
      agent_id ${t.text},
      subject ${t.text},
      kind ${t.text} not null,
      at ${t.int} not null,
      data ${t.json} not null
    )`,
    'create index journal_scope on journal (key_id, user_id, seq)',

    // Slot 0 is the counted allowance of a free key; keys without an allowance are spread over the other slots (no hot row).
    `create table quota (
      key_id ${t.text} not null,
      month ${t.text} not null,
      slot ${t.int} not null,
      used ${t.int} not null,
      primary key (key_id, month, slot)
    )`,

    `create table usage_daily (
      key_id ${t.text} not null,
      day ${t.text} not null,
      route ${t.text} not null,
      requests ${t.int} not null,
      tokens ${t.int} not null,
      errors ${t.int} not null,
      latency_us ${t.int} not null,
      primary key (key_id, day, route)
    )`,

    `create table idempotency (
      key_id ${t.text} not null,
      token ${t.text} not null,
      body_hash ${t.text} not null,
      user_id ${t.text},
      state ${t.text} not null,
      owner ${t.text} not null,
      status ${t.int},
      answer ${t.text},
      created_at ${t.int} not null,
      lease_until ${t.int} not null,
      primary key (key_id, token)
    )`,
    'create index idempotency_age on idempotency (created_at)',

    `create table jobs (
      id ${t.text} primary key,
      kind ${t.text} not null,
      key_id ${t.text},
      payload ${t.json} not null,
      run_at ${t.int} not null,
      attempts ${t.int} not null default 0,
      lease_owner ${t.text},
      lease_until ${t.int},
      last_error ${t.text},
      created_at ${t.int} not null
    )`,
    'create index jobs_due on jobs (run_at)',
  ],
};
