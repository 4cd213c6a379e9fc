// Written by `npm run docs:generate` from the operations' declarations: do not edit.
import type { Call, PagedCall } from './call.js';

export type Memory = {
  id: string;
  user_id: string;
  agent_id: string;
  kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  content: string;
  metadata: Record<string, unknown>;
  namespace: string;
  /** 0–10. */
  importance: number;
  /** True: it was not given, but estimated from the content. */
  importance_estimated: boolean;
  tags: string[];
  outcome: "success" | "failure" | "unknown";
  /** 0–1: how well acting on it went so far; 0.5 without evidence. */
  outcome_score: number;
  /** Read from the content. */
  category: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  /** False while it waits to be embedded: search by meaning does not see it yet. */
  embedded: boolean;
  valid_from: number | null;
  valid_until: number | null;
  expires_at: number | null;
  verified_at: number | null;
  retrieval_count: number;
  last_retrieved_at: number | null;
  /** The memory that replaced it. */
  superseded_by: string | null;
  /** 0–1: how much the text looks like instructions aimed at the agent. */
  risk: number;
  /** When it was stored. Unix milliseconds. */
  created_at: number;
  /** When it last changed. Unix milliseconds. */
  updated_at: number;
};

export type Key = {
  /** The key's public id. */
  id: string;
  name: string;
  /** Whom to contact about it. */
  owner: string;
  scopes: Array<"read" | "write">;
  tier: "free" | "pro";
  /** `admin`, `signup`, the id of an issuer, or that of the parent. */
  issued_by: string;
  created_at: number;
  updated_at: number;
  /** After this time it answers 401; null: never. */
  expires_at: number | null;
  /** Since when it answers 403; null: it is in force. */
  revoked_at: number | null;
  /** The key whose data it works on; null: its own. */
  parent_id: string | null;
  /** The part of its parent's data that it sees; null where it has no parent. */
  bound_to: {
    user_id: string;
    agent_id: string | null;
    namespace: string | null;
  } | null;
  /** The application that it was granted to by signing in; null: none. */
  client: string | null;
};

/** Create a free API key for yourself: `POST /signup`. */
export interface KeysSignupInput {
  /** What the key is called. */
  name: string;
  /** Where the owner can be reached. */
  email?: string;
}
export type KeysSignupAnswer = {
  /** The key's public id. */
  id: string;
  name: string;
  /** Whom to contact about it. */
  owner: string;
  scopes: Array<"read" | "write">;
  created_at: number;
  /** The secret (`rec_sk_…`). Shown only now: keep it. */
  key: string;
  /** The same secret again. */
  api_key: string;
  tier: "free";
  /** Memories a month. */
  limit: number;
  /** When the allowance starts again. Unix milliseconds. */
  reset_date: number;
  /** Where the reference is. */
  docs: string;
  /** Where MCP clients connect. */
  mcp: string;
};

/** Mint an API key: `POST /auth/keys`. */
export interface KeysMintInput {
  /** What the key is called. */
  name: string;
  /** Whom to contact about it; the name unless given. */
  owner?: string;
  /** What the key may do: `read`, `write`. */
  scopes?: Array<"read" | "write">;
  /** `free`: 10,000 memories a month; `pro`: unlimited. */
  tier?: "free" | "pro";
  /** From this time on it answers 401. Unix milliseconds or an ISO 8601 string. */
  expires_at?: number | string | null;
}
export type KeysMintAnswer = Key & {
  /** The secret (`rec_sk_…`). Shown only now: keep it. */
  key: string;
};

/** List API keys, newest first: `GET /auth/keys`. */
export interface KeysListInput {
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type KeysListAnswer = {
  count: number;
  keys: Key[];
  next_cursor: string | null;
};

/** Change a key's name, tier or scopes: `PATCH /auth/keys/{id}`. */
export interface KeysChangeInput {
  /** A key's public id (`rec_pk_…`). */
  id: string;
  /** What the key is called. */
  name?: string;
  /** `free`: 10,000 memories a month; `pro`: unlimited. */
  tier?: "free" | "pro";
  /** What the key may do: `read`, `write`. */
  scopes?: Array<"read" | "write">;
}
export type KeysChangeAnswer = Key;

/** Revoke a key for good: `DELETE /auth/keys/{id}`. */
export interface KeysRevokeInput {
  /** A key's public id (`rec_pk_…`). */
  id: string;
}
export type KeysRevokeAnswer = {
  id: string;
  revoked: true;
  revoked_at: number;
};

/** Give a key a new secret: `POST /auth/keys/{id}/rotate`. */
export interface KeysRotateInput {
  /** A key's public id (`rec_pk_…`). */
  id: string;
  /** How long the old secret goes on working. */
  grace_seconds?: number;
}
export type KeysRotateAnswer = Key & {
  /** The secret (`rec_sk_…`). Shown only now: keep it. */
  key: string;
  /** When the old secret ends; null: it has. */
  previous_valid_until: number | null;
};

/** Make a child key for one user: `POST /keys/children`. */
export interface KeysMintChildInput {
  /** What the key is called. */
  name: string;
  /** The user whose memories it sees. */
  user_id: string;
  /** Only this agent; without it, all agents of the user. */
  agent_id?: string;
  /** Only this namespace; without it, all of them. */
  namespace?: string;
  /** What it may do: `read`, `write`. The calling key's own unless given. */
  scopes?: Array<"read" | "write">;
  /** From this time on it answers 401; null or absent: it ends with its parent. Unix milliseconds or an ISO 8601 string. */
  expires_at?: number | string | null;
}
export type KeysMintChildAnswer = Key & {
  /** The secret (`rec_sk_…`). Shown only now: keep it. */
  key: string;
};

/** List the child keys of the calling key, newest first: `GET /keys/children`. */
export interface KeysChildrenInput {
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type KeysChildrenAnswer = {
  count: number;
  keys: Key[];
  next_cursor: string | null;
};

/** Store a memory: `POST /memory/store`. */
export interface MemoryStoreInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** What to remember. It is embedded, long texts passage by passage. */
  content: string;
  /** Which agent it belongs to. */
  agent_id?: string;
  /** Any JSON object. */
  metadata?: Record<string, unknown>;
  /** 0 (trivia) to 10 (vital). Not given: estimated from the content. */
  importance?: number;
  /** Forget it after so many seconds. */
  ttl_seconds?: number;
  /** Labels to filter by. */
  tags?: string[];
  /** A drawer inside the scope. */
  namespace?: string;
  /** How acting on it went. */
  outcome?: "success" | "failure" | "unknown";
  /** Also report memories that contradict this one. */
  detect_conflicts?: boolean;
  /** What sort of memory it is. */
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** When it began to be true (Unix milliseconds or ISO 8601). */
  valid_from?: number | string;
  /** When it stops being true (Unix milliseconds or ISO 8601). */
  valid_until?: number | string;
  /** False stores the same text again instead of answering with the memory that is there. */
  dedupe?: boolean;
}
export type MemoryStoreAnswer = Memory & {
  status: "stored" | "queued" | "duplicate";
  duplicate: boolean;
  /** A memory that says nearly the same in other words; both are kept. */
  near_duplicate_of: string | null;
  /** The same as `duplicate`. */
  deduplicated: boolean;
  /** SHA-256 of `content` in UTF-8, hexadecimal. */
  content_hash: string;
  /** 0–1: how far to rely on it: `outcome_score`, less the share that `risk` takes. */
  trust_score: number;
  /** What it contradicts; looked for when `detect_conflicts` is true. */
  conflicts: Array<{
    id: string;
    user_id: string;
    agent_id: string;
    /** The older statement. */
    memory_a: {
      id: string;
      content: string;
      created_at: number;
      valid_from: number | null;
      superseded_by: string | null;
    };
    /** The newer statement. */
    memory_b: {
      id: string;
      content: string;
      created_at: number;
      valid_from: number | null;
      superseded_by: string | null;
    };
    /** `stated`: somebody linked the two as contradicting. */
    conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
    /** 0–1. */
    confidence: number;
    /** What changed: the words of both, with their days. */
    reason: string;
    /** The words of the older statement that no longer hold, when the rest of it still does; null: all of it. */
    part: string | null;
    /** Unix milliseconds. */
    detected_at: number;
    status: "open" | "resolved";
    /** What a resolution kept: the older (`a`), the newer (`b`) or both. */
    kept: "a" | "b" | "both" | null;
    /** Unix milliseconds. */
    resolved_at: number | null;
    /** The memory that the stored one contradicts. */
    existing_memory_id: string;
    existing_content: string;
    /** What came of it; null while it is open. */
    resolution: "kept_older" | "kept_newer" | "kept_both" | null;
  }>;
  /** The first of them. */
  conflict: {
    id: string;
    user_id: string;
    agent_id: string;
    /** The older statement. */
    memory_a: {
      id: string;
      content: string;
      created_at: number;
      valid_from: number | null;
      superseded_by: string | null;
    };
    /** The newer statement. */
    memory_b: {
      id: string;
      content: string;
      created_at: number;
      valid_from: number | null;
      superseded_by: string | null;
    };
    /** `stated`: somebody linked the two as contradicting. */
    conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
    /** 0–1. */
    confidence: number;
    /** What changed: the words of both, with their days. */
    reason: string;
    /** The words of the older statement that no longer hold, when the rest of it still does; null: all of it. */
    part: string | null;
    /** Unix milliseconds. */
    detected_at: number;
    status: "open" | "resolved";
    /** What a resolution kept: the older (`a`), the newer (`b`) or both. */
    kept: "a" | "b" | "both" | null;
    /** Unix milliseconds. */
    resolved_at: number | null;
    /** The memory that the stored one contradicts. */
    existing_memory_id: string;
    existing_content: string;
    /** What came of it; null while it is open. */
    resolution: "kept_older" | "kept_newer" | "kept_both" | null;
  } | null;
  /** Whether there is one. */
  contradiction: boolean;
};

/** Store up to 100 memories: `POST /memory/batch`. */
export interface MemoryBatchInput {
  memories: Array<{
    /** Whose memory it is: your end user. */
    user_id: string;
    /** Which agent it belongs to. */
    agent_id?: string;
    /** What to remember. It is embedded, long texts passage by passage. */
    content: string;
    /** Any JSON object. */
    metadata?: Record<string, unknown>;
    /** 0 (trivia) to 10 (vital). Not given: estimated from the content. */
    importance?: number;
    /** Forget it after so many seconds. */
    ttl_seconds?: number;
    /** Labels to filter by. */
    tags?: string[];
    /** A drawer inside the scope. */
    namespace?: string;
    /** How acting on it went. */
    outcome?: "success" | "failure" | "unknown";
    /** Also report memories that contradict this one. */
    detect_conflicts?: boolean;
    /** What sort of memory it is. */
    kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    /** When it began to be true (Unix milliseconds or ISO 8601). */
    valid_from?: number | string;
    /** When it stops being true (Unix milliseconds or ISO 8601). */
    valid_until?: number | string;
    /** False stores the same text again instead of answering with the memory that is there. */
    dedupe?: boolean;
  }>;
}
export type MemoryBatchAnswer = {
  stored: number;
  /** Entries that are wrong: `results` says why. */
  skipped: number;
  /** Entries that were there already. `stored`, `skipped` and this add up to all. */
  duplicates_skipped: number;
  /** Ids of the stored and the already present memories, each once, in the order of the entries. */
  ids: string[];
  results: Array<{
    index: number;
    status: "stored" | "duplicate" | "error";
    id?: string;
    embedded?: boolean;
    error?: string;
    near_duplicate_of?: string;
    /** Of entries with `detect_conflicts`. */
    conflicts?: Array<{
      id: string;
      user_id: string;
      agent_id: string;
      /** The older statement. */
      memory_a: {
        id: string;
        content: string;
        created_at: number;
        valid_from: number | null;
        superseded_by: string | null;
      };
      /** The newer statement. */
      memory_b: {
        id: string;
        content: string;
        created_at: number;
        valid_from: number | null;
        superseded_by: string | null;
      };
      /** `stated`: somebody linked the two as contradicting. */
      conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
      /** 0–1. */
      confidence: number;
      /** What changed: the words of both, with their days. */
      reason: string;
      /** The words of the older statement that no longer hold, when the rest of it still does; null: all of it. */
      part: string | null;
      /** Unix milliseconds. */
      detected_at: number;
      status: "open" | "resolved";
      /** What a resolution kept: the older (`a`), the newer (`b`) or both. */
      kept: "a" | "b" | "both" | null;
      /** Unix milliseconds. */
      resolved_at: number | null;
      /** The memory that the stored one contradicts. */
      existing_memory_id: string;
      existing_content: string;
      /** What came of it; null while it is open. */
      resolution: "kept_older" | "kept_newer" | "kept_both" | null;
    }>;
  }>;
};

/** Find memories by meaning: `GET /memory/retrieve`. */
export interface MemoryRetrieveInput {
  /** What to look for, best phrased as a question. */
  q: string;
  /** Whose memory it is: your end user. */
  user_id: string;
  /** How many to return, 1–100. */
  limit?: number;
  /** Leave out what scores lower. With the standard model unrelated texts score 0.3–0.6, paraphrases 0.8–1. */
  min_score?: number;
  /** `semantic`: cosine. `composite`: cosine, outcome, importance and recency weighed. `hybrid`: meaning, words, time, speakers and neighbours; the best this service can do. */
  ranking?: "semantic" | "composite" | "hybrid";
  /** Say of each result what its `final_score` is made of. */
  explain?: boolean;
  /** Of each result that is an event of an episode, also return so many events before and after it. */
  around?: number;
  /** Only this agent; without it, all agents of the user. */
  agent_id?: string;
  /** A drawer inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma list). */
  tags?: string[];
  /** Has all of these (comma list). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at that time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: that top-level key of the metadata has that value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Also what has expired but is not swept yet. */
  include_expired?: boolean;
  /** Also what a newer memory has replaced. */
  include_superseded?: boolean;
}
export type MemoryRetrieveAnswer = {
  query: string;
  user_id: string;
  agent_id: string | null;
  namespace: string | null;
  /** False: embeddings were unavailable, these share words with the question (`hybrid`) or are the most recent. */
  semantic: boolean;
  ranking: "semantic" | "composite" | "hybrid";
  /** What the order was made by: when `semantic` is false `words` (`hybrid`) or `recency`. */
  scoring: "cosine" | "composite" | "hybrid" | "words" | "recency";
  /** 0–1: how likely the answer is among the results; null when `semantic` is false. */
  confidence: number | null;
  /** Nothing that was found answers the question: better say that you do not know. */
  abstained: boolean;
  count: number;
  results: Array<Memory & {
    /** Cosine similarity of the memory's best passage; null when `semantic` is false or it waits to be embedded. */
    score: number | null;
    /** What the order was made of. */
    final_score: number | null;
    /** 0–1: how likely this memory answers the question; of the best results of `hybrid`. */
    relevance?: number;
    /** With `explain`: the parts that `final_score` is the sum of. */
    explain?: Array<{
      name: string;
      value: number;
    }>;
    /** With `around`: the episode that the memory is an event of. */
    episode_id?: string;
    /** With `around`: the events before and after it in its episode, in order, without itself. */
    around?: Array<{
      id: string;
      /** Its place in the episode. */
      seq: number;
      type: string;
      content: string;
      /** Unix milliseconds. */
      created_at: number;
    }>;
  }>;
};

/** Forget one memory, one episode, or everything of a user: `DELETE /memory/forget`. */
export interface MemoryForgetInput {
  /** A memory's id. */
  id?: string;
  /** Whose memory it is: your end user. */
  user_id?: string;
  /** Which agent it belongs to. */
  agent_id?: string;
}
export type MemoryForgetAnswer = {
  /** Memories that are gone, of whatever kind; records beside them are not counted. */
  deleted: number;
};

/** List memories, newest first: `GET /memory`. */
export interface MemoryListInput {
  /** Whose memory it is: your end user. */
  user_id?: string;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
  /** Which come first, by when they were stored. */
  order?: "newest" | "oldest";
  /** Only this agent; without it, all agents of the user. */
  agent_id?: string;
  /** A drawer inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma list). */
  tags?: string[];
  /** Has all of these (comma list). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at that time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: that top-level key of the metadata has that value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Also what has expired but is not swept yet. */
  include_expired?: boolean;
  /** Also what a newer memory has replaced. */
  include_superseded?: boolean;
}
export type MemoryListAnswer = {
  count: number;
  memories: Memory[];
  next_cursor: string | null;
};

/** Count memories by category, tag, agent, user, namespace and month: `GET /memory/facets`. */
export interface MemoryFacetsInput {
  /** Whose memory it is: your end user. */
  user_id?: string;
  /** Only this agent; without it, all agents of the user. */
  agent_id?: string;
  /** A drawer inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma list). */
  tags?: string[];
  /** Has all of these (comma list). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at that time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: that top-level key of the metadata has that value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Also what has expired but is not swept yet. */
  include_expired?: boolean;
  /** Also what a newer memory has replaced. */
  include_superseded?: boolean;
}
export type MemoryFacetsAnswer = {
  /** Memories that the filters let through. */
  total: number;
  facets: {
    /** By category. */
    category: Array<{
      value: string;
      count: number;
    }>;
    /** By tag. */
    tag: Array<{
      value: string;
      count: number;
    }>;
    /** By agent. */
    agent_id: Array<{
      value: string;
      count: number;
    }>;
    /** By user. */
    user_id: Array<{
      value: string;
      count: number;
    }>;
    /** By namespace. */
    namespace: Array<{
      value: string;
      count: number;
    }>;
    /** By the month in which they were stored, in UTC (`2027-01`); from 1970 to 9999. */
    month: Array<{
      value: string;
      count: number;
    }>;
  };
};

/** List the users, agents or namespaces that have memories: `GET /memory/names`. */
export interface MemoryNamesInput {
  /** Which names. */
  field: "user_id" | "agent_id" | "namespace";
  /** What they begin with. */
  prefix?: string;
  /** How many to return, 1–1000. */
  limit?: number;
}
export type MemoryNamesAnswer = {
  field: "user_id" | "agent_id" | "namespace";
  count: number;
  names: string[];
};

/** Read one memory: `GET /memory/{id}`. */
export interface MemoryGetInput {
  /** A memory's id. */
  id: string;
}
export type MemoryGetAnswer = Memory;

/** Change a memory: `PATCH /memory/{id}`. */
export interface MemoryUpdateInput {
  /** A memory's id. */
  id: string;
  /** What to remember. It is embedded, long texts passage by passage. */
  content?: string;
  /** Merged into what is there: given keys win, null removes a key. */
  metadata?: Record<string, unknown>;
  /** Replaces the tags. */
  tags?: string[];
  /** 0 (trivia) to 10 (vital). From now on it counts as given. */
  importance?: number;
  /** A drawer inside the scope. */
  namespace?: string;
  /** How acting on it went. */
  outcome?: "success" | "failure" | "unknown";
  /** When it began to be true; null: unknown. */
  valid_from?: number | string | null;
  /** When it stops being true; null: not known to end. */
  valid_until?: number | string | null;
  /** Forget it so many seconds from now; null: keep it. */
  ttl_seconds?: number | null;
}
export type MemoryUpdateAnswer = Memory;

/** Read a memory's versions: `GET /memory/{id}/history`. */
export interface MemoryHistoryInput {
  /** A memory's id. */
  id: string;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type MemoryHistoryAnswer = {
  id: string;
  count: number;
  versions: Array<{
    version: number;
    /** When the next version replaced it; null for the one in force. */
    replaced_at: number | null;
    record: Memory;
  }>;
  next_cursor: string | null;
};

/** Say how one memory scores for a question, and why it is not among the first: `GET /memory/{id}/score`. */
export interface MemoryScoreInput {
  /** A memory's id. */
  id: string;
  /** The question. */
  q: string;
  /** How many results the search would return. */
  limit?: number;
  /** The lowest score that the search would return. */
  min_score?: number;
  /** Only this agent; without it, all agents of the user. */
  agent_id?: string;
  /** A drawer inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma list). */
  tags?: string[];
  /** Has all of these (comma list). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at that time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: that top-level key of the metadata has that value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Also what has expired but is not swept yet. */
  include_expired?: boolean;
  /** Also what a newer memory has replaced. */
  include_superseded?: boolean;
}
export type MemoryScoreAnswer = {
  id: string;
  query: string;
  user_id: string;
  /** False: embeddings were unavailable, words alone counted. */
  semantic: boolean;
  /** Its place, from 1; null: not among the best 200. */
  rank: number | null;
  /** Cosine similarity of the memory's best passage. */
  score: number | null;
  /** What the order was made of. */
  final_score: number | null;
  /** 0–1: how likely it answers the question; of the best results. */
  relevance: number | null;
  /** What `final_score` is the sum of. */
  explain: Array<{
    name: string;
    value: number;
  }>;
  /** 0–1: how likely the answer is among the results. */
  confidence: number | null;
  /** Nothing that was found answers the question. */
  abstained: boolean;
  /** Whether the search returns it. */
  returned: boolean;
  /** Why it is returned or not. */
  reason: "returned" | "rank" | "min_score" | "filtered" | "superseded" | "expired" | "not_yet_valid" | "no_longer_valid" | "too_far";
  /** The same in a sentence. */
  why: string;
};

/** Get memories as text for a prompt: `GET /memory/context`. */
export interface MemoryContextInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** What the context is for, best phrased as a question. */
  q?: string;
  /** Never exceeded; counted with o200k_base. */
  max_tokens?: number;
  /** What `context` holds. */
  format?: "raw" | "anthropic" | "openai" | "markdown";
  /** Only this agent; without it, all agents of the user. */
  agent_id?: string;
  /** A drawer inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma list). */
  tags?: string[];
  /** Has all of these (comma list). */
  tags_all?: string[];
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** What was true at that time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** Also memories whose text looks like instructions (`risk` of 0.5 or more). */
  include_flagged?: boolean;
}
export type MemoryContextAnswer = {
  /** Ready for a prompt, in the format asked for; empty when there is nothing to show. */
  context: string;
  /** Tokens of `context`. */
  token_count: number;
  memories_used: number;
  /** All that may be shown to this user, before choosing. */
  memories_available: number;
  /** The same memories in every format, each within `max_tokens`: a wordier one may hold fewer at the end. */
  formatted: {
    raw: string;
    anthropic: string;
    openai: string;
    markdown: string;
  };
  /** Against sending all available memories, which are estimated at a token for every 4 bytes. */
  tokens_saved: number;
  /** Those in `context`, in its order. */
  memory_ids: string[];
  /** False: embeddings were unavailable, these were found by words, then the most recent. Null without `q`. */
  semantic: boolean | null;
  /** 0–1: how likely the memories answer `q`. Null without `q`. */
  confidence: number | null;
  /** True: nothing here seems to answer `q`. */
  abstained: boolean;
};

/** Remember a conversation: `POST /memory/ingest`. */
export interface MemoryIngestInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** The turns, in order. */
  messages?: Array<{
    /** Who speaks. */
    role: "user" | "assistant" | "system" | "tool";
    /** The name, if known. */
    name?: string;
    /** Verbatim. */
    content: string;
    /** When it was said; now unless given. */
    created_at?: number | string;
  }>;
  /** In place of `messages`: one turn of the user. */
  text?: string;
  /** Which agent it belongs to. */
  agent_id?: string;
  /** A drawer inside the scope. */
  namespace?: string;
  /** Names the conversation. Without it the call is one of its own. */
  session_id?: string;
  /** Where in the session the first message stands, from 0 on. */
  position?: number;
  /** Kept with the turns and with what is derived from them. */
  metadata?: Record<string, unknown>;
  /** Labels of the turns and of what is derived from them. */
  tags?: string[];
  /** Forget the turns, and what is derived from them, after so many seconds. */
  ttl_seconds?: number;
  /** `auto`: statements are derived, by the language model where one is configured; `local`: without it; `turns`: nothing is derived. */
  mode?: "auto" | "local" | "turns";
  /** Derive the statements before the response. */
  wait?: boolean;
}
export type MemoryIngestAnswer = {
  session_id: string;
  /** The episode that holds the latest turns. */
  episode_id: string;
  received: number;
  added: number;
  /** Turns that were there already. */
  skipped: number;
  /** Turns of the session so far. */
  total: number;
  /** Those that were added. */
  turns: Array<{
    /** The id of its event, which is also that of a memory of kind `episodic`. */
    id: string;
    /** Its place in the session, from 0 on. */
    position: number;
    role: string;
    embedded: boolean;
  }>;
  /** Statements will be derived from them. With `wait`: some are still to be derived. */
  deriving: boolean;
  /** With `wait`: what was derived from the messages, also from those that were there already. */
  statements?: Array<Memory & {
    /** `duplicate`: it was there already, said before or derived by an earlier call. */
    status: "stored" | "duplicate";
  }>;
};

