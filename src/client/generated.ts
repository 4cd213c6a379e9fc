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
  /** True if it was not given but estimated from the content. */
  importance_estimated: boolean;
  tags: string[];
  outcome: "success" | "failure" | "unknown";
  /** 0–1: how well acting on it has gone so far; 0.5 without evidence. */
  outcome_score: number;
  /** Derived from the content. */
  category: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  /** False while it waits to be embedded: search by meaning does not find it yet. */
  embedded: boolean;
  valid_from: number | null;
  valid_until: number | null;
  expires_at: number | null;
  verified_at: number | null;
  retrieval_count: number;
  last_retrieved_at: number | null;
  /** The memory that superseded it. */
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
  /** `admin`, `signup`, or the id of the issuer or parent key. */
  issued_by: string;
  created_at: number;
  updated_at: number;
  /** From this time on, calls with it return 401; null if it never expires. */
  expires_at: number | null;
  /** Since when calls with it return 403; null if it is in force. */
  revoked_at: number | null;
  /** The key whose data it works on; null if its own. */
  parent_id: string | null;
  /** The part of its parent's data that it sees; null if it has no parent. */
  bound_to: {
    user_id: string;
    agent_id: string | null;
    namespace: string | null;
  } | null;
  /** The application it was granted to at sign-in; null if none. */
  client: string | null;
  /** Whether its calls are in the audit log. */
  audit: boolean;
};

/** Create a free API key for yourself: `POST /signup`. */
export interface KeysSignupInput {
  /** What the key is called. */
  name: string;
  /** How to reach the owner. */
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
  /** The secret (`rec_sk_…`). Shown only once: store it safely. */
  key: string;
  /** The same secret again. */
  api_key: string;
  tier: "free";
  /** Memories per month. */
  limit: number;
  /** When the allowance resets. Unix milliseconds. */
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
  /** Whom to contact about it. Default: the name. */
  owner?: string;
  /** What the key may do: `read`, `write`. */
  scopes?: Array<"read" | "write">;
  /** `free`: 10,000 memories per month; `pro`: unlimited. */
  tier?: "free" | "pro";
  /** From this time on, calls with it return 401. Unix milliseconds or an ISO 8601 string. */
  expires_at?: number | string | null;
  /** Whether its calls are in the audit log; only the admin credential can switch that off. */
  audit?: boolean;
}
export type KeysMintAnswer = Key & {
  /** The secret (`rec_sk_…`). Shown only once: store it safely. */
  key: string;
};

/** List API keys, newest first: `GET /auth/keys`. */
export interface KeysListInput {
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type KeysListAnswer = {
  count: number;
  keys: Key[];
  next_cursor: string | null;
};

/** Change a key's name, tier, scopes or audit: `PATCH /auth/keys/{id}`. */
export interface KeysChangeInput {
  /** A key's public id (`rec_pk_…`). */
  id: string;
  /** What the key is called. */
  name?: string;
  /** `free`: 10,000 memories per month; `pro`: unlimited. */
  tier?: "free" | "pro";
  /** What the key may do: `read`, `write`. */
  scopes?: Array<"read" | "write">;
  /** Whether its calls are in the audit log; only the admin credential can switch that off. */
  audit?: boolean;
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
  /** How long the old secret keeps working. */
  grace_seconds?: number;
}
export type KeysRotateAnswer = Key & {
  /** The secret (`rec_sk_…`). Shown only once: store it safely. */
  key: string;
  /** When the old secret ends; null if it already has. */
  previous_valid_until: number | null;
};

/** Create a child key for one user: `POST /keys/children`. */
export interface KeysMintChildInput {
  /** What the key is called. */
  name: string;
  /** The user whose memories it sees. */
  user_id: string;
  /** Only this agent. Default: all agents of the user. */
  agent_id?: string;
  /** Only this namespace. Default: all of them. */
  namespace?: string;
  /** What it may do: `read`, `write`. Default: the calling key's own scopes. */
  scopes?: Array<"read" | "write">;
  /** From this time on, calls with it return 401; without it or null, it ends with its parent. Unix milliseconds or an ISO 8601 string. */
  expires_at?: number | string | null;
}
export type KeysMintChildAnswer = Key & {
  /** The secret (`rec_sk_…`). Shown only once: store it safely. */
  key: string;
};

/** List the child keys of the calling key, newest first: `GET /keys/children`. */
export interface KeysChildrenInput {
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type KeysChildrenAnswer = {
  count: number;
  keys: Key[];
  next_cursor: string | null;
};

/** Store a memory: `POST /memory/store`. */
export interface MemoryStoreInput {
  /** Your end user whose memory it is. */
  user_id: string;
  /** What to remember. Long texts are embedded passage by passage. */
  content: string;
  /** The agent it belongs to. */
  agent_id?: string;
  /** Any JSON object. */
  metadata?: Record<string, unknown>;
  /** 0 (trivia) to 10 (vital). Default: estimated from the content. */
  importance?: number;
  /** Forget it after this many seconds. */
  ttl_seconds?: number;
  /** Labels to filter by. */
  tags?: string[];
  /** A partition inside the scope. */
  namespace?: string;
  /** How acting on it went. */
  outcome?: "success" | "failure" | "unknown";
  /** Also report memories that contradict this one. */
  detect_conflicts?: boolean;
  /** The kind of memory. */
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** When it became true (Unix milliseconds or ISO 8601). */
  valid_from?: number | string;
  /** When it stops being true (Unix milliseconds or ISO 8601). */
  valid_until?: number | string;
  /** False stores the same text again instead of returning the existing memory. */
  dedupe?: boolean;
}
export type MemoryStoreAnswer = Memory & {
  status: "stored" | "queued" | "duplicate";
  duplicate: boolean;
  /** A memory that says nearly the same in other words; both are stored. */
  near_duplicate_of: string | null;
  /** The same as `duplicate`. */
  deduplicated: boolean;
  /** SHA-256 of `content` in UTF-8, hexadecimal. */
  content_hash: string;
  /** 0–1: how far to rely on it: `outcome_score`, reduced by `risk`. */
  trust_score: number;
  /** What it contradicts; checked if `detect_conflicts` is true. */
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
    /** `stated`: the two were linked as contradicting. */
    conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
    /** 0–1. */
    confidence: number;
    /** What changed: the words of both, with their dates. */
    reason: string;
    /** The words of the older statement that no longer hold, if the rest still does; null if none does. */
    part: string | null;
    /** Unix milliseconds. */
    detected_at: number;
    status: "open" | "resolved";
    /** What the resolution kept: the older (`a`), the newer (`b`) or both. */
    kept: "a" | "b" | "both" | null;
    /** Unix milliseconds. */
    resolved_at: number | null;
    /** The memory that the stored one contradicts. */
    existing_memory_id: string;
    existing_content: string;
    /** How it was resolved; null while it is open. */
    resolution: "kept_older" | "kept_newer" | "kept_both" | null;
  }>;
  /** The first of `conflicts`. */
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
    /** `stated`: the two were linked as contradicting. */
    conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
    /** 0–1. */
    confidence: number;
    /** What changed: the words of both, with their dates. */
    reason: string;
    /** The words of the older statement that no longer hold, if the rest still does; null if none does. */
    part: string | null;
    /** Unix milliseconds. */
    detected_at: number;
    status: "open" | "resolved";
    /** What the resolution kept: the older (`a`), the newer (`b`) or both. */
    kept: "a" | "b" | "both" | null;
    /** Unix milliseconds. */
    resolved_at: number | null;
    /** The memory that the stored one contradicts. */
    existing_memory_id: string;
    existing_content: string;
    /** How it was resolved; null while it is open. */
    resolution: "kept_older" | "kept_newer" | "kept_both" | null;
  } | null;
  /** Whether there is a conflict. */
  contradiction: boolean;
};

/** Store up to 100 memories: `POST /memory/batch`. */
export interface MemoryBatchInput {
  memories: Array<{
    /** Your end user whose memory it is. */
    user_id: string;
    /** The agent it belongs to. */
    agent_id?: string;
    /** What to remember. Long texts are embedded passage by passage. */
    content: string;
    /** Any JSON object. */
    metadata?: Record<string, unknown>;
    /** 0 (trivia) to 10 (vital). Default: estimated from the content. */
    importance?: number;
    /** Forget it after this many seconds. */
    ttl_seconds?: number;
    /** Labels to filter by. */
    tags?: string[];
    /** A partition inside the scope. */
    namespace?: string;
    /** How acting on it went. */
    outcome?: "success" | "failure" | "unknown";
    /** Also report memories that contradict this one. */
    detect_conflicts?: boolean;
    /** The kind of memory. */
    kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    /** When it became true (Unix milliseconds or ISO 8601). */
    valid_from?: number | string;
    /** When it stops being true (Unix milliseconds or ISO 8601). */
    valid_until?: number | string;
    /** False stores the same text again instead of returning the existing memory. */
    dedupe?: boolean;
  }>;
}
export type MemoryBatchAnswer = {
  stored: number;
  /** Invalid entries: `results` says why. */
  skipped: number;
  /** Entries that already existed. `stored`, `skipped` and this add up to all. */
  duplicates_skipped: number;
  /** Ids of the stored and the existing memories, each once, in the order of the entries. */
  ids: string[];
  results: Array<{
    index: number;
    status: "stored" | "duplicate" | "error";
    id?: string;
    embedded?: boolean;
    error?: string;
    near_duplicate_of?: string;
    /** For entries with `detect_conflicts`. */
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
      /** `stated`: the two were linked as contradicting. */
      conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
      /** 0–1. */
      confidence: number;
      /** What changed: the words of both, with their dates. */
      reason: string;
      /** The words of the older statement that no longer hold, if the rest still does; null if none does. */
      part: string | null;
      /** Unix milliseconds. */
      detected_at: number;
      status: "open" | "resolved";
      /** What the resolution kept: the older (`a`), the newer (`b`) or both. */
      kept: "a" | "b" | "both" | null;
      /** Unix milliseconds. */
      resolved_at: number | null;
      /** The memory that the stored one contradicts. */
      existing_memory_id: string;
      existing_content: string;
      /** How it was resolved; null while it is open. */
      resolution: "kept_older" | "kept_newer" | "kept_both" | null;
    }>;
  }>;
};

