import type { Migration } from './types.js';

/**
 * The other kinds of memory and what is learnt from them. A user that nobody named is the empty text: no caller can use it.
 * The scope column comes first in every key, as in the first migration.
 */
export const kinds: Migration = {
  number: 2,
  name: 'kinds',
  statements: (t) => [
    `create table episodes (
      key_id ${t.text} not null,
      id ${t.text} not null,
      user_id ${t.text} not null,
      agent_id ${t.text} not null,
      title ${t.text},
      metadata ${t.json} not null,
      status ${t.text} not null,
      outcome ${t.text},
      summary ${t.text},
      auto_summarized ${t.int} not null default 0,
      summary_memory_id ${t.text},
      event_count ${t.int} not null default 0,
      last_event_at ${t.int} not null,
      started_at ${t.int} not null,
      ended_at ${t.int},
      primary key (key_id, id)
    )`,
    'create index episodes_newest on episodes (key_id, started_at, id)',
    'create index episodes_of_user on episodes (key_id, user_id, started_at, id)',
    "create index episodes_silent on episodes (last_event_at) where status = 'open'",

    // An event is a memory of kind episodic (its id here is the memory's); this row holds its place and type.
    `create table episode_events (
      key_id ${t.text} not null,
      episode_id ${t.text} not null,
      seq ${t.int} not null,
      id ${t.text} not null,
      user_id ${t.text} not null,
      type ${t.text} not null,
      created_at ${t.int} not null,
      primary key (key_id, episode_id, seq)
    )`,
    'create unique index episode_events_id on episode_events (key_id, id)',
    'create index episode_events_of_user on episode_events (key_id, user_id)',

    // A procedure is also a memory of kind procedural with the same id: that is how it is found by meaning.
    `create table procedures (
      key_id ${t.text} not null,
      id ${t.text} not null,
      user_id ${t.text} not null,
      agent_id ${t.text} not null,
      name ${t.text} not null,
      description ${t.text},
      trigger_text ${t.text},
      steps ${t.json} not null,
      tags ${t.json} not null,
      metadata ${t.json} not null,
      version ${t.int} not null default 1,
      successes ${t.int} not null default 0,
      failures ${t.int} not null default 0,
      last_used_at ${t.int},
      created_at ${t.int} not null,
      updated_at ${t.int} not null,
      primary key (key_id, id)
    )`,
    'create unique index procedures_name on procedures (key_id, user_id, agent_id, name)',
    `create table procedure_versions (
      key_id ${t.text} not null,
      procedure_id ${t.text} not null,
      version ${t.int} not null,
      replaced_at ${t.int} not null,
      record ${t.json} not null,
      primary key (key_id, procedure_id, version)
    )`,

    // One row per session gives out the places of its items.
    `create table working_sessions (
      key_id ${t.text} not null,
      session_id ${t.text} not null,
      last_seq ${t.int} not null,
      updated_at ${t.int} not null,
      primary key (key_id, session_id)
    )`,
    `create table working_items (
      key_id ${t.text} not null,
      session_id ${t.text} not null,
      seq ${t.int} not null,
      user_id ${t.text} not null,
      agent_id ${t.text} not null,
      content ${t.json} not null,
      at ${t.int} not null,
      expires_at ${t.int} not null,
      primary key (key_id, session_id, seq)
    )`,
    'create index working_items_expiring on working_items (expires_at)',
    'create index working_items_of_user on working_items (key_id, user_id)',

    `create table emotional_records (
      key_id ${t.text} not null,
      id ${t.text} not null,
      user_id ${t.text} not null,
      agent_id ${t.text} not null,
      sentiment ${t.text} not null,
      intensity ${t.real} not null,
      valence ${t.real} not null,
      source ${t.text} not null,
      text ${t.text},
      note ${t.text},
      created_at ${t.int} not null,
      primary key (key_id, id)
    )`,
    'create index emotional_of_user on emotional_records (key_id, user_id, created_at, id)',

    `create table agents (
      key_id ${t.text} not null,
      id ${t.text} not null,
      name ${t.text} not null,
      description ${t.text},
      capabilities ${t.json} not null,
      metadata ${t.json} not null,
      template ${t.text},
      created_at ${t.int} not null,
      updated_at ${t.int} not null,
      primary key (key_id, id)
    )`,
    'create unique index agents_name on agents (key_id, name)',

    // What was handed out together, and when: never the question's text.
    `create table retrievals (
      seq ${t.serial},
      key_id ${t.text} not null,
      user_id ${t.text} not null,
      agent_id ${t.text},
      at ${t.int} not null,
      memory_ids ${t.json} not null,
      found ${t.int} not null,
      abstained ${t.int} not null
    )`,
    'create index retrievals_of_user on retrievals (key_id, user_id, at)',
    'create index retrievals_of_key on retrievals (key_id, at)',
    'create index retrievals_age on retrievals (at)',

    // Latencies in buckets that grow by a factor: percentiles without keeping every request.
    `create table usage_latency (
      key_id ${t.text} not null,
      day ${t.text} not null,
      route ${t.text} not null,
      bucket ${t.int} not null,
      requests ${t.int} not null,
      primary key (key_id, day, route, bucket)
    )`,
    'create index usage_latency_age on usage_latency (day)',
    // Requests by the hour; what retrievals handed out stays countable here after the retrievals themselves are swept or erased.
    `create table usage_hourly (
      key_id ${t.text} not null,
      day ${t.text} not null,
      hour ${t.int} not null,
      requests ${t.int} not null default 0,
      retrievals ${t.int} not null default 0,
      hits ${t.int} not null default 0,
      retrieved ${t.int} not null default 0,
      primary key (key_id, day, hour)
    )`,
    'create index usage_hourly_age on usage_hourly (day)',
    `create table usage_agents (
      key_id ${t.text} not null,
      agent_id ${t.text} not null,
      requests ${t.int} not null default 0,
      retrievals ${t.int} not null default 0,
      last_activity ${t.int} not null,
      primary key (key_id, agent_id)
    )`,
    'create index usage_agents_age on usage_agents (last_activity)',

    // What was erased, without holding it.
    `create table erasures (
      key_id ${t.text} not null,
      id ${t.text} not null,
      at ${t.int} not null,
      counts ${t.json} not null,
      sha256 ${t.text} not null,
      primary key (key_id, id)
    )`,
  ],
};