/** What is known about a person now: `GET /memory/profile`. */
export interface MemoryProfileInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** Only this agent; without it, all agents of the user. */
  agent_id?: string;
  /** A drawer inside the scope. */
  namespace?: string;
  /** What was true at that time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** Of `text`; counted with o200k_base. */
  max_tokens?: number;
}
export type MemoryProfileAnswer = {
  user_id: string;
  groups: Array<{
    category: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
    title: string;
    statements: Array<{
      /** The memory that says it. */
      id: string;
      text: string;
      /** When it began to be true, or was stored. Unix milliseconds. */
      since: number;
      importance: number;
      /** Turns of conversations that it was derived from. */
      sources: string[];
    }>;
  }>;
  /** The same for a prompt; empty when nothing is known. */
  text: string;
  token_count: number;
  /** True: more is known than `max_tokens` holds. */
  truncated: boolean;
};

/** Export memories: `GET /memory/export`. */
export interface MemoryExportInput {
  /** Only this user; without it, all users of the key. */
  user_id?: string;
  /** Only this agent. */
  agent_id?: string;
  /** `md` is `markdown`. */
  format?: "json" | "markdown" | "md" | "ndjson";
}
export type MemoryExportAnswer = {
  format: "recollect.export.v1";
  /** Unix milliseconds. */
  exported_at: number;
  /** Memories in the export. */
  count: number;
  /** Entries of each kind. */
  counts: {
    memories: number;
    links: number;
    episodes: number;
    procedures: number;
    emotional: number;
  };
  memories: Array<Memory & {
    version: number;
    /** False for a copy that was stored beside another one on purpose. */
    dedupe: boolean;
    /** What it was stored together with. */
    group_id: string | null;
    /** Its place there. */
    position: number | null;
  }>;
  /** Those with both ends in the scope. */
  links: unknown[];
  /** Their events are among the memories. */
  episodes: unknown[];
  procedures: unknown[];
  emotional: unknown[];
};

/** Import memories: `POST /memory/import`. */
export interface MemoryImportInput {
  /** The entries: bodies of store with the fields of a memory, or those of `source`. */
  memories?: Array<{
    /** Whose memory it is; empty only for procedures and episodes of nobody in particular. */
    user_id: string;
    /** Which agent it belongs to. */
    agent_id?: string;
    /** What to remember. It is embedded, long texts passage by passage. */
    content: string;
    /** Any JSON object. */
    metadata?: Record<string, unknown>;
    /** 0 (trivia) to 10 (vital). Not given: estimated from the content. */
    importance?: number;
    /** Labels to filter by. */
    tags?: string[];
    /** A drawer inside the scope. */
    namespace?: string;
    /** How acting on it went. */
    outcome?: "success" | "failure" | "unknown";
    /** What sort of memory it is. */
    kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    /** When it began to be true (Unix milliseconds or ISO 8601). */
    valid_from?: number | string;
    /** When it stops being true (Unix milliseconds or ISO 8601). */
    valid_until?: number | string;
    /** False stores the same text again instead of answering with the memory that is there. */
    dedupe?: boolean;
    /** A memory's id. */
    id?: string;
    importance_estimated?: boolean;
    outcome_score?: number;
    /** Unix milliseconds or an ISO 8601 string. */
    expires_at?: number | string;
    /** Unix milliseconds or an ISO 8601 string. */
    verified_at?: number | string;
    retrieval_count?: number;
    /** Unix milliseconds or an ISO 8601 string. */
    last_retrieved_at?: number | string;
    /** A memory's id. */
    superseded_by?: string;
    group_id?: string;
    position?: number;
    version?: number;
    /** Unix milliseconds or an ISO 8601 string. */
    created_at?: number | string;
    /** Unix milliseconds or an ISO 8601 string. */
    updated_at?: number | string;
  }>;
  /** Everything is imported for this user, whoever it belonged to. */
  user_id?: string;
  /** Everything is imported for this agent. */
  agent_id?: string;
  /** Whose format the entries have; told from their fields where absent. */
  source?: "recollect" | "agentmemo" | "mem0" | "zep" | "mcp-memory" | "openmemory";
  /** As in an export: `recollect.export.v1`. */
  format?: string;
  /** Links between the memories, as in an export. */
  links?: unknown[];
  /** Episodes, as in an export; their events are among the memories. */
  episodes?: unknown[];
  /** Procedures, as in an export. */
  procedures?: unknown[];
  /** Emotional records, as in an export. */
  emotional?: unknown[];
  /** The entries in documents of mem0. */
  results?: unknown[];
  /** The entries in documents of OpenMemory. */
  items?: unknown[];
  /** Facts in documents of Zep. */
  facts?: unknown[];
  /** Edges in documents of Zep. */
  edges?: unknown[];
  /** Messages in documents of Zep. */
  messages?: unknown[];
  /** Entities in documents of the MCP reference memory server. */
  entities?: unknown[];
  /** Relations in documents of the MCP reference memory server. */
  relations?: unknown[];
}
export type MemoryImportAnswer = {
  /** Memories that were imported; they alone count against the allowance. */
  imported: number;
  /** Memories that were not imported: duplicates and errors. */
  skipped: number;
  /** Memories that were there already. */
  duplicates: number;
  /** Links that were imported. */
  links: number;
  /** Episodes that were imported. */
  episodes: number;
  /** Procedures that were imported. */
  procedures: number;
  /** Emotional records that were imported. */
  emotional: number;
  /** The same for everything that an export holds, kind by kind; an entry that is of no kind counts as a memory. */
  counts: {
    memories: {
      imported: number;
      duplicates: number;
      errors: number;
    };
    links: {
      imported: number;
      duplicates: number;
      errors: number;
    };
    episodes: {
      imported: number;
      duplicates: number;
      errors: number;
    };
    procedures: {
      imported: number;
      duplicates: number;
      errors: number;
    };
    emotional: {
      imported: number;
      duplicates: number;
      errors: number;
    };
  };
  /** Entries of any kind that could not be imported. */
  error_count: number;
  /** The first 100. `index` counts entries, or lines, from 0. */
  errors: Array<{
    index: number;
    message: string;
  }>;
};

/** Report how acting on a memory went: `POST /memory/feedback`. */
export interface MemoryFeedbackInput {
  /** The memory that was acted on. */
  memory_id: string;
  /** How it went. */
  outcome: "success" | "failure";
  /** 0–1: how sure that is. */
  confidence?: number;
}
export type MemoryFeedbackAnswer = {
  memory_id: string;
  outcome: "success" | "failure";
  /** 0–1: how well acting on it went so far, this report included. */
  outcome_score: number;
};