/** Find memories by meaning: `GET /memory/retrieve`. */
export interface MemoryRetrieveInput {
  /** What to search for, best phrased as a question. */
  q: string;
  /** Your end user whose memory it is. */
  user_id: string;
  /** How many to return, 1–100. */
  limit?: number;
  /** Leave out what scores lower. With the default model unrelated texts score 0.3–0.6, paraphrases 0.8–1. Ignored by `words`. */
  min_score?: number;
  /** `semantic`: cosine. `composite`: a weighted sum of cosine, outcome, importance and recency. `hybrid`: meaning, words, time, speakers and neighbours; the most accurate. `words`: full text; only memories that share a word with `q`, by BM25, whatever they mean. */
  ranking?: "semantic" | "composite" | "hybrid" | "words";
  /** Return the parts of `final_score` for each result. */
  explain?: boolean;
  /** For each result that is an event of an episode, also return this many events before and after it. */
  around?: number;
  /** Only this agent. Default: all agents of the user. */
  agent_id?: string;
  /** A partition inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma-separated). */
  tags?: string[];
  /** Has all of these (comma-separated). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at this time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Include memories that have expired but are not deleted yet. */
  include_expired?: boolean;
  /** Include memories that a newer one has superseded. */
  include_superseded?: boolean;
}
export type MemoryRetrieveAnswer = {
  query: string;
  user_id: string;
  agent_id: string | null;
  namespace: string | null;
  /** False if embeddings were unavailable, or not needed (`words`): results share words with the question (`hybrid`, `words`) or are the most recent. */
  semantic: boolean;
  ranking: "semantic" | "composite" | "hybrid" | "words";
  /** The ranking that was used: if `semantic` is false, `words` (`hybrid`, `words`) or `recency`. */
  scoring: "cosine" | "composite" | "hybrid" | "words" | "recency";
  /** 0–1: how likely the answer is among the results; null if `semantic` is false. */
  confidence: number | null;
  /** True if nothing found answers the question: say that you do not know. */
  abstained: boolean;
  count: number;
  results: Array<Memory & {
    /** Cosine similarity of the memory's best passage; null if `semantic` is false or it waits to be embedded. */
    score: number | null;
    /** What results are ordered by. */
    final_score: number | null;
    /** 0–1: how likely this memory answers the question; only for the best results of `hybrid`. */
    relevance?: number;
    /** With `explain`: the parts that add up to `final_score`. */
    explain?: Array<{
      name: string;
      value: number;
    }>;
    /** With `around`: the episode that the memory is an event of. */
    episode_id?: string;
    /** With `around`: the events before and after it in its episode, in order, without the memory itself. */
    around?: Array<{
      id: string;
      /** Its position in the episode. */
      seq: number;
      type: string;
      content: string;
      /** Unix milliseconds. */
      created_at: number;
    }>;
  }>;
};

/** Forget one memory, one episode, or everything about a user: `DELETE /memory/forget`. */
export interface MemoryForgetInput {
  /** A memory's id. */
  id?: string;
  /** Your end user whose memory it is. */
  user_id?: string;
  /** The agent it belongs to. */
  agent_id?: string;
}
export type MemoryForgetAnswer = {
  /** Memories that were forgotten, of any kind; other records are not counted. */
  deleted: number;
};

/** List memories, newest first: `GET /memory`. */
export interface MemoryListInput {
  /** Your end user whose memory it is. */
  user_id?: string;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** Which come first, by the time they were stored. */
  order?: "newest" | "oldest";
  /** Only this agent. Default: all agents of the user. */
  agent_id?: string;
  /** A partition inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma-separated). */
  tags?: string[];
  /** Has all of these (comma-separated). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at this time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Include memories that have expired but are not deleted yet. */
  include_expired?: boolean;
  /** Include memories that a newer one has superseded. */
  include_superseded?: boolean;
}
export type MemoryListAnswer = {
  count: number;
  memories: Memory[];
  next_cursor: string | null;
};

/** Count memories by category, tag, agent, user, namespace and month: `GET /memory/facets`. */
export interface MemoryFacetsInput {
  /** Your end user whose memory it is. */
  user_id?: string;
  /** Only this agent. Default: all agents of the user. */
  agent_id?: string;
  /** A partition inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma-separated). */
  tags?: string[];
  /** Has all of these (comma-separated). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at this time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Include memories that have expired but are not deleted yet. */
  include_expired?: boolean;
  /** Include memories that a newer one has superseded. */
  include_superseded?: boolean;
}
export type MemoryFacetsAnswer = {
  /** Memories that pass the filters. */
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
    /** By the month they were stored in, in UTC (`2027-01`); from 1970 to 9999. */
    month: Array<{
      value: string;
      count: number;
    }>;
  };
};

/** List the users, agents or namespaces that have memories: `GET /memory/names`. */
export interface MemoryNamesInput {
  /** Which names to list. */
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
  /** What to remember. Long texts are embedded passage by passage. */
  content?: string;
  /** Merged into the existing metadata: your keys win, null removes a key. */
  metadata?: Record<string, unknown>;
  /** Replaces the tags. */
  tags?: string[];
  /** 0 (trivia) to 10 (vital). No longer estimated from now on. */
  importance?: number;
  /** A partition inside the scope. */
  namespace?: string;
  /** How acting on it went. */
  outcome?: "success" | "failure" | "unknown";
  /** When it became true; null if unknown. */
  valid_from?: number | string | null;
  /** When it stops being true; null if no end is known. */
  valid_until?: number | string | null;
  /** Forget it this many seconds from now; null keeps it. */
  ttl_seconds?: number | null;
}
export type MemoryUpdateAnswer = Memory;

/** Read a memory's versions: `GET /memory/{id}/history`. */
export interface MemoryHistoryInput {
  /** A memory's id. */
  id: string;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type MemoryHistoryAnswer = {
  id: string;
  count: number;
  versions: Array<{
    version: number;
    /** When the next version replaced it; null for the version in force. */
    replaced_at: number | null;
    record: Memory;
  }>;
  next_cursor: string | null;
};

/** Explain how one memory scores for a question, and why it is not among the results: `GET /memory/{id}/score`. */
export interface MemoryScoreInput {
  /** A memory's id. */
  id: string;
  /** The question. */
  q: string;
  /** How many results the search would return. */
  limit?: number;
  /** The lowest score that the search would return. */
  min_score?: number;
  /** Only this agent. Default: all agents of the user. */
  agent_id?: string;
  /** A partition inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma-separated). */
  tags?: string[];
  /** Has all of these (comma-separated). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at this time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Include memories that have expired but are not deleted yet. */
  include_expired?: boolean;
  /** Include memories that a newer one has superseded. */
  include_superseded?: boolean;
}
export type MemoryScoreAnswer = {
  id: string;
  query: string;
  user_id: string;
  /** False if embeddings were unavailable: only words counted. */
  semantic: boolean;
  /** Its rank, from 1; null if not among the best 200. */
  rank: number | null;
  /** Cosine similarity of the memory's best passage. */
  score: number | null;
  /** What results are ordered by. */
  final_score: number | null;
  /** 0–1: how likely it answers the question; only for the best results. */
  relevance: number | null;
  /** The parts of `final_score`. */
  explain: Array<{
    name: string;
    value: number;
  }>;
  /** 0–1: how likely the answer is among the results. */
  confidence: number | null;
  /** True if nothing found answers the question. */
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
  /** Your end user whose memory it is. */
  user_id: string;
  /** What the context is for, best phrased as a question. */
  q?: string;
  /** Never exceeded; counted with o200k_base. */
  max_tokens?: number;
  /** What `context` holds. */
  format?: "raw" | "anthropic" | "openai" | "markdown";
  /** Only this agent. Default: all agents of the user. */
  agent_id?: string;
  /** A partition inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma-separated). */
  tags?: string[];
  /** Has all of these (comma-separated). */
  tags_all?: string[];
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** What was true at this time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** Include memories whose text looks like instructions (`risk` of 0.5 or more). */
  include_flagged?: boolean;
}
export type MemoryContextAnswer = {
  /** Ready for a prompt, in the requested format; empty if there is nothing to show. */
  context: string;
  /** Tokens of `context`. */
  token_count: number;
  memories_used: number;
  /** How many memories could be shown, before any are chosen. */
  memories_available: number;
  /** The same memories in every format, each within `max_tokens`: a wordier one may leave out the last. */
  formatted: {
    raw: string;
    anthropic: string;
    openai: string;
    markdown: string;
  };
  /** Compared with sending all available memories, estimated at one token per 4 bytes. */
  tokens_saved: number;
  /** The memories in `context`, in the same order. */
  memory_ids: string[];
  /** False if embeddings were unavailable: results are by words, then by recency. Null without `q`. */
  semantic: boolean | null;
  /** 0–1: how likely the memories answer `q`. Null without `q`. */
  confidence: number | null;
  /** True if nothing here seems to answer `q`. */
  abstained: boolean;
};

/** Remember a conversation: `POST /memory/ingest`. */
export interface MemoryIngestInput {
  /** Your end user whose memory it is. */
  user_id: string;
  /** The turns, in order. */
  messages?: Array<{
    /** Who speaks. */
    role: "user" | "assistant" | "system" | "tool";
    /** The name, if known. */
    name?: string;
    /** Verbatim. */
    content: string;
    /** When it was said. Default: now. */
    created_at?: number | string;
  }>;
  /** Instead of `messages`: one turn of the user. */
  text?: string;
  /** The agent it belongs to. */
  agent_id?: string;
  /** A partition inside the scope. */
  namespace?: string;
  /** Names the conversation. Default: a new one. */
  session_id?: string;
  /** The position of the first message in the session, starting at 0. */
  position?: number;
  /** Stored with the turns and with what is derived from them. */
  metadata?: Record<string, unknown>;
  /** Labels for the turns and for what is derived from them. */
  tags?: string[];
  /** Forget the turns, and what is derived from them, after this many seconds. */
  ttl_seconds?: number;
  /** `auto`: derive statements, with the language model if one is configured; `local`: derive them without it; `turns`: derive nothing. */
  mode?: "auto" | "local" | "turns";
  /** Derive the statements before responding. */
  wait?: boolean;
}
export type MemoryIngestAnswer = {
  session_id: string;
  /** The episode that holds the latest turns. */
  episode_id: string;
  received: number;
  added: number;
  /** Turns that already existed. */
  skipped: number;
  /** Turns in the session so far. */
  total: number;
  /** The turns that were added. */
  turns: Array<{
    /** The id of its event, and of a memory of kind `episodic`. */
    id: string;
    /** Its position in the session, starting at 0. */
    position: number;
    role: string;
    embedded: boolean;
  }>;
  /** True if statements are still to be derived from the turns. */
  deriving: boolean;
  /** With `wait`: what was derived from the messages, including those that already existed. */
  statements?: Array<Memory & {
    /** `duplicate`: it already existed, said before or derived by an earlier call. */
    status: "stored" | "duplicate";
  }>;
};

/** Get what is known about a user now: `GET /memory/profile`. */
export interface MemoryProfileInput {
  /** Your end user whose memory it is. */
  user_id: string;
  /** Only this agent. Default: all agents of the user. */
  agent_id?: string;
  /** A partition inside the scope. */
  namespace?: string;
  /** What was true at this time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** For `text`; counted with o200k_base. */
  max_tokens?: number;
}
export type MemoryProfileAnswer = {
  user_id: string;
  groups: Array<{
    category: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
    title: string;
    statements: Array<{
      /** The memory that states it. */
      id: string;
      text: string;
      /** When it began to be true, or was stored. Unix milliseconds. */
      since: number;
      importance: number;
      /** The conversation turns it was derived from. */
      sources: string[];
    }>;
  }>;
  /** The same as text for a prompt; empty if nothing is known. */
  text: string;
  token_count: number;
  /** True if more is known than fits into `max_tokens`. */
  truncated: boolean;
};

/** Export memories: `GET /memory/export`. */
export interface MemoryExportInput {
  /** Only this user. Default: all users of the key. */
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
    /** False for a copy that was deliberately stored in addition to another. */
    dedupe: boolean;
    /** The group it was stored with. */
    group_id: string | null;
    /** Its position in the group. */
    position: number | null;
  }>;
  /** Links with both ends in the scope. */
  links: unknown[];
  /** Their events are among the memories. */
  episodes: unknown[];
  procedures: unknown[];
  emotional: unknown[];
};

