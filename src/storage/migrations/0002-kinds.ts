import type { Migration } from './types.js';

/**
 * The other kinds of memory and what is learnt from them. An unnamed user is the empty string, which no caller can use. The scope column comes first
 * in every key, as in the first migration.
 */
export const kinds: Migration = {
  number: 2,
  name: 'kinds',
  statements: (t) => [
    // The summary's text is stored in its memory only. last_seq assigns positions; event_count counts the existing events.
    `create table episodes (
      key_id ${t.text} not null,
      id ${t.text} not null,
      user_id ${t.text} not null,
      agent_id ${t.text} not null,
      title ${t.text},
      metadata ${t.json} not null,
      status ${t.text} not null,
      outcome ${t.text},
      auto_summarized ${t.int} not null default 0,
      summary_memory_id ${t.text},
      event_count ${t.int} not null default 0,
      last_seq ${t.int} not null default 0,
      title_vector ${t.vector},
      title_model ${t.text},
      last_event_at ${t.int} not null,
      started_at ${t.int} not null,
      ended_at ${t.int},
      primary key (key_id, id)
    )`,
    'create index episodes_newest on episodes (key_id, started_at, id)',
    'create index episodes_of_user on episodes (key_id, user_id, started_at, id)',
    'create index episodes_summary on episodes (key_id, summary_memory_id) where summary_memory_id is not null',
    "create index episodes_silent on episodes (last_event_at) where status = 'open'",

    // An event is a memory of kind episodic (its id here is the memory's); this row holds its position and type.
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

    // A procedure is also a memory of kind procedural with the same id: the memory makes it searchable by meaning and holds its tags and metadata.
    `create table procedures (
      key_id ${t.text} not null,
      id ${t.text} not null,
      user_id ${t.text} not null,
      agent_id ${t.text} not null,
      name ${t.text} not null,
      description ${t.text},
      trigger_text ${t.text},
      steps ${t.json} not null,
      version ${t.int} not null default 1,
      successes ${t.int} not null default 0,
      failures ${t.int} not null default 0,
      last_used_at ${t.int},
      created_at ${t.int} not null,
      updated_at ${t.int} not null,
      primary key (key_id, id)
    )`,
    'create index procedures_newest on procedures (key_id, created_at, id)',
    'create unique index procedures_name on procedures (key_id, user_id, agent_id, name)',
    `create table procedure_versions (
      key_id ${t.text} not null,
      procedure_id ${t.text} not null,
      version ${t.int} not null,
      replaced_at ${t.int} not null,
      record ${t.json} not null,
      primary key (key_id, procedure_id, version)
    )`,

    // One row per session assigns the positions of its items.
    `create table working_sessions (
      key_id ${t.text} not null,
      session_id ${t.text} not null,
      last_seq ${t.int} not null,
      updated_at ${t.int} not null,
      primary key (key_id, session_id)
    )`,
    // The content is JSON stored as text: the order of keys is preserved, and a string stays a string.
    `create table working_items (
      key_id ${t.text} not null,
      session_id ${t.text} not null,
      seq ${t.int} not null,
      id ${t.text} not null,
      user_id ${t.text} not null,
      agent_id ${t.text} not null,
      content ${t.text} not null,
      at ${t.int} not null,
      expires_at ${t.int} not null,
      primary key (key_id, session_id, seq)
    )`,
    'create unique index working_items_id on working_items (key_id, id)',
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
      read_by ${t.text},
      created_at ${t.int} not null,
      day ${t.int} not null,
      text ${t.text},
      note ${t.text},
      primary key (key_id, id)
    )`,
    // Ordered by day and including every column that a profile aggregates: the query sorts nothing and reads no text.
    `create index emotional_of_user on emotional_records
      (key_id, user_id, day, created_at, id, agent_id, valence, sentiment)`,
    'create index emotional_newest on emotional_records (key_id, day, created_at, id)',

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
    // On an expression that only queries about one agent use: a plain column would tempt SQLite's planner away from a user's own index when both are
    // given, and one agent may hold everything a key has.
    "create index memories_of_agent on memories (key_id, (agent_id || ''), created_at, id)",

    // What was returned together, and when; never the text of the query.
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

    // Latencies in geometrically growing buckets: percentiles without storing every request.
    `create table usage_latency (
      key_id ${t.text} not null,
      day ${t.text} not null,
      route ${t.text} not null,
      bucket ${t.int} not null,
      requests ${t.int} not null,
      primary key (key_id, day, route, bucket)
    )`,
    'create index usage_latency_age on usage_latency (day)',
    // Requests per hour; what retrievals returned can still be counted here after the retrievals themselves are swept or erased.
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

    // What was erased, without any of its data: neither the user nor a text. `announced` is the journal entry that names the user, while it exists;
    // `settle_at` says when there is work left to do.
    `create table erasures (
      key_id ${t.text} not null,
      id ${t.text} not null,
      at ${t.int} not null,
      counts ${t.json} not null,
      sha256 ${t.text} not null,
      announced ${t.int},
      settle_at ${t.int},
      primary key (key_id, id)
    )`,
    'create index erasures_newest on erasures (key_id, at, id)',
    'create index erasures_unsettled on erasures (settle_at) where settle_at is not null',
  ],
};