/** List memories that nobody has verified for a while: `GET /memory/stale`. */
export interface MemoryStaleInput {
  /** Only this user; without it, all users of the key. */
  user_id?: string;
  /** Only this agent; without it, all agents. */
  agent_id?: string;
  /** Days without verification, 1–3650. */
  days?: number;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type MemoryStaleAnswer = {
  /** How many are on this page. */
  count: number;
  /** When the longest neglected one of the scope was stored or last verified, in Unix milliseconds. */
  oldest_unverified: number | null;
  stale_memories: Memory[];
  next_cursor: string | null;
};

/** Mark a memory still valid: `POST /memory/verify/{id}`. */
export interface MemoryVerifyInput {
  /** A memory's id. */
  id: string;
}
export type MemoryVerifyAnswer = {
  verified: true;
  memory_id: string;
  /** Now, in Unix milliseconds. */
  verified_at: number;
};

/** Count memories and judge their quality: `GET /memory/stats`. */
export interface MemoryStatsInput {
  /** Only this user; without it, all users of the key. */
  user_id?: string;
  /** Only this agent; without it, all agents. */
  agent_id?: string;
}
export type MemoryStatsAnswer = {
  /** Memories in force. */
  total_memories: number;
  /** Memories in force per kind. */
  by_kind: Record<string, number>;
  /** Memories in force per namespace. */
  by_namespace: Record<string, number>;
  /** Memories in force per category. */
  by_category: Record<string, number>;
  /** Memories in force per outcome. */
  by_outcome: Record<string, number>;
  /** Memories in force per agent. */
  by_agent: Record<string, number>;
  /** 0–10; null without memories. */
  avg_importance: number | null;
  /** Those that search by meaning can find. */
  embedded_count: number;
  /** Those neither stored nor verified for 30 days or more. */
  stale_count: number;
  /** Expired ones that are not swept yet. */
  expired_count: number;
  /** Ones that a summary has replaced. */
  compressed_count: number;
  /** Open contradictions. */
  conflict_count: number;
  /** When the first one was stored, in Unix milliseconds. */
  oldest_memory: number | null;
  /** When the latest one was stored, in Unix milliseconds. */
  newest_memory: number | null;
  /** The weighted sum of the marks. */
  memory_quality_score: number;
  quality_breakdown: {
    /** How recently they were stored or verified: full up to 30 days, half at twice that. */
    freshness: number;
    /** How well acting on them went, less those in open contradictions. */
    accuracy: number;
    /** How evenly they spread over categories and namespaces. */
    diversity: number;
    /** The share that is embedded. */
    coverage: number;
    /** 100: nothing is said twice. */
    redundancy: number;
  };
};

/** Delete what has expired: `DELETE /memory/expired`. */
export interface MemoryExpiredInput {
  /** Only this user; without it, all users of the key. */
  user_id?: string;
  /** Only this agent; without it, all agents. */
  agent_id?: string;
}
export type MemoryExpiredAnswer = {
  deleted: number;
};

/** List contradictions: `GET /memory/conflicts`. */
export interface ConflictsListInput {
  /** Whose memory it is: your end user. */
  user_id?: string;
  /** Which agent it belongs to. */
  agent_id?: string;
  status?: "open" | "resolved" | "all";
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type ConflictsListAnswer = {
  count: number;
  conflicts: Array<{
    id: string;
    user_id: string;
    agent_id: string;
    /** The older statement. */
    memory_a: {
      id: string;
      content: string;
      created_at: number;
      valid_from: number | null;
      superseded_by: string | null;
    };
    /** The newer statement. */
    memory_b: {
      id: string;
      content: string;
      created_at: number;
      valid_from: number | null;
      superseded_by: string | null;
    };
    /** `stated`: somebody linked the two as contradicting. */
    conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
    /** 0–1. */
    confidence: number;
    /** What changed: the words of both, with their days. */
    reason: string;
    /** The words of the older statement that no longer hold, when the rest of it still does; null: all of it. */
    part: string | null;
    /** Unix milliseconds. */
    detected_at: number;
    status: "open" | "resolved";
    /** What a resolution kept: the older (`a`), the newer (`b`) or both. */
    kept: "a" | "b" | "both" | null;
    /** Unix milliseconds. */
    resolved_at: number | null;
  }>;
  next_cursor: string | null;
};

/** List contradicting pairs: `GET /memory/graph/conflicts`. */
export interface GraphConflictsInput {
  /** Whose memory it is: your end user. */
  user_id?: string;
  /** Which agent it belongs to. */
  agent_id?: string;
  status?: "open" | "resolved" | "all";
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type GraphConflictsAnswer = {
  count: number;
  pairs: Array<{
    id: string;
    /** Id of the older memory. */
    memory_a: string;
    /** Id of the newer memory. */
    memory_b: string;
    relationship: "contradicts";
    conflict_type: string;
    confidence: number;
    reason: string;
    status: "open" | "resolved";
  }>;
  /** The same pairs, with the texts. */
  conflicts: Array<{
    id: string;
    /** Id of the newer memory. */
    from_id: string;
    /** Id of the older memory. */
    to_id: string;
    from_content: string;
    to_content: string;
    /** When it was found. Unix milliseconds. */
    created_at: number;
  }>;
  next_cursor: string | null;
};

/** Settle a contradiction: `POST /memory/conflicts/{id}/resolve`. */
export interface ConflictsResolveInput {
  /** The conflict's id. */
  id: string;
  keep: "a" | "b" | "both";
}
export type ConflictsResolveAnswer = {
  id: string;
  user_id: string;
  agent_id: string;
  /** The older statement. */
  memory_a: {
    id: string;
    content: string;
    created_at: number;
    valid_from: number | null;
    superseded_by: string | null;
  };
  /** The newer statement. */
  memory_b: {
    id: string;
    content: string;
    created_at: number;
    valid_from: number | null;
    superseded_by: string | null;
  };
  /** `stated`: somebody linked the two as contradicting. */
  conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
  /** 0–1. */
  confidence: number;
  /** What changed: the words of both, with their days. */
  reason: string;
  /** The words of the older statement that no longer hold, when the rest of it still does; null: all of it. */
  part: string | null;
  /** Unix milliseconds. */
  detected_at: number;
  status: "open" | "resolved";
  /** What a resolution kept: the older (`a`), the newer (`b`) or both. */
  kept: "a" | "b" | "both" | null;
  /** Unix milliseconds. */
  resolved_at: number | null;
};

/** Summarize or merge old memories: `POST /memory/compress`. */
export interface MemoryCompressInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** Which agent it belongs to. */
  agent_id: string;
  /** How many of the newest stay untouched. */
  keep?: number;
  /** Only memories stored longer ago than this. */
  older_than_days?: number;
  strategy?: "summarize" | "merge";
  /** Delete the originals for good instead of superseding them. */
  delete_originals?: boolean;
  /** Answer what would happen, change nothing. */
  dry_run?: boolean;
}
export type MemoryCompressAnswer = {
  /** Memories that were replaced. */
  compressed: number;
  /** The newest, which stayed untouched. */
  kept_recent: number;
  deleted_originals: number;
  /** The memories that stand for them. */
  compressed_memory_ids: string[];
  /** The first of these. */
  compressed_memory_id: string | null;
  /** The texts of the first of these, up to 10,000 characters. */
  summary: string;
  /** Tokens of the memories that were brought together. */
  tokens_before: number;
  /** Tokens of what stands for them. */
  tokens_after: number;
  /** True: nothing could be made shorter, and nothing was changed. */
  nothing_to_gain: boolean;
  /** Memories about one subject that stayed as they are: a summary with all they must keep would have more than half of their tokens. */
  too_dense: number;
  dry_run: boolean;
  /** What became what, the first 100. */
  clusters: Array<{
    /** Null in a dry run of `summarize`. */
    compressed_memory_id: string | null;
    /** What it is about, in key phrases. */
    label: string | null;
    /** Memories it replaces. */
    size: number;
    source_ids: string[];
    /** The earliest time they speak of. Unix milliseconds. */
    from: number;
    /** The latest. Unix milliseconds. */
    to: number;
    tokens_before: number;
    tokens_after: number;
    summary: string;
  }>;
};

/** Show what compressing would do: `GET /memory/compression/preview`. */
export interface MemoryCompressPreviewInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** Which agent it belongs to. */
  agent_id: string;
  /** How many of the newest stay untouched. */
  keep?: number;
  /** Only memories stored longer ago than this. */
  older_than_days?: number;
  strategy?: "summarize" | "merge";
}
export type MemoryCompressPreviewAnswer = {
  /** Memories that were replaced. */
  compressed: number;
  /** The newest, which stayed untouched. */
  kept_recent: number;
  deleted_originals: number;
  /** The memories that stand for them. */
  compressed_memory_ids: string[];
  /** The first of these. */
  compressed_memory_id: string | null;
  /** The texts of the first of these, up to 10,000 characters. */
  summary: string;
  /** Tokens of the memories that were brought together. */
  tokens_before: number;
  /** Tokens of what stands for them. */
  tokens_after: number;
  /** True: nothing could be made shorter, and nothing was changed. */
  nothing_to_gain: boolean;
  /** Memories about one subject that stayed as they are: a summary with all they must keep would have more than half of their tokens. */
  too_dense: number;
  dry_run: boolean;
  /** What became what, the first 100. */
  clusters: Array<{
    /** Null in a dry run of `summarize`. */
    compressed_memory_id: string | null;
    /** What it is about, in key phrases. */
    label: string | null;
    /** Memories it replaces. */
    size: number;
    source_ids: string[];
    /** The earliest time they speak of. Unix milliseconds. */
    from: number;
    /** The latest. Unix milliseconds. */
    to: number;
    tokens_before: number;
    tokens_after: number;
    summary: string;
  }>;
};

/** Take a compression back: `POST /memory/compress/undo`. */
export interface MemoryCompressUndoInput {
  /** One of the `compressed_memory_ids`. */
  compressed_memory_id: string;
}
export type MemoryCompressUndoAnswer = {
  restored: number;
  memory_ids: string[];
};

/** See how facts about a topic changed: `GET /memory/timeline`. */
export interface MemoryTimelineInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** What it is about, as a word, a phrase or a question: "home", "where she works". */
  topic: string;
  /** Which agent it belongs to. */
  agent_id?: string;
  /** Only what became true at or after this (Unix milliseconds or ISO 8601). */
  from?: number | string;
  /** Only what became true before this (Unix milliseconds or ISO 8601). */
  to?: number | string;
  /** How many to return, 1–200. */
  limit?: number;
}
export type MemoryTimelineAnswer = {
  user_id: string;
  topic: string;
  /** False: embeddings were unavailable, the entries were found by words, then the most recent. */
  semantic: boolean;
  /** False: the reader was unavailable; the entries are chosen by their score alone, and more of them may be about something else. */
  read: boolean;
  count: number;
  timeline: Array<Memory & {
    change: "added" | "updated" | "contradicted" | "superseded" | "ended";
    /** The memory that this one replaced. */
    supersedes: string | null;
    /** When it became true, or else when it was stored. Unix milliseconds. */
    at: number;
    /** Since when it held: the same as `at`. */
    from: number;
    /** Until when it held; null while nothing is known to have ended it. Unix milliseconds. */
    to: number | null;
    /** The entry that ended it: one that replaced or contradicts it, or that the reader finds to say otherwise. */
    ended_by: string | null;
    /** It holds now. */
    current: boolean;
  }>;
};

/** Begin an episode: `POST /memory/episodes/start`. */
export interface EpisodesStartInput {
  /** Which agent it belongs to. */
  agent_id: string;
  /** Whose episode it is; without it, of the agent alone. */
  user_id?: string;
  /** What it is about. */
  title?: string;
  /** Any JSON object. */
  metadata?: Record<string, unknown>;
}
export type EpisodesStartAnswer = {
  id: string;
  agent_id: string;
  /** Null for an episode without a user. */
  user_id: string | null;
  title: string | null;
  metadata: Record<string, unknown>;
  status: "open" | "closed";
  /** How it went, as told when it was ended. */
  outcome: "success" | "failure" | "unknown" | null;
  /** Null while it is open, and when it was ended without a single event. */
  summary: string | null;
  /** The memory that holds the summary. */
  summary_memory_id: string | null;
  /** The service made the summary; false when the caller gave it. */
  auto_summarized: boolean;
  event_count: number;
  /** When it was started. Unix milliseconds. */
  started_at: number;
  /** When its last event came, or when it was started. Unix milliseconds. */
  last_event_at: number;
  ended_at: number | null;
};

/** Append an event to an episode: `POST /memory/episodes/event`. */
export interface EpisodesEventInput {
  /** An episode's id. */
  episode_id: string;
  /** What happened, or what was said: "Ann: I will call you on Friday." */
  content: string;
  /** What sort of event it is, in your own words: message, tool_call, decision, question … */
  type?: string;
  /** Any JSON object. */
  metadata?: Record<string, unknown>;
}
export type EpisodesEventAnswer = {
  id: string;
  episode_id: string;
  /** Its place in the episode, from 1 on. */
  seq: number;
  type: string;
  /** False while it waits to be embedded: search by meaning does not see it yet. */
  embedded: boolean;
  /** Unix milliseconds. */
  created_at: number;
};

/** Close an episode and summarize it: `POST /memory/episodes/end`. */
export interface EpisodesEndInput {
  /** An episode's id. */
  episode_id: string;
  /** What happened, in your own words. */
  summary?: string;
  /** How it went. */
  outcome?: "success" | "failure" | "unknown";
}
export type EpisodesEndAnswer = {
  id: string;
  agent_id: string;
  /** Null for an episode without a user. */
  user_id: string | null;
  title: string | null;
  metadata: Record<string, unknown>;
  status: "open" | "closed";
  /** How it went, as told when it was ended. */
  outcome: "success" | "failure" | "unknown" | null;
  /** Null while it is open, and when it was ended without a single event. */
  summary: string | null;
  /** The memory that holds the summary. */
  summary_memory_id: string | null;
  /** The service made the summary; false when the caller gave it. */
  auto_summarized: boolean;
  event_count: number;
  /** When it was started. Unix milliseconds. */
  started_at: number;
  /** When its last event came, or when it was started. Unix milliseconds. */
  last_event_at: number;
  ended_at: number | null;
};

/** List or replay episodes: `GET /memory/episodes`. */
export interface EpisodesListInput {
  /** Replay this episode instead of listing. */
  id?: string;
  /** Only this user; without it, all users, and episodes without one. */
  user_id?: string;
  /** Only this agent. */
  agent_id?: string;
  status?: "open" | "closed";
  /** What it was about: by meaning and words over titles and summaries. */
  q?: string;
  /** How many to return, 1–500. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type EpisodesListAnswer = {
  count: number;
  episodes: Array<{
    id: string;
    agent_id: string;
    /** Null for an episode without a user. */
    user_id: string | null;
    title: string | null;
    metadata: Record<string, unknown>;
    status: "open" | "closed";
    /** How it went, as told when it was ended. */
    outcome: "success" | "failure" | "unknown" | null;
    /** Null while it is open, and when it was ended without a single event. */
    summary: string | null;
    /** The memory that holds the summary. */
    summary_memory_id: string | null;
    /** The service made the summary; false when the caller gave it. */
    auto_summarized: boolean;
    event_count: number;
    /** When it was started. Unix milliseconds. */
    started_at: number;
    /** When its last event came, or when it was started. Unix milliseconds. */
    last_event_at: number;
    ended_at: number | null;
    /** With `q`: how well it fits. */
    score?: number;
  }>;
  /** There is more: send it as `cursor`. */
  next_cursor: string | null;
} | {
  id: string;
  agent_id: string;
  /** Null for an episode without a user. */
  user_id: string | null;
  title: string | null;
  metadata: Record<string, unknown>;
  status: "open" | "closed";
  /** How it went, as told when it was ended. */
  outcome: "success" | "failure" | "unknown" | null;
  /** Null while it is open, and when it was ended without a single event. */
  summary: string | null;
  /** The memory that holds the summary. */
  summary_memory_id: string | null;
  /** The service made the summary; false when the caller gave it. */
  auto_summarized: boolean;
  event_count: number;
  /** When it was started. Unix milliseconds. */
  started_at: number;
  /** When its last event came, or when it was started. Unix milliseconds. */
  last_event_at: number;
  ended_at: number | null;
  /** Events on this page. */
  count: number;
  events: Array<{
    /** Also the id of a memory of kind `episodic`. */
    id: string;
    /** Its place in the episode, from 1 on. */
    seq: number;
    type: string;
    content: string;
    metadata: Record<string, unknown>;
    /** When it was appended. Unix milliseconds. */
    created_at: number;
  }>;
  /** There is more: send it as `cursor`. */
  next_cursor: string | null;
};