/** Import memories: `POST /memory/import`. */
export interface MemoryImportInput {
  /** The entries: bodies of store with the fields of a memory, or entries in the format of `source`. */
  memories?: Array<{
    /** Whose memory it is; empty only for procedures and episodes without a user. */
    user_id: string;
    /** The agent it belongs to. */
    agent_id?: string;
    /** What to remember. Long texts are embedded passage by passage. */
    content: string;
    /** Any JSON object. */
    metadata?: Record<string, unknown>;
    /** 0 (trivia) to 10 (vital). Default: estimated from the content. */
    importance?: number;
    /** Labels to filter by. */
    tags?: string[];
    /** A partition inside the scope. */
    namespace?: string;
    /** How acting on it went. */
    outcome?: "success" | "failure" | "unknown";
    /** The kind of memory. */
    kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    /** When it became true (Unix milliseconds or ISO 8601). */
    valid_from?: number | string;
    /** When it stops being true (Unix milliseconds or ISO 8601). */
    valid_until?: number | string;
    /** False stores the same text again instead of returning the existing memory. */
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
  /** Import everything for this user, whoever it belonged to. */
  user_id?: string;
  /** Import everything for this agent. */
  agent_id?: string;
  /** The format of the entries. Default: detected from their fields. */
  source?: "recollect" | "agentmemo" | "mem0" | "zep" | "mcp-memory" | "openmemory";
  /** As in an export: `recollect.export.v1`. */
  format?: string;
  /** Writes nothing and counts what an import would do. Memories are compared with what is stored, and with those around them in the file; of links and other records the form alone is looked at. */
  dry_run?: boolean;
  /** Links between the memories, as in an export. */
  links?: unknown[];
  /** Episodes, as in an export; their events are among the memories. */
  episodes?: unknown[];
  /** Procedures, as in an export. */
  procedures?: unknown[];
  /** Emotional records, as in an export. */
  emotional?: unknown[];
  /** The entries in mem0 documents. */
  results?: unknown[];
  /** The entries in OpenMemory documents. */
  items?: unknown[];
  /** Facts in Zep documents. */
  facts?: unknown[];
  /** Edges in Zep documents. */
  edges?: unknown[];
  /** Messages in Zep documents. */
  messages?: unknown[];
  /** Entities in documents of the MCP reference memory server. */
  entities?: unknown[];
  /** Relations in documents of the MCP reference memory server. */
  relations?: unknown[];
}
export type MemoryImportAnswer = {
  /** Memories that were imported, or would be with `dry_run`; only these count against the allowance. */
  imported: number;
  /** Memories that were not imported: duplicates and errors. */
  skipped: number;
  /** Memories that already existed. */
  duplicates: number;
  /** Links that were imported. */
  links: number;
  /** Episodes that were imported. */
  episodes: number;
  /** Procedures that were imported. */
  procedures: number;
  /** Emotional records that were imported. */
  emotional: number;
  /** The same for everything that an export holds, by kind; an entry without a kind counts as a memory. */
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
  /** 0–1: how sure you are. */
  confidence?: number;
}
export type MemoryFeedbackAnswer = {
  memory_id: string;
  outcome: "success" | "failure";
  /** 0–1: how well acting on it has gone so far, including this report. */
  outcome_score: number;
};

/** List memories that have not been verified for a while: `GET /memory/stale`. */
export interface MemoryStaleInput {
  /** Only this user. Default: all users of the key. */
  user_id?: string;
  /** Only this agent. Default: all agents. */
  agent_id?: string;
  /** Days without verification, 1–3650. */
  days?: number;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type MemoryStaleAnswer = {
  /** How many are on this page. */
  count: number;
  /** When the longest unverified one in the scope was stored or last verified, in Unix milliseconds. */
  oldest_unverified: number | null;
  stale_memories: Memory[];
  next_cursor: string | null;
};

/** Mark a memory as still valid: `POST /memory/verify/{id}`. */
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
  /** Only this user. Default: all users of the key. */
  user_id?: string;
  /** Only this agent. Default: all agents. */
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
  /** Memories that search by meaning can find. */
  embedded_count: number;
  /** Memories neither stored nor verified for 30 days or more. */
  stale_count: number;
  /** Expired memories that are not deleted yet. */
  expired_count: number;
  /** Memories superseded by a summary. */
  compressed_count: number;
  /** Open contradictions. */
  conflict_count: number;
  /** When the oldest one was stored, in Unix milliseconds. */
  oldest_memory: number | null;
  /** When the newest one was stored, in Unix milliseconds. */
  newest_memory: number | null;
  /** The weighted sum of the marks. */
  memory_quality_score: number;
  quality_breakdown: {
    /** How recently they were stored or verified: 100 up to 30 days, 50 at twice that. */
    freshness: number;
    /** How well acting on them went, reduced by those in open contradictions. */
    accuracy: number;
    /** How evenly they spread over categories and namespaces. */
    diversity: number;
    /** The share that is embedded. */
    coverage: number;
    /** 100 if nothing is said twice. */
    redundancy: number;
  };
};

/** Delete expired memories: `DELETE /memory/expired`. */
export interface MemoryExpiredInput {
  /** Only this user. Default: all users of the key. */
  user_id?: string;
  /** Only this agent. Default: all agents. */
  agent_id?: string;
}
export type MemoryExpiredAnswer = {
  deleted: number;
};

/** List contradictions: `GET /memory/conflicts`. */
export interface ConflictsListInput {
  /** Your end user whose memory it is. */
  user_id?: string;
  /** The agent it belongs to. */
  agent_id?: string;
  status?: "open" | "resolved" | "all";
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
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
    /** `stated`: the two were linked as contradicting. */
    conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
    /** 0–1. */
    confidence: number;
    /** What changed: the words of both, with their dates. */
    reason: string;
    /** The words of the older statement that no longer hold, if the rest still does; null if none does. */
    part: string | null;
    /** Unix milliseconds. */
    detected_at: number;
    status: "open" | "resolved";
    /** What the resolution kept: the older (`a`), the newer (`b`) or both. */
    kept: "a" | "b" | "both" | null;
    /** Unix milliseconds. */
    resolved_at: number | null;
  }>;
  next_cursor: string | null;
};

/** List contradicting pairs: `GET /memory/graph/conflicts`. */
export interface GraphConflictsInput {
  /** Your end user whose memory it is. */
  user_id?: string;
  /** The agent it belongs to. */
  agent_id?: string;
  status?: "open" | "resolved" | "all";
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
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
  /** The same pairs, with their texts. */
  conflicts: Array<{
    id: string;
    /** Id of the newer memory. */
    from_id: string;
    /** Id of the older memory. */
    to_id: string;
    from_content: string;
    to_content: string;
    /** When it was detected. Unix milliseconds. */
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
  /** `stated`: the two were linked as contradicting. */
  conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
  /** 0–1. */
  confidence: number;
  /** What changed: the words of both, with their dates. */
  reason: string;
  /** The words of the older statement that no longer hold, if the rest still does; null if none does. */
  part: string | null;
  /** Unix milliseconds. */
  detected_at: number;
  status: "open" | "resolved";
  /** What the resolution kept: the older (`a`), the newer (`b`) or both. */
  kept: "a" | "b" | "both" | null;
  /** Unix milliseconds. */
  resolved_at: number | null;
};

/** Summarize or merge old memories: `POST /memory/compress`. */
export interface MemoryCompressInput {
  /** Your end user whose memory it is. */
  user_id: string;
  /** The agent it belongs to. */
  agent_id: string;
  /** How many of the newest to leave unchanged. */
  keep?: number;
  /** Only memories stored longer ago than this. */
  older_than_days?: number;
  strategy?: "summarize" | "merge";
  /** Delete the originals for good instead of superseding them. */
  delete_originals?: boolean;
  /** Return what would happen, and change nothing. */
  dry_run?: boolean;
}
export type MemoryCompressAnswer = {
  /** Memories that were compressed. */
  compressed: number;
  /** The newest memories, which were left unchanged. */
  kept_recent: number;
  deleted_originals: number;
  /** The memories they were compressed into. */
  compressed_memory_ids: string[];
  /** The first of `compressed_memory_ids`. */
  compressed_memory_id: string | null;
  /** The texts of the first clusters, up to 10,000 characters. */
  summary: string;
  /** Tokens of the memories before compression. */
  tokens_before: number;
  /** Tokens of the memories they were compressed into. */
  tokens_after: number;
  /** True if nothing could be made shorter and nothing was changed. */
  nothing_to_gain: boolean;
  /** Memories about one subject that were left unchanged: a summary with everything that must stay would have more than half of their tokens. */
  too_dense: number;
  dry_run: boolean;
  /** What was compressed into what; the first 100. */
  clusters: Array<{
    /** Null in a dry run of `summarize`. */
    compressed_memory_id: string | null;
    /** What it is about, in key phrases. */
    label: string | null;
    /** Memories compressed into it. */
    size: number;
    source_ids: string[];
    /** The earliest time they refer to. Unix milliseconds. */
    from: number;
    /** The latest. Unix milliseconds. */
    to: number;
    tokens_before: number;
    tokens_after: number;
    summary: string;
  }>;
};

/** Preview a compression: `GET /memory/compression/preview`. */
export interface MemoryCompressPreviewInput {
  /** Your end user whose memory it is. */
  user_id: string;
  /** The agent it belongs to. */
  agent_id: string;
  /** How many of the newest to leave unchanged. */
  keep?: number;
  /** Only memories stored longer ago than this. */
  older_than_days?: number;
  strategy?: "summarize" | "merge";
}
export type MemoryCompressPreviewAnswer = {
  /** Memories that were compressed. */
  compressed: number;
  /** The newest memories, which were left unchanged. */
  kept_recent: number;
  deleted_originals: number;
  /** The memories they were compressed into. */
  compressed_memory_ids: string[];
  /** The first of `compressed_memory_ids`. */
  compressed_memory_id: string | null;
  /** The texts of the first clusters, up to 10,000 characters. */
  summary: string;
  /** Tokens of the memories before compression. */
  tokens_before: number;
  /** Tokens of the memories they were compressed into. */
  tokens_after: number;
  /** True if nothing could be made shorter and nothing was changed. */
  nothing_to_gain: boolean;
  /** Memories about one subject that were left unchanged: a summary with everything that must stay would have more than half of their tokens. */
  too_dense: number;
  dry_run: boolean;
  /** What was compressed into what; the first 100. */
  clusters: Array<{
    /** Null in a dry run of `summarize`. */
    compressed_memory_id: string | null;
    /** What it is about, in key phrases. */
    label: string | null;
    /** Memories compressed into it. */
    size: number;
    source_ids: string[];
    /** The earliest time they refer to. Unix milliseconds. */
    from: number;
    /** The latest. Unix milliseconds. */
    to: number;
    tokens_before: number;
    tokens_after: number;
    summary: string;
  }>;
};

/** Undo a compression: `POST /memory/compress/undo`. */
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
  /** Your end user whose memory it is. */
  user_id: string;
  /** What it is about, as a word, a phrase or a question: "home", "where she works". */
  topic: string;
  /** The agent it belongs to. */
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
  /** False if embeddings were unavailable: entries are by words, then by recency. */
  semantic: boolean;
  /** False if the reader was unavailable: entries are chosen by score only, and more of them may be about something else. */
  read: boolean;
  count: number;
  timeline: Array<Memory & {
    change: "added" | "updated" | "contradicted" | "superseded" | "ended";
    /** The memory that this one superseded. */
    supersedes: string | null;
    /** When it became true, or else was stored. Unix milliseconds. */
    at: number;
    /** Since when it held: the same as `at`. */
    from: number;
    /** Until when it held; null if no end is known. Unix milliseconds. */
    to: number | null;
    /** The entry that ended it: one that superseded or contradicts it, or that says otherwise according to the reader. */
    ended_by: string | null;
    /** True if it holds now. */
    current: boolean;
  }>;
};

/** Begin an episode: `POST /memory/episodes/start`. */
export interface EpisodesStartInput {
  /** The agent it belongs to. */
  agent_id: string;
  /** Whose episode it is. Default: no user, only the agent. */
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
  /** How it went, as reported when it was ended. */
  outcome: "success" | "failure" | "unknown" | null;
  /** Null while it is open, and if it was ended without any event. */
  summary: string | null;
  /** The memory that holds the summary. */
  summary_memory_id: string | null;
  /** True if the service wrote the summary; false if the caller gave it. */
  auto_summarized: boolean;
  event_count: number;
  /** When it was started. Unix milliseconds. */
  started_at: number;
  /** When its last event was appended, or when it was started. Unix milliseconds. */
  last_event_at: number;
  ended_at: number | null;
};

/** Append an event to an episode: `POST /memory/episodes/event`. */
export interface EpisodesEventInput {
  /** An episode's id. */
  episode_id: string;
  /** What happened, or what was said: "Ann: I will call you on Friday." */
  content: string;
  /** The type of event, in your own words: message, tool_call, decision, question … */
  type?: string;
  /** Any JSON object. */
  metadata?: Record<string, unknown>;
}
export type EpisodesEventAnswer = {
  id: string;
  episode_id: string;
  /** Its position in the episode, starting at 1. */
  seq: number;
  type: string;
  /** False while it waits to be embedded: search by meaning does not find it yet. */
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
  /** How it went, as reported when it was ended. */
  outcome: "success" | "failure" | "unknown" | null;
  /** Null while it is open, and if it was ended without any event. */
  summary: string | null;
  /** The memory that holds the summary. */
  summary_memory_id: string | null;
  /** True if the service wrote the summary; false if the caller gave it. */
  auto_summarized: boolean;
  event_count: number;
  /** When it was started. Unix milliseconds. */
  started_at: number;
  /** When its last event was appended, or when it was started. Unix milliseconds. */
  last_event_at: number;
  ended_at: number | null;
};

/** List or replay episodes: `GET /memory/episodes`. */
export interface EpisodesListInput {
  /** Replay this episode instead of listing. */
  id?: string;
  /** Only this user. Default: all users, and episodes without one. */
  user_id?: string;
  /** Only this agent. */
  agent_id?: string;
  status?: "open" | "closed";
  /** Search titles and summaries by meaning and words. */
  q?: string;
  /** How many to return, 1–500. */
  limit?: number;
  /** `next_cursor` of the previous page. */
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
    /** How it went, as reported when it was ended. */
    outcome: "success" | "failure" | "unknown" | null;
    /** Null while it is open, and if it was ended without any event. */
    summary: string | null;
    /** The memory that holds the summary. */
    summary_memory_id: string | null;
    /** True if the service wrote the summary; false if the caller gave it. */
    auto_summarized: boolean;
    event_count: number;
    /** When it was started. Unix milliseconds. */
    started_at: number;
    /** When its last event was appended, or when it was started. Unix milliseconds. */
    last_event_at: number;
    ended_at: number | null;
    /** With `q`: how well it fits. */
    score?: number;
  }>;
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
} | {
  id: string;
  agent_id: string;
  /** Null for an episode without a user. */
  user_id: string | null;
  title: string | null;
  metadata: Record<string, unknown>;
  status: "open" | "closed";
  /** How it went, as reported when it was ended. */
  outcome: "success" | "failure" | "unknown" | null;
  /** Null while it is open, and if it was ended without any event. */
  summary: string | null;
  /** The memory that holds the summary. */
  summary_memory_id: string | null;
  /** True if the service wrote the summary; false if the caller gave it. */
  auto_summarized: boolean;
  event_count: number;
  /** When it was started. Unix milliseconds. */
  started_at: number;
  /** When its last event was appended, or when it was started. Unix milliseconds. */
  last_event_at: number;
  ended_at: number | null;
  /** Events on this page. */
  count: number;
  events: Array<{
    /** Also the id of a memory of kind `episodic`. */
    id: string;
    /** Its position in the episode, starting at 1. */
    seq: number;
    type: string;
    content: string;
    metadata: Record<string, unknown>;
    /** When it was appended. Unix milliseconds. */
    created_at: number;
  }>;
  /** Send it as `cursor` to get the next page; null on the last page. */
  next_cursor: string | null;
};

/** Store a procedure: `POST /memory/procedures`. */
export interface ProceduresStoreInput {
  /** The agent it belongs to. */
  agent_id: string;
  /** Its name, unique per agent and user. */
  name: string;
  /** What to do, in order. */
  steps: string[];
  /** Whose procedure it is. Default: available to every user. */
  user_id?: string;
  /** What it is good for. */
  description?: string;
  /** Tasks that call for it, one example per line (or separated by ` / ` or ` | `). Each is matched on its own. */
  trigger?: string;
  /** Labels to filter by. */
  tags?: string[];
  /** Any JSON object. */
  metadata?: Record<string, unknown>;
}
export type ProceduresStoreAnswer = {
  /** Also the id of its memory (of kind `procedural`). */
  id: string;
  /** Null if it is available to every user. */
  user_id: string | null;
  agent_id: string;
  name: string;
  description: string | null;
  trigger: string | null;
  steps: string[];
  tags: string[];
  metadata: Record<string, unknown>;
  /** Increases when the same name is stored with other content. */
  version: number;
  /** Outcomes reported since its steps last changed. */
  uses: number;
  successes: number;
  failures: number;
  /** The share of uses that succeeded; null before the first. */
  success_rate: number | null;
  /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
  reliability: number;
  /** False while it waits to be embedded: until then it is matched by words only. */
  embedded: boolean;
  /** 0–1: how much the text looks like instructions aimed at the agent. */
  risk: number;
  last_used_at: number | null;
  /** When it was first stored. Unix milliseconds. */
  created_at: number;
  /** When its latest version was stored. Unix milliseconds. */
  updated_at: number;
  /** `unchanged`: it already existed, word for word. */
  status: "stored" | "updated" | "unchanged";
};