/** Store a procedure: `POST /memory/procedures`. */
export interface ProceduresStoreInput {
  /** Which agent it belongs to. */
  agent_id: string;
  /** What it is called; one procedure of this name per agent and user. */
  name: string;
  /** What to do, in order. */
  steps: string[];
  /** Whose procedure it is; without it, it is there for every user. */
  user_id?: string;
  /** What it is good for. */
  description?: string;
  /** Tasks that call for it, one example per line (or separated by ` / ` or ` | `). Each counts on its own when a task is matched. */
  trigger?: string;
  /** Labels to filter by. */
  tags?: string[];
  /** Any JSON object. */
  metadata?: Record<string, unknown>;
}
export type ProceduresStoreAnswer = {
  /** Also the id of the memory (of kind `procedural`) that it is found by. */
  id: string;
  /** Null: it is there for every user. */
  user_id: string | null;
  agent_id: string;
  name: string;
  description: string | null;
  trigger: string | null;
  steps: string[];
  tags: string[];
  metadata: Record<string, unknown>;
  /** Counts up when the same name is stored with something else. */
  version: number;
  /** Outcomes reported since its steps last changed. */
  uses: number;
  successes: number;
  failures: number;
  /** Successes among the uses; null before the first. */
  success_rate: number | null;
  /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
  reliability: number;
  /** False while it waits to be embedded: until then it is matched by words. */
  embedded: boolean;
  /** 0–1: how much the text looks like instructions aimed against the agent. */
  risk: number;
  last_used_at: number | null;
  /** When it was first stored. Unix milliseconds. */
  created_at: number;
  /** When its latest version was stored. Unix milliseconds. */
  updated_at: number;
  /** `unchanged`: it was there already, word for word. */
  status: "stored" | "updated" | "unchanged";
};

/** Find a procedure for a task: `GET /memory/procedures/match`. */
export interface ProceduresMatchInput {
  /** The task, in the words it came in. */
  q: string;
  /** Only procedures of this agent; without it, of all agents of the key. */
  agent_id?: string;
  /** Only procedures of this user and those stored without a user; without it, of all users of the key. */
  user_id?: string;
  /** How many to return, 1–20. */
  limit?: number;
}
export type ProceduresMatchAnswer = {
  query: string;
  /** False: embeddings were unavailable, these were matched by words. */
  semantic: boolean;
  count: number;
  procedures: Array<{
    /** Also the id of the memory (of kind `procedural`) that it is found by. */
    id: string;
    /** Null: it is there for every user. */
    user_id: string | null;
    agent_id: string;
    name: string;
    description: string | null;
    trigger: string | null;
    steps: string[];
    tags: string[];
    metadata: Record<string, unknown>;
    /** Counts up when the same name is stored with something else. */
    version: number;
    /** Outcomes reported since its steps last changed. */
    uses: number;
    successes: number;
    failures: number;
    /** Successes among the uses; null before the first. */
    success_rate: number | null;
    /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
    reliability: number;
    /** False while it waits to be embedded: until then it is matched by words. */
    embedded: boolean;
    /** 0–1: how much the text looks like instructions aimed against the agent. */
    risk: number;
    last_used_at: number | null;
    /** When it was first stored. Unix milliseconds. */
    created_at: number;
    /** When its latest version was stored. Unix milliseconds. */
    updated_at: number;
    /** 0–1: how well it fits the task. */
    score: number;
    /** 0–1: the same with its reported outcomes; what the order was made of. */
    final_score: number;
  }>;
};

/** Report how following a procedure went: `POST /memory/procedures/{id}/outcome`. */
export interface ProceduresOutcomeInput {
  /** The procedure's id. */
  id: string;
  /** How it went. */
  outcome: "success" | "failure";
}
export type ProceduresOutcomeAnswer = {
  /** Also the id of the memory (of kind `procedural`) that it is found by. */
  id: string;
  /** Null: it is there for every user. */
  user_id: string | null;
  agent_id: string;
  name: string;
  description: string | null;
  trigger: string | null;
  steps: string[];
  tags: string[];
  metadata: Record<string, unknown>;
  /** Counts up when the same name is stored with something else. */
  version: number;
  /** Outcomes reported since its steps last changed. */
  uses: number;
  successes: number;
  failures: number;
  /** Successes among the uses; null before the first. */
  success_rate: number | null;
  /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
  reliability: number;
  /** False while it waits to be embedded: until then it is matched by words. */
  embedded: boolean;
  /** 0–1: how much the text looks like instructions aimed against the agent. */
  risk: number;
  last_used_at: number | null;
  /** When it was first stored. Unix milliseconds. */
  created_at: number;
  /** When its latest version was stored. Unix milliseconds. */
  updated_at: number;
};

/** List procedures, newest first: `GET /memory/procedures`. */
export interface ProceduresListInput {
  /** Only this agent; without it, all agents. */
  agent_id?: string;
  /** Only this user; without it, all users and those stored without one. */
  user_id?: string;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type ProceduresListAnswer = {
  count: number;
  procedures: Array<{
    /** Also the id of the memory (of kind `procedural`) that it is found by. */
    id: string;
    /** Null: it is there for every user. */
    user_id: string | null;
    agent_id: string;
    name: string;
    description: string | null;
    trigger: string | null;
    steps: string[];
    tags: string[];
    metadata: Record<string, unknown>;
    /** Counts up when the same name is stored with something else. */
    version: number;
    /** Outcomes reported since its steps last changed. */
    uses: number;
    successes: number;
    failures: number;
    /** Successes among the uses; null before the first. */
    success_rate: number | null;
    /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
    reliability: number;
    /** False while it waits to be embedded: until then it is matched by words. */
    embedded: boolean;
    /** 0–1: how much the text looks like instructions aimed against the agent. */
    risk: number;
    last_used_at: number | null;
    /** When it was first stored. Unix milliseconds. */
    created_at: number;
    /** When its latest version was stored. Unix milliseconds. */
    updated_at: number;
  }>;
  next_cursor: string | null;
};

/** Read a procedure with its earlier versions: `GET /memory/procedures/{id}`. */
export interface ProceduresGetInput {
  /** The procedure's id. */
  id: string;
}
export type ProceduresGetAnswer = {
  /** Also the id of the memory (of kind `procedural`) that it is found by. */
  id: string;
  /** Null: it is there for every user. */
  user_id: string | null;
  agent_id: string;
  name: string;
  description: string | null;
  trigger: string | null;
  steps: string[];
  tags: string[];
  metadata: Record<string, unknown>;
  /** Counts up when the same name is stored with something else. */
  version: number;
  /** Outcomes reported since its steps last changed. */
  uses: number;
  successes: number;
  failures: number;
  /** Successes among the uses; null before the first. */
  success_rate: number | null;
  /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
  reliability: number;
  /** False while it waits to be embedded: until then it is matched by words. */
  embedded: boolean;
  /** 0–1: how much the text looks like instructions aimed against the agent. */
  risk: number;
  last_used_at: number | null;
  /** When it was first stored. Unix milliseconds. */
  created_at: number;
  /** When its latest version was stored. Unix milliseconds. */
  updated_at: number;
  versions: Array<{
    version: number;
    /** When the next version took its place. Unix milliseconds. */
    replaced_at: number;
    description: string | null;
    trigger: string | null;
    steps: string[];
    tags: string[];
    metadata: Record<string, unknown>;
    successes: number;
    failures: number;
  }>;
};

/** Keep something at hand for a session: `POST /memory/working`. */
export interface WorkingPutInput {
  /** Your name for the session; it belongs to your key alone. */
  session_id: string;
  /** What to keep at hand: any JSON value of up to 65,536 bytes. */
  content: unknown;
  /** Which agent it belongs to; forgetting that agent forgets it. */
  agent_id?: string;
  /** Whom it is about; forgetting that user forgets it. */
  user_id?: string;
  /** Forget it after so many seconds. */
  ttl_seconds?: number;
}
export type WorkingPutAnswer = {
  session_id: string;
  /** Items that the session has now. */
  items: number;
  /** Seconds until this item is gone. */
  expires_in: number;
};

/** Read a session's working memory: `GET /memory/working`. */
export interface WorkingGetInput {
  /** Your name for the session; it belongs to your key alone. */
  session_id: string;
}
export type WorkingGetAnswer = {
  session_id: string;
  count: number;
  items: Array<{
    /** As it was stored. */
    content: unknown;
    /** When it was stored. Unix milliseconds. */
    at: number;
  }>;
};

/** List the sessions that have working memory: `GET /memory/working/sessions`. */
export interface WorkingSessionsInput {
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type WorkingSessionsAnswer = {
  count: number;
  sessions: Array<{
    session_id: string;
    /** Items that have not expired. */
    items: number;
    /** When the latest of them was stored. Unix milliseconds. */
    last_at: number;
    /** When the last of them is gone. Unix milliseconds. */
    expires_at: number;
  }>;
  next_cursor: string | null;
};

/** Clear a session's working memory: `DELETE /memory/working`. */
export interface WorkingClearInput {
  /** Your name for the session; it belongs to your key alone. */
  session_id: string;
}
export type WorkingClearAnswer = {
  session_id: string;
  cleared: true;
  /** Items that had not expired. */
  removed: number;
};

/** Record how an interaction felt: `POST /memory/emotional`. */
export interface EmotionalRecordInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** Which agent it belongs to. */
  agent_id: string;
  /** How it felt; without it, it is read from `text`. */
  sentiment?: "positive" | "negative" | "neutral";
  /** How strong. Without it, 5 for a given sentiment, and the strength of the text for one that is read. */
  intensity?: number;
  /** What was said. A text without words or emoji is neutral. */
  text?: string;
  /** What the feeling is about: the `interaction`, or the `world`. Without it, it is read from `text`; a given sentiment is about the interaction. */
  about?: "interaction" | "world";
  /** A remark of yours; it is not read. */
  note?: string;
}
export type EmotionalRecordAnswer = {
  id: string;
  user_id: string;
  agent_id: string;
  /** `unknown`: the text is in a language that is not read; its valence is 0. */
  sentiment: "positive" | "negative" | "neutral" | "unknown";
  /** 1–10. */
  intensity: number;
  /** −1 (bad) to 1 (good). */
  valence: number;
  /** `world`: grief, fear or illness in the life of the user, which says nothing of the agent and leaves trust as it is. */
  about: "interaction" | "world";
  /** Whether the caller named the sentiment or it was read from the text. */
  source: "given" | "text";
  /** What read the text: words alone while no embedding model can be had. Null when the sentiment was given. */
  read_by: "words" | "words_and_model" | null;
  text: string | null;
  note: string | null;
  /** Unix milliseconds. */
  created_at: number;
};

/** List emotional records, newest first: `GET /memory/emotional`. */
export interface EmotionalListInput {
  /** Whose memory it is: your end user. */
  user_id?: string;
  /** Which agent it belongs to. */
  agent_id?: string;
  sentiment?: "positive" | "negative" | "neutral" | "unknown";
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type EmotionalListAnswer = {
  count: number;
  records: Array<{
    id: string;
    user_id: string;
    agent_id: string;
    /** `unknown`: the text is in a language that is not read; its valence is 0. */
    sentiment: "positive" | "negative" | "neutral" | "unknown";
    /** 1–10. */
    intensity: number;
    /** −1 (bad) to 1 (good). */
    valence: number;
    /** `world`: grief, fear or illness in the life of the user, which says nothing of the agent and leaves trust as it is. */
    about: "interaction" | "world";
    /** Whether the caller named the sentiment or it was read from the text. */
    source: "given" | "text";
    /** What read the text: words alone while no embedding model can be had. Null when the sentiment was given. */
    read_by: "words" | "words_and_model" | null;
    text: string | null;
    note: string | null;
    /** Unix milliseconds. */
    created_at: number;
  }>;
  next_cursor: string | null;
};

/** Show a user's emotional profile and trust score: `GET /memory/emotional/profile`. */
export interface EmotionalProfileInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** Only interactions with this agent; without it, with all. */
  agent_id?: string;
  /** Days of the series up to today, 1–365. */
  days?: number;
}
export type EmotionalProfileAnswer = {
  user_id: string;
  agent_id: string | null;
  interactions: number;
  /** The rest of `interactions` is unknown. */
  counts: {
    positive: number;
    negative: number;
    neutral: number;
  };
  /** The most frequent; of equals the latest. Null without interactions. */
  dominant_sentiment: "positive" | "negative" | "neutral" | null;
  trend: "improving" | "declining" | "steady" | "unknown";
  /** −1 to 1, of all interactions alike. Null without interactions. */
  average_valence: number | null;
  /** 0–100. */
  trust_score: number;
  /** 0–1: how much evidence stands behind the trust score. */
  confidence: number;
  /** Newest first. */
  recent: Array<{
    id: string;
    user_id: string;
    agent_id: string;
    /** `unknown`: the text is in a language that is not read; its valence is 0. */
    sentiment: "positive" | "negative" | "neutral" | "unknown";
    /** 1–10. */
    intensity: number;
    /** −1 (bad) to 1 (good). */
    valence: number;
    /** `world`: grief, fear or illness in the life of the user, which says nothing of the agent and leaves trust as it is. */
    about: "interaction" | "world";
    /** Whether the caller named the sentiment or it was read from the text. */
    source: "given" | "text";
    /** What read the text: words alone while no embedding model can be had. Null when the sentiment was given. */
    read_by: "words" | "words_and_model" | null;
    text: string | null;
    note: string | null;
    /** Unix milliseconds. */
    created_at: number;
  }>;
  /** How many days the series covers. */
  days: number;
  /** Mean valence of each day that had interactions, oldest first. */
  series: Array<{
    /** UTC. */
    day: string;
    valence: number;
    interactions: number;
  }>;
};

/** Link two memories: `POST /memory/graph/link`. */
export interface GraphLinkInput {
  /** What `from` is to `to`: from *supersedes* to, from is *part_of* to. */
  relationship: "contradicts" | "supports" | "follows" | "causes" | "related_to" | "supersedes" | "part_of";
  /** Id of the memory that the link starts at. Required, here or as `memory_a`. */
  from?: string;
  /** Id of the memory that it leads to. Required, here or as `memory_b`. */
  to?: string;
  /** Another name for `from`. */
  memory_a?: string;
  /** Another name for `to`. */
  memory_b?: string;
  /** How strong it is, 0–1; 1 unless given. */
  weight?: number;
  /** Any JSON object. */
  metadata?: Record<string, unknown>;
}
export type GraphLinkAnswer = {
  id: string;
  /** Id of the memory that it starts at. */
  from: string;
  /** Id of the memory that it leads to. */
  to: string;
  relationship: "contradicts" | "supports" | "follows" | "causes" | "related_to" | "supersedes" | "part_of";
  /** 0–1. */
  weight: number;
  metadata: Record<string, unknown>;
  /** True when the service knows of it by itself and keeps it. */
  automatic: boolean;
  /** Unix milliseconds. */
  created_at: number;
  status: "linked" | "exists";
};

/** Walk the memory graph: `GET /memory/graph/explore`. */
export interface GraphExploreInput {
  /** Where to start. */
  id: string;
  /** How many links away, 1–4. */
  depth?: number;
  /** Follow only links of this kind. */
  relationship?: "contradicts" | "supports" | "follows" | "causes" | "related_to" | "supersedes" | "part_of";
  /** Follow links from a memory (`out`), to it (`in`) or both. */
  direction?: "out" | "in" | "both";
  /** How many memories to return, the start included, 1–1000. */
  limit?: number;
}
export type GraphExploreAnswer = {
  start: string;
  depth: number;
  /** Something was left out. */
  truncated: boolean;
  /** Nearest first. */
  nodes: Array<{
    id: string;
    user_id: string;
    agent_id: string;
    content: string;
    /** The content is longer: read the memory for all of it. */
    content_cut: boolean;
    kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    /** The memory that replaced it. */
    superseded_by: string | null;
    /** How many links away from the start. */
    depth: number;
  }>;
  edges: Array<{
    id: string;
    /** Id of the memory that it starts at. */
    from: string;
    /** Id of the memory that it leads to. */
    to: string;
    relationship: "contradicts" | "supports" | "follows" | "causes" | "related_to" | "supersedes" | "part_of";
    /** 0–1. */
    weight: number;
    /** True when the service knows of it by itself and keeps it. */
    automatic: boolean;
  }>;
};

/** Remove a link: `DELETE /memory/graph/link/{id}`. */
export interface GraphUnlinkInput {
  /** The link's id. */
  id: string;
}
export type GraphUnlinkAnswer = {
  deleted: true;
  id: string;
};

/** Lay a user's memories out on a plane: `GET /memory/map`. */
export interface MemoryMapInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** How many to return, 1–5000. */
  limit?: number;
  /** Only this agent; without it, all agents of the user. */
  agent_id?: string;
  /** A drawer inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma list). */
  tags?: string[];
  /** Has all of these (comma list). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at that time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: that top-level key of the metadata has that value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Also what has expired but is not swept yet. */
  include_expired?: boolean;
  /** Also what a newer memory has replaced. */
  include_superseded?: boolean;
}
export type MemoryMapAnswer = {
  user_id: string;
  /** Memories that the filters let through. */
  total: number;
  /** How many of them have a place here. */
  shown: number;
  /** Those among the newest that wait to be embedded. */
  without_vector: number;
  /** 0–1: the share of the differences between the vectors that the map shows. */
  explained: number;
  /** Newest first. */
  points: Array<{
    id: string;
    x: number;
    y: number;
    category: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
    /** When it was stored. Unix milliseconds. */
    created_at: number;
    /** 0–1: how much the text looks like instructions aimed at the agent. */
    risk: number;
    /** The first 80 characters of the content. */
    text: string;
  }>;
};