/** Find a procedure for a task: `GET /memory/procedures/match`. */
export interface ProceduresMatchInput {
  /** The task, in its original words. */
  q: string;
  /** Only procedures of this agent. Default: of all agents of the key. */
  agent_id?: string;
  /** Only procedures of this user and those without a user. Default: of all users of the key. */
  user_id?: string;
  /** How many to return, 1–20. */
  limit?: number;
}
export type ProceduresMatchAnswer = {
  query: string;
  /** False if embeddings were unavailable: matched by words only. */
  semantic: boolean;
  count: number;
  procedures: Array<{
    /** Also the id of its memory (of kind `procedural`). */
    id: string;
    /** Null if it is available to every user. */
    user_id: string | null;
    agent_id: string;
    name: string;
    description: string | null;
    trigger: string | null;
    steps: string[];
    tags: string[];
    metadata: Record<string, unknown>;
    /** Increases when the same name is stored with other content. */
    version: number;
    /** Outcomes reported since its steps last changed. */
    uses: number;
    successes: number;
    failures: number;
    /** The share of uses that succeeded; null before the first. */
    success_rate: number | null;
    /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
    reliability: number;
    /** False while it waits to be embedded: until then it is matched by words only. */
    embedded: boolean;
    /** 0–1: how much the text looks like instructions aimed at the agent. */
    risk: number;
    last_used_at: number | null;
    /** When it was first stored. Unix milliseconds. */
    created_at: number;
    /** When its latest version was stored. Unix milliseconds. */
    updated_at: number;
    /** 0–1: how well it fits the task. */
    score: number;
    /** 0–1: the same, adjusted by reported outcomes; results are ordered by it. */
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
  /** Also the id of its memory (of kind `procedural`). */
  id: string;
  /** Null if it is available to every user. */
  user_id: string | null;
  agent_id: string;
  name: string;
  description: string | null;
  trigger: string | null;
  steps: string[];
  tags: string[];
  metadata: Record<string, unknown>;
  /** Increases when the same name is stored with other content. */
  version: number;
  /** Outcomes reported since its steps last changed. */
  uses: number;
  successes: number;
  failures: number;
  /** The share of uses that succeeded; null before the first. */
  success_rate: number | null;
  /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
  reliability: number;
  /** False while it waits to be embedded: until then it is matched by words only. */
  embedded: boolean;
  /** 0–1: how much the text looks like instructions aimed at the agent. */
  risk: number;
  last_used_at: number | null;
  /** When it was first stored. Unix milliseconds. */
  created_at: number;
  /** When its latest version was stored. Unix milliseconds. */
  updated_at: number;
};

/** List procedures, newest first: `GET /memory/procedures`. */
export interface ProceduresListInput {
  /** Only this agent. Default: all agents. */
  agent_id?: string;
  /** Only this user. Default: all users and those stored without one. */
  user_id?: string;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type ProceduresListAnswer = {
  count: number;
  procedures: Array<{
    /** Also the id of its memory (of kind `procedural`). */
    id: string;
    /** Null if it is available to every user. */
    user_id: string | null;
    agent_id: string;
    name: string;
    description: string | null;
    trigger: string | null;
    steps: string[];
    tags: string[];
    metadata: Record<string, unknown>;
    /** Increases when the same name is stored with other content. */
    version: number;
    /** Outcomes reported since its steps last changed. */
    uses: number;
    successes: number;
    failures: number;
    /** The share of uses that succeeded; null before the first. */
    success_rate: number | null;
    /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
    reliability: number;
    /** False while it waits to be embedded: until then it is matched by words only. */
    embedded: boolean;
    /** 0–1: how much the text looks like instructions aimed at the agent. */
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
  /** Also the id of its memory (of kind `procedural`). */
  id: string;
  /** Null if it is available to every user. */
  user_id: string | null;
  agent_id: string;
  name: string;
  description: string | null;
  trigger: string | null;
  steps: string[];
  tags: string[];
  metadata: Record<string, unknown>;
  /** Increases when the same name is stored with other content. */
  version: number;
  /** Outcomes reported since its steps last changed. */
  uses: number;
  successes: number;
  failures: number;
  /** The share of uses that succeeded; null before the first. */
  success_rate: number | null;
  /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
  reliability: number;
  /** False while it waits to be embedded: until then it is matched by words only. */
  embedded: boolean;
  /** 0–1: how much the text looks like instructions aimed at the agent. */
  risk: number;
  last_used_at: number | null;
  /** When it was first stored. Unix milliseconds. */
  created_at: number;
  /** When its latest version was stored. Unix milliseconds. */
  updated_at: number;
  versions: Array<{
    version: number;
    /** When the next version replaced it. Unix milliseconds. */
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

/** Store something in working memory: `POST /memory/working`. */
export interface WorkingPutInput {
  /** Your name for the session; it belongs to your key alone. */
  session_id: string;
  /** What to store: any JSON value of up to 65,536 bytes. */
  content: unknown;
  /** The agent it belongs to; forgetting that agent forgets it. */
  agent_id?: string;
  /** The user it is about; forgetting that user forgets it. */
  user_id?: string;
  /** Forget it after this many seconds. */
  ttl_seconds?: number;
}
export type WorkingPutAnswer = {
  session_id: string;
  /** Items in the session now. */
  items: number;
  /** Seconds until this item expires. */
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
  /** `next_cursor` of the previous page. */
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
  /** Your end user whose memory it is. */
  user_id: string;
  /** The agent it belongs to. */
  agent_id: string;
  /** How it felt. Default: read from `text`. */
  sentiment?: "positive" | "negative" | "neutral";
  /** How strong it is. Default: 5 for a given sentiment, or the strength read from the text. */
  intensity?: number;
  /** What was said. Text without words or emoji is neutral. */
  text?: string;
  /** What the feeling is about: the `interaction` or the `world`. Default: read from `text`, or the interaction if `sentiment` is given. */
  about?: "interaction" | "world";
  /** Your own remark; it is not analysed. */
  note?: string;
}
export type EmotionalRecordAnswer = {
  id: string;
  user_id: string;
  agent_id: string;
  /** `unknown`: the text is in an unsupported language; its valence is 0. */
  sentiment: "positive" | "negative" | "neutral" | "unknown";
  /** 1–10. */
  intensity: number;
  /** −1 (bad) to 1 (good). */
  valence: number;
  /** `world`: grief, fear or illness in the life of the user, which says nothing about the agent and does not change trust. */
  about: "interaction" | "world";
  /** Whether the caller gave the sentiment or it was read from the text. */
  source: "given" | "text";
  /** What read the text: words only while no embedding model is available. Null if the sentiment was given. */
  read_by: "words" | "words_and_model" | null;
  text: string | null;
  note: string | null;
  /** Unix milliseconds. */
  created_at: number;
};

/** List emotional records, newest first: `GET /memory/emotional`. */
export interface EmotionalListInput {
  /** Your end user whose memory it is. */
  user_id?: string;
  /** The agent it belongs to. */
  agent_id?: string;
  sentiment?: "positive" | "negative" | "neutral" | "unknown";
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type EmotionalListAnswer = {
  count: number;
  records: Array<{
    id: string;
    user_id: string;
    agent_id: string;
    /** `unknown`: the text is in an unsupported language; its valence is 0. */
    sentiment: "positive" | "negative" | "neutral" | "unknown";
    /** 1–10. */
    intensity: number;
    /** −1 (bad) to 1 (good). */
    valence: number;
    /** `world`: grief, fear or illness in the life of the user, which says nothing about the agent and does not change trust. */
    about: "interaction" | "world";
    /** Whether the caller gave the sentiment or it was read from the text. */
    source: "given" | "text";
    /** What read the text: words only while no embedding model is available. Null if the sentiment was given. */
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
  /** Your end user whose memory it is. */
  user_id: string;
  /** Only interactions with this agent. Default: all agents. */
  agent_id?: string;
  /** Length of the series in days, ending today, 1–365. */
  days?: number;
}
export type EmotionalProfileAnswer = {
  user_id: string;
  agent_id: string | null;
  interactions: number;
  /** The rest of `interactions` are unknown. */
  counts: {
    positive: number;
    negative: number;
    neutral: number;
  };
  /** The most frequent one; the latest if there is a tie. Null without interactions. */
  dominant_sentiment: "positive" | "negative" | "neutral" | null;
  trend: "improving" | "declining" | "steady" | "unknown";
  /** −1 to 1, unweighted. Null without interactions. */
  average_valence: number | null;
  /** 0–100. */
  trust_score: number;
  /** 0–1: how much evidence supports the trust score. */
  confidence: number;
  /** Newest first. */
  recent: Array<{
    id: string;
    user_id: string;
    agent_id: string;
    /** `unknown`: the text is in an unsupported language; its valence is 0. */
    sentiment: "positive" | "negative" | "neutral" | "unknown";
    /** 1–10. */
    intensity: number;
    /** −1 (bad) to 1 (good). */
    valence: number;
    /** `world`: grief, fear or illness in the life of the user, which says nothing about the agent and does not change trust. */
    about: "interaction" | "world";
    /** Whether the caller gave the sentiment or it was read from the text. */
    source: "given" | "text";
    /** What read the text: words only while no embedding model is available. Null if the sentiment was given. */
    read_by: "words" | "words_and_model" | null;
    text: string | null;
    note: string | null;
    /** Unix milliseconds. */
    created_at: number;
  }>;
  /** How many days the series covers. */
  days: number;
  /** Mean valence of each day with interactions, oldest first. */
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
  /** How strong it is, 0–1. Default: 1. */
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
  /** True if the service made the link and maintains it. */
  automatic: boolean;
  /** Unix milliseconds. */
  created_at: number;
  status: "linked" | "exists";
};

/** Explore the memory graph: `GET /memory/graph/explore`. */
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
  /** True if something was left out. */
  truncated: boolean;
  /** Nearest first. */
  nodes: Array<{
    id: string;
    user_id: string;
    agent_id: string;
    content: string;
    /** True if the content is longer; get the memory for all of it. */
    content_cut: boolean;
    kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    /** The memory that superseded it. */
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
    /** True if the service made the link and maintains it. */
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
  /** Your end user whose memory it is. */
  user_id: string;
  /** How many to return, 1–5000. */
  limit?: number;
  /** Only this agent. Default: all agents of the user. */
  agent_id?: string;
  /** A partition inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma-separated). */
  tags?: string[];
  /** Has all of these (comma-separated). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at this time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Include memories that have expired but are not deleted yet. */
  include_expired?: boolean;
  /** Include memories that a newer one has superseded. */
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

/** Report problems with the memories and how to fix them: `GET /memory/health`. */
export interface MemoryHealthInput {
  /** Only this user. Default: all users of the key. */
  user_id?: string;
  /** Only this agent. Default: all agents. */
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
  /** Memories that search by meaning cannot find yet. */
  unembedded: number;
  /** Expired memories that are not deleted yet. */
  expired: number;
  /** Memories that `POST /memory/compress` would consider: of the kinds it compresses, beyond the newest 50 of each user and agent. */
  compression_opportunity: number;
  quality_score: number;
  /** Most harmful first; empty if there is nothing to do. */
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
    /** False if there are more meetings, so there may be more duplicates. */
    duplicates_complete: boolean;
  };
};

/** Report what memories are about, what changes and what needs attention: `GET /memory/insights`. */
export interface MemoryInsightsInput {
  /** Only this user. Default: all users of the key. */
  user_id?: string;
  /** Only this agent. Default: all agents. */
  agent_id?: string;
}
export type MemoryInsightsAnswer = {
  scope: {
    user_id: string | null;
    agent_id: string | null;
  };
  total_memories: number;
  considered: {
    /** Memories that topics and trends are based on. */
    memories: number;
    /** False if the scope has more than 2000: they are an even sample of it. */
    complete: boolean;
  };
  /** The 20 most frequent tags of all memories. */
  top_tags: Array<{
    tag: string;
    count: number;
  }>;
  topics: Array<{
    label: string;
    /** Memories about it; an estimate if `considered.complete` is false. */
    size: number;
    /** Most typical first. */
    example_ids: string[];
    trend: "rising" | "fading" | "steady";
  }>;
  insights: Array<{
    kind: "contradiction" | "what_failed" | "worth_verifying" | "rising_topic" | "fading_topic" | "what_worked" | "never_retrieved";
    text: string;
    /** Memories it comes from. */
    evidence_ids: string[];
    /** 1 if it is a count. Lower: how unlikely it is to be chance, or how clear the evidence is. */
    confidence: number;
  }>;
  /** When it was computed, in Unix milliseconds. */
  refreshed_at: number;
};

/** Predict which memories will be needed next: `GET /memory/predict`. */
export interface MemoryPredictInput {
  /** Your end user whose memory it is. */
  user_id: string;
  /** Only this agent. Default: all agents of the user. */
  agent_id?: string;
  /** The situation: a message, a task. Compared by meaning. */
  context?: string;
  /** How many to return, 1–20. */
  limit?: number;
}
export type MemoryPredictAnswer = {
  /** What it is based on. `importance_and_recency`: nothing was retrieved so far; `context`: only the context was available. */
  strategy: "history" | "history_and_context" | "context" | "importance_and_recency";
  /** False if embeddings were unavailable, so the context was not used. Null without `context`. */
  semantic: boolean | null;
  considered: {
    /** Past retrievals it was learned from. */
    retrievals: number;
    /** Memories that may be shown. */
    memories: number;
  };
  predicted: Array<Memory & {
    /** Chance that the next retrieval returns it. */
    probability: number;
    /** The main reasons, in words. */
    because: string;
  }>;
};

/** Transfer memories between agents: `POST /memory/transfer`. */
export interface MemoryTransferInput {
  /** Your end user whose memory it is. */
  user_id: string;
  /** Whose memories they are. */
  from_agent: string;
  /** Who gets them. */
  to_agent: string;
  mode?: "copy" | "move";
  /** Which memories. Default: all. A memory must pass every part of it. */
  filter?: {
    /** Has any of these. */
    tags?: string[];
    /** A partition inside the scope. */
    namespace?: string;
    min_importance?: number;
    /** Only these memories. */
    ids?: string[];
  };
  /** Give one summary instead of the memories. */
  summarize?: boolean;
}
export type MemoryTransferAnswer = {
  /** Memories that the target got from this call. */
  transferred: number;
  /** Selected memories that were not transferred. */
  skipped: number;
  from_agent: string;
  to_agent: string;
  user_id: string;
  mode: "copy" | "move";
  /** Superseded memories that moved along with those that superseded them. */
  followed: number;
  /** What the target got; the first 100. */
  ids: string[];
  /** Ids in the filter that match nothing that could be transferred. */
  not_found: string[];
  /** Memories that the summary is made of; 0 without `summarize`. */
  summarized: number;
  summary_memory_id: string | null;
};

/** Register an agent: `POST /agents/register`. */
export interface AgentsRegisterInput {
  /** Its name, which is also its `agent_id`. */
  name: string;
  /** What it is for. */
  description?: string;
  /** What it can do, in your own words. */
  capabilities?: string[];
  /** Any JSON object. */
  metadata?: Record<string, unknown>;
}
export type AgentsRegisterAnswer = {
  id: string;
  name: string;
  /** The `agent_id` of its memories: its name. */
  agent_id: string;
  description: string | null;
  capabilities: string[];
  metadata: Record<string, unknown>;
  /** The template applied last. */
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
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type AgentsListAnswer = {
  count: number;
  agents: Array<{
    id: string;
    name: string;
    /** The `agent_id` of its memories: its name. */
    agent_id: string;
    description: string | null;
    capabilities: string[];
    metadata: Record<string, unknown>;
    /** The template applied last. */
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
  /** Null if it is not registered. */
  id: string | null;
  name: string;
  /** The `agent_id` of its memories: its name. */
  agent_id: string;
  description: string | null;
  capabilities: string[];
  metadata: Record<string, unknown>;
  /** The template applied last. */
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
  /** Only memories of this user. */
  user_id?: string;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
  /** A partition inside the scope. */
  namespace?: string;
  kind?: "semantic" | "episodic" | "procedural" | "working" | "emotional";
  /** Has any of these (comma-separated). */
  tags?: string[];
  /** Has all of these (comma-separated). */
  tags_all?: string[];
  outcome?: "success" | "failure" | "unknown";
  category?: "preferences" | "people" | "tasks" | "events" | "technical" | "commerce" | "location" | "health" | "facts" | "other";
  min_importance?: number;
  /** Stored later than this (Unix milliseconds or ISO 8601). */
  created_after?: number | string;
  /** Stored earlier than this (Unix milliseconds or ISO 8601). */
  created_before?: number | string;
  /** What was true at this time (Unix milliseconds or ISO 8601), instead of now. */
  as_of?: number | string;
  /** `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16. */
  metadata?: Record<string, string>;
  /** Include memories that have expired but are not deleted yet. */
  include_expired?: boolean;
  /** Include memories that a newer one has superseded. */
  include_superseded?: boolean;
}
export type AgentsMemoriesAnswer = {
  agent_id: string;
  count: number;
  memories: Memory[];
  next_cursor: string | null;
};

/** Report statistics of an agent: `GET /agents/{id}/stats`. */
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
  /** Users it has stored anything about. */
  users: number;
  /** Searches made for it. */
  retrievals: number;
  /** When it last stored, changed or searched something. Unix milliseconds. */
  last_activity: number | null;
};

/** Report what the calling key did, day by day: `GET /analytics/daily`. */
export interface AnalyticsDailyInput {
  /** How many days, ending today, 1–365. */
  days?: number;
}
export type AnalyticsDailyAnswer = {
  daily: Array<{
    /** A day in UTC, such as `2026-11-15`. */
    day: string;
    requests: number;
    tokens: number;
    errors: number;
    avg_latency_ms: number;
    stored: number;
    retrieved: number;
  }>;
};

/** Report what each agent stores and does: `GET /analytics/agents`. */
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
  /** How many days, ending today, 1–365. */
  days?: number;
}
export type AnalyticsPatternsAnswer = {
  /** Most called first. */
  patterns: Array<{
    route: string;
    calls: number;
    avg_latency_ms: number;
    /** 95 % of the calls took no longer than this; accurate to 9 %. */
    p95_latency_ms: number;
    errors: number;
  }>;
  /** Requests by hour of the day, UTC. */
  by_hour: number[];
  /** The 10 memories in force that were found most often. */
  top_memories: Array<{
    id: string;
    user_id: string;
    agent_id: string;
    excerpt: string;
    /** Retrievals that had it among their top ten. */
    retrievals: number;
  }>;
  /** The 10 most frequent tags of what was found. */
  top_queries_tags: Array<{
    tag: string;
    count: number;
  }>;
  /** The share of retrievals that found something and did not abstain; null if there were none. */
  hit_rate: number | null;
  /** Retrievals in the window. */
  retrievals: number;
  considered: {
    /** Retrievals that `top_memories` and `top_queries_tags` are based on. */
    retrievals: number;
  };
};

/** List the users of the key: `GET /users`. */
export interface UsersListInput {
  /** What the names begin with. */
  prefix?: string;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
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
  /** Including expired, superseded and not yet true ones; oldest first. */
  memories: Array<Memory & {
    version: number;
    /** False for a copy that was deliberately stored in addition to another. */
    dedupe: boolean;
    /** The group it was stored with. */
    group_id: string | null;
    /** Its position in the group. */
    position: number | null;
  }>;
  /** Earlier versions of changed memories. */
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
    /** Rows removed, by kind; `index` is vectors, words and sketches, `answers` is stored responses to idempotent requests. */
    counts: Record<string, number>;
    /** Over ids and hashes of contents: it can be checked with the export, but not read. */
    sha256: string;
    /** When the last byte was removed from the embedded database's files, in Unix milliseconds; null until then, and always null on PostgreSQL. */
    scrubbed_at: number | null;
  };
};

/** List the receipts of erasures: `GET /erasures`. */
export interface ErasuresListInput {
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type ErasuresListAnswer = {
  count: number;
  erasures: Array<{
    id: string;
    /** When, in Unix milliseconds. */
    at: number;
    /** Rows removed, by kind; `index` is vectors, words and sketches, `answers` is stored responses to idempotent requests. */
    counts: Record<string, number>;
    /** Over ids and hashes of contents: it can be checked with the export, but not read. */
    sha256: string;
    /** When the last byte was removed from the embedded database's files, in Unix milliseconds; null until then, and always null on PostgreSQL. */
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
  /** Rows removed, by kind; `index` is vectors, words and sketches, `answers` is stored responses to idempotent requests. */
  counts: Record<string, number>;
  /** Over ids and hashes of contents: it can be checked with the export, but not read. */
  sha256: string;
  /** When the last byte was removed from the embedded database's files, in Unix milliseconds; null until then, and always null on PostgreSQL. */
  scrubbed_at: number | null;
};

/** List memory templates: `GET /templates`. */
export interface TemplatesListInput {
}
export type TemplatesListAnswer = {
  count: number;
  templates: Array<{
    id: string;
    /** Other names it can be found by. */
    aliases: string[];
    name: string;
    description: string;
    /** The capabilities that the agent is registered with. */
    capabilities: string[];
    tags: string[];
    namespaces: string[];
    recommended_memory_types: Array<"semantic" | "episodic" | "procedural" | "working" | "emotional">;
    /** What to store where. */
    guide: Array<{
      /** What to store. */
      what: string;
      /** As which kind of memory. */
      kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
      namespace: string;
      tags: string[];
      /** 0–10. */
      importance: number;
      /** How long it is useful; null if until it is superseded. */
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
  /** Other names it can be found by. */
  aliases: string[];
  name: string;
  description: string;
  /** The capabilities that the agent is registered with. */
  capabilities: string[];
  tags: string[];
  namespaces: string[];
  recommended_memory_types: Array<"semantic" | "episodic" | "procedural" | "working" | "emotional">;
  /** What to store where. */
  guide: Array<{
    /** What to store. */
    what: string;
    /** As which kind of memory. */
    kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    namespace: string;
    tags: string[];
    /** 0–10. */
    importance: number;
    /** How long it is useful; null if until it is superseded. */
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
    /** As which kind of memory. */
    kind: "semantic" | "episodic" | "procedural" | "working" | "emotional";
    namespace: string;
    tags: string[];
    /** 0–10. */
    importance: number;
    /** How long it is useful; null if until it is superseded. */
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
    /** The `agent_id` of its memories: its name. */
    agent_id: string;
    description: string | null;
    capabilities: string[];
    metadata: Record<string, unknown>;
    /** The template applied last. */
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
  /** Kinds of events; `*` is every kind except `memory.retrieved`, which must be named. `memory.deleted` is another name for `memory.forgotten`. */
  events?: Array<"memory.stored" | "memory.derived" | "memory.updated" | "memory.forgotten" | "memory.expired" | "memory.verified" | "memory.feedback" | "memory.conflict" | "memory.compressed" | "memory.transferred" | "episode.started" | "episode.ended" | "procedure.stored" | "user.erased" | "agent.registered" | "usage.limit_approaching" | "memory.retrieved" | "memory.deleted" | "*">;
  /** Only events of this user. */
  user_id?: string;
  /** Only events of this agent. */
  agent_id?: string;
  /** Whether events include the memory as it is when they are sent (`data.memory`; null if it is gone). */
  include_content?: boolean;
  /** For people: what it is for. */
  description?: string;
  /** What to sign with: `whsec_` and base64, or a text of 16–64 bytes. Default: generated. */
  secret?: string;
}
export type EventsSubscribeAnswer = {
  id: string;
  /** Null if events are read from `stream_url`. */
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
  /** Events that have arrived so far. */
  delivered: number;
  /** When one last arrived. Unix milliseconds. */
  last_success_at: number | null;
  /** Since when attempts have been failing. Unix milliseconds. */
  failing_since: number | null;
  /** Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds. */
  retry_at: number | null;
  /** Until when events are also signed with the previous secret. Unix milliseconds. */
  previous_secret_until: number | null;
  created_at: number;
  updated_at: number;
  /** What events are signed with, as `whsec_…`; shown only once. */
  secret: string | null;
  status: "subscribed";
};

/** Look back at events: `GET /memory/events/history`. */
export interface EventsHistoryInput {
  /** Kinds of events; `*` is every kind except `memory.retrieved`, which must be named. `memory.deleted` is another name for `memory.forgotten`. */
  events?: Array<"memory.stored" | "memory.derived" | "memory.updated" | "memory.forgotten" | "memory.expired" | "memory.verified" | "memory.feedback" | "memory.conflict" | "memory.compressed" | "memory.transferred" | "episode.started" | "episode.ended" | "procedure.stored" | "user.erased" | "agent.registered" | "usage.limit_approaching" | "memory.retrieved" | "memory.deleted" | "*">;
  /** Only events of this user. */
  user_id?: string;
  /** Only events of this agent. */
  agent_id?: string;
  /** Whether events include the memory as it is when they are sent (`data.memory`; null if it is gone). */
  include_content?: boolean;
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type EventsHistoryAnswer = {
  count: number;
  events: Array<{
    /** The same for every delivery of the same event. */
    id: string;
    type: string;
    /** When it happened, ISO 8601. */
    timestamp: string;
    /** `user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null if several at once), other fields that depend on the kind, and `memory` if contents were requested. */
    data: Record<string, unknown>;
  }>;
  /** For `last_event_id` of `GET /memory/events`; of the first page. */
  last_event_id: string;
  next_cursor: string | null;
};

/** List subscriptions: `GET /memory/subscriptions`. */
export interface EventsListInput {
  /** How many to return, 1–100. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type EventsListAnswer = {
  count: number;
  subscriptions: Array<{
    id: string;
    /** Null if events are read from `stream_url`. */
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
    /** Events that have arrived so far. */
    delivered: number;
    /** When one last arrived. Unix milliseconds. */
    last_success_at: number | null;
    /** Since when attempts have been failing. Unix milliseconds. */
    failing_since: number | null;
    /** Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds. */
    retry_at: number | null;
    /** Until when events are also signed with the previous secret. Unix milliseconds. */
    previous_secret_until: number | null;
    created_at: number;
    updated_at: number;
  }>;
  next_cursor: string | null;
};

/** Get a subscription: `GET /memory/subscriptions/{id}`. */
export interface EventsGetInput {
  /** A subscription's id. */
  id: string;
}
export type EventsGetAnswer = {
  id: string;
  /** Null if events are read from `stream_url`. */
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
  /** Events that have arrived so far. */
  delivered: number;
  /** When one last arrived. Unix milliseconds. */
  last_success_at: number | null;
  /** Since when attempts have been failing. Unix milliseconds. */
  failing_since: number | null;
  /** Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds. */
  retry_at: number | null;
  /** Until when events are also signed with the previous secret. Unix milliseconds. */
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
  /** Kinds of events; `*` is every kind except `memory.retrieved`, which must be named. `memory.deleted` is another name for `memory.forgotten`. */
  events?: Array<"memory.stored" | "memory.derived" | "memory.updated" | "memory.forgotten" | "memory.expired" | "memory.verified" | "memory.feedback" | "memory.conflict" | "memory.compressed" | "memory.transferred" | "episode.started" | "episode.ended" | "procedure.stored" | "user.erased" | "agent.registered" | "usage.limit_approaching" | "memory.retrieved" | "memory.deleted" | "*">;
  /** Only events of this user; null for all users. */
  user_id?: string | null;
  /** Only events of this agent; null for all agents. */
  agent_id?: string | null;
  /** Whether events include the memory as it is when they are sent (`data.memory`; null if it is gone). */
  include_content?: boolean;
  description?: string | null;
  state?: "active" | "paused";
}
export type EventsChangeAnswer = {
  id: string;
  /** Null if events are read from `stream_url`. */
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
  /** Events that have arrived so far. */
  delivered: number;
  /** When one last arrived. Unix milliseconds. */
  last_success_at: number | null;
  /** Since when attempts have been failing. Unix milliseconds. */
  failing_since: number | null;
  /** Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds. */
  retry_at: number | null;
  /** Until when events are also signed with the previous secret. Unix milliseconds. */
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
  /** How long events are also signed with the old secret. */
  grace_seconds?: number;
  /** The new secret. Default: generated. */
  secret?: string;
}
export type EventsRotateAnswer = {
  id: string;
  /** Null if events are read from `stream_url`. */
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
  /** Events that have arrived so far. */
  delivered: number;
  /** When one last arrived. Unix milliseconds. */
  last_success_at: number | null;
  /** Since when attempts have been failing. Unix milliseconds. */
  failing_since: number | null;
  /** Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds. */
  retry_at: number | null;
  /** Until when events are also signed with the previous secret. Unix milliseconds. */
  previous_secret_until: number | null;
  created_at: number;
  updated_at: number;
  /** The new secret; shown only once. */
  secret: string;
};

/** Send a test event: `POST /memory/subscriptions/{id}/test`. */
export interface EventsTestInput {
  /** A subscription's id. */
  id: string;
}
export type EventsTestAnswer = {
  /** Whether the response had a status from 200 to 299. */
  delivered: boolean;
  event_id: string;
  /** Null if there was no response. */
  status: number | null;
  /** The beginning of the response. */
  answer: string | null;
  error: string | null;
  duration_ms: number;
};

/** List a webhook's deliveries: `GET /memory/subscriptions/{id}/deliveries`. */
export interface EventsDeliveriesInput {
  /** A subscription's id. */
  id: string;
  status?: "pending" | "delivered" | "dead";
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
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
      /** `user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null if several at once), other fields that depend on the kind, and `memory` if contents were requested. */
      data: Record<string, unknown>;
    };
    status: "pending" | "delivered" | "dead";
    attempts: number;
    /** When it was first attempted. Unix milliseconds. */
    first_attempt_at: number | null;
    /** When it was last attempted. Unix milliseconds. */
    last_attempt_at: number | null;
    /** When it is tried again; null if it waits for another event of the user, or is finished. Unix milliseconds. */
    next_attempt_at: number | null;
    /** Status of the last response; null if there was none. */
    answer_status: number | null;
    /** The beginning of the last response. */
    answer: string | null;
    error: string | null;
    duration_ms: number | null;
  }>;
  next_cursor: string | null;
};

/** Replay dead deliveries, or try waiting ones now: `POST /memory/subscriptions/{id}/replay`. */
export interface EventsReplayInput {
  /** A subscription's id. */
  id: string;
  /** Ids of events. Default: all dead deliveries. */
  event_ids?: string[];
}
export type EventsReplayAnswer = {
  /** How many are tried now. */
  replayed: number;
};

/** Subscribe to events, under another name: `POST /webhooks/register`. */
export interface WebhooksRegisterInput {
  /** Where events are posted to: http or https, on the public internet. */
  url?: string;
  /** The same as `url`. */
  webhook_url?: string;
  /** Kinds of events; `*` is every kind except `memory.retrieved`, which must be named. `memory.deleted` is another name for `memory.forgotten`. */
  events?: Array<"memory.stored" | "memory.derived" | "memory.updated" | "memory.forgotten" | "memory.expired" | "memory.verified" | "memory.feedback" | "memory.conflict" | "memory.compressed" | "memory.transferred" | "episode.started" | "episode.ended" | "procedure.stored" | "user.erased" | "agent.registered" | "usage.limit_approaching" | "memory.retrieved" | "memory.deleted" | "*">;
  /** Only events of this user. */
  user_id?: string;
  /** Only events of this agent. */
  agent_id?: string;
  /** Whether events include the memory as it is when they are sent (`data.memory`; null if it is gone). */
  include_content?: boolean;
  /** For people: what it is for. */
  description?: string;
  /** What to sign with: `whsec_` and base64, or a text of 16–64 bytes. Default: generated. */
  secret?: string;
}
export type WebhooksRegisterAnswer = {
  id: string;
  /** Null if events are read from `stream_url`. */
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
  /** Events that have arrived so far. */
  delivered: number;
  /** When one last arrived. Unix milliseconds. */
  last_success_at: number | null;
  /** Since when attempts have been failing. Unix milliseconds. */
  failing_since: number | null;
  /** Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds. */
  retry_at: number | null;
  /** Until when events are also signed with the previous secret. Unix milliseconds. */
  previous_secret_until: number | null;
  created_at: number;
  updated_at: number;
  /** What events are signed with, as `whsec_…`; shown only once. */
  secret: string | null;
  status: "subscribed";
};

/** List the deliveries of all webhooks: `GET /webhooks/logs`. */
export interface WebhooksLogsInput {
  /** Only deliveries of this subscription. */
  subscription_id?: string;
  status?: "pending" | "delivered" | "dead";
  /** How many to return, 1–200. */
  limit?: number;
  /** `next_cursor` of the previous page. */
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
      /** `user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null if several at once), other fields that depend on the kind, and `memory` if contents were requested. */
      data: Record<string, unknown>;
    };
    status: "pending" | "delivered" | "dead";
    attempts: number;
    /** When it was first attempted. Unix milliseconds. */
    first_attempt_at: number | null;
    /** When it was last attempted. Unix milliseconds. */
    last_attempt_at: number | null;
    /** When it is tried again; null if it waits for another event of the user, or is finished. Unix milliseconds. */
    next_attempt_at: number | null;
    /** Status of the last response; null if there was none. */
    answer_status: number | null;
    /** The beginning of the last response. */
    answer: string | null;
    error: string | null;
    duration_ms: number | null;
    subscription_id: string;
  }>;
  next_cursor: string | null;
};

/** Check which keys seal the secrets of webhooks: `GET /admin/sealing`. */
export interface EventsSealingInput {
}
export type EventsSealingAnswer = {
  /** The id of the key that seals: a part of its hash. */
  current: string;
  /** Secrets that another key has sealed. */
  pending: number;
  /** Those of them that no key of this node opens. */
  unreadable: number;
  keys: Array<{
    /** Null: sealed by a release that stored no id. */
    id: string | null;
    secrets: number;
    /** Whether this node has the key. */
    known: boolean;
  }>;
};

/** Report what the calling key has used: `GET /usage`. */
export interface UsageReadInput {
  /** First day: `2026-11-01`, or a time on it. */
  from?: number | string;
  /** Last day. Default: today. */
  to?: number | string;
  /** How many days, ending with `to`. */
  days?: number;
}
export type UsageReadAnswer = {
  api_key_id: string;
  name: string;
  tier: "free" | "pro";
  used: number;
  /** Memories per month; null if unlimited. */
  limit: number | null;
  /** True if there is no limit. */
  unlimited: boolean;
  remaining: number | null;
  /** When the allowance resets. Unix milliseconds. */
  reset_date: number;
  /** What the key stores, of every kind and with versions, vectors and events, and its limit. */
  storage: {
    used_bytes: number;
    /** Null if there is no limit. */
    limit_bytes: number | null;
  };
  /** The first and the last millisecond counted. Unix milliseconds. */
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
    /** A day in UTC, such as `2026-11-15`. */
    day: string;
  }>;
};

/** Check the health of the service: `GET /health`. */
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
        /** The model in use until the switch. */
        from: string;
        to: string;
        /** Memories processed so far. */
        done: number;
        total: number;
        /** Why it is stalled, if it is. */
        detail?: string;
      } | null;
    };
    /** Only if a language model is configured. Nothing depends on it: while it is unavailable, local methods take over. */
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
  /** The model in use now. */
  model: string;
  wanted: string;
  changing: {
    /** The model in use until the switch. */
    from: string;
    to: string;
    /** Memories processed so far. */
    done: number;
    total: number;
    /** Why it is stalled, if it is. */
    detail?: string;
  } | null;
};

/** List background jobs: `GET /admin/jobs`. */
export interface JobsListInput {
  kind?: string;
  state?: "running" | "due" | "waiting" | "asleep" | "failing";
  /** How many to return, 1–1000. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type JobsListAnswer = {
  count: number;
  jobs: Array<{
    id: string;
    kind: string;
    /** The key it works for; null if for all. */
    key_id: string | null;
    state: "running" | "due" | "waiting" | "asleep" | "failing";
    /** When it is due, Unix milliseconds; null if when woken. */
    run_at: number | null;
    /** Attempts since it last succeeded. */
    attempts: number;
    /** The node that works on it. */
    lease_owner: string | null;
    lease_until: number | null;
    last_error: string | null;
  }>;
  next_cursor: string | null;
};

/** List the audit log, newest first: `GET /admin/audit`. */
export interface AuditListInput {
  /** Only this tenant, or this child key or issuer. */
  key_id?: string;
  /** Only entries about this user; needs `key_id`. */
  user_id?: string;
  /** Only this operation, such as `memory.store`; `keys.*` for all that begin so. */
  action?: string;
  outcome?: "ok" | "refused" | "failed";
  /** Only calls from this address. */
  address?: string;
  /** From this time on. Unix milliseconds or an ISO 8601 string. */
  from?: number | string;
  /** Before this time. */
  to?: number | string;
  /** How many to return, 1–1000. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}
export type AuditListAnswer = {
  count: number;
  entries: Array<{
    id: string;
    /** Unix milliseconds; for a sum, the beginning of its minute. */
    at: number;
    /** The last of its calls. */
    last_at: number;
    /** 1 for an entry of its own; more for a sum of calls within a minute. */
    calls: number;
    /** The key whose data it was about; null for operators and callers without one. */
    key_id: string | null;
    /** `admin`, `anonymous`, or the id of the issuer or key that called; of a child key its own. */
    actor: string;
    /** The id of the operation, such as `memory.store`, or a sign-in, such as `console.signIn`; `*` if several. */
    action: string;
    /** The HTTP status of the response. */
    status: number;
    /** `refused`: 401, 403 or 429; `failed`: another error. */
    outcome: "ok" | "refused" | "failed";
    /** `http`, `mcp` or `console`; `*` if several. */
    via: string;
    /** Where the call came from; of a sum with IPv6 the /64; `*` if several. */
    address: string;
    /** A pseudonym of the user: equal for equal users of a key. */
    user_ref: string | null;
    request_id: string | null;
    /** Ids of what was changed or handed out, at most 100; never a text. */
    subjects: string[];
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
    /** Change a key's name, tier, scopes or audit: `PATCH /auth/keys/{id}`. */
    change: Call<KeysChangeInput, KeysChangeAnswer>;
    /** Revoke a key for good: `DELETE /auth/keys/{id}`. */
    revoke: Call<KeysRevokeInput, KeysRevokeAnswer>;
    /** Give a key a new secret: `POST /auth/keys/{id}/rotate`. */
    rotate: Call<KeysRotateInput, KeysRotateAnswer>;
    /** Create a child key for one user: `POST /keys/children`. */
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
    /** Forget one memory, one episode, or everything about a user: `DELETE /memory/forget`. */
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
      /** When the next version replaced it; null for the version in force. */
      replaced_at: number | null;
      record: Memory;
    }>;
    /** Explain how one memory scores for a question, and why it is not among the results: `GET /memory/{id}/score`. */
    score: Call<MemoryScoreInput, MemoryScoreAnswer>;
    /** Get memories as text for a prompt: `GET /memory/context`. */
    context: Call<MemoryContextInput, MemoryContextAnswer>;
    /** Remember a conversation: `POST /memory/ingest`. */
    ingest: Call<MemoryIngestInput, MemoryIngestAnswer>;
    /** Get what is known about a user now: `GET /memory/profile`. */
    profile: Call<MemoryProfileInput, MemoryProfileAnswer>;
    /** Export memories: `GET /memory/export`. */
    export: Call<MemoryExportInput | void, MemoryExportAnswer>;
    /** Import memories: `POST /memory/import`. */
    import: Call<MemoryImportInput | void, MemoryImportAnswer>;
    /** Report how acting on a memory went: `POST /memory/feedback`. */
    feedback: Call<MemoryFeedbackInput, MemoryFeedbackAnswer>;
    /** List memories that have not been verified for a while: `GET /memory/stale`. */
    stale: PagedCall<MemoryStaleInput | void, MemoryStaleAnswer, Memory>;
    /** Mark a memory as still valid: `POST /memory/verify/{id}`. */
    verify: Call<MemoryVerifyInput, MemoryVerifyAnswer>;
    /** Count memories and judge their quality: `GET /memory/stats`. */
    stats: Call<MemoryStatsInput | void, MemoryStatsAnswer>;
    /** Delete expired memories: `DELETE /memory/expired`. */
    expired: Call<MemoryExpiredInput | void, MemoryExpiredAnswer>;
    /** Summarize or merge old memories: `POST /memory/compress`. */
    compress: Call<MemoryCompressInput, MemoryCompressAnswer>;
    /** Preview a compression: `GET /memory/compression/preview`. */
    compressPreview: Call<MemoryCompressPreviewInput, MemoryCompressPreviewAnswer>;
    /** Undo a compression: `POST /memory/compress/undo`. */
    compressUndo: Call<MemoryCompressUndoInput, MemoryCompressUndoAnswer>;
    /** See how facts about a topic changed: `GET /memory/timeline`. */
    timeline: Call<MemoryTimelineInput, MemoryTimelineAnswer>;
    /** Lay a user's memories out on a plane: `GET /memory/map`. */
    map: Call<MemoryMapInput, MemoryMapAnswer>;
    /** Report problems with the memories and how to fix them: `GET /memory/health`. */
    health: Call<MemoryHealthInput | void, MemoryHealthAnswer>;
    /** Report what memories are about, what changes and what needs attention: `GET /memory/insights`. */
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
      /** `stated`: the two were linked as contradicting. */
      conflict_type: "value_change" | "negation" | "antonym" | "plan_change" | "quantity" | "stated";
      /** 0–1. */
      confidence: number;
      /** What changed: the words of both, with their dates. */
      reason: string;
      /** The words of the older statement that no longer hold, if the rest still does; null if none does. */
      part: string | null;
      /** Unix milliseconds. */
      detected_at: number;
      status: "open" | "resolved";
      /** What the resolution kept: the older (`a`), the newer (`b`) or both. */
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
    /** Explore the memory graph: `GET /memory/graph/explore`. */
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
      /** Also the id of its memory (of kind `procedural`). */
      id: string;
      /** Null if it is available to every user. */
      user_id: string | null;
      agent_id: string;
      name: string;
      description: string | null;
      trigger: string | null;
      steps: string[];
      tags: string[];
      metadata: Record<string, unknown>;
      /** Increases when the same name is stored with other content. */
      version: number;
      /** Outcomes reported since its steps last changed. */
      uses: number;
      successes: number;
      failures: number;
      /** The share of uses that succeeded; null before the first. */
      success_rate: number | null;
      /** 0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use. */
      reliability: number;
      /** False while it waits to be embedded: until then it is matched by words only. */
      embedded: boolean;
      /** 0–1: how much the text looks like instructions aimed at the agent. */
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
    /** Store something in working memory: `POST /memory/working`. */
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
      /** `unknown`: the text is in an unsupported language; its valence is 0. */
      sentiment: "positive" | "negative" | "neutral" | "unknown";
      /** 1–10. */
      intensity: number;
      /** −1 (bad) to 1 (good). */
      valence: number;
      /** `world`: grief, fear or illness in the life of the user, which says nothing about the agent and does not change trust. */
      about: "interaction" | "world";
      /** Whether the caller gave the sentiment or it was read from the text. */
      source: "given" | "text";
      /** What read the text: words only while no embedding model is available. Null if the sentiment was given. */
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
      /** The `agent_id` of its memories: its name. */
      agent_id: string;
      description: string | null;
      capabilities: string[];
      metadata: Record<string, unknown>;
      /** The template applied last. */
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
    /** Report statistics of an agent: `GET /agents/{id}/stats`. */
    stats: Call<AgentsStatsInput, AgentsStatsAnswer>;
  };
  analytics: {
    /** Report what the calling key did, day by day: `GET /analytics/daily`. */
    daily: Call<AnalyticsDailyInput | void, AnalyticsDailyAnswer>;
    /** Report what each agent stores and does: `GET /analytics/agents`. */
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
      /** Rows removed, by kind; `index` is vectors, words and sketches, `answers` is stored responses to idempotent requests. */
      counts: Record<string, number>;
      /** Over ids and hashes of contents: it can be checked with the export, but not read. */
      sha256: string;
      /** When the last byte was removed from the embedded database's files, in Unix milliseconds; null until then, and always null on PostgreSQL. */
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
    /** Look back at events: `GET /memory/events/history`. */
    history: PagedCall<EventsHistoryInput | void, EventsHistoryAnswer, {
      /** The same for every delivery of the same event. */
      id: string;
      type: string;
      /** When it happened, ISO 8601. */
      timestamp: string;
      /** `user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null if several at once), other fields that depend on the kind, and `memory` if contents were requested. */
      data: Record<string, unknown>;
    }>;
    /** List subscriptions: `GET /memory/subscriptions`. */
    list: PagedCall<EventsListInput | void, EventsListAnswer, {
      id: string;
      /** Null if events are read from `stream_url`. */
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
      /** Events that have arrived so far. */
      delivered: number;
      /** When one last arrived. Unix milliseconds. */
      last_success_at: number | null;
      /** Since when attempts have been failing. Unix milliseconds. */
      failing_since: number | null;
      /** Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds. */
      retry_at: number | null;
      /** Until when events are also signed with the previous secret. Unix milliseconds. */
      previous_secret_until: number | null;
      created_at: number;
      updated_at: number;
    }>;
    /** Get a subscription: `GET /memory/subscriptions/{id}`. */
    get: Call<EventsGetInput, EventsGetAnswer>;
    /** Change, pause or resume a subscription: `PATCH /memory/subscriptions/{id}`. */
    change: Call<EventsChangeInput, EventsChangeAnswer>;
    /** Remove a subscription: `DELETE /memory/subscriptions/{id}`. */
    unsubscribe: Call<EventsUnsubscribeInput, EventsUnsubscribeAnswer>;
    /** Give a webhook a new secret: `POST /memory/subscriptions/{id}/rotate`. */
    rotate: Call<EventsRotateInput, EventsRotateAnswer>;
    /** Send a test event: `POST /memory/subscriptions/{id}/test`. */
    test: Call<EventsTestInput, EventsTestAnswer>;
    /** List a webhook's deliveries: `GET /memory/subscriptions/{id}/deliveries`. */
    deliveries: PagedCall<EventsDeliveriesInput, EventsDeliveriesAnswer, {
      event: {
        /** The same for every delivery of the same event. */
        id: string;
        type: string;
        /** When it happened, ISO 8601. */
        timestamp: string;
        /** `user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null if several at once), other fields that depend on the kind, and `memory` if contents were requested. */
        data: Record<string, unknown>;
      };
      status: "pending" | "delivered" | "dead";
      attempts: number;
      /** When it was first attempted. Unix milliseconds. */
      first_attempt_at: number | null;
      /** When it was last attempted. Unix milliseconds. */
      last_attempt_at: number | null;
      /** When it is tried again; null if it waits for another event of the user, or is finished. Unix milliseconds. */
      next_attempt_at: number | null;
      /** Status of the last response; null if there was none. */
      answer_status: number | null;
      /** The beginning of the last response. */
      answer: string | null;
      error: string | null;
      duration_ms: number | null;
    }>;
    /** Replay dead deliveries, or try waiting ones now: `POST /memory/subscriptions/{id}/replay`. */
    replay: Call<EventsReplayInput, EventsReplayAnswer>;
    /** Check which keys seal the secrets of webhooks: `GET /admin/sealing`. */
    sealing: Call<EventsSealingInput | void, EventsSealingAnswer>;
  };
  webhooks: {
    /** Subscribe to events, under another name: `POST /webhooks/register`. */
    register: Call<WebhooksRegisterInput | void, WebhooksRegisterAnswer>;
    /** List the deliveries of all webhooks: `GET /webhooks/logs`. */
    logs: PagedCall<WebhooksLogsInput | void, WebhooksLogsAnswer, {
      event: {
        /** The same for every delivery of the same event. */
        id: string;
        type: string;
        /** When it happened, ISO 8601. */
        timestamp: string;
        /** `user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or `registered_id`; null if several at once), other fields that depend on the kind, and `memory` if contents were requested. */
        data: Record<string, unknown>;
      };
      status: "pending" | "delivered" | "dead";
      attempts: number;
      /** When it was first attempted. Unix milliseconds. */
      first_attempt_at: number | null;
      /** When it was last attempted. Unix milliseconds. */
      last_attempt_at: number | null;
      /** When it is tried again; null if it waits for another event of the user, or is finished. Unix milliseconds. */
      next_attempt_at: number | null;
      /** Status of the last response; null if there was none. */
      answer_status: number | null;
      /** The beginning of the last response. */
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
  /** Check the health of the service: `GET /health`. */
  health: Call<HealthInput | void, HealthAnswer>;
  model: {
    /** Change the embedding model: `POST /admin/model`. */
    use: Call<ModelUseInput, ModelUseAnswer>;
  };
  jobs: {
    /** List background jobs: `GET /admin/jobs`. */
    list: PagedCall<JobsListInput | void, JobsListAnswer, {
      id: string;
      kind: string;
      /** The key it works for; null if for all. */
      key_id: string | null;
      state: "running" | "due" | "waiting" | "asleep" | "failing";
      /** When it is due, Unix milliseconds; null if when woken. */
      run_at: number | null;
      /** Attempts since it last succeeded. */
      attempts: number;
      /** The node that works on it. */
      lease_owner: string | null;
      lease_until: number | null;
      last_error: string | null;
    }>;
  };
  audit: {
    /** List the audit log, newest first: `GET /admin/audit`. */
    list: PagedCall<AuditListInput | void, AuditListAnswer, {
      id: string;
      /** Unix milliseconds; for a sum, the beginning of its minute. */
      at: number;
      /** The last of its calls. */
      last_at: number;
      /** 1 for an entry of its own; more for a sum of calls within a minute. */
      calls: number;
      /** The key whose data it was about; null for operators and callers without one. */
      key_id: string | null;
      /** `admin`, `anonymous`, or the id of the issuer or key that called; of a child key its own. */
      actor: string;
      /** The id of the operation, such as `memory.store`, or a sign-in, such as `console.signIn`; `*` if several. */
      action: string;
      /** The HTTP status of the response. */
      status: number;
      /** `refused`: 401, 403 or 429; `failed`: another error. */
      outcome: "ok" | "refused" | "failed";
      /** `http`, `mcp` or `console`; `*` if several. */
      via: string;
      /** Where the call came from; of a sum with IPv6 the /64; `*` if several. */
      address: string;
      /** A pseudonym of the user: equal for equal users of a key. */
      user_ref: string | null;
      request_id: string | null;
      /** Ids of what was changed or handed out, at most 100; never a text. */
      subjects: string[];
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
  ["events","history","GET","/memory/events/history","events"],
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
  ["events","sealing","GET","/admin/sealing",null],
  ["usage","read","GET","/usage",null],
  [null,"health","GET","/health",null],
  ["model","use","POST","/admin/model",null],
  ["jobs","list","GET","/admin/jobs","jobs"],
  ["audit","list","GET","/admin/audit","entries"],
];