/** Report what is wrong with the memories and what to do about it: `GET /memory/health`. */
export interface MemoryHealthInput {
  /** Only this user; without it, all users of the key. */
  user_id?: string;
  /** Only this agent; without it, all agents. */
  agent_id?: string;
}
export type MemoryHealthAnswer = {
  scope: {
    user_id: string | null;
    agent_id: string | null;
  };
  total_memories: number;
  /** Neither stored nor verified for 30 days or more. */
  stale_memories: number;
  /** Groups of memories that say the same, or nearly. */
  duplicate_groups: number;
  /** Memories in those groups beyond the first of each. */
  near_duplicates: number;
  /** Open contradictions. */
  conflicts: number;
  /** Those that search by meaning cannot find yet. */
  unembedded: number;
  /** Expired ones that are not swept yet. */
  expired: number;
  /** Memories that `POST /memory/compress` could take up: of kinds that are compressed, beyond the newest 50 of each user and agent. */
  compression_opportunity: number;
  quality_score: number;
  /** The most harmful first; none when all is well. */
  recommendations: Array<{
    action: "resolve_conflicts" | "review_failing" | "review_flagged" | "wait_for_embedding" | "merge_duplicates" | "verify_stale" | "compress" | "remove_expired";
    reason: string;
    count: number;
    /** Some of the memories it is about. */
    memory_ids: string[];
  }>;
  /** The 5 largest groups, up to 5 ids of each. */
  duplicates: Array<{
    size: number;
    memory_ids: string[];
  }>;
  considered: {
    /** Meetings of sketches that were compared for duplicates. */
    meetings: number;
    /** False: there are more meetings, so there may be more duplicates. */
    duplicates_complete: boolean;
  };
};

/** Tell what memories are about, what changes and what needs attention: `GET /memory/insights`. */
export interface MemoryInsightsInput {
  /** Only this user; without it, all users of the key. */
  user_id?: string;
  /** Only this agent; without it, all agents. */
  agent_id?: string;
}
export type MemoryInsightsAnswer = {
  scope: {
    user_id: string | null;
    agent_id: string | null;
  };
  total_memories: number;
  considered: {
    /** Memories that topics and trends were read from. */
    memories: number;
    /** False: the scope has more than 2000, they are an even sample of it. */
    complete: boolean;
  };
  /** The 20 most frequent, of all memories. */
  top_tags: Array<{
    tag: string;
    count: number;
  }>;
  topics: Array<{
    label: string;
    /** Memories about it; an estimate where `considered.complete` is false. */
    size: number;
    /** The most typical first. */
    example_ids: string[];
    trend: "rising" | "fading" | "steady";
  }>;
  insights: Array<{
    kind: "contradiction" | "what_failed" | "worth_verifying" | "rising_topic" | "fading_topic" | "what_worked" | "never_retrieved";
    text: string;
    /** Memories it comes from. */
    evidence_ids: string[];
    /** 1: counted. Below: how unlikely it is to be chance, or how clear the evidence is. */
    confidence: number;
  }>;
  /** When it was worked out, in Unix milliseconds. */
  refreshed_at: number;
};

/** Predict which memories will be needed next: `GET /memory/predict`. */
export interface MemoryPredictInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** Only this agent; without it, all agents of the user. */
  agent_id?: string;
  /** What is going on: a message, a task. Compared by meaning. */
  context?: string;
  /** How many to return, 1–20. */
  limit?: number;
}
export type MemoryPredictAnswer = {
  /** What it was made of. `importance_and_recency`: nothing was retrieved so far; `context`: nothing but the context was there to go by. */
  strategy: "history" | "history_and_context" | "context" | "importance_and_recency";
  /** False: embeddings were unavailable, so the context was not used. Null without `context`. */
  semantic: boolean | null;
  considered: {
    /** Past retrievals it was learnt from. */
    retrievals: number;
    /** Memories that may be shown. */
    memories: number;
  };
  predicted: Array<Memory & {
    /** Chance to be handed out by the next retrieval. */
    probability: number;
    /** The main reasons, in words. */
    because: string;
  }>;
};

/** Transfer memories between agents: `POST /memory/transfer`. */
export interface MemoryTransferInput {
  /** Whose memory it is: your end user. */
  user_id: string;
  /** Whose memories they are. */
  from_agent: string;
  /** Who gets them. */
  to_agent: string;
  mode?: "copy" | "move";
  /** Which memories; all unless given. A memory must pass every part of it. */
  filter?: {
    /** Has any of these. */
    tags?: string[];
    /** A drawer inside the scope. */
    namespace?: string;
    min_importance?: number;
    /** Only these memories. */
    ids?: string[];
  };
  /** Give one summary instead of the memories. */
  summarize?: boolean;
}
export type MemoryTransferAnswer = {
  /** Memories that the target got by this call. */
  transferred: number;
  /** Selected memories that were not transferred. */
  skipped: number;
  from_agent: string;
  to_agent: string;
  user_id: string;
  mode: "copy" | "move";
  /** Superseded memories that moved along with what replaced them. */
  followed: number;
  /** What the target got, the first 100. */
  ids: string[];
  /** Ids of the filter that name nothing that could be transferred. */
  not_found: string[];
  /** Memories that the summary is made of; 0 without `summarize`. */
  summarized: number;
  summary_memory_id: string | null;
};

/** Register an agent: `POST /agents/register`. */
export interface AgentsRegisterInput {
  /** Its name, which is its `agent_id`. */
  name: string;
  /** What it is for. */
  description?: string;
  /** What it can do, in your words. */
  capabilities?: string[];
  /** Any JSON object. */
  metadata?: Record<string, unknown>;
}
export type AgentsRegisterAnswer = {
  id: string;
  name: string;
  /** What memories carry as `agent_id`: the name. */
  agent_id: string;
  description: string | null;
  capabilities: string[];
  metadata: Record<string, unknown>;
  /** The template that was applied last. */
  template: string | null;
  /** Unix milliseconds. */
  created_at: number;
  /** Unix milliseconds. */
  updated_at: number;
};

/** List registered agents: `GET /agents`. */
export interface AgentsListInput {
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type AgentsListAnswer = {
  count: number;
  agents: Array<{
    id: string;
    name: string;
    /** What memories carry as `agent_id`: the name. */
    agent_id: string;
    description: string | null;
    capabilities: string[];
    metadata: Record<string, unknown>;
    /** The template that was applied last. */
    template: string | null;
    /** Unix milliseconds. */
    created_at: number;
    /** Unix milliseconds. */
    updated_at: number;
  }>;
  next_cursor: string | null;
};

/** Read the profile of an agent: `GET /agents/{id}`. */
export interface AgentsGetInput {
  /** The agent's id (`agt_…`) or its name. */
  id: string;
}
export type AgentsGetAnswer = {
  /** Null when it is not registered. */
  id: string | null;
  name: string;
  /** What memories carry as `agent_id`: the name. */
  agent_id: string;
  description: string | null;
  capabilities: string[];
  metadata: Record<string, unknown>;
  /** The template that was applied last. */
  template: string | null;
  /** When it was registered. Unix milliseconds. */
  created_at: number | null;
  /** When its profile last changed. Unix milliseconds. */
  updated_at: number | null;
  registered: boolean;
};

/** List the memories of an agent: `GET /agents/{id}/memories`. */
export interface AgentsMemoriesInput {
  /** The agent's id (`agt_…`) or its name. */
  id: string;
  /** Only of this user. */
  user_id?: string;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
  /** A drawer inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma list). */
  tags?: string[];
  /** Has all of these (comma list). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at that time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: that top-level key of the metadata has that value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Also what has expired but is not swept yet. */
  include_expired?: boolean;
  /** Also what a newer memory has replaced. */
  include_superseded?: boolean;
}
export type AgentsMemoriesAnswer = {
  agent_id: string;
  count: number;
  memories: Memory[];
  next_cursor: string | null;
};

/** Report the figures of an agent: `GET /agents/{id}/stats`. */
export interface AgentsStatsInput {
  /** The agent's id (`agt_…`) or its name. */
  id: string;
}
export type AgentsStatsAnswer = {
  agent_id: string;
  memories: number;
  episodes: number;
  procedures: number;
  /** Emotional records. */
  emotional_memories: number;
  /** Users about whom it has anything. */
  users: number;
  /** Searches that were made for it. */
  retrievals: number;
  /** When it last stored, changed or searched something. Unix milliseconds. */
  last_activity: number | null;
};

/** Report what the calling key did, day by day: `GET /analytics/daily`. */
export interface AnalyticsDailyInput {
  /** How many days up to today, 1–365. */
  days?: number;
}
export type AnalyticsDailyAnswer = {
  daily: Array<{
    /** A UTC day, `2026-11-15`. */
    day: string;
    requests: number;
    tokens: number;
    errors: number;
    avg_latency_ms: number;
    stored: number;
    retrieved: number;
  }>;
};

/** Report what each agent keeps and does: `GET /analytics/agents`. */
export interface AnalyticsAgentsInput {
  /** How many to return, 1–1000. */
  limit?: number;
}
export type AnalyticsAgentsAnswer = {
  /** How many are listed. */
  count: number;
  /** How many there are. */
  total: number;
  agents: Array<{
    agent_id: string;
    memories: number;
    requests: number;
    retrievals: number;
    /** Its last call, or when its newest memory was stored, in Unix milliseconds. */
    last_activity: number;
  }>;
};

/** Report how the calling key is used: routes, hours, what is found: `GET /analytics/patterns`. */
export interface AnalyticsPatternsInput {
  /** How many days up to today, 1–365. */
  days?: number;
}
export type AnalyticsPatternsAnswer = {
  /** Most called first. */
  patterns: Array<{
    route: string;
    calls: number;
    avg_latency_ms: number;
    /** 95 % of the calls took no longer; within 9 %. */
    p95_latency_ms: number;
    errors: number;
  }>;
  /** Requests per hour of the day, UTC. */
  by_hour: number[];
  /** The 10 memories in force that were found most. */
  top_memories: Array<{
    id: string;
    user_id: string;
    agent_id: string;
    excerpt: string;
    /** Retrievals that had it among their best ten. */
    retrievals: number;
  }>;
  /** The 10 most frequent tags of what was found. */
  top_queries_tags: Array<{
    tag: string;
    count: number;
  }>;
  /** The share of retrievals that found something and did not abstain; null without retrievals. */
  hit_rate: number | null;
  /** Retrievals in the window. */
  retrievals: number;
  considered: {
    /** Those that `top_memories` and `top_queries_tags` were read from. */
    retrievals: number;
  };
};

/** List the users of the key: `GET /users`. */
export interface UsersListInput {
  /** What the names begin with. */
  prefix?: string;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type UsersListAnswer = {
  count: number;
  users: Array<{
    user_id: string;
    /** As many as `GET /memory` lists without further filters. */
    memories: number;
    /** When the newest of them was stored. Unix milliseconds. */
    last_stored_at: number | null;
  }>;
  next_cursor: string | null;
};

/** Export everything about a user: `GET /users/{id}/memories`. */
export interface UsersExportInput {
  /** The user, as in `user_id`. */
  id: string;
}
export type UsersExportAnswer = {
  user_id: string;
  format: "recollect.user.v1";
  /** Unix milliseconds. */
  exported_at: number;
  /** Also expired, replaced and not yet true ones; oldest first. */
  memories: Array<Memory & {
    version: number;
    /** False for a copy that was stored beside another one on purpose. */
    dedupe: boolean;
    /** What it was stored together with. */
    group_id: string | null;
    /** Its place there. */
    position: number | null;
  }>;
  /** What memories were before they were changed. */
  history: Array<{
    memory_id: string;
    version: number;
    replaced_at: number;
    record: Memory;
  }>;
  links: unknown[];
  conflicts: unknown[];
  episodes: unknown[];
  procedures: unknown[];
  working: unknown[];
  emotional: unknown[];
  retrievals: unknown[];
  subscriptions: unknown[];
  keys: unknown[];
  /** The same as `emotional`, under another name. */
  emotional_memories: unknown[];
  /** How many records each list has. */
  counts: Record<string, number>;
};

/** Erase everything about a user: `DELETE /users/{id}/memories`. */
export interface UsersEraseInput {
  /** The user, as in `user_id`. */
  id: string;
}
export type UsersEraseAnswer = {
  user_id: string;
  forgotten: true;
  /** The sum of the counts. */
  rows_deleted: number;
  receipt: {
    id: string;
    /** When, in Unix milliseconds. */
    at: number;
    /** Rows removed, by kind; `index` are vectors, words and sketches, `answers` stored answers to repeatable requests. */
    counts: Record<string, number>;
    /** Over ids and hashes of contents: who kept the export can check it, nobody can read it. */
    sha256: string;
    /** When the last byte of it was gone from the embedded database's files, in Unix milliseconds; null until then, and always null on PostgreSQL. */
    scrubbed_at: number | null;
  };
};

/** List the receipts of erasures: `GET /erasures`. */
export interface ErasuresListInput {
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type ErasuresListAnswer = {
  count: number;
  erasures: Array<{
    id: string;
    /** When, in Unix milliseconds. */
    at: number;
    /** Rows removed, by kind; `index` are vectors, words and sketches, `answers` stored answers to repeatable requests. */
    counts: Record<string, number>;
    /** Over ids and hashes of contents: who kept the export can check it, nobody can read it. */
    sha256: string;
    /** When the last byte of it was gone from the embedded database's files, in Unix milliseconds; null until then, and always null on PostgreSQL. */
    scrubbed_at: number | null;
  }>;
  next_cursor: string | null;
};

/** Read the receipt of an erasure: `GET /erasures/{id}`. */
export interface ErasuresGetInput {
  /** The receipt's id. */
  id: string;
}
export type ErasuresGetAnswer = {
  id: string;
  /** When, in Unix milliseconds. */
  at: number;
  /** Rows removed, by kind; `index` are vectors, words and sketches, `answers` stored answers to repeatable requests. */
  counts: Record<string, number>;
  /** Over ids and hashes of contents: who kept the export can check it, nobody can read it. */
  sha256: string;
  /** When the last byte of it was gone from the embedded database's files, in Unix milliseconds; null until then, and always null on PostgreSQL. */
  scrubbed_at: number | null;
};

/** List memory templates: `GET /templates`. */
export interface TemplatesListInput {
}
export type TemplatesListAnswer = {
  count: number;
  templates: Array<{
    id: string;
    /** Other names that it is found by. */
    aliases: string[];
    name: string;
    description: string;
    /** What an agent that it is applied to is registered with. */
    capabilities: string[];
    tags: string[];
    namespaces: string[];
    recommended_memory_types: Array<"semantic" | "episodic" | "procedural" | "working" | "emotional">;
    /** What to store where. */
    guide: Array<{
      /** What to store. */
      what: string;
      /** As what sort of memory. */
      kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
      namespace: string;
      tags: string[];
      /** 0–10. */
      importance: number;
      /** How long it is of use; null: until it is replaced. */
      ttl_seconds: number | null;
      /** A question that finds it again. */
      ask: string;
    }>;
    /** A body for `POST /memory/store`. */
    example: {
      user_id: string;
      agent_id: string;
      content: string;
      kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
      namespace: string;
      tags: string[];
      importance: number;
      metadata: Record<string, unknown>;
    };
  }>;
};

/** Read one template: `GET /templates/{id}`. */
export interface TemplatesGetInput {
  /** The template's id. */
  id: string;
}
export type TemplatesGetAnswer = {
  id: string;
  /** Other names that it is found by. */
  aliases: string[];
  name: string;
  description: string;
  /** What an agent that it is applied to is registered with. */
  capabilities: string[];
  tags: string[];
  namespaces: string[];
  recommended_memory_types: Array<"semantic" | "episodic" | "procedural" | "working" | "emotional">;
  /** What to store where. */
  guide: Array<{
    /** What to store. */
    what: string;
    /** As what sort of memory. */
    kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    namespace: string;
    tags: string[];
    /** 0–10. */
    importance: number;
    /** How long it is of use; null: until it is replaced. */
    ttl_seconds: number | null;
    /** A question that finds it again. */
    ask: string;
  }>;
  /** A body for `POST /memory/store`. */
  example: {
    user_id: string;
    agent_id: string;
    content: string;
    kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    namespace: string;
    tags: string[];
    importance: number;
    metadata: Record<string, unknown>;
  };
};

/** Set an agent up with a template: `POST /templates/{id}/apply`. */
export interface TemplatesApplyInput {
  /** The template's id. */
  id: string;
  /** Name or id of the agent. */
  agent_id: string;
}
export type TemplatesApplyAnswer = {
  namespaces: string[];
  tags: string[];
  recommended_memory_types: Array<"semantic" | "episodic" | "procedural" | "working" | "emotional">;
  /** What to store where. */
  guide: Array<{
    /** What to store. */
    what: string;
    /** As what sort of memory. */
    kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    namespace: string;
    tags: string[];
    /** 0–10. */
    importance: number;
    /** How long it is of use; null: until it is replaced. */
    ttl_seconds: number | null;
    /** A question that finds it again. */
    ask: string;
  }>;
  /** A body for `POST /memory/store`. */
  example: {
    user_id: string;
    agent_id: string;
    content: string;
    kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    namespace: string;
    tags: string[];
    importance: number;
    metadata: Record<string, unknown>;
  };
  template: string;
  agent_id: string;
  agent: {
    id: string;
    name: string;
    /** What memories carry as `agent_id`: the name. */
    agent_id: string;
    description: string | null;
    capabilities: string[];
    metadata: Record<string, unknown>;
    /** The template that was applied last. */
    template: string | null;
    /** Unix milliseconds. */
    created_at: number;
    /** Unix milliseconds. */
    updated_at: number;
  };
};

/** Subscribe to events: `POST /memory/subscribe`. */
export interface EventsSubscribeInput {
  /** Where events are posted to: http or https, on the public internet. */
  url?: string;
  /** The same as `url`. */
  webhook_url?: string;
  /** Kinds of events; `*` is every kind but `memory.retrieved`, which must be named. `memory.deleted` is `memory.forgotten` under another name. */
  events?: Array<"memory.stored" | "memory.derived" | "memory.updated" | "memory.forgotten" | "memory.expired" | "memory.verified" | "memory.feedback" | "memory.conflict" | "memory.compressed" | "memory.transferred" | "episode.started" | "episode.ended" | "procedure.stored" | "user.erased" | "agent.registered" | "usage.limit_approaching" | "memory.retrieved" | "memory.deleted" | "*">;
  /** Only events of this user. */
  user_id?: string;
  /** Only events of this agent. */
  agent_id?: string;
  /** Whether events bring the memory as it is when they are sent (`data.memory`; null: it is gone by then). */
  include_content?: boolean;
  /** For people: what it is for. */
  description?: string;
  /** What to sign with: `whsec_` and base64, or a text of 16–64 bytes. Made up unless given. */
  secret?: string;
}
export type EventsSubscribeAnswer = {
  id: string;
  /** Null: events are read from `stream_url`. */
  url: string | null;
  /** Where its events can be read as Server-Sent Events. */
  stream_url: string | null;
  events: string[];
  user_id: string | null;
  agent_id: string | null;
  include_content: boolean;
  description: string | null;
  state: "active" | "paused" | "disabled";
  /** Why it is disabled. */
  reason: string | null;
  /** Events that wait for another attempt, or behind one that does. */
  pending: number;
  /** Events that were given up and can be replayed. */
  dead: number;
  /** Events that arrived so far. */
  delivered: number;
  /** When one arrived last. Unix milliseconds. */
  last_success_at: number | null;
  /** Since when nothing arrived though it was tried. Unix milliseconds. */
  failing_since: number | null;
  /** Until when nothing new is sent, because the receiver is down. Unix milliseconds. */
  retry_at: number | null;
  /** Until when it also signs with the secret before. Unix milliseconds. */
  previous_secret_until: number | null;
  created_at: number;
  updated_at: number;
  /** What events are signed with, as `whsec_…`; shown only here. */
  secret: string | null;
  status: "subscribed";
};

/** List subscriptions: `GET /memory/subscriptions`. */
export interface EventsListInput {
  /** How many to return, 1–100. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type EventsListAnswer = {
  count: number;
  subscriptions: Array<{
    id: string;
    /** Null: events are read from `stream_url`. */
    url: string | null;
    /** Where its events can be read as Server-Sent Events. */
    stream_url: string | null;
    events: string[];
    user_id: string | null;
    agent_id: string | null;
    include_content: boolean;
    description: string | null;
    state: "active" | "paused" | "disabled";
    /** Why it is disabled. */
    reason: string | null;
    /** Events that wait for another attempt, or behind one that does. */
    pending: number;
    /** Events that were given up and can be replayed. */
    dead: number;
    /** Events that arrived so far. */
    delivered: number;
    /** When one arrived last. Unix milliseconds. */
    last_success_at: number | null;
    /** Since when nothing arrived though it was tried. Unix milliseconds. */
    failing_since: number | null;
    /** Until when nothing new is sent, because the receiver is down. Unix milliseconds. */
    retry_at: number | null;
    /** Until when it also signs with the secret before. Unix milliseconds. */
    previous_secret_until: number | null;
    created_at: number;
    updated_at: number;
  }>;
  next_cursor: string | null;
};

/** Look at a subscription: `GET /memory/subscriptions/{id}`. */
export interface EventsGetInput {
  /** A subscription's id. */
  id: string;
}
export type EventsGetAnswer = {
  id: string;
  /** Null: events are read from `stream_url`. */
  url: string | null;
  /** Where its events can be read as Server-Sent Events. */
  stream_url: string | null;
  events: string[];
  user_id: string | null;
  agent_id: string | null;
  include_content: boolean;
  description: string | null;
  state: "active" | "paused" | "disabled";
  /** Why it is disabled. */
  reason: string | null;
  /** Events that wait for another attempt, or behind one that does. */
  pending: number;
  /** Events that were given up and can be replayed. */
  dead: number;
  /** Events that arrived so far. */
  delivered: number;
  /** When one arrived last. Unix milliseconds. */
  last_success_at: number | null;
  /** Since when nothing arrived though it was tried. Unix milliseconds. */
  failing_since: number | null;
  /** Until when nothing new is sent, because the receiver is down. Unix milliseconds. */
  retry_at: number | null;
  /** Until when it also signs with the secret before. Unix milliseconds. */
  previous_secret_until: number | null;
  created_at: number;
  updated_at: number;
};

/** Change, pause or resume a subscription: `PATCH /memory/subscriptions/{id}`. */
export interface EventsChangeInput {
  /** A subscription's id. */
  id: string;
  /** Where events are posted to: http or https, on the public internet. */
  url?: string;
  /** Kinds of events; `*` is every kind but `memory.retrieved`, which must be named. `memory.deleted` is `memory.forgotten` under another name. */
  events?: Array<"memory.stored" | "memory.derived" | "memory.updated" | "memory.forgotten" | "memory.expired" | "memory.verified" | "memory.feedback" | "memory.conflict" | "memory.compressed" | "memory.transferred" | "episode.started" | "episode.ended" | "procedure.stored" | "user.erased" | "agent.registered" | "usage.limit_approaching" | "memory.retrieved" | "memory.deleted" | "*">;
  /** Only events of this user; null: of all. */
  user_id?: string | null;
  /** Only events of this agent; null: of all. */
  agent_id?: string | null;
  /** Whether events bring the memory as it is when they are sent (`data.memory`; null: it is gone by then). */
  include_content?: boolean;
  description?: string | null;
  state?: "active" | "paused";
}
export type EventsChangeAnswer = {
  id: string;
  /** Null: events are read from `stream_url`. */
  url: string | null;
  /** Where its events can be read as Server-Sent Events. */
  stream_url: string | null;
  events: string[];
  user_id: string | null;
  agent_id: string | null;
  include_content: boolean;
  description: string | null;
  state: "active" | "paused" | "disabled";
  /** Why it is disabled. */
  reason: string | null;
  /** Events that wait for another attempt, or behind one that does. */
  pending: number;
  /** Events that were given up and can be replayed. */
  dead: number;
  /** Events that arrived so far. */
  delivered: number;
  /** When one arrived last. Unix milliseconds. */
  last_success_at: number | null;
  /** Since when nothing arrived though it was tried. Unix milliseconds. */
  failing_since: number | null;
  /** Until when nothing new is sent, because the receiver is down. Unix milliseconds. */
  retry_at: number | null;
  /** Until when it also signs with the secret before. Unix milliseconds. */
  previous_secret_until: number | null;
  created_at: number;
  updated_at: number;
};

/** Remove a subscription: `DELETE /memory/subscriptions/{id}`. */
export interface EventsUnsubscribeInput {
  /** A subscription's id. */
  id: string;
}
export type EventsUnsubscribeAnswer = {
  id: string;
  deleted: true;
};

/** Give a webhook a new secret: `POST /memory/subscriptions/{id}/rotate`. */
export interface EventsRotateInput {
  /** A subscription's id. */
  id: string;
  /** How long the old secret signs too. */
  grace_seconds?: number;
  /** The new secret; made up unless given. */
  secret?: string;
}
export type EventsRotateAnswer = {
  id: string;
  /** Null: events are read from `stream_url`. */
  url: string | null;
  /** Where its events can be read as Server-Sent Events. */
  stream_url: string | null;
  events: string[];
  user_id: string | null;
  agent_id: string | null;
  include_content: boolean;
  description: string | null;
  state: "active" | "paused" | "disabled";
  /** Why it is disabled. */
  reason: string | null;
  /** Events that wait for another attempt, or behind one that does. */
  pending: number;
  /** Events that were given up and can be replayed. */
  dead: number;
  /** Events that arrived so far. */
  delivered: number;
  /** When one arrived last. Unix milliseconds. */
  last_success_at: number | null;
  /** Since when nothing arrived though it was tried. Unix milliseconds. */
  failing_since: number | null;
  /** Until when nothing new is sent, because the receiver is down. Unix milliseconds. */
  retry_at: number | null;
  /** Until when it also signs with the secret before. Unix milliseconds. */
  previous_secret_until: number | null;
  created_at: number;
  updated_at: number;
  /** The new secret; shown only here. */
  secret: string;
};

/** Send a test event: `POST /memory/subscriptions/{id}/test`. */
export interface EventsTestInput {
  /** A subscription's id. */
  id: string;
}
export type EventsTestAnswer = {
  /** Whether a status from 200 to 299 came back. */
  delivered: boolean;
  event_id: string;
  /** Null: no answer came. */
  status: number | null;
  /** The beginning of the answer. */
  answer: string | null;
  error: string | null;
  duration_ms: number;
};

/** Look at a webhook's deliveries: `GET /memory/subscriptions/{id}/deliveries`. */
export interface EventsDeliveriesInput {
  /** A subscription's id. */
  id: string;
  status?: "pending" | "delivered" | "dead";
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type EventsDeliveriesAnswer = {
  count: number;
  deliveries: Array<{
    event: {
      /** The same for every delivery of the same event. */
      id: string;
      type: string;
      /** When it happened, ISO 8601. */
      timestamp: string;
      /** `user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null: several at once), whatever else the kind tells, and `memory` if the contents were asked for. */
      data: Record<string, unknown>;
    };
    status: "pending" | "delivered" | "dead";
    attempts: number;
    /** When it was first tried. Unix milliseconds. */
    first_attempt_at: number | null;
    /** When it was last tried. Unix milliseconds. */
    last_attempt_at: number | null;
    /** When it is tried again; null: it waits for another event of the user, or is over. Unix milliseconds. */
    next_attempt_at: number | null;
    /** Status of the last answer; null: none came. */
    answer_status: number | null;
    /** The beginning of the last answer. */
    answer: string | null;
    error: string | null;
    duration_ms: number | null;
  }>;
  next_cursor: string | null;
};

/** Send again what was given up: `POST /memory/subscriptions/{id}/replay`. */
export interface EventsReplayInput {
  /** A subscription's id. */
  id: string;
  /** Ids of events; all dead ones unless given. */
  event_ids?: string[];
}
export type EventsReplayAnswer = {
  replayed: number;
};

/** Subscribe to events, under another name: `POST /webhooks/register`. */
export interface WebhooksRegisterInput {
  /** Where events are posted to: http or https, on the public internet. */
  url?: string;
  /** The same as `url`. */
  webhook_url?: string;
  /** Kinds of events; `*` is every kind but `memory.retrieved`, which must be named. `memory.deleted` is `memory.forgotten` under another name. */
  events?: Array<"memory.stored" | "memory.derived" | "memory.updated" | "memory.forgotten" | "memory.expired" | "memory.verified" | "memory.feedback" | "memory.conflict" | "memory.compressed" | "memory.transferred" | "episode.started" | "episode.ended" | "procedure.stored" | "user.erased" | "agent.registered" | "usage.limit_approaching" | "memory.retrieved" | "memory.deleted" | "*">;
  /** Only events of this user. */
  user_id?: string;
  /** Only events of this agent. */
  agent_id?: string;
  /** Whether events bring the memory as it is when they are sent (`data.memory`; null: it is gone by then). */
  include_content?: boolean;
  /** For people: what it is for. */
  description?: string;
  /** What to sign with: `whsec_` and base64, or a text of 16–64 bytes. Made up unless given. */
  secret?: string;
}
export type WebhooksRegisterAnswer = {
  id: string;
  /** Null: events are read from `stream_url`. */
  url: string | null;
  /** Where its events can be read as Server-Sent Events. */
  stream_url: string | null;
  events: string[];
  user_id: string | null;
  agent_id: string | null;
  include_content: boolean;
  description: string | null;
  state: "active" | "paused" | "disabled";
  /** Why it is disabled. */
  reason: string | null;
  /** Events that wait for another attempt, or behind one that does. */
  pending: number;
  /** Events that were given up and can be replayed. */
  dead: number;
  /** Events that arrived so far. */
  delivered: number;
  /** When one arrived last. Unix milliseconds. */
  last_success_at: number | null;
  /** Since when nothing arrived though it was tried. Unix milliseconds. */
  failing_since: number | null;
  /** Until when nothing new is sent, because the receiver is down. Unix milliseconds. */
  retry_at: number | null;
  /** Until when it also signs with the secret before. Unix milliseconds. */
  previous_secret_until: number | null;
  created_at: number;
  updated_at: number;
  /** What events are signed with, as `whsec_…`; shown only here. */
  secret: string | null;
  status: "subscribed";
};

/** Look at the deliveries of all webhooks: `GET /webhooks/logs`. */
export interface WebhooksLogsInput {
  /** Only of this subscription. */
  subscription_id?: string;
  status?: "pending" | "delivered" | "dead";
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type WebhooksLogsAnswer = {
  count: number;
  logs: Array<{
    event: {
      /** The same for every delivery of the same event. */
      id: string;
      type: string;
      /** When it happened, ISO 8601. */
      timestamp: string;
      /** `user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null: several at once), whatever else the kind tells, and `memory` if the contents were asked for. */
      data: Record<string, unknown>;
    };
    status: "pending" | "delivered" | "dead";
    attempts: number;
    /** When it was first tried. Unix milliseconds. */
    first_attempt_at: number | null;
    /** When it was last tried. Unix milliseconds. */
    last_attempt_at: number | null;
    /** When it is tried again; null: it waits for another event of the user, or is over. Unix milliseconds. */
    next_attempt_at: number | null;
    /** Status of the last answer; null: none came. */
    answer_status: number | null;
    /** The beginning of the last answer. */
    answer: string | null;
    error: string | null;
    duration_ms: number | null;
    subscription_id: string;
  }>;
  next_cursor: string | null;
};

/** Report what the calling key has used: `GET /usage`. */
export interface UsageReadInput {
  /** First day: `2026-11-01`, or a time on it. */
  from?: number | string;
  /** Last day; today unless given. */
  to?: number | string;
  /** How many days up to `to`. */
  days?: number;
}
export type UsageReadAnswer = {
  api_key_id: string;
  name: string;
  tier: "free" | "pro";
  used: number;
  /** Memories a month; null: unlimited. */
  limit: number | null;
  /** True without a limit. */
  unlimited: boolean;
  remaining: number | null;
  /** When the allowance starts again. Unix milliseconds. */
  reset_date: number;
  /** What the key keeps, of every kind and with versions, vectors and events, and how much it may keep. */
  storage: {
    used_bytes: number;
    /** Null: no limit. */
    limit_bytes: number | null;
  };
  /** The first and the last millisecond that is counted. Unix milliseconds. */
  window: {
    from: number;
    to: number;
  };
  totals: {
    requests: number;
    tokens: number;
    errors: number;
    avg_latency_ms: number;
  };
  by_route: Array<{
    requests: number;
    tokens: number;
    errors: number;
    avg_latency_ms: number;
    route: string;
  }>;
  daily: Array<{
    requests: number;
    tokens: number;
    errors: number;
    /** A UTC day, `2026-11-15`. */
    day: string;
  }>;
};

/** Check that the service is well: `GET /health`. */
export interface HealthInput {
}
export type HealthAnswer = {
  status: "ok" | "degraded" | "down" | "stopping";
  version: string;
  uptime_seconds: number;
  checks: {
    store: {
      status: "ok" | "degraded" | "down" | "off";
      detail?: string;
      engine: string;
    };
    embedder: {
      status: "ok" | "degraded" | "down" | "off";
      detail?: string;
      model: string;
      pending: number;
      backlog: number | null;
      changing: {
        /** The model that answers until the switch. */
        from: string;
        to: string;
        /** Memories that were gone over so far. */
        done: number;
        total: number;
        /** Why it stands still, if it does. */
        detail?: string;
      } | null;
    };
    /** Only when a language model is configured. Nothing depends on it: while it is down, the local ways do its work. */
    llm?: {
      status: "ok" | "degraded" | "down" | "off";
      detail?: string;
      model: string;
    };
  };
};

/** Change the embedding model: `POST /admin/model`. */
export interface ModelUseInput {
  model: "recollect-embed-1" | "bge-small-en-v1.5" | "all-MiniLM-L6-v2";
}
export type ModelUseAnswer = {
  /** The model that answers now. */
  model: string;
  wanted: string;
  changing: {
    /** The model that answers until the switch. */
    from: string;
    to: string;
    /** Memories that were gone over so far. */
    done: number;
    total: number;
    /** Why it stands still, if it does. */
    detail?: string;
  } | null;
};

/** List the work that is done later: `GET /admin/jobs`. */
export interface JobsListInput {
  kind?: string;
  state?: "running" | "due" | "waiting" | "asleep" | "failing";
  /** How many to return, 1–1000. */
  limit?: number;
  /** `next_cursor` of the page before. */
  cursor?: string;
}
export type JobsListAnswer = {
  count: number;
  jobs: Array<{
    id: string;
    kind: string;
    /** The key that it works for; null: for all. */
    key_id: string | null;
    state: "running" | "due" | "waiting" | "asleep" | "failing";
    /** When it is due, Unix milliseconds; null: when it is woken. */
    run_at: number | null;
    /** Attempts since it last succeeded. */
    attempts: number;
    /** The process that works on it. */
    lease_owner: string | null;
    lease_until: number | null;
    last_error: string | null;
  }>;
  next_cursor: string | null;
};

export interface Operations {
  keys: {
    /** Create a free API key for yourself: `POST /signup`. */
    signup: Call<KeysSignupInput, KeysSignupAnswer>;
    /** Mint an API key: `POST /auth/keys`. */
    mint: Call<KeysMintInput, KeysMintAnswer>;
    /** List API keys, newest first: `GET /auth/keys`. */
    list: PagedCall<KeysListInput | void, KeysListAnswer, Key>;
    /** Change a key's name, tier or scopes: `PATCH /auth/keys/{id}`. */
    change: Call<KeysChangeInput, KeysChangeAnswer>;
    /** Revoke a key for good: `DELETE /auth/keys/{id}`. */
    revoke: Call<KeysRevokeInput, KeysRevokeAnswer>;
    /** Give a key a new secret: `POST /auth/keys/{id}/rotate`. */
    rotate: Call<KeysRotateInput, KeysRotateAnswer>;
    /** Make a child key for one user: `POST /keys/children`. */
    mintChild: Call<KeysMintChildInput, KeysMintChildAnswer>;
    /** List the child keys of the calling key, newest first: `GET /keys/children`. */
    children: PagedCall<KeysChildrenInput | void, KeysChildrenAnswer, Key>;
  };
  memory: {
    /** Store a memory: `POST /memory/store`. */
    store: Call<MemoryStoreInput, MemoryStoreAnswer>;
    /** Store up to 100 memories: `POST /memory/batch`. */
    batch: Call<MemoryBatchInput, MemoryBatchAnswer>;
    /** Find memories by meaning: `GET /memory/retrieve`. */
    retrieve: Call<MemoryRetrieveInput, MemoryRetrieveAnswer>;
    /** Forget one memory, one episode, or everything of a user: `DELETE /memory/forget`. */
    forget: Call<MemoryForgetInput | void, MemoryForgetAnswer>;
    /** List memories, newest first: `GET /memory`. */
    list: PagedCall<MemoryListInput | void, MemoryListAnswer, Memory>;
    /** Count memories by category, tag, agent, user, namespace and month: `GET /memory/facets`. */
    facets: Call<MemoryFacetsInput | void, MemoryFacetsAnswer>;
    /** List the users, agents or namespaces that have memories: `GET /memory/names`. */
    names: Call<MemoryNamesInput, MemoryNamesAnswer>;
    /** Read one memory: `GET /memory/{id}`. */
    get: Call<MemoryGetInput, MemoryGetAnswer>;
    /** Change a memory: `PATCH /memory/{id}`. */
    update: Call<MemoryUpdateInput, MemoryUpdateAnswer>;
    /** Read a memory's versions: `GET /memory/{id}/history`. */
    history: PagedCall<MemoryHistoryInput, MemoryHistoryAnswer, {
      version: number;
      /** When the next version replaced it; null for the one in force. */
      replaced_at: number | null;
      record: Memory;
    }>;
    /** Say how one memory scores for a question, and why it is not among the first: `GET /memory/{id}/score`. */
    score: Call<MemoryScoreInput, MemoryScoreAnswer>;
    /** Get memories as text for a prompt: `GET /memory/context`. */
    context: Call<MemoryContextInput, MemoryContextAnswer>;
    /** Remember a conversation: `POST /memory/ingest`. */
    ingest: Call<MemoryIngestInput, MemoryIngestAnswer>;
    /** What is known about a person now: `GET /memory/profile`. */
    profile: Call<MemoryProfileInput, MemoryProfileAnswer>;
    /** Export memories: `GET /memory/export`. */
    export: Call<MemoryExportInput | void, MemoryExportAnswer>;
    /** Import memories: `POST /memory/import`. */
    import: Call<MemoryImportInput | void, MemoryImportAnswer>;
    /** Report how acting on a memory went: `POST /memory/feedback`. */
    feedback: Call<MemoryFeedbackInput, MemoryFeedbackAnswer>;
    /** List memories that nobody has verified for a while: `GET /memory/stale`. */
    stale: PagedCall<MemoryStaleInput | void, MemoryStaleAnswer, Memory>;
    /** Mark a memory still valid: `POST /memory/verify/{id}`. */
    verify: Call<MemoryVerifyInput, MemoryVerifyAnswer>;
    /** Count memories and judge their quality: `GET /memory/stats`. */
    stats: Call<MemoryStatsInput | void, MemoryStatsAnswer>;
    /** Delete what has expired: `DELETE /memory/expired`. */
    expired: Call<MemoryExpiredInput | void, MemoryExpiredAnswer>;
    /** Summarize or merge old memories: `POST /memory/compress`. */
    compress: Call<MemoryCompressInput, MemoryCompressAnswer>;
    /** Show what compressing would do: `GET /memory/compression/preview`. */
    compressPreview: Call<MemoryCompressPreviewInput, MemoryCompressPreviewAnswer>;
    /** Take a compression back: `POST /memory/compress/undo`. */
    compressUndo: Call<MemoryCompressUndoInput, MemoryCompressUndoAnswer>;
    /** See how facts about a topic changed: `GET /memory/timeline`. */
    timeline: Call<MemoryTimelineInput, MemoryTimelineAnswer>;
    /** Lay a user's memories out on a plane: `GET /memory/map`. */
    map: Call<MemoryMapInput, MemoryMapAnswer>;
    /** Report what is wrong with the memories and what to do about it: `GET /memory/health`. */
    health: Call<MemoryHealthInput | void, MemoryHealthAnswer>;
    /** Tell what memories are about, what changes and what needs attention: `GET /memory/insights`. */
    insights: Call<MemoryInsightsInput | void, MemoryInsightsAnswer>;
    /** Predict which memories will be needed next: `GET /memory/predict`. */
    predict: Call<MemoryPredictInput, MemoryPredictAnswer>;
    /** Transfer memories between agents: `POST /memory/transfer`. */
    transfer: Call<MemoryTransferInput, MemoryTransferAnswer>;
  };
  conflicts: {
    /** List contradictions: `GET /memory/conflicts`. */
    list: PagedCall<ConflictsListInput | void, ConflictsListAnswer, {
      id: string;
      user_id: string;
      agent_id: string;
      /** The older statement. */
      memory_a: {
        id: string;
        content: string;
        created_at: number;
        valid_from: number | null;
        superseded_by: string | null;
      };
      /** The newer statement. */
      memory_b: {
        id: string;
        content: string;
        created_at: number;
        valid_from: number | null;
        superseded_by: string | null;
      };
      /** `stated`: somebody linked the two as contradicting. */
      conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
      /** 0–1. */
      confidence: number;
      /** What changed: the words of both, with their days. */
      reason: string;
      /** The words of the older statement that no longer hold, when the rest of it still does; null: all of it. */
      part: string | null;
      /** Unix milliseconds. */
      detected_at: number;
      status: "open" | "resolved";
      /** What a resolution kept: the older (`a`), the newer (`b`) or both. */
      kept: "a" | "b" | "both" | null;
      /** Unix milliseconds. */
      resolved_at: number | null;
    }>;
    /** Settle a contradiction: `POST /memory/conflicts/{id}/resolve`. */
    resolve: Call<ConflictsResolveInput, ConflictsResolveAnswer>;
  };
  graph: {
    /** List contradicting pairs: `GET /memory/graph/conflicts`. */
    conflicts: PagedCall<GraphConflictsInput | void, GraphConflictsAnswer, {
      id: string;
      /** Id of the older memory. */
      memory_a: string;
      /** Id of the newer memory. */
      memory_b: string;
      relationship: "contradicts";
      conflict_type: string;
      confidence: number;
      reason: string;
      status: "open" | "resolved";
    }>;
    /** Link two memories: `POST /memory/graph/link`. */
    link: Call<GraphLinkInput, GraphLinkAnswer>;
    /** Walk the memory graph: `GET /memory/graph/explore`. */
    explore: Call<GraphExploreInput, GraphExploreAnswer>;
    /** Remove a link: `DELETE /memory/graph/link/{id}`. */
    unlink: Call<GraphUnlinkInput, GraphUnlinkAnswer>;
  };
  episodes: {
    /** Begin an episode: `POST /memory/episodes/start`. */
    start: Call<EpisodesStartInput, EpisodesStartAnswer>;
    /** Append an event to an episode: `POST /memory/episodes/event`. */
    event: Call<EpisodesEventInput, EpisodesEventAnswer>;
    /** Close an episode and summarize it: `POST /memory/episodes/end`. */
    end: Call<EpisodesEndInput, EpisodesEndAnswer>;
    /** List or replay episodes: `GET /memory/episodes`. */
    list: Call<EpisodesListInput | void, EpisodesListAnswer>;
  };
  procedures: {
    /** Store a procedure: `POST /memory/procedures`. */
    store: Call<ProceduresStoreInput, ProceduresStoreAnswer>;
    /** Find a procedure for a task: `GET /memory/procedures/match`. */
    match: Call<ProceduresMatchInput, ProceduresMatchAnswer>;
    /** Report how following a procedure went: `POST /memory/procedures/{id}/outcome`. */
    outcome: Call<ProceduresOutcomeInput, ProceduresOutcomeAnswer>;
    /** List procedures, newest first: `GET /memory/procedures`. */
    list: PagedCall<ProceduresListInput | void, ProceduresListAnswer, {
      /** Also the id of the memory (of kind `procedural`) that it is found by. */
      id: string;
      /** Null: it is there for every user. */
      user_id: string | null;
      agent_id: string;
      name: string;
      description: string | null;
      trigger: string | null;
      steps: string[];
      tags: string[];
      metadata: Record<string, unknown>;
      /** Counts up when the same name is stored with something else. */
      version: number;
      /** Outcomes reported since its steps last changed. */
      uses: number;
      successes: number;
      failures: number;
      /** Successes among the uses; null before the first. */
      success_rate: number | null;
      /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
      reliability: number;
      /** False while it waits to be embedded: until then it is matched by words. */
      embedded: boolean;
      /** 0–1: how much the text looks like instructions aimed against the agent. */
      risk: number;
      last_used_at: number | null;
      /** When it was first stored. Unix milliseconds. */
      created_at: number;
      /** When its latest version was stored. Unix milliseconds. */
      updated_at: number;
    }>;
    /** Read a procedure with its earlier versions: `GET /memory/procedures/{id}`. */
    get: Call<ProceduresGetInput, ProceduresGetAnswer>;
  };
  working: {
    /** Keep something at hand for a session: `POST /memory/working`. */
    put: Call<WorkingPutInput, WorkingPutAnswer>;
    /** Read a session's working memory: `GET /memory/working`. */
    get: Call<WorkingGetInput, WorkingGetAnswer>;
    /** List the sessions that have working memory: `GET /memory/working/sessions`. */
    sessions: PagedCall<WorkingSessionsInput | void, WorkingSessionsAnswer, {
      session_id: string;
      /** Items that have not expired. */
      items: number;
      /** When the latest of them was stored. Unix milliseconds. */
      last_at: number;
      /** When the last of them is gone. Unix milliseconds. */
      expires_at: number;
    }>;
    /** Clear a session's working memory: `DELETE /memory/working`. */
    clear: Call<WorkingClearInput, WorkingClearAnswer>;
  };
  emotional: {
    /** Record how an interaction felt: `POST /memory/emotional`. */
    record: Call<EmotionalRecordInput, EmotionalRecordAnswer>;
    /** List emotional records, newest first: `GET /memory/emotional`. */
    list: PagedCall<EmotionalListInput | void, EmotionalListAnswer, {
      id: string;
      user_id: string;
      agent_id: string;
      /** `unknown`: the text is in a language that is not read; its valence is 0. */
      sentiment: "positive" | "negative" | "neutral" | "unknown";
      /** 1–10. */
      intensity: number;
      /** −1 (bad) to 1 (good). */
      valence: number;
      /** `world`: grief, fear or illness in the life of the user, which says nothing of the agent and leaves trust as it is. */
      about: "interaction" | "world";
      /** Whether the caller named the sentiment or it was read from the text. */
      source: "given" | "text";
      /** What read the text: words alone while no embedding model can be had. Null when the sentiment was given. */
      read_by: "words" | "words_and_model" | null;
      text: string | null;
      note: string | null;
      /** Unix milliseconds. */
      created_at: number;
    }>;
    /** Show a user's emotional profile and trust score: `GET /memory/emotional/profile`. */
    profile: Call<EmotionalProfileInput, EmotionalProfileAnswer>;
  };
  agents: {
    /** Register an agent: `POST /agents/register`. */
    register: Call<AgentsRegisterInput, AgentsRegisterAnswer>;
    /** List registered agents: `GET /agents`. */
    list: PagedCall<AgentsListInput | void, AgentsListAnswer, {
      id: string;
      name: string;
      /** What memories carry as `agent_id`: the name. */
      agent_id: string;
      description: string | null;
      capabilities: string[];
      metadata: Record<string, unknown>;
      /** The template that was applied last. */
      template: string | null;
      /** Unix milliseconds. */
      created_at: number;
      /** Unix milliseconds. */
      updated_at: number;
    }>;
    /** Read the profile of an agent: `GET /agents/{id}`. */
    get: Call<AgentsGetInput, AgentsGetAnswer>;
    /** List the memories of an agent: `GET /agents/{id}/memories`. */
    memories: PagedCall<AgentsMemoriesInput, AgentsMemoriesAnswer, Memory>;
    /** Report the figures of an agent: `GET /agents/{id}/stats`. */
    stats: Call<AgentsStatsInput, AgentsStatsAnswer>;
  };
  analytics: {
    /** Report what the calling key did, day by day: `GET /analytics/daily`. */
    daily: Call<AnalyticsDailyInput | void, AnalyticsDailyAnswer>;
    /** Report what each agent keeps and does: `GET /analytics/agents`. */
    agents: Call<AnalyticsAgentsInput | void, AnalyticsAgentsAnswer>;
    /** Report how the calling key is used: routes, hours, what is found: `GET /analytics/patterns`. */
    patterns: Call<AnalyticsPatternsInput | void, AnalyticsPatternsAnswer>;
  };
  users: {
    /** List the users of the key: `GET /users`. */
    list: PagedCall<UsersListInput | void, UsersListAnswer, {
      user_id: string;
      /** As many as `GET /memory` lists without further filters. */
      memories: number;
      /** When the newest of them was stored. Unix milliseconds. */
      last_stored_at: number | null;
    }>;
    /** Export everything about a user: `GET /users/{id}/memories`. */
    export: Call<UsersExportInput, UsersExportAnswer>;
    /** Erase everything about a user: `DELETE /users/{id}/memories`. */
    erase: Call<UsersEraseInput, UsersEraseAnswer>;
  };
  erasures: {
    /** List the receipts of erasures: `GET /erasures`. */
    list: PagedCall<ErasuresListInput | void, ErasuresListAnswer, {
      id: string;
      /** When, in Unix milliseconds. */
      at: number;
      /** Rows removed, by kind; `index` are vectors, words and sketches, `answers` stored answers to repeatable requests. */
      counts: Record<string, number>;
      /** Over ids and hashes of contents: who kept the export can check it, nobody can read it. */
      sha256: string;
      /** When the last byte of it was gone from the embedded database's files, in Unix milliseconds; null until then, and always null on PostgreSQL. */
      scrubbed_at: number | null;
    }>;
    /** Read the receipt of an erasure: `GET /erasures/{id}`. */
    get: Call<ErasuresGetInput, ErasuresGetAnswer>;
  };
  templates: {
    /** List memory templates: `GET /templates`. */
    list: Call<TemplatesListInput | void, TemplatesListAnswer>;
    /** Read one template: `GET /templates/{id}`. */
    get: Call<TemplatesGetInput, TemplatesGetAnswer>;
    /** Set an agent up with a template: `POST /templates/{id}/apply`. */
    apply: Call<TemplatesApplyInput, TemplatesApplyAnswer>;
  };
  events: {
    /** Subscribe to events: `POST /memory/subscribe`. */
    subscribe: Call<EventsSubscribeInput | void, EventsSubscribeAnswer>;
    /** List subscriptions: `GET /memory/subscriptions`. */
    list: PagedCall<EventsListInput | void, EventsListAnswer, {
      id: string;
      /** Null: events are read from `stream_url`. */
      url: string | null;
      /** Where its events can be read as Server-Sent Events. */
      stream_url: string | null;
      events: string[];
      user_id: string | null;
      agent_id: string | null;
      include_content: boolean;
      description: string | null;
      state: "active" | "paused" | "disabled";
      /** Why it is disabled. */
      reason: string | null;
      /** Events that wait for another attempt, or behind one that does. */
      pending: number;
      /** Events that were given up and can be replayed. */
      dead: number;
      /** Events that arrived so far. */
      delivered: number;
      /** When one arrived last. Unix milliseconds. */
      last_success_at: number | null;
      /** Since when nothing arrived though it was tried. Unix milliseconds. */
      failing_since: number | null;
      /** Until when nothing new is sent, because the receiver is down. Unix milliseconds. */
      retry_at: number | null;
      /** Until when it also signs with the secret before. Unix milliseconds. */
      previous_secret_until: number | null;
      created_at: number;
      updated_at: number;
    }>;
    /** Look at a subscription: `GET /memory/subscriptions/{id}`. */
    get: Call<EventsGetInput, EventsGetAnswer>;
    /** Change, pause or resume a subscription: `PATCH /memory/subscriptions/{id}`. */
    change: Call<EventsChangeInput, EventsChangeAnswer>;
    /** Remove a subscription: `DELETE /memory/subscriptions/{id}`. */
    unsubscribe: Call<EventsUnsubscribeInput, EventsUnsubscribeAnswer>;
    /** Give a webhook a new secret: `POST /memory/subscriptions/{id}/rotate`. */
    rotate: Call<EventsRotateInput, EventsRotateAnswer>;
    /** Send a test event: `POST /memory/subscriptions/{id}/test`. */
    test: Call<EventsTestInput, EventsTestAnswer>;
    /** Look at a webhook's deliveries: `GET /memory/subscriptions/{id}/deliveries`. */
    deliveries: PagedCall<EventsDeliveriesInput, EventsDeliveriesAnswer, {
      event: {
        /** The same for every delivery of the same event. */
        id: string;
        type: string;
        /** When it happened, ISO 8601. */
        timestamp: string;
        /** `user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null: several at once), whatever else the kind tells, and `memory` if the contents were asked for. */
        data: Record<string, unknown>;
      };
      status: "pending" | "delivered" | "dead";
      attempts: number;
      /** When it was first tried. Unix milliseconds. */
      first_attempt_at: number | null;
      /** When it was last tried. Unix milliseconds. */
      last_attempt_at: number | null;
      /** When it is tried again; null: it waits for another event of the user, or is over. Unix milliseconds. */
      next_attempt_at: number | null;
      /** Status of the last answer; null: none came. */
      answer_status: number | null;
      /** The beginning of the last answer. */
      answer: string | null;
      error: string | null;
      duration_ms: number | null;
    }>;
    /** Send again what was given up: `POST /memory/subscriptions/{id}/replay`. */
    replay: Call<EventsReplayInput, EventsReplayAnswer>;
  };
  webhooks: {
    /** Subscribe to events, under another name: `POST /webhooks/register`. */
    register: Call<WebhooksRegisterInput | void, WebhooksRegisterAnswer>;
    /** Look at the deliveries of all webhooks: `GET /webhooks/logs`. */
    logs: PagedCall<WebhooksLogsInput | void, WebhooksLogsAnswer, {
      event: {
        /** The same for every delivery of the same event. */
        id: string;
        type: string;
        /** When it happened, ISO 8601. */
        timestamp: string;
        /** `user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null: several at once), whatever else the kind tells, and `memory` if the contents were asked for. */
        data: Record<string, unknown>;
      };
      status: "pending" | "delivered" | "dead";
      attempts: number;
      /** When it was first tried. Unix milliseconds. */
      first_attempt_at: number | null;
      /** When it was last tried. Unix milliseconds. */
      last_attempt_at: number | null;
      /** When it is tried again; null: it waits for another event of the user, or is over. Unix milliseconds. */
      next_attempt_at: number | null;
      /** Status of the last answer; null: none came. */
      answer_status: number | null;
      /** The beginning of the last answer. */
      answer: string | null;
      error: string | null;
      duration_ms: number | null;
      subscription_id: string;
    }>;
  };
  usage: {
    /** Report what the calling key has used: `GET /usage`. */
    read: Call<UsageReadInput | void, UsageReadAnswer>;
  };
  /** Check that the service is well: `GET /health`. */
  health: Call<HealthInput | void, HealthAnswer>;
  model: {
    /** Change the embedding model: `POST /admin/model`. */
    use: Call<ModelUseInput, ModelUseAnswer>;
  };
  jobs: {
    /** List the work that is done later: `GET /admin/jobs`. */
    list: PagedCall<JobsListInput | void, JobsListAnswer, {
      id: string;
      kind: string;
      /** The key that it works for; null: for all. */
      key_id: string | null;
      state: "running" | "due" | "waiting" | "asleep" | "failing";
      /** When it is due, Unix milliseconds; null: when it is woken. */
      run_at: number | null;
      /** Attempts since it last succeeded. */
      attempts: number;
      /** The process that works on it. */
      lease_owner: string | null;
      lease_until: number | null;
      last_error: string | null;
    }>;
  };
}

/** Group, method, HTTP method, path, and the list that its pages hold. */
export const OPERATIONS: readonly (readonly [string | null, string, string, string, string | null])[] = [
  ["keys","signup","POST","/signup",null],
  ["keys","mint","POST","/auth/keys",null],
  ["keys","list","GET","/auth/keys","keys"],
  ["keys","change","PATCH","/auth/keys/{id}",null],
  ["keys","revoke","DELETE","/auth/keys/{id}",null],
  ["keys","rotate","POST","/auth/keys/{id}/rotate",null],
  ["keys","mintChild","POST","/keys/children",null],
  ["keys","children","GET","/keys/children","keys"],
  ["memory","store","POST","/memory/store",null],
  ["memory","batch","POST","/memory/batch",null],
  ["memory","retrieve","GET","/memory/retrieve",null],
  ["memory","forget","DELETE","/memory/forget",null],
  ["memory","list","GET","/memory","memories"],
  ["memory","facets","GET","/memory/facets",null],
  ["memory","names","GET","/memory/names",null],
  ["memory","get","GET","/memory/{id}",null],
  ["memory","update","PATCH","/memory/{id}",null],
  ["memory","history","GET","/memory/{id}/history","versions"],
  ["memory","score","GET","/memory/{id}/score",null],
  ["memory","context","GET","/memory/context",null],
  ["memory","ingest","POST","/memory/ingest",null],
  ["memory","profile","GET","/memory/profile",null],
  ["memory","export","GET","/memory/export",null],
  ["memory","import","POST","/memory/import",null],
  ["memory","feedback","POST","/memory/feedback",null],
  ["memory","stale","GET","/memory/stale","stale_memories"],
  ["memory","verify","POST","/memory/verify/{id}",null],
  ["memory","stats","GET","/memory/stats",null],
  ["memory","expired","DELETE","/memory/expired",null],
  ["conflicts","list","GET","/memory/conflicts","conflicts"],
  ["graph","conflicts","GET","/memory/graph/conflicts","pairs"],
  ["conflicts","resolve","POST","/memory/conflicts/{id}/resolve",null],
  ["memory","compress","POST","/memory/compress",null],
  ["memory","compressPreview","GET","/memory/compression/preview",null],
  ["memory","compressUndo","POST","/memory/compress/undo",null],
  ["memory","timeline","GET","/memory/timeline",null],
  ["episodes","start","POST","/memory/episodes/start",null],
  ["episodes","event","POST","/memory/episodes/event",null],
  ["episodes","end","POST","/memory/episodes/end",null],
  ["episodes","list","GET","/memory/episodes",null],
  ["procedures","store","POST","/memory/procedures",null],
  ["procedures","match","GET","/memory/procedures/match",null],
  ["procedures","outcome","POST","/memory/procedures/{id}/outcome",null],
  ["procedures","list","GET","/memory/procedures","procedures"],
  ["procedures","get","GET","/memory/procedures/{id}",null],
  ["working","put","POST","/memory/working",null],
  ["working","get","GET","/memory/working",null],
  ["working","sessions","GET","/memory/working/sessions","sessions"],
  ["working","clear","DELETE","/memory/working",null],
  ["emotional","record","POST","/memory/emotional",null],
  ["emotional","list","GET","/memory/emotional","records"],
  ["emotional","profile","GET","/memory/emotional/profile",null],
  ["graph","link","POST","/memory/graph/link",null],
  ["graph","explore","GET","/memory/graph/explore",null],
  ["graph","unlink","DELETE","/memory/graph/link/{id}",null],
  ["memory","map","GET","/memory/map",null],
  ["memory","health","GET","/memory/health",null],
  ["memory","insights","GET","/memory/insights",null],
  ["memory","predict","GET","/memory/predict",null],
  ["memory","transfer","POST","/memory/transfer",null],
  ["agents","register","POST","/agents/register",null],
  ["agents","list","GET","/agents","agents"],
  ["agents","get","GET","/agents/{id}",null],
  ["agents","memories","GET","/agents/{id}/memories","memories"],
  ["agents","stats","GET","/agents/{id}/stats",null],
  ["analytics","daily","GET","/analytics/daily",null],
  ["analytics","agents","GET","/analytics/agents",null],
  ["analytics","patterns","GET","/analytics/patterns",null],
  ["users","list","GET","/users","users"],
  ["users","export","GET","/users/{id}/memories",null],
  ["users","erase","DELETE","/users/{id}/memories",null],
  ["erasures","list","GET","/erasures","erasures"],
  ["erasures","get","GET","/erasures/{id}",null],
  ["templates","list","GET","/templates",null],
  ["templates","get","GET","/templates/{id}",null],
  ["templates","apply","POST","/templates/{id}/apply",null],
  ["events","subscribe","POST","/memory/subscribe",null],
  ["events","list","GET","/memory/subscriptions","subscriptions"],
  ["events","get","GET","/memory/subscriptions/{id}",null],
  ["events","change","PATCH","/memory/subscriptions/{id}",null],
  ["events","unsubscribe","DELETE","/memory/subscriptions/{id}",null],
  ["events","rotate","POST","/memory/subscriptions/{id}/rotate",null],
  ["events","test","POST","/memory/subscriptions/{id}/test",null],
  ["events","deliveries","GET","/memory/subscriptions/{id}/deliveries","deliveries"],
  ["events","replay","POST","/memory/subscriptions/{id}/replay",null],
  ["webhooks","register","POST","/webhooks/register",null],
  ["webhooks","logs","GET","/webhooks/logs","logs"],
  ["usage","read","GET","/usage",null],
  [null,"health","GET","/health",null],
  ["model","use","POST","/admin/model",null],
  ["jobs","list","GET","/admin/jobs","jobs"],
];
