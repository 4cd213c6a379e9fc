# Written by `npm run docs:generate` from the operations' declarations: do not edit.
from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, TypedDict

from ._calls import AsyncCalls, SyncCalls
from ._given import NOT_GIVEN, NotGiven
from ._transport import AsyncTransport, CallOptions, Operation, PagedOperation, Transport


class Memory(TypedDict):
    id: str
    user_id: str
    agent_id: str
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    content: str
    metadata: Dict[str, Any]
    namespace: str
    importance: float
    """0–10."""
    importance_estimated: bool
    """True if it was not given but estimated from the content."""
    tags: List[str]
    outcome: Literal["success", "failure", "unknown"]
    outcome_score: float
    """0–1: how well acting on it has gone so far; 0.5 without evidence."""
    category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"]
    """Derived from the content."""
    embedded: bool
    """False while it waits to be embedded: search by meaning does not find it yet."""
    valid_from: int | None
    valid_until: int | None
    expires_at: int | None
    verified_at: int | None
    retrieval_count: int
    last_retrieved_at: int | None
    superseded_by: str | None
    """The memory that superseded it."""
    risk: float
    """0–1: how much the text looks like instructions aimed at the agent."""
    created_at: int
    """When it was stored. Unix milliseconds."""
    updated_at: int
    """When it last changed. Unix milliseconds."""


class KeyBoundTo(TypedDict):
    user_id: str
    agent_id: str | None
    namespace: str | None


class Key(TypedDict):
    id: str
    """The key's public id."""
    name: str
    owner: str
    """Whom to contact about it."""
    scopes: List[Literal["read", "write"]]
    tier: Literal["free", "pro"]
    issued_by: str
    """`admin`, `signup`, or the id of the issuer or parent key."""
    created_at: int
    updated_at: int
    expires_at: int | None
    """From this time on, calls with it return 401; null if it never expires."""
    revoked_at: int | None
    """Since when calls with it return 403; null if it is in force."""
    parent_id: str | None
    """The key whose data it works on; null if its own."""
    bound_to: KeyBoundTo | None
    """The part of its parent's data that it sees; null if it has no parent."""
    client: str | None
    """The application it was granted to at sign-in; null if none."""
    audit: bool
    """Whether its calls are in the audit log."""


class _KeysSignupInputBase(TypedDict):
    name: str
    """What the key is called."""


class KeysSignupInput(_KeysSignupInputBase, total=False):
    """Create a free API key for yourself: `POST /signup`."""
    email: str
    """How to reach the owner."""


class KeysSignupAnswer(TypedDict):
    id: str
    """The key's public id."""
    name: str
    owner: str
    """Whom to contact about it."""
    scopes: List[Literal["read", "write"]]
    created_at: int
    key: str
    """The secret (`rec_sk_…`). Shown only once: store it safely."""
    api_key: str
    """The same secret again."""
    tier: Literal["free"]
    limit: int
    """Memories per month."""
    reset_date: int
    """When the allowance resets. Unix milliseconds."""
    docs: str
    """Where the reference is."""
    mcp: str
    """Where MCP clients connect."""


class _KeysMintInputBase(TypedDict):
    name: str
    """What the key is called."""


class KeysMintInput(_KeysMintInputBase, total=False):
    """Mint an API key: `POST /auth/keys`."""
    owner: str
    """Whom to contact about it. Default: the name."""
    scopes: List[Literal["read", "write"]]
    """What the key may do: `read`, `write`."""
    tier: Literal["free", "pro"]
    """`free`: 10,000 memories per month; `pro`: unlimited."""
    expires_at: float | str | None
    """From this time on, calls with it return 401. Unix milliseconds or an ISO 8601 string."""
    audit: bool
    """Whether its calls are in the audit log; only the admin credential can switch that off."""


class KeysMintAnswer(Key):
    key: str
    """The secret (`rec_sk_…`). Shown only once: store it safely."""


class KeysListInput(TypedDict, total=False):
    """List API keys, newest first: `GET /auth/keys`."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class KeysListAnswer(TypedDict):
    count: int
    keys: List[Key]
    next_cursor: str | None


class _KeysChangeInputBase(TypedDict):
    id: str
    """A key's public id (`rec_pk_…`)."""


class KeysChangeInput(_KeysChangeInputBase, total=False):
    """Change a key's name, tier, scopes or audit: `PATCH /auth/keys/{id}`."""
    name: str
    """What the key is called."""
    tier: Literal["free", "pro"]
    """`free`: 10,000 memories per month; `pro`: unlimited."""
    scopes: List[Literal["read", "write"]]
    """What the key may do: `read`, `write`."""
    audit: bool
    """Whether its calls are in the audit log; only the admin credential can switch that off."""


KeysChangeAnswer = Key


class KeysRevokeInput(TypedDict):
    """Revoke a key for good: `DELETE /auth/keys/{id}`."""
    id: str
    """A key's public id (`rec_pk_…`)."""


class KeysRevokeAnswer(TypedDict):
    id: str
    revoked: Literal[True]
    revoked_at: int


class _KeysRotateInputBase(TypedDict):
    id: str
    """A key's public id (`rec_pk_…`)."""


class KeysRotateInput(_KeysRotateInputBase, total=False):
    """Give a key a new secret: `POST /auth/keys/{id}/rotate`."""
    grace_seconds: int
    """How long the old secret keeps working."""


class KeysRotateAnswer(Key):
    key: str
    """The secret (`rec_sk_…`). Shown only once: store it safely."""
    previous_valid_until: int | None
    """When the old secret ends; null if it already has."""


class _KeysMintChildInputBase(TypedDict):
    name: str
    """What the key is called."""
    user_id: str
    """The user whose memories it sees."""


class KeysMintChildInput(_KeysMintChildInputBase, total=False):
    """Create a child key for one user: `POST /keys/children`."""
    agent_id: str
    """Only this agent. Default: all agents of the user."""
    namespace: str
    """Only this namespace. Default: all of them."""
    scopes: List[Literal["read", "write"]]
    """What it may do: `read`, `write`. Default: the calling key's own scopes."""
    expires_at: float | str | None
    """From this time on, calls with it return 401; without it or null, it ends with its parent. Unix
    milliseconds or an ISO 8601 string.
    """


class KeysMintChildAnswer(Key):
    key: str
    """The secret (`rec_sk_…`). Shown only once: store it safely."""


class KeysChildrenInput(TypedDict, total=False):
    """List the child keys of the calling key, newest first: `GET /keys/children`."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class KeysChildrenAnswer(TypedDict):
    count: int
    keys: List[Key]
    next_cursor: str | None


class _MemoryStoreInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""
    content: str
    """What to remember. Long texts are embedded passage by passage."""


class MemoryStoreInput(_MemoryStoreInputBase, total=False):
    """Store a memory: `POST /memory/store`."""
    agent_id: str
    """The agent it belongs to."""
    metadata: Dict[str, Any]
    """Any JSON object."""
    importance: float
    """0 (trivia) to 10 (vital). Default: estimated from the content."""
    ttl_seconds: float
    """Forget it after this many seconds."""
    tags: List[str]
    """Labels to filter by."""
    namespace: str
    """A partition inside the scope."""
    outcome: Literal["success", "failure", "unknown"]
    """How acting on it went."""
    detect_conflicts: bool
    """Also report memories that contradict this one."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    """The kind of memory."""
    valid_from: float | str
    """When it became true (Unix milliseconds or ISO 8601)."""
    valid_until: float | str
    """When it stops being true (Unix milliseconds or ISO 8601)."""
    dedupe: bool
    """False stores the same text again instead of returning the existing memory."""


class MemoryStoreAnswerConflictsMemoryA(TypedDict):
    """The older statement."""
    id: str
    content: str
    created_at: int
    valid_from: int | None
    superseded_by: str | None


class MemoryStoreAnswerConflictsMemoryB(TypedDict):
    """The newer statement."""
    id: str
    content: str
    created_at: int
    valid_from: int | None
    superseded_by: str | None


class MemoryStoreAnswerConflicts(TypedDict):
    id: str
    user_id: str
    agent_id: str
    memory_a: MemoryStoreAnswerConflictsMemoryA
    """The older statement."""
    memory_b: MemoryStoreAnswerConflictsMemoryB
    """The newer statement."""
    conflict_type: Literal["value_change", "negation", "antonym", "plan_change", "quantity", "stated"]
    """`stated`: the two were linked as contradicting."""
    confidence: float
    """0–1."""
    reason: str
    """What changed: the words of both, with their dates."""
    part: str | None
    """The words of the older statement that no longer hold, if the rest still does; null if none does."""
    detected_at: int
    """Unix milliseconds."""
    status: Literal["open", "resolved"]
    kept: Literal["a", "b", "both"] | None
    """What the resolution kept: the older (`a`), the newer (`b`) or both."""
    resolved_at: int | None
    """Unix milliseconds."""
    existing_memory_id: str
    """The memory that the stored one contradicts."""
    existing_content: str
    resolution: Literal["kept_older", "kept_newer", "kept_both"] | None
    """How it was resolved; null while it is open."""


class MemoryStoreAnswerConflict(TypedDict):
    id: str
    user_id: str
    agent_id: str
    memory_a: MemoryStoreAnswerConflictsMemoryA
    """The older statement."""
    memory_b: MemoryStoreAnswerConflictsMemoryB
    """The newer statement."""
    conflict_type: Literal["value_change", "negation", "antonym", "plan_change", "quantity", "stated"]
    """`stated`: the two were linked as contradicting."""
    confidence: float
    """0–1."""
    reason: str
    """What changed: the words of both, with their dates."""
    part: str | None
    """The words of the older statement that no longer hold, if the rest still does; null if none does."""
    detected_at: int
    """Unix milliseconds."""
    status: Literal["open", "resolved"]
    kept: Literal["a", "b", "both"] | None
    """What the resolution kept: the older (`a`), the newer (`b`) or both."""
    resolved_at: int | None
    """Unix milliseconds."""
    existing_memory_id: str
    """The memory that the stored one contradicts."""
    existing_content: str
    resolution: Literal["kept_older", "kept_newer", "kept_both"] | None
    """How it was resolved; null while it is open."""


class MemoryStoreAnswer(Memory):
    status: Literal["stored", "queued", "duplicate"]
    duplicate: bool
    near_duplicate_of: str | None
    """A memory that says nearly the same in other words; both are stored."""
    deduplicated: bool
    """The same as `duplicate`."""
    content_hash: str
    """SHA-256 of `content` in UTF-8, hexadecimal."""
    trust_score: float
    """0–1: how far to rely on it: `outcome_score`, reduced by `risk`."""
    conflicts: List[MemoryStoreAnswerConflicts]
    """What it contradicts; checked if `detect_conflicts` is true."""
    conflict: MemoryStoreAnswerConflict | None
    """The first of `conflicts`."""
    contradiction: bool
    """Whether there is a conflict."""


class _MemoryBatchInputMemoriesBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""
    content: str
    """What to remember. Long texts are embedded passage by passage."""


class MemoryBatchInputMemories(_MemoryBatchInputMemoriesBase, total=False):
    agent_id: str
    """The agent it belongs to."""
    metadata: Dict[str, Any]
    """Any JSON object."""
    importance: float
    """0 (trivia) to 10 (vital). Default: estimated from the content."""
    ttl_seconds: float
    """Forget it after this many seconds."""
    tags: List[str]
    """Labels to filter by."""
    namespace: str
    """A partition inside the scope."""
    outcome: Literal["success", "failure", "unknown"]
    """How acting on it went."""
    detect_conflicts: bool
    """Also report memories that contradict this one."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    """The kind of memory."""
    valid_from: float | str
    """When it became true (Unix milliseconds or ISO 8601)."""
    valid_until: float | str
    """When it stops being true (Unix milliseconds or ISO 8601)."""
    dedupe: bool
    """False stores the same text again instead of returning the existing memory."""


class MemoryBatchInput(TypedDict):
    """Store up to 100 memories: `POST /memory/batch`."""
    memories: List[MemoryBatchInputMemories]


class _MemoryBatchAnswerResultsBase(TypedDict):
    index: int
    status: Literal["stored", "duplicate", "error"]


class MemoryBatchAnswerResults(_MemoryBatchAnswerResultsBase, total=False):
    id: str
    embedded: bool
    error: str
    near_duplicate_of: str
    conflicts: List[MemoryStoreAnswerConflicts]
    """For entries with `detect_conflicts`."""


class MemoryBatchAnswer(TypedDict):
    stored: int
    skipped: int
    """Invalid entries: `results` says why."""
    duplicates_skipped: int
    """Entries that already existed. `stored`, `skipped` and this add up to all."""
    ids: List[str]
    """Ids of the stored and the existing memories, each once, in the order of the entries."""
    results: List[MemoryBatchAnswerResults]


class _MemoryRetrieveInputBase(TypedDict):
    q: str
    """What to search for, best phrased as a question."""
    user_id: str
    """Your end user whose memory it is."""


class MemoryRetrieveInput(_MemoryRetrieveInputBase, total=False):
    """Find memories by meaning: `GET /memory/retrieve`."""
    limit: int
    """How many to return, 1–100."""
    min_score: float
    """Leave out what scores lower. With the default model unrelated texts score 0.3–0.6, paraphrases 0.8–1.
    Ignored by `words`.
    """
    ranking: Literal["semantic", "composite", "hybrid", "words"]
    """`semantic`: cosine. `composite`: a weighted sum of cosine, outcome, importance and recency. `hybrid`:
    meaning, words, time, speakers and neighbours; the most accurate. `words`: full text; only memories that
    share a word with `q`, by BM25, whatever they mean.
    """
    explain: bool
    """Return the parts of `final_score` for each result."""
    around: int
    """For each result that is an event of an episode, also return this many events before and after it."""
    agent_id: str
    """Only this agent. Default: all agents of the user."""
    namespace: str
    """A partition inside the scope."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    tags: List[str]
    """Has any of these (comma-separated)."""
    tags_all: List[str]
    """Has all of these (comma-separated)."""
    outcome: Literal["success", "failure", "unknown"]
    category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"]
    min_importance: float
    created_after: float | str
    """Stored later than this (Unix milliseconds or ISO 8601)."""
    created_before: float | str
    """Stored earlier than this (Unix milliseconds or ISO 8601)."""
    as_of: float | str
    """What was true at this time (Unix milliseconds or ISO 8601), instead of now."""
    metadata: Dict[str, str]
    """`metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16."""
    include_expired: bool
    """Include memories that have expired but are not deleted yet."""
    include_superseded: bool
    """Include memories that a newer one has superseded."""


class MemoryRetrieveAnswerResultsExplain(TypedDict):
    name: str
    value: float


class MemoryRetrieveAnswerResultsAround(TypedDict):
    id: str
    seq: int
    """Its position in the episode."""
    type: str
    content: str
    created_at: int
    """Unix milliseconds."""


class _MemoryRetrieveAnswerResultsBase(Memory):
    score: float | None
    """Cosine similarity of the memory's best passage; null if `semantic` is false or it waits to be embedded."""
    final_score: float | None
    """What results are ordered by."""


class MemoryRetrieveAnswerResults(_MemoryRetrieveAnswerResultsBase, total=False):
    relevance: float
    """0–1: how likely this memory answers the question; only for the best results of `hybrid`."""
    explain: List[MemoryRetrieveAnswerResultsExplain]
    """With `explain`: the parts that add up to `final_score`."""
    episode_id: str
    """With `around`: the episode that the memory is an event of."""
    around: List[MemoryRetrieveAnswerResultsAround]
    """With `around`: the events before and after it in its episode, in order, without the memory itself."""


class MemoryRetrieveAnswer(TypedDict):
    query: str
    user_id: str
    agent_id: str | None
    namespace: str | None
    semantic: bool
    """False if embeddings were unavailable, or not needed (`words`): results share words with the question
    (`hybrid`, `words`) or are the most recent.
    """
    ranking: Literal["semantic", "composite", "hybrid", "words"]
    scoring: Literal["cosine", "composite", "hybrid", "words", "recency"]
    """The ranking that was used: if `semantic` is false, `words` (`hybrid`, `words`) or `recency`."""
    confidence: float | None
    """0–1: how likely the answer is among the results; null if `semantic` is false."""
    abstained: bool
    """True if nothing found answers the question: say that you do not know."""
    count: int
    results: List[MemoryRetrieveAnswerResults]


class MemoryForgetInput(TypedDict, total=False):
    """Forget one memory, one episode, or everything about a user: `DELETE /memory/forget`."""
    id: str
    """A memory's id."""
    user_id: str
    """Your end user whose memory it is."""
    agent_id: str
    """The agent it belongs to."""


class MemoryForgetAnswer(TypedDict):
    deleted: int
    """Memories that were forgotten, of any kind; other records are not counted."""


class MemoryListInput(TypedDict, total=False):
    """List memories, newest first: `GET /memory`."""
    user_id: str
    """Your end user whose memory it is."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""
    order: Literal["newest", "oldest"]
    """Which come first, by the time they were stored."""
    agent_id: str
    """Only this agent. Default: all agents of the user."""
    namespace: str
    """A partition inside the scope."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    tags: List[str]
    """Has any of these (comma-separated)."""
    tags_all: List[str]
    """Has all of these (comma-separated)."""
    outcome: Literal["success", "failure", "unknown"]
    category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"]
    min_importance: float
    created_after: float | str
    """Stored later than this (Unix milliseconds or ISO 8601)."""
    created_before: float | str
    """Stored earlier than this (Unix milliseconds or ISO 8601)."""
    as_of: float | str
    """What was true at this time (Unix milliseconds or ISO 8601), instead of now."""
    metadata: Dict[str, str]
    """`metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16."""
    include_expired: bool
    """Include memories that have expired but are not deleted yet."""
    include_superseded: bool
    """Include memories that a newer one has superseded."""


class MemoryListAnswer(TypedDict):
    count: int
    memories: List[Memory]
    next_cursor: str | None


class MemoryFacetsInput(TypedDict, total=False):
    """Count memories by category, tag, agent, user, namespace and month: `GET /memory/facets`."""
    user_id: str
    """Your end user whose memory it is."""
    agent_id: str
    """Only this agent. Default: all agents of the user."""
    namespace: str
    """A partition inside the scope."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    tags: List[str]
    """Has any of these (comma-separated)."""
    tags_all: List[str]
    """Has all of these (comma-separated)."""
    outcome: Literal["success", "failure", "unknown"]
    category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"]
    min_importance: float
    created_after: float | str
    """Stored later than this (Unix milliseconds or ISO 8601)."""
    created_before: float | str
    """Stored earlier than this (Unix milliseconds or ISO 8601)."""
    as_of: float | str
    """What was true at this time (Unix milliseconds or ISO 8601), instead of now."""
    metadata: Dict[str, str]
    """`metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16."""
    include_expired: bool
    """Include memories that have expired but are not deleted yet."""
    include_superseded: bool
    """Include memories that a newer one has superseded."""


class MemoryFacetsAnswerFacetsCategory(TypedDict):
    value: str
    count: int


class MemoryFacetsAnswerFacetsTag(TypedDict):
    value: str
    count: int


class MemoryFacetsAnswerFacetsAgentId(TypedDict):
    value: str
    count: int


class MemoryFacetsAnswerFacetsNamespace(TypedDict):
    value: str
    count: int


class MemoryFacetsAnswerFacetsMonth(TypedDict):
    value: str
    count: int


class MemoryFacetsAnswerFacets(TypedDict):
    category: List[MemoryFacetsAnswerFacetsCategory]
    """By category."""
    tag: List[MemoryFacetsAnswerFacetsTag]
    """By tag."""
    agent_id: List[MemoryFacetsAnswerFacetsAgentId]
    """By agent."""
    user_id: List[MemoryFacetsAnswerFacetsAgentId]
    """By user."""
    namespace: List[MemoryFacetsAnswerFacetsNamespace]
    """By namespace."""
    month: List[MemoryFacetsAnswerFacetsMonth]
    """By the month they were stored in, in UTC (`2027-01`); from 1970 to 9999."""


class MemoryFacetsAnswer(TypedDict):
    total: int
    """Memories that pass the filters."""
    facets: MemoryFacetsAnswerFacets


class _MemoryNamesInputBase(TypedDict):
    field: Literal["user_id", "agent_id", "namespace"]
    """Which names to list."""


class MemoryNamesInput(_MemoryNamesInputBase, total=False):
    """List the users, agents or namespaces that have memories: `GET /memory/names`."""
    prefix: str
    """What they begin with."""
    limit: int
    """How many to return, 1–1000."""


class MemoryNamesAnswer(TypedDict):
    field: Literal["user_id", "agent_id", "namespace"]
    count: int
    names: List[str]


class MemoryGetInput(TypedDict):
    """Read one memory: `GET /memory/{id}`."""
    id: str
    """A memory's id."""


MemoryGetAnswer = Memory


class _MemoryUpdateInputBase(TypedDict):
    id: str
    """A memory's id."""


class MemoryUpdateInput(_MemoryUpdateInputBase, total=False):
    """Change a memory: `PATCH /memory/{id}`."""
    content: str
    """What to remember. Long texts are embedded passage by passage."""
    metadata: Dict[str, Any]
    """Merged into the existing metadata: your keys win, null removes a key."""
    tags: List[str]
    """Replaces the tags."""
    importance: float
    """0 (trivia) to 10 (vital). No longer estimated from now on."""
    namespace: str
    """A partition inside the scope."""
    outcome: Literal["success", "failure", "unknown"]
    """How acting on it went."""
    valid_from: float | str | None
    """When it became true; null if unknown."""
    valid_until: float | str | None
    """When it stops being true; null if no end is known."""
    ttl_seconds: float | None
    """Forget it this many seconds from now; null keeps it."""


MemoryUpdateAnswer = Memory


class _MemoryHistoryInputBase(TypedDict):
    id: str
    """A memory's id."""


class MemoryHistoryInput(_MemoryHistoryInputBase, total=False):
    """Read a memory's versions: `GET /memory/{id}/history`."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class MemoryHistoryAnswerVersions(TypedDict):
    version: int
    replaced_at: int | None
    """When the next version replaced it; null for the version in force."""
    record: Memory


class MemoryHistoryAnswer(TypedDict):
    id: str
    count: int
    versions: List[MemoryHistoryAnswerVersions]
    next_cursor: str | None


class _MemoryScoreInputBase(TypedDict):
    id: str
    """A memory's id."""
    q: str
    """The question."""


class MemoryScoreInput(_MemoryScoreInputBase, total=False):
    """Explain how one memory scores for a question, and why it is not among the results: `GET
    /memory/{id}/score`.
    """
    limit: int
    """How many results the search would return."""
    min_score: float
    """The lowest score that the search would return."""
    agent_id: str
    """Only this agent. Default: all agents of the user."""
    namespace: str
    """A partition inside the scope."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    tags: List[str]
    """Has any of these (comma-separated)."""
    tags_all: List[str]
    """Has all of these (comma-separated)."""
    outcome: Literal["success", "failure", "unknown"]
    category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"]
    min_importance: float
    created_after: float | str
    """Stored later than this (Unix milliseconds or ISO 8601)."""
    created_before: float | str
    """Stored earlier than this (Unix milliseconds or ISO 8601)."""
    as_of: float | str
    """What was true at this time (Unix milliseconds or ISO 8601), instead of now."""
    metadata: Dict[str, str]
    """`metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16."""
    include_expired: bool
    """Include memories that have expired but are not deleted yet."""
    include_superseded: bool
    """Include memories that a newer one has superseded."""


class MemoryScoreAnswer(TypedDict):
    id: str
    query: str
    user_id: str
    semantic: bool
    """False if embeddings were unavailable: only words counted."""
    rank: int | None
    """Its rank, from 1; null if not among the best 200."""
    score: float | None
    """Cosine similarity of the memory's best passage."""
    final_score: float | None
    """What results are ordered by."""
    relevance: float | None
    """0–1: how likely it answers the question; only for the best results."""
    explain: List[MemoryRetrieveAnswerResultsExplain]
    """The parts of `final_score`."""
    confidence: float | None
    """0–1: how likely the answer is among the results."""
    abstained: bool
    """True if nothing found answers the question."""
    returned: bool
    """Whether the search returns it."""
    reason: Literal["returned", "rank", "min_score", "filtered", "superseded", "expired", "not_yet_valid", "no_longer_valid", "too_far"]
    """Why it is returned or not."""
    why: str
    """The same in a sentence."""


class _MemoryContextInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""


class MemoryContextInput(_MemoryContextInputBase, total=False):
    """Get memories as text for a prompt: `GET /memory/context`."""
    q: str
    """What the context is for, best phrased as a question."""
    max_tokens: int
    """Never exceeded; counted with o200k_base."""
    format: Literal["raw", "anthropic", "openai", "markdown"]
    """What `context` holds."""
    agent_id: str
    """Only this agent. Default: all agents of the user."""
    namespace: str
    """A partition inside the scope."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    tags: List[str]
    """Has any of these (comma-separated)."""
    tags_all: List[str]
    """Has all of these (comma-separated)."""
    category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"]
    min_importance: float
    as_of: float | str
    """What was true at this time (Unix milliseconds or ISO 8601), instead of now."""
    include_flagged: bool
    """Include memories whose text looks like instructions (`risk` of 0.5 or more)."""


class MemoryContextAnswerFormatted(TypedDict):
    """The same memories in every format, each within `max_tokens`: a wordier one may leave out the last."""
    raw: str
    anthropic: str
    openai: str
    markdown: str


class MemoryContextAnswer(TypedDict):
    context: str
    """Ready for a prompt, in the requested format; empty if there is nothing to show."""
    token_count: int
    """Tokens of `context`."""
    memories_used: int
    memories_available: int
    """How many memories could be shown, before any are chosen."""
    formatted: MemoryContextAnswerFormatted
    """The same memories in every format, each within `max_tokens`: a wordier one may leave out the last."""
    tokens_saved: int
    """Compared with sending all available memories, estimated at one token per 4 bytes."""
    memory_ids: List[str]
    """The memories in `context`, in the same order."""
    semantic: bool | None
    """False if embeddings were unavailable: results are by words, then by recency. Null without `q`."""
    confidence: float | None
    """0–1: how likely the memories answer `q`. Null without `q`."""
    abstained: bool
    """True if nothing here seems to answer `q`."""


class _MemoryIngestInputMessagesBase(TypedDict):
    role: Literal["user", "assistant", "system", "tool"]
    """Who speaks."""
    content: str
    """Verbatim."""


class MemoryIngestInputMessages(_MemoryIngestInputMessagesBase, total=False):
    name: str
    """The name, if known."""
    created_at: float | str
    """When it was said. Default: now."""


class _MemoryIngestInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""


class MemoryIngestInput(_MemoryIngestInputBase, total=False):
    """Remember a conversation: `POST /memory/ingest`."""
    messages: List[MemoryIngestInputMessages]
    """The turns, in order."""
    text: str
    """Instead of `messages`: one turn of the user."""
    agent_id: str
    """The agent it belongs to."""
    namespace: str
    """A partition inside the scope."""
    session_id: str
    """Names the conversation. Default: a new one."""
    position: int
    """The position of the first message in the session, starting at 0."""
    metadata: Dict[str, Any]
    """Stored with the turns and with what is derived from them."""
    tags: List[str]
    """Labels for the turns and for what is derived from them."""
    ttl_seconds: float
    """Forget the turns, and what is derived from them, after this many seconds."""
    mode: Literal["auto", "local", "turns"]
    """`auto`: derive statements, with the language model if one is configured; `local`: derive them without it;
    `turns`: derive nothing.
    """
    wait: bool
    """Derive the statements before responding."""


class MemoryIngestAnswerTurns(TypedDict):
    id: str
    """The id of its event, and of a memory of kind `episodic`."""
    position: int
    """Its position in the session, starting at 0."""
    role: str
    embedded: bool


class MemoryIngestAnswerStatements(Memory):
    status: Literal["stored", "duplicate"]
    """`duplicate`: it already existed, said before or derived by an earlier call."""


class _MemoryIngestAnswerBase(TypedDict):
    session_id: str
    episode_id: str
    """The episode that holds the latest turns."""
    received: int
    added: int
    skipped: int
    """Turns that already existed."""
    total: int
    """Turns in the session so far."""
    turns: List[MemoryIngestAnswerTurns]
    """The turns that were added."""
    deriving: bool
    """True if statements are still to be derived from the turns."""


class MemoryIngestAnswer(_MemoryIngestAnswerBase, total=False):
    statements: List[MemoryIngestAnswerStatements]
    """With `wait`: what was derived from the messages, including those that already existed."""


class _MemoryProfileInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""


class MemoryProfileInput(_MemoryProfileInputBase, total=False):
    """Get what is known about a user now: `GET /memory/profile`."""
    agent_id: str
    """Only this agent. Default: all agents of the user."""
    namespace: str
    """A partition inside the scope."""
    as_of: float | str
    """What was true at this time (Unix milliseconds or ISO 8601), instead of now."""
    max_tokens: int
    """For `text`; counted with o200k_base."""


class MemoryProfileAnswerGroupsStatements(TypedDict):
    id: str
    """The memory that states it."""
    text: str
    since: int
    """When it began to be true, or was stored. Unix milliseconds."""
    importance: float
    sources: List[str]
    """The conversation turns it was derived from."""


class MemoryProfileAnswerGroups(TypedDict):
    category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"]
    title: str
    statements: List[MemoryProfileAnswerGroupsStatements]


class MemoryProfileAnswer(TypedDict):
    user_id: str
    groups: List[MemoryProfileAnswerGroups]
    text: str
    """The same as text for a prompt; empty if nothing is known."""
    token_count: int
    truncated: bool
    """True if more is known than fits into `max_tokens`."""


class MemoryExportInput(TypedDict, total=False):
    """Export memories: `GET /memory/export`."""
    user_id: str
    """Only this user. Default: all users of the key."""
    agent_id: str
    """Only this agent."""
    format: Literal["json", "markdown", "md", "ndjson"]
    """`md` is `markdown`."""


class MemoryExportAnswerCounts(TypedDict):
    """Entries of each kind."""
    memories: int
    links: int
    episodes: int
    procedures: int
    emotional: int


class MemoryExportAnswerMemories(Memory):
    version: int
    dedupe: bool
    """False for a copy that was deliberately stored in addition to another."""
    group_id: str | None
    """The group it was stored with."""
    position: int | None
    """Its position in the group."""


class MemoryExportAnswer(TypedDict):
    format: Literal["recollect.export.v1"]
    exported_at: int
    """Unix milliseconds."""
    count: int
    """Memories in the export."""
    counts: MemoryExportAnswerCounts
    """Entries of each kind."""
    memories: List[MemoryExportAnswerMemories]
    links: List[Any]
    """Links with both ends in the scope."""
    episodes: List[Any]
    """Their events are among the memories."""
    procedures: List[Any]
    emotional: List[Any]


class _MemoryImportInputMemoriesBase(TypedDict):
    user_id: str
    """Whose memory it is; empty only for procedures and episodes without a user."""
    content: str
    """What to remember. Long texts are embedded passage by passage."""


class MemoryImportInputMemories(_MemoryImportInputMemoriesBase, total=False):
    agent_id: str
    """The agent it belongs to."""
    metadata: Dict[str, Any]
    """Any JSON object."""
    importance: float
    """0 (trivia) to 10 (vital). Default: estimated from the content."""
    tags: List[str]
    """Labels to filter by."""
    namespace: str
    """A partition inside the scope."""
    outcome: Literal["success", "failure", "unknown"]
    """How acting on it went."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    """The kind of memory."""
    valid_from: float | str
    """When it became true (Unix milliseconds or ISO 8601)."""
    valid_until: float | str
    """When it stops being true (Unix milliseconds or ISO 8601)."""
    dedupe: bool
    """False stores the same text again instead of returning the existing memory."""
    id: str
    """A memory's id."""
    importance_estimated: bool
    outcome_score: float
    expires_at: float | str
    """Unix milliseconds or an ISO 8601 string."""
    verified_at: float | str
    """Unix milliseconds or an ISO 8601 string."""
    retrieval_count: int
    last_retrieved_at: float | str
    """Unix milliseconds or an ISO 8601 string."""
    superseded_by: str
    """A memory's id."""
    group_id: str
    position: int
    version: int
    created_at: float | str
    """Unix milliseconds or an ISO 8601 string."""
    updated_at: float | str
    """Unix milliseconds or an ISO 8601 string."""


class MemoryImportInput(TypedDict, total=False):
    """Import memories: `POST /memory/import`."""
    memories: List[MemoryImportInputMemories]
    """The entries: bodies of store with the fields of a memory, or entries in the format of `source`."""
    user_id: str
    """Import everything for this user, whoever it belonged to."""
    agent_id: str
    """Import everything for this agent."""
    source: Literal["recollect", "agentmemo", "mem0", "zep", "mcp-memory", "openmemory"]
    """The format of the entries. Default: detected from their fields."""
    format: str
    """As in an export: `recollect.export.v1`."""
    dry_run: bool
    """Writes nothing and counts what an import would do. Memories are compared with what is stored, and with
    those around them in the file; of links and other records the form alone is looked at.
    """
    links: List[Any]
    """Links between the memories, as in an export."""
    episodes: List[Any]
    """Episodes, as in an export; their events are among the memories."""
    procedures: List[Any]
    """Procedures, as in an export."""
    emotional: List[Any]
    """Emotional records, as in an export."""
    results: List[Any]
    """The entries in mem0 documents."""
    items: List[Any]
    """The entries in OpenMemory documents."""
    facts: List[Any]
    """Facts in Zep documents."""
    edges: List[Any]
    """Edges in Zep documents."""
    messages: List[Any]
    """Messages in Zep documents."""
    entities: List[Any]
    """Entities in documents of the MCP reference memory server."""
    relations: List[Any]
    """Relations in documents of the MCP reference memory server."""


class MemoryImportAnswerCountsMemories(TypedDict):
    imported: int
    duplicates: int
    errors: int


class MemoryImportAnswerCountsLinks(TypedDict):
    imported: int
    duplicates: int
    errors: int


class MemoryImportAnswerCountsEpisodes(TypedDict):
    imported: int
    duplicates: int
    errors: int


class MemoryImportAnswerCountsProcedures(TypedDict):
    imported: int
    duplicates: int
    errors: int


class MemoryImportAnswerCountsEmotional(TypedDict):
    imported: int
    duplicates: int
    errors: int


class MemoryImportAnswerCounts(TypedDict):
    """The same for everything that an export holds, by kind; an entry without a kind counts as a memory."""
    memories: MemoryImportAnswerCountsMemories
    links: MemoryImportAnswerCountsLinks
    episodes: MemoryImportAnswerCountsEpisodes
    procedures: MemoryImportAnswerCountsProcedures
    emotional: MemoryImportAnswerCountsEmotional


class MemoryImportAnswerErrors(TypedDict):
    index: int
    message: str


class MemoryImportAnswer(TypedDict):
    imported: int
    """Memories that were imported, or would be with `dry_run`; only these count against the allowance."""
    skipped: int
    """Memories that were not imported: duplicates and errors."""
    duplicates: int
    """Memories that already existed."""
    links: int
    """Links that were imported."""
    episodes: int
    """Episodes that were imported."""
    procedures: int
    """Procedures that were imported."""
    emotional: int
    """Emotional records that were imported."""
    counts: MemoryImportAnswerCounts
    """The same for everything that an export holds, by kind; an entry without a kind counts as a memory."""
    error_count: int
    """Entries of any kind that could not be imported."""
    errors: List[MemoryImportAnswerErrors]
    """The first 100. `index` counts entries, or lines, from 0."""


class _MemoryFeedbackInputBase(TypedDict):
    memory_id: str
    """The memory that was acted on."""
    outcome: Literal["success", "failure"]
    """How it went."""


class MemoryFeedbackInput(_MemoryFeedbackInputBase, total=False):
    """Report how acting on a memory went: `POST /memory/feedback`."""
    confidence: float
    """0–1: how sure you are."""


class MemoryFeedbackAnswer(TypedDict):
    memory_id: str
    outcome: Literal["success", "failure"]
    outcome_score: float
    """0–1: how well acting on it has gone so far, including this report."""


class MemoryStaleInput(TypedDict, total=False):
    """List memories that have not been verified for a while: `GET /memory/stale`."""
    user_id: str
    """Only this user. Default: all users of the key."""
    agent_id: str
    """Only this agent. Default: all agents."""
    days: int
    """Days without verification, 1–3650."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class MemoryStaleAnswer(TypedDict):
    count: int
    """How many are on this page."""
    oldest_unverified: int | None
    """When the longest unverified one in the scope was stored or last verified, in Unix milliseconds."""
    stale_memories: List[Memory]
    next_cursor: str | None


class MemoryVerifyInput(TypedDict):
    """Mark a memory as still valid: `POST /memory/verify/{id}`."""
    id: str
    """A memory's id."""


class MemoryVerifyAnswer(TypedDict):
    verified: Literal[True]
    memory_id: str
    verified_at: int
    """Now, in Unix milliseconds."""


class MemoryStatsInput(TypedDict, total=False):
    """Count memories and judge their quality: `GET /memory/stats`."""
    user_id: str
    """Only this user. Default: all users of the key."""
    agent_id: str
    """Only this agent. Default: all agents."""


class MemoryStatsAnswerQualityBreakdown(TypedDict):
    freshness: float
    """How recently they were stored or verified: 100 up to 30 days, 50 at twice that."""
    accuracy: float
    """How well acting on them went, reduced by those in open contradictions."""
    diversity: float
    """How evenly they spread over categories and namespaces."""
    coverage: float
    """The share that is embedded."""
    redundancy: float
    """100 if nothing is said twice."""


class MemoryStatsAnswer(TypedDict):
    total_memories: int
    """Memories in force."""
    by_kind: Dict[str, int]
    """Memories in force per kind."""
    by_namespace: Dict[str, int]
    """Memories in force per namespace."""
    by_category: Dict[str, int]
    """Memories in force per category."""
    by_outcome: Dict[str, int]
    """Memories in force per outcome."""
    by_agent: Dict[str, int]
    """Memories in force per agent."""
    avg_importance: float | None
    """0–10; null without memories."""
    embedded_count: int
    """Memories that search by meaning can find."""
    stale_count: int
    """Memories neither stored nor verified for 30 days or more."""
    expired_count: int
    """Expired memories that are not deleted yet."""
    compressed_count: int
    """Memories superseded by a summary."""
    conflict_count: int
    """Open contradictions."""
    oldest_memory: int | None
    """When the oldest one was stored, in Unix milliseconds."""
    newest_memory: int | None
    """When the newest one was stored, in Unix milliseconds."""
    memory_quality_score: float
    """The weighted sum of the marks."""
    quality_breakdown: MemoryStatsAnswerQualityBreakdown


class MemoryExpiredInput(TypedDict, total=False):
    """Delete expired memories: `DELETE /memory/expired`."""
    user_id: str
    """Only this user. Default: all users of the key."""
    agent_id: str
    """Only this agent. Default: all agents."""


class MemoryExpiredAnswer(TypedDict):
    deleted: int


class ConflictsListInput(TypedDict, total=False):
    """List contradictions: `GET /memory/conflicts`."""
    user_id: str
    """Your end user whose memory it is."""
    agent_id: str
    """The agent it belongs to."""
    status: Literal["open", "resolved", "all"]
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class ConflictsListAnswerConflicts(TypedDict):
    id: str
    user_id: str
    agent_id: str
    memory_a: MemoryStoreAnswerConflictsMemoryA
    """The older statement."""
    memory_b: MemoryStoreAnswerConflictsMemoryB
    """The newer statement."""
    conflict_type: Literal["value_change", "negation", "antonym", "plan_change", "quantity", "stated"]
    """`stated`: the two were linked as contradicting."""
    confidence: float
    """0–1."""
    reason: str
    """What changed: the words of both, with their dates."""
    part: str | None
    """The words of the older statement that no longer hold, if the rest still does; null if none does."""
    detected_at: int
    """Unix milliseconds."""
    status: Literal["open", "resolved"]
    kept: Literal["a", "b", "both"] | None
    """What the resolution kept: the older (`a`), the newer (`b`) or both."""
    resolved_at: int | None
    """Unix milliseconds."""


class ConflictsListAnswer(TypedDict):
    count: int
    conflicts: List[ConflictsListAnswerConflicts]
    next_cursor: str | None


class GraphConflictsInput(TypedDict, total=False):
    """List contradicting pairs: `GET /memory/graph/conflicts`."""
    user_id: str
    """Your end user whose memory it is."""
    agent_id: str
    """The agent it belongs to."""
    status: Literal["open", "resolved", "all"]
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class GraphConflictsAnswerPairs(TypedDict):
    id: str
    memory_a: str
    """Id of the older memory."""
    memory_b: str
    """Id of the newer memory."""
    relationship: Literal["contradicts"]
    conflict_type: str
    confidence: float
    reason: str
    status: Literal["open", "resolved"]


class GraphConflictsAnswerConflicts(TypedDict):
    id: str
    from_id: str
    """Id of the newer memory."""
    to_id: str
    """Id of the older memory."""
    from_content: str
    to_content: str
    created_at: int
    """When it was detected. Unix milliseconds."""


class GraphConflictsAnswer(TypedDict):
    count: int
    pairs: List[GraphConflictsAnswerPairs]
    conflicts: List[GraphConflictsAnswerConflicts]
    """The same pairs, with their texts."""
    next_cursor: str | None


class ConflictsResolveInput(TypedDict):
    """Settle a contradiction: `POST /memory/conflicts/{id}/resolve`."""
    id: str
    """The conflict's id."""
    keep: Literal["a", "b", "both"]


class ConflictsResolveAnswer(TypedDict):
    id: str
    user_id: str
    agent_id: str
    memory_a: MemoryStoreAnswerConflictsMemoryA
    """The older statement."""
    memory_b: MemoryStoreAnswerConflictsMemoryB
    """The newer statement."""
    conflict_type: Literal["value_change", "negation", "antonym", "plan_change", "quantity", "stated"]
    """`stated`: the two were linked as contradicting."""
    confidence: float
    """0–1."""
    reason: str
    """What changed: the words of both, with their dates."""
    part: str | None
    """The words of the older statement that no longer hold, if the rest still does; null if none does."""
    detected_at: int
    """Unix milliseconds."""
    status: Literal["open", "resolved"]
    kept: Literal["a", "b", "both"] | None
    """What the resolution kept: the older (`a`), the newer (`b`) or both."""
    resolved_at: int | None
    """Unix milliseconds."""


class _MemoryCompressInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""
    agent_id: str
    """The agent it belongs to."""


class MemoryCompressInput(_MemoryCompressInputBase, total=False):
    """Summarize or merge old memories: `POST /memory/compress`."""
    keep: int
    """How many of the newest to leave unchanged."""
    older_than_days: float
    """Only memories stored longer ago than this."""
    strategy: Literal["summarize", "merge"]
    delete_originals: bool
    """Delete the originals for good instead of superseding them."""
    dry_run: bool
    """Return what would happen, and change nothing."""


_MemoryCompressAnswerClustersBase = TypedDict("_MemoryCompressAnswerClustersBase", {"from": int})


class MemoryCompressAnswerClusters(_MemoryCompressAnswerClustersBase):
    compressed_memory_id: str | None
    """Null in a dry run of `summarize`."""
    label: str | None
    """What it is about, in key phrases."""
    size: int
    """Memories compressed into it."""
    source_ids: List[str]
    to: int
    """The latest. Unix milliseconds."""
    tokens_before: int
    tokens_after: int
    summary: str


class MemoryCompressAnswer(TypedDict):
    compressed: int
    """Memories that were compressed."""
    kept_recent: int
    """The newest memories, which were left unchanged."""
    deleted_originals: int
    compressed_memory_ids: List[str]
    """The memories they were compressed into."""
    compressed_memory_id: str | None
    """The first of `compressed_memory_ids`."""
    summary: str
    """The texts of the first clusters, up to 10,000 characters."""
    tokens_before: int
    """Tokens of the memories before compression."""
    tokens_after: int
    """Tokens of the memories they were compressed into."""
    nothing_to_gain: bool
    """True if nothing could be made shorter and nothing was changed."""
    too_dense: int
    """Memories about one subject that were left unchanged: a summary with everything that must stay would have
    more than half of their tokens.
    """
    dry_run: bool
    clusters: List[MemoryCompressAnswerClusters]
    """What was compressed into what; the first 100."""


class _MemoryCompressPreviewInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""
    agent_id: str
    """The agent it belongs to."""


class MemoryCompressPreviewInput(_MemoryCompressPreviewInputBase, total=False):
    """Preview a compression: `GET /memory/compression/preview`."""
    keep: int
    """How many of the newest to leave unchanged."""
    older_than_days: float
    """Only memories stored longer ago than this."""
    strategy: Literal["summarize", "merge"]


class MemoryCompressPreviewAnswer(TypedDict):
    compressed: int
    """Memories that were compressed."""
    kept_recent: int
    """The newest memories, which were left unchanged."""
    deleted_originals: int
    compressed_memory_ids: List[str]
    """The memories they were compressed into."""
    compressed_memory_id: str | None
    """The first of `compressed_memory_ids`."""
    summary: str
    """The texts of the first clusters, up to 10,000 characters."""
    tokens_before: int
    """Tokens of the memories before compression."""
    tokens_after: int
    """Tokens of the memories they were compressed into."""
    nothing_to_gain: bool
    """True if nothing could be made shorter and nothing was changed."""
    too_dense: int
    """Memories about one subject that were left unchanged: a summary with everything that must stay would have
    more than half of their tokens.
    """
    dry_run: bool
    clusters: List[MemoryCompressAnswerClusters]
    """What was compressed into what; the first 100."""


class MemoryCompressUndoInput(TypedDict):
    """Undo a compression: `POST /memory/compress/undo`."""
    compressed_memory_id: str
    """One of the `compressed_memory_ids`."""


class MemoryCompressUndoAnswer(TypedDict):
    restored: int
    memory_ids: List[str]


_MemoryTimelineInputBase = TypedDict("_MemoryTimelineInputBase", {"from": float | str}, total=False)


class _MemoryTimelineInputBase2(_MemoryTimelineInputBase):
    user_id: str
    """Your end user whose memory it is."""
    topic: str
    """What it is about, as a word, a phrase or a question: "home", "where she works"."""


class MemoryTimelineInput(_MemoryTimelineInputBase2, total=False):
    """See how facts about a topic changed: `GET /memory/timeline`."""
    agent_id: str
    """The agent it belongs to."""
    to: float | str
    """Only what became true before this (Unix milliseconds or ISO 8601)."""
    limit: int
    """How many to return, 1–200."""


_MemoryTimelineAnswerTimelineBase = TypedDict("_MemoryTimelineAnswerTimelineBase", {"from": int})


class MemoryTimelineAnswerTimeline(Memory, _MemoryTimelineAnswerTimelineBase):
    change: Literal["added", "updated", "contradicted", "superseded", "ended"]
    supersedes: str | None
    """The memory that this one superseded."""
    at: int
    """When it became true, or else was stored. Unix milliseconds."""
    to: int | None
    """Until when it held; null if no end is known. Unix milliseconds."""
    ended_by: str | None
    """The entry that ended it: one that superseded or contradicts it, or that says otherwise according to the
    reader.
    """
    current: bool
    """True if it holds now."""


class MemoryTimelineAnswer(TypedDict):
    user_id: str
    topic: str
    semantic: bool
    """False if embeddings were unavailable: entries are by words, then by recency."""
    read: bool
    """False if the reader was unavailable: entries are chosen by score only, and more of them may be about
    something else.
    """
    count: int
    timeline: List[MemoryTimelineAnswerTimeline]


class _EpisodesStartInputBase(TypedDict):
    agent_id: str
    """The agent it belongs to."""


class EpisodesStartInput(_EpisodesStartInputBase, total=False):
    """Begin an episode: `POST /memory/episodes/start`."""
    user_id: str
    """Whose episode it is. Default: no user, only the agent."""
    title: str
    """What it is about."""
    metadata: Dict[str, Any]
    """Any JSON object."""


class EpisodesStartAnswer(TypedDict):
    id: str
    agent_id: str
    user_id: str | None
    """Null for an episode without a user."""
    title: str | None
    metadata: Dict[str, Any]
    status: Literal["open", "closed"]
    outcome: Literal["success", "failure", "unknown"] | None
    """How it went, as reported when it was ended."""
    summary: str | None
    """Null while it is open, and if it was ended without any event."""
    summary_memory_id: str | None
    """The memory that holds the summary."""
    auto_summarized: bool
    """True if the service wrote the summary; false if the caller gave it."""
    event_count: int
    started_at: int
    """When it was started. Unix milliseconds."""
    last_event_at: int
    """When its last event was appended, or when it was started. Unix milliseconds."""
    ended_at: int | None


class _EpisodesEventInputBase(TypedDict):
    episode_id: str
    """An episode's id."""
    content: str
    """What happened, or what was said: "Ann: I will call you on Friday." """


class EpisodesEventInput(_EpisodesEventInputBase, total=False):
    """Append an event to an episode: `POST /memory/episodes/event`."""
    type: str
    """The type of event, in your own words: message, tool_call, decision, question …"""
    metadata: Dict[str, Any]
    """Any JSON object."""


class EpisodesEventAnswer(TypedDict):
    id: str
    episode_id: str
    seq: int
    """Its position in the episode, starting at 1."""
    type: str
    embedded: bool
    """False while it waits to be embedded: search by meaning does not find it yet."""
    created_at: int
    """Unix milliseconds."""


class _EpisodesEndInputBase(TypedDict):
    episode_id: str
    """An episode's id."""


class EpisodesEndInput(_EpisodesEndInputBase, total=False):
    """Close an episode and summarize it: `POST /memory/episodes/end`."""
    summary: str
    """What happened, in your own words."""
    outcome: Literal["success", "failure", "unknown"]
    """How it went."""


class EpisodesEndAnswer(TypedDict):
    id: str
    agent_id: str
    user_id: str | None
    """Null for an episode without a user."""
    title: str | None
    metadata: Dict[str, Any]
    status: Literal["open", "closed"]
    outcome: Literal["success", "failure", "unknown"] | None
    """How it went, as reported when it was ended."""
    summary: str | None
    """Null while it is open, and if it was ended without any event."""
    summary_memory_id: str | None
    """The memory that holds the summary."""
    auto_summarized: bool
    """True if the service wrote the summary; false if the caller gave it."""
    event_count: int
    started_at: int
    """When it was started. Unix milliseconds."""
    last_event_at: int
    """When its last event was appended, or when it was started. Unix milliseconds."""
    ended_at: int | None


class EpisodesListInput(TypedDict, total=False):
    """List or replay episodes: `GET /memory/episodes`."""
    id: str
    """Replay this episode instead of listing."""
    user_id: str
    """Only this user. Default: all users, and episodes without one."""
    agent_id: str
    """Only this agent."""
    status: Literal["open", "closed"]
    q: str
    """Search titles and summaries by meaning and words."""
    limit: int
    """How many to return, 1–500."""
    cursor: str
    """`next_cursor` of the previous page."""


class _EpisodesListAnswer2EpisodesBase(TypedDict):
    id: str
    agent_id: str
    user_id: str | None
    """Null for an episode without a user."""
    title: str | None
    metadata: Dict[str, Any]
    status: Literal["open", "closed"]
    outcome: Literal["success", "failure", "unknown"] | None
    """How it went, as reported when it was ended."""
    summary: str | None
    """Null while it is open, and if it was ended without any event."""
    summary_memory_id: str | None
    """The memory that holds the summary."""
    auto_summarized: bool
    """True if the service wrote the summary; false if the caller gave it."""
    event_count: int
    started_at: int
    """When it was started. Unix milliseconds."""
    last_event_at: int
    """When its last event was appended, or when it was started. Unix milliseconds."""
    ended_at: int | None


class EpisodesListAnswer2Episodes(_EpisodesListAnswer2EpisodesBase, total=False):
    score: float
    """With `q`: how well it fits."""


class EpisodesListAnswer2(TypedDict):
    count: int
    episodes: List[EpisodesListAnswer2Episodes]
    next_cursor: str | None
    """Send it as `cursor` to get the next page; null on the last page."""


class EpisodesListAnswer3Events(TypedDict):
    id: str
    """Also the id of a memory of kind `episodic`."""
    seq: int
    """Its position in the episode, starting at 1."""
    type: str
    content: str
    metadata: Dict[str, Any]
    created_at: int
    """When it was appended. Unix milliseconds."""


class EpisodesListAnswer3(TypedDict):
    id: str
    agent_id: str
    user_id: str | None
    """Null for an episode without a user."""
    title: str | None
    metadata: Dict[str, Any]
    status: Literal["open", "closed"]
    outcome: Literal["success", "failure", "unknown"] | None
    """How it went, as reported when it was ended."""
    summary: str | None
    """Null while it is open, and if it was ended without any event."""
    summary_memory_id: str | None
    """The memory that holds the summary."""
    auto_summarized: bool
    """True if the service wrote the summary; false if the caller gave it."""
    event_count: int
    started_at: int
    """When it was started. Unix milliseconds."""
    last_event_at: int
    """When its last event was appended, or when it was started. Unix milliseconds."""
    ended_at: int | None
    count: int
    """Events on this page."""
    events: List[EpisodesListAnswer3Events]
    next_cursor: str | None
    """Send it as `cursor` to get the next page; null on the last page."""


EpisodesListAnswer = EpisodesListAnswer2 | EpisodesListAnswer3


class _ProceduresStoreInputBase(TypedDict):
    agent_id: str
    """The agent it belongs to."""
    name: str
    """Its name, unique per agent and user."""
    steps: List[str]
    """What to do, in order."""


class ProceduresStoreInput(_ProceduresStoreInputBase, total=False):
    """Store a procedure: `POST /memory/procedures`."""
    user_id: str
    """Whose procedure it is. Default: available to every user."""
    description: str
    """What it is good for."""
    trigger: str
    """Tasks that call for it, one example per line (or separated by ` / ` or ` | `). Each is matched on its own."""
    tags: List[str]
    """Labels to filter by."""
    metadata: Dict[str, Any]
    """Any JSON object."""


class ProceduresStoreAnswer(TypedDict):
    id: str
    """Also the id of its memory (of kind `procedural`)."""
    user_id: str | None
    """Null if it is available to every user."""
    agent_id: str
    name: str
    description: str | None
    trigger: str | None
    steps: List[str]
    tags: List[str]
    metadata: Dict[str, Any]
    version: int
    """Increases when the same name is stored with other content."""
    uses: int
    """Outcomes reported since its steps last changed."""
    successes: int
    failures: int
    success_rate: float | None
    """The share of uses that succeeded; null before the first."""
    reliability: float
    """0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use."""
    embedded: bool
    """False while it waits to be embedded: until then it is matched by words only."""
    risk: float
    """0–1: how much the text looks like instructions aimed at the agent."""
    last_used_at: int | None
    created_at: int
    """When it was first stored. Unix milliseconds."""
    updated_at: int
    """When its latest version was stored. Unix milliseconds."""
    status: Literal["stored", "updated", "unchanged"]
    """`unchanged`: it already existed, word for word."""


class _ProceduresMatchInputBase(TypedDict):
    q: str
    """The task, in its original words."""


class ProceduresMatchInput(_ProceduresMatchInputBase, total=False):
    """Find a procedure for a task: `GET /memory/procedures/match`."""
    agent_id: str
    """Only procedures of this agent. Default: of all agents of the key."""
    user_id: str
    """Only procedures of this user and those without a user. Default: of all users of the key."""
    limit: int
    """How many to return, 1–20."""


class ProceduresMatchAnswerProcedures(TypedDict):
    id: str
    """Also the id of its memory (of kind `procedural`)."""
    user_id: str | None
    """Null if it is available to every user."""
    agent_id: str
    name: str
    description: str | None
    trigger: str | None
    steps: List[str]
    tags: List[str]
    metadata: Dict[str, Any]
    version: int
    """Increases when the same name is stored with other content."""
    uses: int
    """Outcomes reported since its steps last changed."""
    successes: int
    failures: int
    success_rate: float | None
    """The share of uses that succeeded; null before the first."""
    reliability: float
    """0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use."""
    embedded: bool
    """False while it waits to be embedded: until then it is matched by words only."""
    risk: float
    """0–1: how much the text looks like instructions aimed at the agent."""
    last_used_at: int | None
    created_at: int
    """When it was first stored. Unix milliseconds."""
    updated_at: int
    """When its latest version was stored. Unix milliseconds."""
    score: float
    """0–1: how well it fits the task."""
    final_score: float
    """0–1: the same, adjusted by reported outcomes; results are ordered by it."""


class ProceduresMatchAnswer(TypedDict):
    query: str
    semantic: bool
    """False if embeddings were unavailable: matched by words only."""
    count: int
    procedures: List[ProceduresMatchAnswerProcedures]


class ProceduresOutcomeInput(TypedDict):
    """Report how following a procedure went: `POST /memory/procedures/{id}/outcome`."""
    id: str
    """The procedure's id."""
    outcome: Literal["success", "failure"]
    """How it went."""


class ProceduresOutcomeAnswer(TypedDict):
    id: str
    """Also the id of its memory (of kind `procedural`)."""
    user_id: str | None
    """Null if it is available to every user."""
    agent_id: str
    name: str
    description: str | None
    trigger: str | None
    steps: List[str]
    tags: List[str]
    metadata: Dict[str, Any]
    version: int
    """Increases when the same name is stored with other content."""
    uses: int
    """Outcomes reported since its steps last changed."""
    successes: int
    failures: int
    success_rate: float | None
    """The share of uses that succeeded; null before the first."""
    reliability: float
    """0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use."""
    embedded: bool
    """False while it waits to be embedded: until then it is matched by words only."""
    risk: float
    """0–1: how much the text looks like instructions aimed at the agent."""
    last_used_at: int | None
    created_at: int
    """When it was first stored. Unix milliseconds."""
    updated_at: int
    """When its latest version was stored. Unix milliseconds."""


class ProceduresListInput(TypedDict, total=False):
    """List procedures, newest first: `GET /memory/procedures`."""
    agent_id: str
    """Only this agent. Default: all agents."""
    user_id: str
    """Only this user. Default: all users and those stored without one."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class ProceduresListAnswerProcedures(TypedDict):
    id: str
    """Also the id of its memory (of kind `procedural`)."""
    user_id: str | None
    """Null if it is available to every user."""
    agent_id: str
    name: str
    description: str | None
    trigger: str | None
    steps: List[str]
    tags: List[str]
    metadata: Dict[str, Any]
    version: int
    """Increases when the same name is stored with other content."""
    uses: int
    """Outcomes reported since its steps last changed."""
    successes: int
    failures: int
    success_rate: float | None
    """The share of uses that succeeded; null before the first."""
    reliability: float
    """0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use."""
    embedded: bool
    """False while it waits to be embedded: until then it is matched by words only."""
    risk: float
    """0–1: how much the text looks like instructions aimed at the agent."""
    last_used_at: int | None
    created_at: int
    """When it was first stored. Unix milliseconds."""
    updated_at: int
    """When its latest version was stored. Unix milliseconds."""


class ProceduresListAnswer(TypedDict):
    count: int
    procedures: List[ProceduresListAnswerProcedures]
    next_cursor: str | None


class ProceduresGetInput(TypedDict):
    """Read a procedure with its earlier versions: `GET /memory/procedures/{id}`."""
    id: str
    """The procedure's id."""


class ProceduresGetAnswerVersions(TypedDict):
    version: int
    replaced_at: int
    """When the next version replaced it. Unix milliseconds."""
    description: str | None
    trigger: str | None
    steps: List[str]
    tags: List[str]
    metadata: Dict[str, Any]
    successes: int
    failures: int


class ProceduresGetAnswer(TypedDict):
    id: str
    """Also the id of its memory (of kind `procedural`)."""
    user_id: str | None
    """Null if it is available to every user."""
    agent_id: str
    name: str
    description: str | None
    trigger: str | None
    steps: List[str]
    tags: List[str]
    metadata: Dict[str, Any]
    version: int
    """Increases when the same name is stored with other content."""
    uses: int
    """Outcomes reported since its steps last changed."""
    successes: int
    failures: int
    success_rate: float | None
    """The share of uses that succeeded; null before the first."""
    reliability: float
    """0–1: the lower confidence bound of the success rate, which moves the ranking; 0.21 before the first use."""
    embedded: bool
    """False while it waits to be embedded: until then it is matched by words only."""
    risk: float
    """0–1: how much the text looks like instructions aimed at the agent."""
    last_used_at: int | None
    created_at: int
    """When it was first stored. Unix milliseconds."""
    updated_at: int
    """When its latest version was stored. Unix milliseconds."""
    versions: List[ProceduresGetAnswerVersions]


class _WorkingPutInputBase(TypedDict):
    session_id: str
    """Your name for the session; it belongs to your key alone."""
    content: Any
    """What to store: any JSON value of up to 65,536 bytes."""


class WorkingPutInput(_WorkingPutInputBase, total=False):
    """Store something in working memory: `POST /memory/working`."""
    agent_id: str
    """The agent it belongs to; forgetting that agent forgets it."""
    user_id: str
    """The user it is about; forgetting that user forgets it."""
    ttl_seconds: float
    """Forget it after this many seconds."""


class WorkingPutAnswer(TypedDict):
    session_id: str
    items: int
    """Items in the session now."""
    expires_in: float
    """Seconds until this item expires."""


class WorkingGetInput(TypedDict):
    """Read a session's working memory: `GET /memory/working`."""
    session_id: str
    """Your name for the session; it belongs to your key alone."""


class WorkingGetAnswerItems(TypedDict):
    content: Any
    """As it was stored."""
    at: int
    """When it was stored. Unix milliseconds."""


class WorkingGetAnswer(TypedDict):
    session_id: str
    count: int
    items: List[WorkingGetAnswerItems]


class WorkingSessionsInput(TypedDict, total=False):
    """List the sessions that have working memory: `GET /memory/working/sessions`."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class WorkingSessionsAnswerSessions(TypedDict):
    session_id: str
    items: int
    """Items that have not expired."""
    last_at: int
    """When the latest of them was stored. Unix milliseconds."""
    expires_at: int
    """When the last of them is gone. Unix milliseconds."""


class WorkingSessionsAnswer(TypedDict):
    count: int
    sessions: List[WorkingSessionsAnswerSessions]
    next_cursor: str | None


class WorkingClearInput(TypedDict):
    """Clear a session's working memory: `DELETE /memory/working`."""
    session_id: str
    """Your name for the session; it belongs to your key alone."""


class WorkingClearAnswer(TypedDict):
    session_id: str
    cleared: Literal[True]
    removed: int
    """Items that had not expired."""


class _EmotionalRecordInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""
    agent_id: str
    """The agent it belongs to."""


class EmotionalRecordInput(_EmotionalRecordInputBase, total=False):
    """Record how an interaction felt: `POST /memory/emotional`."""
    sentiment: Literal["positive", "negative", "neutral"]
    """How it felt. Default: read from `text`."""
    intensity: float
    """How strong it is. Default: 5 for a given sentiment, or the strength read from the text."""
    text: str
    """What was said. Text without words or emoji is neutral."""
    about: Literal["interaction", "world"]
    """What the feeling is about: the `interaction` or the `world`. Default: read from `text`, or the interaction
    if `sentiment` is given.
    """
    note: str
    """Your own remark; it is not analysed."""


class EmotionalRecordAnswer(TypedDict):
    id: str
    user_id: str
    agent_id: str
    sentiment: Literal["positive", "negative", "neutral", "unknown"]
    """`unknown`: the text is in an unsupported language; its valence is 0."""
    intensity: float
    """1–10."""
    valence: float
    """−1 (bad) to 1 (good)."""
    about: Literal["interaction", "world"]
    """`world`: grief, fear or illness in the life of the user, which says nothing about the agent and does not
    change trust.
    """
    source: Literal["given", "text"]
    """Whether the caller gave the sentiment or it was read from the text."""
    read_by: Literal["words", "words_and_model"] | None
    """What read the text: words only while no embedding model is available. Null if the sentiment was given."""
    text: str | None
    note: str | None
    created_at: int
    """Unix milliseconds."""


class EmotionalListInput(TypedDict, total=False):
    """List emotional records, newest first: `GET /memory/emotional`."""
    user_id: str
    """Your end user whose memory it is."""
    agent_id: str
    """The agent it belongs to."""
    sentiment: Literal["positive", "negative", "neutral", "unknown"]
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class EmotionalListAnswerRecords(TypedDict):
    id: str
    user_id: str
    agent_id: str
    sentiment: Literal["positive", "negative", "neutral", "unknown"]
    """`unknown`: the text is in an unsupported language; its valence is 0."""
    intensity: float
    """1–10."""
    valence: float
    """−1 (bad) to 1 (good)."""
    about: Literal["interaction", "world"]
    """`world`: grief, fear or illness in the life of the user, which says nothing about the agent and does not
    change trust.
    """
    source: Literal["given", "text"]
    """Whether the caller gave the sentiment or it was read from the text."""
    read_by: Literal["words", "words_and_model"] | None
    """What read the text: words only while no embedding model is available. Null if the sentiment was given."""
    text: str | None
    note: str | None
    created_at: int
    """Unix milliseconds."""


class EmotionalListAnswer(TypedDict):
    count: int
    records: List[EmotionalListAnswerRecords]
    next_cursor: str | None


class _EmotionalProfileInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""


class EmotionalProfileInput(_EmotionalProfileInputBase, total=False):
    """Show a user's emotional profile and trust score: `GET /memory/emotional/profile`."""
    agent_id: str
    """Only interactions with this agent. Default: all agents."""
    days: int
    """Length of the series in days, ending today, 1–365."""


class EmotionalProfileAnswerCounts(TypedDict):
    """The rest of `interactions` are unknown."""
    positive: int
    negative: int
    neutral: int


class EmotionalProfileAnswerRecent(TypedDict):
    id: str
    user_id: str
    agent_id: str
    sentiment: Literal["positive", "negative", "neutral", "unknown"]
    """`unknown`: the text is in an unsupported language; its valence is 0."""
    intensity: float
    """1–10."""
    valence: float
    """−1 (bad) to 1 (good)."""
    about: Literal["interaction", "world"]
    """`world`: grief, fear or illness in the life of the user, which says nothing about the agent and does not
    change trust.
    """
    source: Literal["given", "text"]
    """Whether the caller gave the sentiment or it was read from the text."""
    read_by: Literal["words", "words_and_model"] | None
    """What read the text: words only while no embedding model is available. Null if the sentiment was given."""
    text: str | None
    note: str | None
    created_at: int
    """Unix milliseconds."""


class EmotionalProfileAnswerSeries(TypedDict):
    day: str
    """UTC."""
    valence: float
    interactions: int


class EmotionalProfileAnswer(TypedDict):
    user_id: str
    agent_id: str | None
    interactions: int
    counts: EmotionalProfileAnswerCounts
    """The rest of `interactions` are unknown."""
    dominant_sentiment: Literal["positive", "negative", "neutral"] | None
    """The most frequent one; the latest if there is a tie. Null without interactions."""
    trend: Literal["improving", "declining", "steady", "unknown"]
    average_valence: float | None
    """−1 to 1, unweighted. Null without interactions."""
    trust_score: float
    """0–100."""
    confidence: float
    """0–1: how much evidence supports the trust score."""
    recent: List[EmotionalProfileAnswerRecent]
    """Newest first."""
    days: int
    """How many days the series covers."""
    series: List[EmotionalProfileAnswerSeries]
    """Mean valence of each day with interactions, oldest first."""


_GraphLinkInputBase = TypedDict("_GraphLinkInputBase", {"from": str}, total=False)


class _GraphLinkInputBase2(_GraphLinkInputBase):
    relationship: Literal["contradicts", "supports", "follows", "causes", "related_to", "supersedes", "part_of"]
    """What `from` is to `to`: from *supersedes* to, from is *part_of* to."""


class GraphLinkInput(_GraphLinkInputBase2, total=False):
    """Link two memories: `POST /memory/graph/link`."""
    to: str
    """Id of the memory that it leads to. Required, here or as `memory_b`."""
    memory_a: str
    """Another name for `from`."""
    memory_b: str
    """Another name for `to`."""
    weight: float
    """How strong it is, 0–1. Default: 1."""
    metadata: Dict[str, Any]
    """Any JSON object."""


_GraphLinkAnswerBase = TypedDict("_GraphLinkAnswerBase", {"from": str})


class GraphLinkAnswer(_GraphLinkAnswerBase):
    id: str
    to: str
    """Id of the memory that it leads to."""
    relationship: Literal["contradicts", "supports", "follows", "causes", "related_to", "supersedes", "part_of"]
    weight: float
    """0–1."""
    metadata: Dict[str, Any]
    automatic: bool
    """True if the service made the link and maintains it."""
    created_at: int
    """Unix milliseconds."""
    status: Literal["linked", "exists"]


class _GraphExploreInputBase(TypedDict):
    id: str
    """Where to start."""


class GraphExploreInput(_GraphExploreInputBase, total=False):
    """Explore the memory graph: `GET /memory/graph/explore`."""
    depth: int
    """How many links away, 1–4."""
    relationship: Literal["contradicts", "supports", "follows", "causes", "related_to", "supersedes", "part_of"]
    """Follow only links of this kind."""
    direction: Literal["out", "in", "both"]
    """Follow links from a memory (`out`), to it (`in`) or both."""
    limit: int
    """How many memories to return, the start included, 1–1000."""


class GraphExploreAnswerNodes(TypedDict):
    id: str
    user_id: str
    agent_id: str
    content: str
    content_cut: bool
    """True if the content is longer; get the memory for all of it."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    superseded_by: str | None
    """The memory that superseded it."""
    depth: int
    """How many links away from the start."""


_GraphExploreAnswerEdgesBase = TypedDict("_GraphExploreAnswerEdgesBase", {"from": str})


class GraphExploreAnswerEdges(_GraphExploreAnswerEdgesBase):
    id: str
    to: str
    """Id of the memory that it leads to."""
    relationship: Literal["contradicts", "supports", "follows", "causes", "related_to", "supersedes", "part_of"]
    weight: float
    """0–1."""
    automatic: bool
    """True if the service made the link and maintains it."""


class GraphExploreAnswer(TypedDict):
    start: str
    depth: int
    truncated: bool
    """True if something was left out."""
    nodes: List[GraphExploreAnswerNodes]
    """Nearest first."""
    edges: List[GraphExploreAnswerEdges]


class GraphUnlinkInput(TypedDict):
    """Remove a link: `DELETE /memory/graph/link/{id}`."""
    id: str
    """The link's id."""


class GraphUnlinkAnswer(TypedDict):
    deleted: Literal[True]
    id: str


class _MemoryMapInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""


class MemoryMapInput(_MemoryMapInputBase, total=False):
    """Lay a user's memories out on a plane: `GET /memory/map`."""
    limit: int
    """How many to return, 1–5000."""
    agent_id: str
    """Only this agent. Default: all agents of the user."""
    namespace: str
    """A partition inside the scope."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    tags: List[str]
    """Has any of these (comma-separated)."""
    tags_all: List[str]
    """Has all of these (comma-separated)."""
    outcome: Literal["success", "failure", "unknown"]
    category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"]
    min_importance: float
    created_after: float | str
    """Stored later than this (Unix milliseconds or ISO 8601)."""
    created_before: float | str
    """Stored earlier than this (Unix milliseconds or ISO 8601)."""
    as_of: float | str
    """What was true at this time (Unix milliseconds or ISO 8601), instead of now."""
    metadata: Dict[str, str]
    """`metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16."""
    include_expired: bool
    """Include memories that have expired but are not deleted yet."""
    include_superseded: bool
    """Include memories that a newer one has superseded."""


class MemoryMapAnswerPoints(TypedDict):
    id: str
    x: float
    y: float
    category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"]
    created_at: int
    """When it was stored. Unix milliseconds."""
    risk: float
    """0–1: how much the text looks like instructions aimed at the agent."""
    text: str
    """The first 80 characters of the content."""


class MemoryMapAnswer(TypedDict):
    user_id: str
    total: int
    """Memories that the filters let through."""
    shown: int
    """How many of them have a place here."""
    without_vector: int
    """Those among the newest that wait to be embedded."""
    explained: float
    """0–1: the share of the differences between the vectors that the map shows."""
    points: List[MemoryMapAnswerPoints]
    """Newest first."""


class MemoryHealthInput(TypedDict, total=False):
    """Report problems with the memories and how to fix them: `GET /memory/health`."""
    user_id: str
    """Only this user. Default: all users of the key."""
    agent_id: str
    """Only this agent. Default: all agents."""


class MemoryHealthAnswerScope(TypedDict):
    user_id: str | None
    agent_id: str | None


class MemoryHealthAnswerRecommendations(TypedDict):
    action: Literal["resolve_conflicts", "review_failing", "review_flagged", "wait_for_embedding", "merge_duplicates", "verify_stale", "compress", "remove_expired"]
    reason: str
    count: int
    memory_ids: List[str]
    """Some of the memories it is about."""


class MemoryHealthAnswerDuplicates(TypedDict):
    size: int
    memory_ids: List[str]


class MemoryHealthAnswerConsidered(TypedDict):
    meetings: int
    """Meetings of sketches that were compared for duplicates."""
    duplicates_complete: bool
    """False if there are more meetings, so there may be more duplicates."""


class MemoryHealthAnswer(TypedDict):
    scope: MemoryHealthAnswerScope
    total_memories: int
    stale_memories: int
    """Neither stored nor verified for 30 days or more."""
    duplicate_groups: int
    """Groups of memories that say the same, or nearly."""
    near_duplicates: int
    """Memories in those groups beyond the first of each."""
    conflicts: int
    """Open contradictions."""
    unembedded: int
    """Memories that search by meaning cannot find yet."""
    expired: int
    """Expired memories that are not deleted yet."""
    compression_opportunity: int
    """Memories that `POST /memory/compress` would consider: of the kinds it compresses, beyond the newest 50 of
    each user and agent.
    """
    quality_score: float
    recommendations: List[MemoryHealthAnswerRecommendations]
    """Most harmful first; empty if there is nothing to do."""
    duplicates: List[MemoryHealthAnswerDuplicates]
    """The 5 largest groups, up to 5 ids of each."""
    considered: MemoryHealthAnswerConsidered


class MemoryInsightsInput(TypedDict, total=False):
    """Report what memories are about, what changes and what needs attention: `GET /memory/insights`."""
    user_id: str
    """Only this user. Default: all users of the key."""
    agent_id: str
    """Only this agent. Default: all agents."""


class MemoryInsightsAnswerConsidered(TypedDict):
    memories: int
    """Memories that topics and trends are based on."""
    complete: bool
    """False if the scope has more than 2000: they are an even sample of it."""


class MemoryInsightsAnswerTopTags(TypedDict):
    tag: str
    count: int


class MemoryInsightsAnswerTopics(TypedDict):
    label: str
    size: int
    """Memories about it; an estimate if `considered.complete` is false."""
    example_ids: List[str]
    """Most typical first."""
    trend: Literal["rising", "fading", "steady"]


class MemoryInsightsAnswerInsights(TypedDict):
    kind: Literal["contradiction", "what_failed", "worth_verifying", "rising_topic", "fading_topic", "what_worked", "never_retrieved"]
    text: str
    evidence_ids: List[str]
    """Memories it comes from."""
    confidence: float
    """1 if it is a count. Lower: how unlikely it is to be chance, or how clear the evidence is."""


class MemoryInsightsAnswer(TypedDict):
    scope: MemoryHealthAnswerScope
    total_memories: int
    considered: MemoryInsightsAnswerConsidered
    top_tags: List[MemoryInsightsAnswerTopTags]
    """The 20 most frequent tags of all memories."""
    topics: List[MemoryInsightsAnswerTopics]
    insights: List[MemoryInsightsAnswerInsights]
    refreshed_at: int
    """When it was computed, in Unix milliseconds."""


class _MemoryPredictInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""


class MemoryPredictInput(_MemoryPredictInputBase, total=False):
    """Predict which memories will be needed next: `GET /memory/predict`."""
    agent_id: str
    """Only this agent. Default: all agents of the user."""
    context: str
    """The situation: a message, a task. Compared by meaning."""
    limit: int
    """How many to return, 1–20."""


class MemoryPredictAnswerConsidered(TypedDict):
    retrievals: int
    """Past retrievals it was learned from."""
    memories: int
    """Memories that may be shown."""


class MemoryPredictAnswerPredicted(Memory):
    probability: float
    """Chance that the next retrieval returns it."""
    because: str
    """The main reasons, in words."""


class MemoryPredictAnswer(TypedDict):
    strategy: Literal["history", "history_and_context", "context", "importance_and_recency"]
    """What it is based on. `importance_and_recency`: nothing was retrieved so far; `context`: only the context
    was available.
    """
    semantic: bool | None
    """False if embeddings were unavailable, so the context was not used. Null without `context`."""
    considered: MemoryPredictAnswerConsidered
    predicted: List[MemoryPredictAnswerPredicted]


class MemoryTransferInputFilter(TypedDict, total=False):
    """Which memories. Default: all. A memory must pass every part of it."""
    tags: List[str]
    """Has any of these."""
    namespace: str
    """A partition inside the scope."""
    min_importance: float
    ids: List[str]
    """Only these memories."""


class _MemoryTransferInputBase(TypedDict):
    user_id: str
    """Your end user whose memory it is."""
    from_agent: str
    """Whose memories they are."""
    to_agent: str
    """Who gets them."""


class MemoryTransferInput(_MemoryTransferInputBase, total=False):
    """Transfer memories between agents: `POST /memory/transfer`."""
    mode: Literal["copy", "move"]
    filter: MemoryTransferInputFilter
    """Which memories. Default: all. A memory must pass every part of it."""
    summarize: bool
    """Give one summary instead of the memories."""


class MemoryTransferAnswer(TypedDict):
    transferred: int
    """Memories that the target got from this call."""
    skipped: int
    """Selected memories that were not transferred."""
    from_agent: str
    to_agent: str
    user_id: str
    mode: Literal["copy", "move"]
    followed: int
    """Superseded memories that moved along with those that superseded them."""
    ids: List[str]
    """What the target got; the first 100."""
    not_found: List[str]
    """Ids in the filter that match nothing that could be transferred."""
    summarized: int
    """Memories that the summary is made of; 0 without `summarize`."""
    summary_memory_id: str | None


class _AgentsRegisterInputBase(TypedDict):
    name: str
    """Its name, which is also its `agent_id`."""


class AgentsRegisterInput(_AgentsRegisterInputBase, total=False):
    """Register an agent: `POST /agents/register`."""
    description: str
    """What it is for."""
    capabilities: List[str]
    """What it can do, in your own words."""
    metadata: Dict[str, Any]
    """Any JSON object."""


class AgentsRegisterAnswer(TypedDict):
    id: str
    name: str
    agent_id: str
    """The `agent_id` of its memories: its name."""
    description: str | None
    capabilities: List[str]
    metadata: Dict[str, Any]
    template: str | None
    """The template applied last."""
    created_at: int
    """Unix milliseconds."""
    updated_at: int
    """Unix milliseconds."""


class AgentsListInput(TypedDict, total=False):
    """List registered agents: `GET /agents`."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class AgentsListAnswerAgents(TypedDict):
    id: str
    name: str
    agent_id: str
    """The `agent_id` of its memories: its name."""
    description: str | None
    capabilities: List[str]
    metadata: Dict[str, Any]
    template: str | None
    """The template applied last."""
    created_at: int
    """Unix milliseconds."""
    updated_at: int
    """Unix milliseconds."""


class AgentsListAnswer(TypedDict):
    count: int
    agents: List[AgentsListAnswerAgents]
    next_cursor: str | None


class AgentsGetInput(TypedDict):
    """Read the profile of an agent: `GET /agents/{id}`."""
    id: str
    """The agent's id (`agt_…`) or its name."""


class AgentsGetAnswer(TypedDict):
    id: str | None
    """Null if it is not registered."""
    name: str
    agent_id: str
    """The `agent_id` of its memories: its name."""
    description: str | None
    capabilities: List[str]
    metadata: Dict[str, Any]
    template: str | None
    """The template applied last."""
    created_at: int | None
    """When it was registered. Unix milliseconds."""
    updated_at: int | None
    """When its profile last changed. Unix milliseconds."""
    registered: bool


class _AgentsMemoriesInputBase(TypedDict):
    id: str
    """The agent's id (`agt_…`) or its name."""


class AgentsMemoriesInput(_AgentsMemoriesInputBase, total=False):
    """List the memories of an agent: `GET /agents/{id}/memories`."""
    user_id: str
    """Only memories of this user."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""
    namespace: str
    """A partition inside the scope."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    tags: List[str]
    """Has any of these (comma-separated)."""
    tags_all: List[str]
    """Has all of these (comma-separated)."""
    outcome: Literal["success", "failure", "unknown"]
    category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"]
    min_importance: float
    created_after: float | str
    """Stored later than this (Unix milliseconds or ISO 8601)."""
    created_before: float | str
    """Stored earlier than this (Unix milliseconds or ISO 8601)."""
    as_of: float | str
    """What was true at this time (Unix milliseconds or ISO 8601), instead of now."""
    metadata: Dict[str, str]
    """`metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as text. At most 16."""
    include_expired: bool
    """Include memories that have expired but are not deleted yet."""
    include_superseded: bool
    """Include memories that a newer one has superseded."""


class AgentsMemoriesAnswer(TypedDict):
    agent_id: str
    count: int
    memories: List[Memory]
    next_cursor: str | None


class AgentsStatsInput(TypedDict):
    """Report statistics of an agent: `GET /agents/{id}/stats`."""
    id: str
    """The agent's id (`agt_…`) or its name."""


class AgentsStatsAnswer(TypedDict):
    agent_id: str
    memories: int
    episodes: int
    procedures: int
    emotional_memories: int
    """Emotional records."""
    users: int
    """Users it has stored anything about."""
    retrievals: int
    """Searches made for it."""
    last_activity: int | None
    """When it last stored, changed or searched something. Unix milliseconds."""


class AnalyticsDailyInput(TypedDict, total=False):
    """Report what the calling key did, day by day: `GET /analytics/daily`."""
    days: int
    """How many days, ending today, 1–365."""


class AnalyticsDailyAnswerDaily(TypedDict):
    day: str
    """A day in UTC, such as `2026-11-15`."""
    requests: int
    tokens: int
    errors: int
    avg_latency_ms: float
    stored: int
    retrieved: int


class AnalyticsDailyAnswer(TypedDict):
    daily: List[AnalyticsDailyAnswerDaily]


class AnalyticsAgentsInput(TypedDict, total=False):
    """Report what each agent stores and does: `GET /analytics/agents`."""
    limit: int
    """How many to return, 1–1000."""


class AnalyticsAgentsAnswerAgents(TypedDict):
    agent_id: str
    memories: int
    requests: int
    retrievals: int
    last_activity: int
    """Its last call, or when its newest memory was stored, in Unix milliseconds."""


class AnalyticsAgentsAnswer(TypedDict):
    count: int
    """How many are listed."""
    total: int
    """How many there are."""
    agents: List[AnalyticsAgentsAnswerAgents]


class AnalyticsPatternsInput(TypedDict, total=False):
    """Report how the calling key is used: routes, hours, what is found: `GET /analytics/patterns`."""
    days: int
    """How many days, ending today, 1–365."""


class AnalyticsPatternsAnswerPatterns(TypedDict):
    route: str
    calls: int
    avg_latency_ms: float
    p95_latency_ms: float
    """95 % of the calls took no longer than this; accurate to 9 %."""
    errors: int


class AnalyticsPatternsAnswerTopMemories(TypedDict):
    id: str
    user_id: str
    agent_id: str
    excerpt: str
    retrievals: int
    """Retrievals that had it among their top ten."""


class AnalyticsPatternsAnswerConsidered(TypedDict):
    retrievals: int
    """Retrievals that `top_memories` and `top_queries_tags` are based on."""


class AnalyticsPatternsAnswer(TypedDict):
    patterns: List[AnalyticsPatternsAnswerPatterns]
    """Most called first."""
    by_hour: List[int]
    """Requests by hour of the day, UTC."""
    top_memories: List[AnalyticsPatternsAnswerTopMemories]
    """The 10 memories in force that were found most often."""
    top_queries_tags: List[MemoryInsightsAnswerTopTags]
    """The 10 most frequent tags of what was found."""
    hit_rate: float | None
    """The share of retrievals that found something and did not abstain; null if there were none."""
    retrievals: int
    """Retrievals in the window."""
    considered: AnalyticsPatternsAnswerConsidered


class UsersListInput(TypedDict, total=False):
    """List the users of the key: `GET /users`."""
    prefix: str
    """What the names begin with."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class UsersListAnswerUsers(TypedDict):
    user_id: str
    memories: int
    """As many as `GET /memory` lists without further filters."""
    last_stored_at: int | None
    """When the newest of them was stored. Unix milliseconds."""


class UsersListAnswer(TypedDict):
    count: int
    users: List[UsersListAnswerUsers]
    next_cursor: str | None


class UsersExportInput(TypedDict):
    """Export everything about a user: `GET /users/{id}/memories`."""
    id: str
    """The user, as in `user_id`."""


class UsersExportAnswerHistory(TypedDict):
    memory_id: str
    version: int
    replaced_at: int
    record: Memory


class UsersExportAnswer(TypedDict):
    user_id: str
    format: Literal["recollect.user.v1"]
    exported_at: int
    """Unix milliseconds."""
    memories: List[MemoryExportAnswerMemories]
    """Including expired, superseded and not yet true ones; oldest first."""
    history: List[UsersExportAnswerHistory]
    """Earlier versions of changed memories."""
    links: List[Any]
    conflicts: List[Any]
    episodes: List[Any]
    procedures: List[Any]
    working: List[Any]
    emotional: List[Any]
    retrievals: List[Any]
    subscriptions: List[Any]
    keys: List[Any]
    emotional_memories: List[Any]
    """The same as `emotional`, under another name."""
    counts: Dict[str, int]
    """How many records each list has."""


class UsersEraseInput(TypedDict):
    """Erase everything about a user: `DELETE /users/{id}/memories`."""
    id: str
    """The user, as in `user_id`."""


class UsersEraseAnswerReceipt(TypedDict):
    id: str
    at: int
    """When, in Unix milliseconds."""
    counts: Dict[str, int]
    """Rows removed, by kind; `index` is vectors, words and sketches, `answers` is stored responses to idempotent
    requests.
    """
    sha256: str
    """Over ids and hashes of contents: it can be checked with the export, but not read."""
    scrubbed_at: int | None
    """When the last byte was removed from the embedded database's files, in Unix milliseconds; null until then,
    and always null on PostgreSQL.
    """


class UsersEraseAnswer(TypedDict):
    user_id: str
    forgotten: Literal[True]
    rows_deleted: int
    """The sum of the counts."""
    receipt: UsersEraseAnswerReceipt


class ErasuresListInput(TypedDict, total=False):
    """List the receipts of erasures: `GET /erasures`."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class ErasuresListAnswerErasures(TypedDict):
    id: str
    at: int
    """When, in Unix milliseconds."""
    counts: Dict[str, int]
    """Rows removed, by kind; `index` is vectors, words and sketches, `answers` is stored responses to idempotent
    requests.
    """
    sha256: str
    """Over ids and hashes of contents: it can be checked with the export, but not read."""
    scrubbed_at: int | None
    """When the last byte was removed from the embedded database's files, in Unix milliseconds; null until then,
    and always null on PostgreSQL.
    """


class ErasuresListAnswer(TypedDict):
    count: int
    erasures: List[ErasuresListAnswerErasures]
    next_cursor: str | None


class ErasuresGetInput(TypedDict):
    """Read the receipt of an erasure: `GET /erasures/{id}`."""
    id: str
    """The receipt's id."""


class ErasuresGetAnswer(TypedDict):
    id: str
    at: int
    """When, in Unix milliseconds."""
    counts: Dict[str, int]
    """Rows removed, by kind; `index` is vectors, words and sketches, `answers` is stored responses to idempotent
    requests.
    """
    sha256: str
    """Over ids and hashes of contents: it can be checked with the export, but not read."""
    scrubbed_at: int | None
    """When the last byte was removed from the embedded database's files, in Unix milliseconds; null until then,
    and always null on PostgreSQL.
    """


TemplatesListInput = Dict[str, Any]


class TemplatesListAnswerTemplatesGuide(TypedDict):
    what: str
    """What to store."""
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    """As which kind of memory."""
    namespace: str
    tags: List[str]
    importance: float
    """0–10."""
    ttl_seconds: int | None
    """How long it is useful; null if until it is superseded."""
    ask: str
    """A question that finds it again."""


class TemplatesListAnswerTemplatesExample(TypedDict):
    """A body for `POST /memory/store`."""
    user_id: str
    agent_id: str
    content: str
    kind: Literal["semantic", "episodic", "procedural", "working", "emotional"]
    namespace: str
    tags: List[str]
    importance: float
    metadata: Dict[str, Any]


class TemplatesListAnswerTemplates(TypedDict):
    id: str
    aliases: List[str]
    """Other names it can be found by."""
    name: str
    description: str
    capabilities: List[str]
    """The capabilities that the agent is registered with."""
    tags: List[str]
    namespaces: List[str]
    recommended_memory_types: List[Literal["semantic", "episodic", "procedural", "working", "emotional"]]
    guide: List[TemplatesListAnswerTemplatesGuide]
    """What to store where."""
    example: TemplatesListAnswerTemplatesExample
    """A body for `POST /memory/store`."""


class TemplatesListAnswer(TypedDict):
    count: int
    templates: List[TemplatesListAnswerTemplates]


class TemplatesGetInput(TypedDict):
    """Read one template: `GET /templates/{id}`."""
    id: str
    """The template's id."""


class TemplatesGetAnswer(TypedDict):
    id: str
    aliases: List[str]
    """Other names it can be found by."""
    name: str
    description: str
    capabilities: List[str]
    """The capabilities that the agent is registered with."""
    tags: List[str]
    namespaces: List[str]
    recommended_memory_types: List[Literal["semantic", "episodic", "procedural", "working", "emotional"]]
    guide: List[TemplatesListAnswerTemplatesGuide]
    """What to store where."""
    example: TemplatesListAnswerTemplatesExample
    """A body for `POST /memory/store`."""


class TemplatesApplyInput(TypedDict):
    """Set an agent up with a template: `POST /templates/{id}/apply`."""
    id: str
    """The template's id."""
    agent_id: str
    """Name or id of the agent."""


class TemplatesApplyAnswerAgent(TypedDict):
    id: str
    name: str
    agent_id: str
    """The `agent_id` of its memories: its name."""
    description: str | None
    capabilities: List[str]
    metadata: Dict[str, Any]
    template: str | None
    """The template applied last."""
    created_at: int
    """Unix milliseconds."""
    updated_at: int
    """Unix milliseconds."""


class TemplatesApplyAnswer(TypedDict):
    namespaces: List[str]
    tags: List[str]
    recommended_memory_types: List[Literal["semantic", "episodic", "procedural", "working", "emotional"]]
    guide: List[TemplatesListAnswerTemplatesGuide]
    """What to store where."""
    example: TemplatesListAnswerTemplatesExample
    """A body for `POST /memory/store`."""
    template: str
    agent_id: str
    agent: TemplatesApplyAnswerAgent


class EventsSubscribeInput(TypedDict, total=False):
    """Subscribe to events: `POST /memory/subscribe`."""
    url: str
    """Where events are posted to: http or https, on the public internet."""
    webhook_url: str
    """The same as `url`."""
    events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]]
    """Kinds of events; `*` is every kind except `memory.retrieved`, which must be named. `memory.deleted` is
    another name for `memory.forgotten`.
    """
    user_id: str
    """Only events of this user."""
    agent_id: str
    """Only events of this agent."""
    include_content: bool
    """Whether events include the memory as it is when they are sent (`data.memory`; null if it is gone)."""
    description: str
    """For people: what it is for."""
    secret: str
    """What to sign with: `whsec_` and base64, or a text of 16–64 bytes. Default: generated."""


class EventsSubscribeAnswer(TypedDict):
    id: str
    url: str | None
    """Null if events are read from `stream_url`."""
    stream_url: str | None
    """Where its events can be read as Server-Sent Events."""
    events: List[str]
    user_id: str | None
    agent_id: str | None
    include_content: bool
    description: str | None
    state: Literal["active", "paused", "disabled"]
    reason: str | None
    """Why it is disabled."""
    pending: int
    """Events that wait for another attempt, or behind one that does."""
    dead: int
    """Events that were given up and can be replayed."""
    delivered: int
    """Events that have arrived so far."""
    last_success_at: int | None
    """When one last arrived. Unix milliseconds."""
    failing_since: int | None
    """Since when attempts have been failing. Unix milliseconds."""
    retry_at: int | None
    """Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds."""
    previous_secret_until: int | None
    """Until when events are also signed with the previous secret. Unix milliseconds."""
    created_at: int
    updated_at: int
    secret: str | None
    """What events are signed with, as `whsec_…`; shown only once."""
    status: Literal["subscribed"]


class EventsHistoryInput(TypedDict, total=False):
    """Look back at events: `GET /memory/events/history`."""
    events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]]
    """Kinds of events; `*` is every kind except `memory.retrieved`, which must be named. `memory.deleted` is
    another name for `memory.forgotten`.
    """
    user_id: str
    """Only events of this user."""
    agent_id: str
    """Only events of this agent."""
    include_content: bool
    """Whether events include the memory as it is when they are sent (`data.memory`; null if it is gone)."""
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class EventsHistoryAnswerEvents(TypedDict):
    id: str
    """The same for every delivery of the same event."""
    type: str
    timestamp: str
    """When it happened, ISO 8601."""
    data: Dict[str, Any]
    """`user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or
    `registered_id`; null if several at once), other fields that depend on the kind, and `memory` if contents
    were requested.
    """


class EventsHistoryAnswer(TypedDict):
    count: int
    events: List[EventsHistoryAnswerEvents]
    last_event_id: str
    """For `last_event_id` of `GET /memory/events`; of the first page."""
    next_cursor: str | None


class EventsListInput(TypedDict, total=False):
    """List subscriptions: `GET /memory/subscriptions`."""
    limit: int
    """How many to return, 1–100."""
    cursor: str
    """`next_cursor` of the previous page."""


class EventsListAnswerSubscriptions(TypedDict):
    id: str
    url: str | None
    """Null if events are read from `stream_url`."""
    stream_url: str | None
    """Where its events can be read as Server-Sent Events."""
    events: List[str]
    user_id: str | None
    agent_id: str | None
    include_content: bool
    description: str | None
    state: Literal["active", "paused", "disabled"]
    reason: str | None
    """Why it is disabled."""
    pending: int
    """Events that wait for another attempt, or behind one that does."""
    dead: int
    """Events that were given up and can be replayed."""
    delivered: int
    """Events that have arrived so far."""
    last_success_at: int | None
    """When one last arrived. Unix milliseconds."""
    failing_since: int | None
    """Since when attempts have been failing. Unix milliseconds."""
    retry_at: int | None
    """Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds."""
    previous_secret_until: int | None
    """Until when events are also signed with the previous secret. Unix milliseconds."""
    created_at: int
    updated_at: int


class EventsListAnswer(TypedDict):
    count: int
    subscriptions: List[EventsListAnswerSubscriptions]
    next_cursor: str | None


class EventsGetInput(TypedDict):
    """Get a subscription: `GET /memory/subscriptions/{id}`."""
    id: str
    """A subscription's id."""


class EventsGetAnswer(TypedDict):
    id: str
    url: str | None
    """Null if events are read from `stream_url`."""
    stream_url: str | None
    """Where its events can be read as Server-Sent Events."""
    events: List[str]
    user_id: str | None
    agent_id: str | None
    include_content: bool
    description: str | None
    state: Literal["active", "paused", "disabled"]
    reason: str | None
    """Why it is disabled."""
    pending: int
    """Events that wait for another attempt, or behind one that does."""
    dead: int
    """Events that were given up and can be replayed."""
    delivered: int
    """Events that have arrived so far."""
    last_success_at: int | None
    """When one last arrived. Unix milliseconds."""
    failing_since: int | None
    """Since when attempts have been failing. Unix milliseconds."""
    retry_at: int | None
    """Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds."""
    previous_secret_until: int | None
    """Until when events are also signed with the previous secret. Unix milliseconds."""
    created_at: int
    updated_at: int


class _EventsChangeInputBase(TypedDict):
    id: str
    """A subscription's id."""


class EventsChangeInput(_EventsChangeInputBase, total=False):
    """Change, pause or resume a subscription: `PATCH /memory/subscriptions/{id}`."""
    url: str
    """Where events are posted to: http or https, on the public internet."""
    events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]]
    """Kinds of events; `*` is every kind except `memory.retrieved`, which must be named. `memory.deleted` is
    another name for `memory.forgotten`.
    """
    user_id: str | None
    """Only events of this user; null for all users."""
    agent_id: str | None
    """Only events of this agent; null for all agents."""
    include_content: bool
    """Whether events include the memory as it is when they are sent (`data.memory`; null if it is gone)."""
    description: str | None
    state: Literal["active", "paused"]


class EventsChangeAnswer(TypedDict):
    id: str
    url: str | None
    """Null if events are read from `stream_url`."""
    stream_url: str | None
    """Where its events can be read as Server-Sent Events."""
    events: List[str]
    user_id: str | None
    agent_id: str | None
    include_content: bool
    description: str | None
    state: Literal["active", "paused", "disabled"]
    reason: str | None
    """Why it is disabled."""
    pending: int
    """Events that wait for another attempt, or behind one that does."""
    dead: int
    """Events that were given up and can be replayed."""
    delivered: int
    """Events that have arrived so far."""
    last_success_at: int | None
    """When one last arrived. Unix milliseconds."""
    failing_since: int | None
    """Since when attempts have been failing. Unix milliseconds."""
    retry_at: int | None
    """Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds."""
    previous_secret_until: int | None
    """Until when events are also signed with the previous secret. Unix milliseconds."""
    created_at: int
    updated_at: int


class EventsUnsubscribeInput(TypedDict):
    """Remove a subscription: `DELETE /memory/subscriptions/{id}`."""
    id: str
    """A subscription's id."""


class EventsUnsubscribeAnswer(TypedDict):
    id: str
    deleted: Literal[True]


class _EventsRotateInputBase(TypedDict):
    id: str
    """A subscription's id."""


class EventsRotateInput(_EventsRotateInputBase, total=False):
    """Give a webhook a new secret: `POST /memory/subscriptions/{id}/rotate`."""
    grace_seconds: int
    """How long events are also signed with the old secret."""
    secret: str
    """The new secret. Default: generated."""


class EventsRotateAnswer(TypedDict):
    id: str
    url: str | None
    """Null if events are read from `stream_url`."""
    stream_url: str | None
    """Where its events can be read as Server-Sent Events."""
    events: List[str]
    user_id: str | None
    agent_id: str | None
    include_content: bool
    description: str | None
    state: Literal["active", "paused", "disabled"]
    reason: str | None
    """Why it is disabled."""
    pending: int
    """Events that wait for another attempt, or behind one that does."""
    dead: int
    """Events that were given up and can be replayed."""
    delivered: int
    """Events that have arrived so far."""
    last_success_at: int | None
    """When one last arrived. Unix milliseconds."""
    failing_since: int | None
    """Since when attempts have been failing. Unix milliseconds."""
    retry_at: int | None
    """Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds."""
    previous_secret_until: int | None
    """Until when events are also signed with the previous secret. Unix milliseconds."""
    created_at: int
    updated_at: int
    secret: str
    """The new secret; shown only once."""


class EventsTestInput(TypedDict):
    """Send a test event: `POST /memory/subscriptions/{id}/test`."""
    id: str
    """A subscription's id."""


class EventsTestAnswer(TypedDict):
    delivered: bool
    """Whether the response had a status from 200 to 299."""
    event_id: str
    status: int | None
    """Null if there was no response."""
    answer: str | None
    """The beginning of the response."""
    error: str | None
    duration_ms: int


class _EventsDeliveriesInputBase(TypedDict):
    id: str
    """A subscription's id."""


class EventsDeliveriesInput(_EventsDeliveriesInputBase, total=False):
    """List a webhook's deliveries: `GET /memory/subscriptions/{id}/deliveries`."""
    status: Literal["pending", "delivered", "dead"]
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class EventsDeliveriesAnswerDeliveriesEvent(TypedDict):
    id: str
    """The same for every delivery of the same event."""
    type: str
    timestamp: str
    """When it happened, ISO 8601."""
    data: Dict[str, Any]
    """`user_id`, `agent_id`, the id of what it is about (`memory_id`, `episode_id`, `procedure_id` or
    `registered_id`; null if several at once), other fields that depend on the kind, and `memory` if contents
    were requested.
    """


class EventsDeliveriesAnswerDeliveries(TypedDict):
    event: EventsDeliveriesAnswerDeliveriesEvent
    status: Literal["pending", "delivered", "dead"]
    attempts: int
    first_attempt_at: int | None
    """When it was first attempted. Unix milliseconds."""
    last_attempt_at: int | None
    """When it was last attempted. Unix milliseconds."""
    next_attempt_at: int | None
    """When it is tried again; null if it waits for another event of the user, or is finished. Unix milliseconds."""
    answer_status: int | None
    """Status of the last response; null if there was none."""
    answer: str | None
    """The beginning of the last response."""
    error: str | None
    duration_ms: int | None


class EventsDeliveriesAnswer(TypedDict):
    count: int
    deliveries: List[EventsDeliveriesAnswerDeliveries]
    next_cursor: str | None


class _EventsReplayInputBase(TypedDict):
    id: str
    """A subscription's id."""


class EventsReplayInput(_EventsReplayInputBase, total=False):
    """Replay dead deliveries, or try waiting ones now: `POST /memory/subscriptions/{id}/replay`."""
    event_ids: List[str]
    """Ids of events. Default: all dead deliveries."""


class EventsReplayAnswer(TypedDict):
    replayed: int
    """How many are tried now."""


class WebhooksRegisterInput(TypedDict, total=False):
    """Subscribe to events, under another name: `POST /webhooks/register`."""
    url: str
    """Where events are posted to: http or https, on the public internet."""
    webhook_url: str
    """The same as `url`."""
    events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]]
    """Kinds of events; `*` is every kind except `memory.retrieved`, which must be named. `memory.deleted` is
    another name for `memory.forgotten`.
    """
    user_id: str
    """Only events of this user."""
    agent_id: str
    """Only events of this agent."""
    include_content: bool
    """Whether events include the memory as it is when they are sent (`data.memory`; null if it is gone)."""
    description: str
    """For people: what it is for."""
    secret: str
    """What to sign with: `whsec_` and base64, or a text of 16–64 bytes. Default: generated."""


class WebhooksRegisterAnswer(TypedDict):
    id: str
    url: str | None
    """Null if events are read from `stream_url`."""
    stream_url: str | None
    """Where its events can be read as Server-Sent Events."""
    events: List[str]
    user_id: str | None
    agent_id: str | None
    include_content: bool
    description: str | None
    state: Literal["active", "paused", "disabled"]
    reason: str | None
    """Why it is disabled."""
    pending: int
    """Events that wait for another attempt, or behind one that does."""
    dead: int
    """Events that were given up and can be replayed."""
    delivered: int
    """Events that have arrived so far."""
    last_success_at: int | None
    """When one last arrived. Unix milliseconds."""
    failing_since: int | None
    """Since when attempts have been failing. Unix milliseconds."""
    retry_at: int | None
    """Until when nothing new is sent, because the receiver is unavailable. Unix milliseconds."""
    previous_secret_until: int | None
    """Until when events are also signed with the previous secret. Unix milliseconds."""
    created_at: int
    updated_at: int
    secret: str | None
    """What events are signed with, as `whsec_…`; shown only once."""
    status: Literal["subscribed"]


class WebhooksLogsInput(TypedDict, total=False):
    """List the deliveries of all webhooks: `GET /webhooks/logs`."""
    subscription_id: str
    """Only deliveries of this subscription."""
    status: Literal["pending", "delivered", "dead"]
    limit: int
    """How many to return, 1–200."""
    cursor: str
    """`next_cursor` of the previous page."""


class WebhooksLogsAnswerLogs(TypedDict):
    event: EventsDeliveriesAnswerDeliveriesEvent
    status: Literal["pending", "delivered", "dead"]
    attempts: int
    first_attempt_at: int | None
    """When it was first attempted. Unix milliseconds."""
    last_attempt_at: int | None
    """When it was last attempted. Unix milliseconds."""
    next_attempt_at: int | None
    """When it is tried again; null if it waits for another event of the user, or is finished. Unix milliseconds."""
    answer_status: int | None
    """Status of the last response; null if there was none."""
    answer: str | None
    """The beginning of the last response."""
    error: str | None
    duration_ms: int | None
    subscription_id: str


class WebhooksLogsAnswer(TypedDict):
    count: int
    logs: List[WebhooksLogsAnswerLogs]
    next_cursor: str | None


EventsSealingInput = Dict[str, Any]


class EventsSealingAnswerKeys(TypedDict):
    id: str | None
    """Null: sealed by a release that stored no id."""
    secrets: int
    known: bool
    """Whether this node has the key."""


class EventsSealingAnswer(TypedDict):
    current: str
    """The id of the key that seals: a part of its hash."""
    pending: int
    """Secrets that another key has sealed."""
    unreadable: int
    """Those of them that no key of this node opens."""
    keys: List[EventsSealingAnswerKeys]


_UsageReadInputBase = TypedDict("_UsageReadInputBase", {"from": float | str}, total=False)


class UsageReadInput(_UsageReadInputBase, total=False):
    """Report what the calling key has used: `GET /usage`."""
    to: float | str
    """Last day. Default: today."""
    days: int
    """How many days, ending with `to`."""


class UsageReadAnswerStorage(TypedDict):
    """What the key stores, of every kind and with versions, vectors and events, and its limit."""
    used_bytes: int
    limit_bytes: int | None
    """Null if there is no limit."""


_UsageReadAnswerWindowBase = TypedDict("_UsageReadAnswerWindowBase", {"from": int})


class UsageReadAnswerWindow(_UsageReadAnswerWindowBase):
    """The first and the last millisecond counted. Unix milliseconds."""
    to: int


class UsageReadAnswerTotals(TypedDict):
    requests: int
    tokens: int
    errors: int
    avg_latency_ms: float


class UsageReadAnswerByRoute(TypedDict):
    requests: int
    tokens: int
    errors: int
    avg_latency_ms: float
    route: str


class UsageReadAnswerDaily(TypedDict):
    requests: int
    tokens: int
    errors: int
    day: str
    """A day in UTC, such as `2026-11-15`."""


class UsageReadAnswer(TypedDict):
    api_key_id: str
    name: str
    tier: Literal["free", "pro"]
    used: int
    limit: int | None
    """Memories per month; null if unlimited."""
    unlimited: bool
    """True if there is no limit."""
    remaining: int | None
    reset_date: int
    """When the allowance resets. Unix milliseconds."""
    storage: UsageReadAnswerStorage
    """What the key stores, of every kind and with versions, vectors and events, and its limit."""
    window: UsageReadAnswerWindow
    """The first and the last millisecond counted. Unix milliseconds."""
    totals: UsageReadAnswerTotals
    by_route: List[UsageReadAnswerByRoute]
    daily: List[UsageReadAnswerDaily]


HealthInput = Dict[str, Any]


class _HealthAnswerChecksStoreBase(TypedDict):
    status: Literal["ok", "degraded", "down", "off"]
    engine: str


class HealthAnswerChecksStore(_HealthAnswerChecksStoreBase, total=False):
    detail: str


_HealthAnswerChecksEmbedderChangingBase = TypedDict("_HealthAnswerChecksEmbedderChangingBase", {"from": str})


class _HealthAnswerChecksEmbedderChangingBase2(_HealthAnswerChecksEmbedderChangingBase):
    to: str
    done: int
    """Memories processed so far."""
    total: int


class HealthAnswerChecksEmbedderChanging(_HealthAnswerChecksEmbedderChangingBase2, total=False):
    """A change of the embedding model in progress."""
    detail: str
    """Why it is stalled, if it is."""


class _HealthAnswerChecksEmbedderBase(TypedDict):
    status: Literal["ok", "degraded", "down", "off"]
    model: str
    pending: int
    backlog: int | None
    changing: HealthAnswerChecksEmbedderChanging | None


class HealthAnswerChecksEmbedder(_HealthAnswerChecksEmbedderBase, total=False):
    detail: str


class _HealthAnswerChecksLlmBase(TypedDict):
    status: Literal["ok", "degraded", "down", "off"]
    model: str


class HealthAnswerChecksLlm(_HealthAnswerChecksLlmBase, total=False):
    """Only if a language model is configured. Nothing depends on it: while it is unavailable, local methods take
    over.
    """
    detail: str


class _HealthAnswerChecksBase(TypedDict):
    store: HealthAnswerChecksStore
    embedder: HealthAnswerChecksEmbedder


class HealthAnswerChecks(_HealthAnswerChecksBase, total=False):
    llm: HealthAnswerChecksLlm
    """Only if a language model is configured. Nothing depends on it: while it is unavailable, local methods take
    over.
    """


class HealthAnswer(TypedDict):
    status: Literal["ok", "degraded", "down", "stopping"]
    version: str
    uptime_seconds: float
    checks: HealthAnswerChecks


class ModelUseInput(TypedDict):
    """Change the embedding model: `POST /admin/model`."""
    model: Literal["recollect-embed-1", "bge-small-en-v1.5", "all-MiniLM-L6-v2"]


class ModelUseAnswer(TypedDict):
    model: str
    """The model in use now."""
    wanted: str
    changing: HealthAnswerChecksEmbedderChanging | None


class JobsListInput(TypedDict, total=False):
    """List background jobs: `GET /admin/jobs`."""
    kind: str
    state: Literal["running", "due", "waiting", "asleep", "failing"]
    limit: int
    """How many to return, 1–1000."""
    cursor: str
    """`next_cursor` of the previous page."""


class JobsListAnswerJobs(TypedDict):
    id: str
    kind: str
    key_id: str | None
    """The key it works for; null if for all."""
    state: Literal["running", "due", "waiting", "asleep", "failing"]
    run_at: int | None
    """When it is due, Unix milliseconds; null if when woken."""
    attempts: int
    """Attempts since it last succeeded."""
    lease_owner: str | None
    """The node that works on it."""
    lease_until: int | None
    last_error: str | None


class JobsListAnswer(TypedDict):
    count: int
    jobs: List[JobsListAnswerJobs]
    next_cursor: str | None


_AuditListInputBase = TypedDict("_AuditListInputBase", {"from": float | str}, total=False)


class AuditListInput(_AuditListInputBase, total=False):
    """List the audit log, newest first: `GET /admin/audit`."""
    key_id: str
    """Only this tenant, or this child key or issuer."""
    user_id: str
    """Only entries about this user; needs `key_id`."""
    action: str
    """Only this operation, such as `memory.store`; `keys.*` for all that begin so."""
    outcome: Literal["ok", "refused", "failed"]
    address: str
    """Only calls from this address."""
    to: float | str
    """Before this time."""
    limit: int
    """How many to return, 1–1000."""
    cursor: str
    """`next_cursor` of the previous page."""


class AuditListAnswerEntries(TypedDict):
    id: str
    at: int
    """Unix milliseconds; for a sum, the beginning of its minute."""
    last_at: int
    """The last of its calls."""
    calls: int
    """1 for an entry of its own; more for a sum of calls within a minute."""
    key_id: str | None
    """The key whose data it was about; null for operators and callers without one."""
    actor: str
    """`admin`, `anonymous`, or the id of the issuer or key that called; of a child key its own."""
    action: str
    """The id of the operation, such as `memory.store`, or a sign-in, such as `console.signIn`; `*` if several."""
    status: int
    """The HTTP status of the response."""
    outcome: Literal["ok", "refused", "failed"]
    """`refused`: 401, 403 or 429; `failed`: another error."""
    via: str
    """`http`, `mcp` or `console`; `*` if several."""
    address: str
    """Where the call came from; of a sum with IPv6 the /64; `*` if several."""
    user_ref: str | None
    """A pseudonym of the user: equal for equal users of a key."""
    request_id: str | None
    subjects: List[str]
    """Ids of what was changed or handed out, at most 100; never a text."""


class AuditListAnswer(TypedDict):
    count: int
    entries: List[AuditListAnswerEntries]
    next_cursor: str | None


__all__ = [
    "AgentsGetAnswer",
    "AgentsGetInput",
    "AgentsListAnswer",
    "AgentsListAnswerAgents",
    "AgentsListInput",
    "AgentsMemoriesAnswer",
    "AgentsMemoriesInput",
    "AgentsRegisterAnswer",
    "AgentsRegisterInput",
    "AgentsStatsAnswer",
    "AgentsStatsInput",
    "AnalyticsAgentsAnswer",
    "AnalyticsAgentsAnswerAgents",
    "AnalyticsAgentsInput",
    "AnalyticsDailyAnswer",
    "AnalyticsDailyAnswerDaily",
    "AnalyticsDailyInput",
    "AnalyticsPatternsAnswer",
    "AnalyticsPatternsAnswerConsidered",
    "AnalyticsPatternsAnswerPatterns",
    "AnalyticsPatternsAnswerTopMemories",
    "AnalyticsPatternsInput",
    "AuditListAnswer",
    "AuditListAnswerEntries",
    "AuditListInput",
    "ConflictsListAnswer",
    "ConflictsListAnswerConflicts",
    "ConflictsListInput",
    "ConflictsResolveAnswer",
    "ConflictsResolveInput",
    "EmotionalListAnswer",
    "EmotionalListAnswerRecords",
    "EmotionalListInput",
    "EmotionalProfileAnswer",
    "EmotionalProfileAnswerCounts",
    "EmotionalProfileAnswerRecent",
    "EmotionalProfileAnswerSeries",
    "EmotionalProfileInput",
    "EmotionalRecordAnswer",
    "EmotionalRecordInput",
    "EpisodesEndAnswer",
    "EpisodesEndInput",
    "EpisodesEventAnswer",
    "EpisodesEventInput",
    "EpisodesListAnswer",
    "EpisodesListAnswer2",
    "EpisodesListAnswer2Episodes",
    "EpisodesListAnswer3",
    "EpisodesListAnswer3Events",
    "EpisodesListInput",
    "EpisodesStartAnswer",
    "EpisodesStartInput",
    "ErasuresGetAnswer",
    "ErasuresGetInput",
    "ErasuresListAnswer",
    "ErasuresListAnswerErasures",
    "ErasuresListInput",
    "EventsChangeAnswer",
    "EventsChangeInput",
    "EventsDeliveriesAnswer",
    "EventsDeliveriesAnswerDeliveries",
    "EventsDeliveriesAnswerDeliveriesEvent",
    "EventsDeliveriesInput",
    "EventsGetAnswer",
    "EventsGetInput",
    "EventsHistoryAnswer",
    "EventsHistoryAnswerEvents",
    "EventsHistoryInput",
    "EventsListAnswer",
    "EventsListAnswerSubscriptions",
    "EventsListInput",
    "EventsReplayAnswer",
    "EventsReplayInput",
    "EventsRotateAnswer",
    "EventsRotateInput",
    "EventsSealingAnswer",
    "EventsSealingAnswerKeys",
    "EventsSealingInput",
    "EventsSubscribeAnswer",
    "EventsSubscribeInput",
    "EventsTestAnswer",
    "EventsTestInput",
    "EventsUnsubscribeAnswer",
    "EventsUnsubscribeInput",
    "GraphConflictsAnswer",
    "GraphConflictsAnswerConflicts",
    "GraphConflictsAnswerPairs",
    "GraphConflictsInput",
    "GraphExploreAnswer",
    "GraphExploreAnswerEdges",
    "GraphExploreAnswerNodes",
    "GraphExploreInput",
    "GraphLinkAnswer",
    "GraphLinkInput",
    "GraphUnlinkAnswer",
    "GraphUnlinkInput",
    "HealthAnswer",
    "HealthAnswerChecks",
    "HealthAnswerChecksEmbedder",
    "HealthAnswerChecksEmbedderChanging",
    "HealthAnswerChecksLlm",
    "HealthAnswerChecksStore",
    "HealthInput",
    "JobsListAnswer",
    "JobsListAnswerJobs",
    "JobsListInput",
    "Key",
    "KeyBoundTo",
    "KeysChangeAnswer",
    "KeysChangeInput",
    "KeysChildrenAnswer",
    "KeysChildrenInput",
    "KeysListAnswer",
    "KeysListInput",
    "KeysMintAnswer",
    "KeysMintChildAnswer",
    "KeysMintChildInput",
    "KeysMintInput",
    "KeysRevokeAnswer",
    "KeysRevokeInput",
    "KeysRotateAnswer",
    "KeysRotateInput",
    "KeysSignupAnswer",
    "KeysSignupInput",
    "Memory",
    "MemoryBatchAnswer",
    "MemoryBatchAnswerResults",
    "MemoryBatchInput",
    "MemoryBatchInputMemories",
    "MemoryCompressAnswer",
    "MemoryCompressAnswerClusters",
    "MemoryCompressInput",
    "MemoryCompressPreviewAnswer",
    "MemoryCompressPreviewInput",
    "MemoryCompressUndoAnswer",
    "MemoryCompressUndoInput",
    "MemoryContextAnswer",
    "MemoryContextAnswerFormatted",
    "MemoryContextInput",
    "MemoryExpiredAnswer",
    "MemoryExpiredInput",
    "MemoryExportAnswer",
    "MemoryExportAnswerCounts",
    "MemoryExportAnswerMemories",
    "MemoryExportInput",
    "MemoryFacetsAnswer",
    "MemoryFacetsAnswerFacets",
    "MemoryFacetsAnswerFacetsAgentId",
    "MemoryFacetsAnswerFacetsCategory",
    "MemoryFacetsAnswerFacetsMonth",
    "MemoryFacetsAnswerFacetsNamespace",
    "MemoryFacetsAnswerFacetsTag",
    "MemoryFacetsInput",
    "MemoryFeedbackAnswer",
    "MemoryFeedbackInput",
    "MemoryForgetAnswer",
    "MemoryForgetInput",
    "MemoryGetAnswer",
    "MemoryGetInput",
    "MemoryHealthAnswer",
    "MemoryHealthAnswerConsidered",
    "MemoryHealthAnswerDuplicates",
    "MemoryHealthAnswerRecommendations",
    "MemoryHealthAnswerScope",
    "MemoryHealthInput",
    "MemoryHistoryAnswer",
    "MemoryHistoryAnswerVersions",
    "MemoryHistoryInput",
    "MemoryImportAnswer",
    "MemoryImportAnswerCounts",
    "MemoryImportAnswerCountsEmotional",
    "MemoryImportAnswerCountsEpisodes",
    "MemoryImportAnswerCountsLinks",
    "MemoryImportAnswerCountsMemories",
    "MemoryImportAnswerCountsProcedures",
    "MemoryImportAnswerErrors",
    "MemoryImportInput",
    "MemoryImportInputMemories",
    "MemoryIngestAnswer",
    "MemoryIngestAnswerStatements",
    "MemoryIngestAnswerTurns",
    "MemoryIngestInput",
    "MemoryIngestInputMessages",
    "MemoryInsightsAnswer",
    "MemoryInsightsAnswerConsidered",
    "MemoryInsightsAnswerInsights",
    "MemoryInsightsAnswerTopTags",
    "MemoryInsightsAnswerTopics",
    "MemoryInsightsInput",
    "MemoryListAnswer",
    "MemoryListInput",
    "MemoryMapAnswer",
    "MemoryMapAnswerPoints",
    "MemoryMapInput",
    "MemoryNamesAnswer",
    "MemoryNamesInput",
    "MemoryPredictAnswer",
    "MemoryPredictAnswerConsidered",
    "MemoryPredictAnswerPredicted",
    "MemoryPredictInput",
    "MemoryProfileAnswer",
    "MemoryProfileAnswerGroups",
    "MemoryProfileAnswerGroupsStatements",
    "MemoryProfileInput",
    "MemoryRetrieveAnswer",
    "MemoryRetrieveAnswerResults",
    "MemoryRetrieveAnswerResultsAround",
    "MemoryRetrieveAnswerResultsExplain",
    "MemoryRetrieveInput",
    "MemoryScoreAnswer",
    "MemoryScoreInput",
    "MemoryStaleAnswer",
    "MemoryStaleInput",
    "MemoryStatsAnswer",
    "MemoryStatsAnswerQualityBreakdown",
    "MemoryStatsInput",
    "MemoryStoreAnswer",
    "MemoryStoreAnswerConflict",
    "MemoryStoreAnswerConflicts",
    "MemoryStoreAnswerConflictsMemoryA",
    "MemoryStoreAnswerConflictsMemoryB",
    "MemoryStoreInput",
    "MemoryTimelineAnswer",
    "MemoryTimelineAnswerTimeline",
    "MemoryTimelineInput",
    "MemoryTransferAnswer",
    "MemoryTransferInput",
    "MemoryTransferInputFilter",
    "MemoryUpdateAnswer",
    "MemoryUpdateInput",
    "MemoryVerifyAnswer",
    "MemoryVerifyInput",
    "ModelUseAnswer",
    "ModelUseInput",
    "ProceduresGetAnswer",
    "ProceduresGetAnswerVersions",
    "ProceduresGetInput",
    "ProceduresListAnswer",
    "ProceduresListAnswerProcedures",
    "ProceduresListInput",
    "ProceduresMatchAnswer",
    "ProceduresMatchAnswerProcedures",
    "ProceduresMatchInput",
    "ProceduresOutcomeAnswer",
    "ProceduresOutcomeInput",
    "ProceduresStoreAnswer",
    "ProceduresStoreInput",
    "TemplatesApplyAnswer",
    "TemplatesApplyAnswerAgent",
    "TemplatesApplyInput",
    "TemplatesGetAnswer",
    "TemplatesGetInput",
    "TemplatesListAnswer",
    "TemplatesListAnswerTemplates",
    "TemplatesListAnswerTemplatesExample",
    "TemplatesListAnswerTemplatesGuide",
    "TemplatesListInput",
    "UsageReadAnswer",
    "UsageReadAnswerByRoute",
    "UsageReadAnswerDaily",
    "UsageReadAnswerStorage",
    "UsageReadAnswerTotals",
    "UsageReadAnswerWindow",
    "UsageReadInput",
    "UsersEraseAnswer",
    "UsersEraseAnswerReceipt",
    "UsersEraseInput",
    "UsersExportAnswer",
    "UsersExportAnswerHistory",
    "UsersExportInput",
    "UsersListAnswer",
    "UsersListAnswerUsers",
    "UsersListInput",
    "WebhooksLogsAnswer",
    "WebhooksLogsAnswerLogs",
    "WebhooksLogsInput",
    "WebhooksRegisterAnswer",
    "WebhooksRegisterInput",
    "WorkingClearAnswer",
    "WorkingClearInput",
    "WorkingGetAnswer",
    "WorkingGetAnswerItems",
    "WorkingGetInput",
    "WorkingPutAnswer",
    "WorkingPutInput",
    "WorkingSessionsAnswer",
    "WorkingSessionsAnswerSessions",
    "WorkingSessionsInput",
]


_KEYS_SIGNUP: Operation[KeysSignupAnswer] = Operation("POST", "/signup")
_KEYS_MINT: Operation[KeysMintAnswer] = Operation("POST", "/auth/keys", nullable=frozenset({"expires_at"}))
_KEYS_LIST: PagedOperation[KeysListAnswer, Key] = PagedOperation("GET", "/auth/keys", items="keys")
_KEYS_CHANGE: Operation[KeysChangeAnswer] = Operation("PATCH", "/auth/keys/{id}")
_KEYS_REVOKE: Operation[KeysRevokeAnswer] = Operation("DELETE", "/auth/keys/{id}")
_KEYS_ROTATE: Operation[KeysRotateAnswer] = Operation("POST", "/auth/keys/{id}/rotate")
_KEYS_MINT_CHILD: Operation[KeysMintChildAnswer] = Operation("POST", "/keys/children", nullable=frozenset({"expires_at"}))
_KEYS_CHILDREN: PagedOperation[KeysChildrenAnswer, Key] = PagedOperation("GET", "/keys/children", items="keys")
_MEMORY_STORE: Operation[MemoryStoreAnswer] = Operation("POST", "/memory/store")
_MEMORY_BATCH: Operation[MemoryBatchAnswer] = Operation("POST", "/memory/batch")
_MEMORY_RETRIEVE: Operation[MemoryRetrieveAnswer] = Operation("GET", "/memory/retrieve")
_MEMORY_FORGET: Operation[MemoryForgetAnswer] = Operation("DELETE", "/memory/forget")
_MEMORY_LIST: PagedOperation[MemoryListAnswer, Memory] = PagedOperation("GET", "/memory", items="memories")
_MEMORY_FACETS: Operation[MemoryFacetsAnswer] = Operation("GET", "/memory/facets")
_MEMORY_NAMES: Operation[MemoryNamesAnswer] = Operation("GET", "/memory/names")
_MEMORY_GET: Operation[MemoryGetAnswer] = Operation("GET", "/memory/{id}")
_MEMORY_UPDATE: Operation[MemoryUpdateAnswer] = Operation("PATCH", "/memory/{id}", nullable=frozenset({"valid_from", "valid_until", "ttl_seconds"}))
_MEMORY_HISTORY: PagedOperation[MemoryHistoryAnswer, MemoryHistoryAnswerVersions] = PagedOperation("GET", "/memory/{id}/history", items="versions")
_MEMORY_SCORE: Operation[MemoryScoreAnswer] = Operation("GET", "/memory/{id}/score")
_MEMORY_CONTEXT: Operation[MemoryContextAnswer] = Operation("GET", "/memory/context")
_MEMORY_INGEST: Operation[MemoryIngestAnswer] = Operation("POST", "/memory/ingest")
_MEMORY_PROFILE: Operation[MemoryProfileAnswer] = Operation("GET", "/memory/profile")
_MEMORY_EXPORT: Operation[MemoryExportAnswer] = Operation("GET", "/memory/export")
_MEMORY_IMPORT: Operation[MemoryImportAnswer] = Operation("POST", "/memory/import")
_MEMORY_FEEDBACK: Operation[MemoryFeedbackAnswer] = Operation("POST", "/memory/feedback")
_MEMORY_STALE: PagedOperation[MemoryStaleAnswer, Memory] = PagedOperation("GET", "/memory/stale", items="stale_memories")
_MEMORY_VERIFY: Operation[MemoryVerifyAnswer] = Operation("POST", "/memory/verify/{id}")
_MEMORY_STATS: Operation[MemoryStatsAnswer] = Operation("GET", "/memory/stats")
_MEMORY_EXPIRED: Operation[MemoryExpiredAnswer] = Operation("DELETE", "/memory/expired")
_CONFLICTS_LIST: PagedOperation[ConflictsListAnswer, ConflictsListAnswerConflicts] = PagedOperation("GET", "/memory/conflicts", items="conflicts")
_GRAPH_CONFLICTS: PagedOperation[GraphConflictsAnswer, GraphConflictsAnswerPairs] = PagedOperation("GET", "/memory/graph/conflicts", items="pairs")
_CONFLICTS_RESOLVE: Operation[ConflictsResolveAnswer] = Operation("POST", "/memory/conflicts/{id}/resolve")
_MEMORY_COMPRESS: Operation[MemoryCompressAnswer] = Operation("POST", "/memory/compress")
_MEMORY_COMPRESS_PREVIEW: Operation[MemoryCompressPreviewAnswer] = Operation("GET", "/memory/compression/preview")
_MEMORY_COMPRESS_UNDO: Operation[MemoryCompressUndoAnswer] = Operation("POST", "/memory/compress/undo")
_MEMORY_TIMELINE: Operation[MemoryTimelineAnswer] = Operation("GET", "/memory/timeline")
_EPISODES_START: Operation[EpisodesStartAnswer] = Operation("POST", "/memory/episodes/start")
_EPISODES_EVENT: Operation[EpisodesEventAnswer] = Operation("POST", "/memory/episodes/event")
_EPISODES_END: Operation[EpisodesEndAnswer] = Operation("POST", "/memory/episodes/end")
_EPISODES_LIST: Operation[EpisodesListAnswer] = Operation("GET", "/memory/episodes")
_PROCEDURES_STORE: Operation[ProceduresStoreAnswer] = Operation("POST", "/memory/procedures")
_PROCEDURES_MATCH: Operation[ProceduresMatchAnswer] = Operation("GET", "/memory/procedures/match")
_PROCEDURES_OUTCOME: Operation[ProceduresOutcomeAnswer] = Operation("POST", "/memory/procedures/{id}/outcome")
_PROCEDURES_LIST: PagedOperation[ProceduresListAnswer, ProceduresListAnswerProcedures] = PagedOperation("GET", "/memory/procedures", items="procedures")
_PROCEDURES_GET: Operation[ProceduresGetAnswer] = Operation("GET", "/memory/procedures/{id}")
_WORKING_PUT: Operation[WorkingPutAnswer] = Operation("POST", "/memory/working")
_WORKING_GET: Operation[WorkingGetAnswer] = Operation("GET", "/memory/working")
_WORKING_SESSIONS: PagedOperation[WorkingSessionsAnswer, WorkingSessionsAnswerSessions] = PagedOperation("GET", "/memory/working/sessions", items="sessions")
_WORKING_CLEAR: Operation[WorkingClearAnswer] = Operation("DELETE", "/memory/working")
_EMOTIONAL_RECORD: Operation[EmotionalRecordAnswer] = Operation("POST", "/memory/emotional")
_EMOTIONAL_LIST: PagedOperation[EmotionalListAnswer, EmotionalListAnswerRecords] = PagedOperation("GET", "/memory/emotional", items="records")
_EMOTIONAL_PROFILE: Operation[EmotionalProfileAnswer] = Operation("GET", "/memory/emotional/profile")
_GRAPH_LINK: Operation[GraphLinkAnswer] = Operation("POST", "/memory/graph/link")
_GRAPH_EXPLORE: Operation[GraphExploreAnswer] = Operation("GET", "/memory/graph/explore")
_GRAPH_UNLINK: Operation[GraphUnlinkAnswer] = Operation("DELETE", "/memory/graph/link/{id}")
_MEMORY_MAP: Operation[MemoryMapAnswer] = Operation("GET", "/memory/map")
_MEMORY_HEALTH: Operation[MemoryHealthAnswer] = Operation("GET", "/memory/health")
_MEMORY_INSIGHTS: Operation[MemoryInsightsAnswer] = Operation("GET", "/memory/insights")
_MEMORY_PREDICT: Operation[MemoryPredictAnswer] = Operation("GET", "/memory/predict")
_MEMORY_TRANSFER: Operation[MemoryTransferAnswer] = Operation("POST", "/memory/transfer")
_AGENTS_REGISTER: Operation[AgentsRegisterAnswer] = Operation("POST", "/agents/register")
_AGENTS_LIST: PagedOperation[AgentsListAnswer, AgentsListAnswerAgents] = PagedOperation("GET", "/agents", items="agents")
_AGENTS_GET: Operation[AgentsGetAnswer] = Operation("GET", "/agents/{id}")
_AGENTS_MEMORIES: PagedOperation[AgentsMemoriesAnswer, Memory] = PagedOperation("GET", "/agents/{id}/memories", items="memories")
_AGENTS_STATS: Operation[AgentsStatsAnswer] = Operation("GET", "/agents/{id}/stats")
_ANALYTICS_DAILY: Operation[AnalyticsDailyAnswer] = Operation("GET", "/analytics/daily")
_ANALYTICS_AGENTS: Operation[AnalyticsAgentsAnswer] = Operation("GET", "/analytics/agents")
_ANALYTICS_PATTERNS: Operation[AnalyticsPatternsAnswer] = Operation("GET", "/analytics/patterns")
_USERS_LIST: PagedOperation[UsersListAnswer, UsersListAnswerUsers] = PagedOperation("GET", "/users", items="users")
_USERS_EXPORT: Operation[UsersExportAnswer] = Operation("GET", "/users/{id}/memories")
_USERS_ERASE: Operation[UsersEraseAnswer] = Operation("DELETE", "/users/{id}/memories")
_ERASURES_LIST: PagedOperation[ErasuresListAnswer, ErasuresListAnswerErasures] = PagedOperation("GET", "/erasures", items="erasures")
_ERASURES_GET: Operation[ErasuresGetAnswer] = Operation("GET", "/erasures/{id}")
_TEMPLATES_LIST: Operation[TemplatesListAnswer] = Operation("GET", "/templates")
_TEMPLATES_GET: Operation[TemplatesGetAnswer] = Operation("GET", "/templates/{id}")
_TEMPLATES_APPLY: Operation[TemplatesApplyAnswer] = Operation("POST", "/templates/{id}/apply")
_EVENTS_SUBSCRIBE: Operation[EventsSubscribeAnswer] = Operation("POST", "/memory/subscribe")
_EVENTS_HISTORY: PagedOperation[EventsHistoryAnswer, EventsHistoryAnswerEvents] = PagedOperation("GET", "/memory/events/history", items="events")
_EVENTS_LIST: PagedOperation[EventsListAnswer, EventsListAnswerSubscriptions] = PagedOperation("GET", "/memory/subscriptions", items="subscriptions")
_EVENTS_GET: Operation[EventsGetAnswer] = Operation("GET", "/memory/subscriptions/{id}")
_EVENTS_CHANGE: Operation[EventsChangeAnswer] = Operation("PATCH", "/memory/subscriptions/{id}", nullable=frozenset({"user_id", "agent_id", "description"}))
_EVENTS_UNSUBSCRIBE: Operation[EventsUnsubscribeAnswer] = Operation("DELETE", "/memory/subscriptions/{id}")
_EVENTS_ROTATE: Operation[EventsRotateAnswer] = Operation("POST", "/memory/subscriptions/{id}/rotate")
_EVENTS_TEST: Operation[EventsTestAnswer] = Operation("POST", "/memory/subscriptions/{id}/test")
_EVENTS_DELIVERIES: PagedOperation[EventsDeliveriesAnswer, EventsDeliveriesAnswerDeliveries] = PagedOperation("GET", "/memory/subscriptions/{id}/deliveries", items="deliveries")
_EVENTS_REPLAY: Operation[EventsReplayAnswer] = Operation("POST", "/memory/subscriptions/{id}/replay")
_WEBHOOKS_REGISTER: Operation[WebhooksRegisterAnswer] = Operation("POST", "/webhooks/register")
_WEBHOOKS_LOGS: PagedOperation[WebhooksLogsAnswer, WebhooksLogsAnswerLogs] = PagedOperation("GET", "/webhooks/logs", items="logs")
_EVENTS_SEALING: Operation[EventsSealingAnswer] = Operation("GET", "/admin/sealing")
_USAGE_READ: Operation[UsageReadAnswer] = Operation("GET", "/usage")
_HEALTH: Operation[HealthAnswer] = Operation("GET", "/health")
_MODEL_USE: Operation[ModelUseAnswer] = Operation("POST", "/admin/model")
_JOBS_LIST: PagedOperation[JobsListAnswer, JobsListAnswerJobs] = PagedOperation("GET", "/admin/jobs", items="jobs")
_AUDIT_LIST: PagedOperation[AuditListAnswer, AuditListAnswerEntries] = PagedOperation("GET", "/admin/audit", items="entries")


class KeysListCall(SyncCalls):
    """List API keys, newest first: `GET /auth/keys`."""

    def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> KeysListAnswer:
        """List API keys, newest first: `GET /auth/keys`.

        The admin credential sees all keys, an issuer credential those that it minted. Secrets are never
        shown.

        Args:
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_KEYS_LIST, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[KeysListAnswer]:
        """Every page from here on."""
        return self._pages(_KEYS_LIST, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Key]:
        """Every item of every page: its `keys`."""
        return self._items(_KEYS_LIST, {"limit": limit, "cursor": cursor}, options)


class KeysChildrenCall(SyncCalls):
    """List the child keys of the calling key, newest first: `GET /keys/children`."""

    def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> KeysChildrenAnswer:
        """List the child keys of the calling key, newest first: `GET /keys/children`.

        Includes those that applications got by signing in (`client`). Secrets are never shown. Revoke one
        with `DELETE /auth/keys/{id}`.

        Args:
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_KEYS_CHILDREN, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[KeysChildrenAnswer]:
        """Every page from here on."""
        return self._pages(_KEYS_CHILDREN, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Key]:
        """Every item of every page: its `keys`."""
        return self._items(_KEYS_CHILDREN, {"limit": limit, "cursor": cursor}, options)


class MemoryListCall(SyncCalls):
    """List memories, newest first: `GET /memory`."""

    def __call__(
        self,
        *,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryListAnswer:
        """List memories, newest first: `GET /memory`.

        Takes the filters of retrieve; `order=oldest` reverses the order. Without `user_id`, lists the
        memories of all users of the key. A page of very long memories has fewer than `limit`: it ends after
        about 4 million characters, and `next_cursor` continues from there.

        Args:
            user_id: Your end user whose memory it is.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
            order: Which come first, by the time they were stored.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return self._call(_MEMORY_LIST, {"user_id": user_id, "limit": limit, "cursor": cursor, "order": order, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def pages(
        self,
        *,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[MemoryListAnswer]:
        """Every page from here on."""
        return self._pages(_MEMORY_LIST, {"user_id": user_id, "limit": limit, "cursor": cursor, "order": order, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def items(
        self,
        *,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Memory]:
        """Every item of every page: its `memories`."""
        return self._items(_MEMORY_LIST, {"user_id": user_id, "limit": limit, "cursor": cursor, "order": order, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)


class MemoryHistoryCall(SyncCalls):
    """Read a memory's versions: `GET /memory/{id}/history`."""

    def __call__(
        self,
        *,
        id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryHistoryAnswer:
        """Read a memory's versions: `GET /memory/{id}/history`.

        Newest first; the first one is in force. Every change keeps the version before it.

        Args:
            id: A memory's id.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_MEMORY_HISTORY, {"id": id, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[MemoryHistoryAnswer]:
        """Every page from here on."""
        return self._pages(_MEMORY_HISTORY, {"id": id, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[MemoryHistoryAnswerVersions]:
        """Every item of every page: its `versions`."""
        return self._items(_MEMORY_HISTORY, {"id": id, "limit": limit, "cursor": cursor}, options)


class MemoryStaleCall(SyncCalls):
    """List memories that have not been verified for a while: `GET /memory/stale`."""

    def __call__(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        days: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryStaleAnswer:
        """List memories that have not been verified for a while: `GET /memory/stale`.

        A memory is stale if it was neither stored nor verified within the last `days` days. The longest
        unverified come first. Expired and superseded memories are left out. Verify what still holds; change
        or forget the rest.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent. Default: all agents.
            days: Days without verification, 1–3650.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_MEMORY_STALE, {"user_id": user_id, "agent_id": agent_id, "days": days, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        days: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[MemoryStaleAnswer]:
        """Every page from here on."""
        return self._pages(_MEMORY_STALE, {"user_id": user_id, "agent_id": agent_id, "days": days, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        days: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Memory]:
        """Every item of every page: its `stale_memories`."""
        return self._items(_MEMORY_STALE, {"user_id": user_id, "agent_id": agent_id, "days": days, "limit": limit, "cursor": cursor}, options)


class ConflictsListCall(SyncCalls):
    """List contradictions: `GET /memory/conflicts`."""

    def __call__(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> ConflictsListAnswer:
        """List contradictions: `GET /memory/conflicts`.

        Pairs of memories of one user and agent that cannot both be true, newest first, each with the reason.
        They are detected when a memory is stored with `detect_conflicts`, and in the background for all
        others.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_CONFLICTS_LIST, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[ConflictsListAnswer]:
        """Every page from here on."""
        return self._pages(_CONFLICTS_LIST, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[ConflictsListAnswerConflicts]:
        """Every item of every page: its `conflicts`."""
        return self._items(_CONFLICTS_LIST, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)


class GraphConflictsCall(SyncCalls):
    """List contradicting pairs: `GET /memory/graph/conflicts`."""

    def __call__(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> GraphConflictsAnswer:
        """List contradicting pairs: `GET /memory/graph/conflicts`.

        The conflicts as pairs of memory ids.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_GRAPH_CONFLICTS, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[GraphConflictsAnswer]:
        """Every page from here on."""
        return self._pages(_GRAPH_CONFLICTS, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[GraphConflictsAnswerPairs]:
        """Every item of every page: its `pairs`."""
        return self._items(_GRAPH_CONFLICTS, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)


class ProceduresListCall(SyncCalls):
    """List procedures, newest first: `GET /memory/procedures`."""

    def __call__(
        self,
        *,
        agent_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> ProceduresListAnswer:
        """List procedures, newest first: `GET /memory/procedures`.

        Each in its latest version, with its outcomes.

        Args:
            agent_id: Only this agent. Default: all agents.
            user_id: Only this user. Default: all users and those stored without one.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_PROCEDURES_LIST, {"agent_id": agent_id, "user_id": user_id, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        agent_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[ProceduresListAnswer]:
        """Every page from here on."""
        return self._pages(_PROCEDURES_LIST, {"agent_id": agent_id, "user_id": user_id, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        agent_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[ProceduresListAnswerProcedures]:
        """Every item of every page: its `procedures`."""
        return self._items(_PROCEDURES_LIST, {"agent_id": agent_id, "user_id": user_id, "limit": limit, "cursor": cursor}, options)


class WorkingSessionsCall(SyncCalls):
    """List the sessions that have working memory: `GET /memory/working/sessions`."""

    def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> WorkingSessionsAnswer:
        """List the sessions that have working memory: `GET /memory/working/sessions`.

        Those with an item that has not expired, by name, in the order of its bytes.

        Args:
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_WORKING_SESSIONS, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[WorkingSessionsAnswer]:
        """Every page from here on."""
        return self._pages(_WORKING_SESSIONS, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[WorkingSessionsAnswerSessions]:
        """Every item of every page: its `sessions`."""
        return self._items(_WORKING_SESSIONS, {"limit": limit, "cursor": cursor}, options)


class EmotionalListCall(SyncCalls):
    """List emotional records, newest first: `GET /memory/emotional`."""

    def __call__(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        sentiment: Literal["positive", "negative", "neutral", "unknown"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> EmotionalListAnswer:
        """List emotional records, newest first: `GET /memory/emotional`.

        Without `user_id`, the records of all users of the key.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_EMOTIONAL_LIST, {"user_id": user_id, "agent_id": agent_id, "sentiment": sentiment, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        sentiment: Literal["positive", "negative", "neutral", "unknown"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[EmotionalListAnswer]:
        """Every page from here on."""
        return self._pages(_EMOTIONAL_LIST, {"user_id": user_id, "agent_id": agent_id, "sentiment": sentiment, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        sentiment: Literal["positive", "negative", "neutral", "unknown"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[EmotionalListAnswerRecords]:
        """Every item of every page: its `records`."""
        return self._items(_EMOTIONAL_LIST, {"user_id": user_id, "agent_id": agent_id, "sentiment": sentiment, "limit": limit, "cursor": cursor}, options)


class AgentsListCall(SyncCalls):
    """List registered agents: `GET /agents`."""

    def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AgentsListAnswer:
        """List registered agents: `GET /agents`.

        Newest first. Agents that only stored memories, without being registered, are not included.

        Args:
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_AGENTS_LIST, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[AgentsListAnswer]:
        """Every page from here on."""
        return self._pages(_AGENTS_LIST, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[AgentsListAnswerAgents]:
        """Every item of every page: its `agents`."""
        return self._items(_AGENTS_LIST, {"limit": limit, "cursor": cursor}, options)


class AgentsMemoriesCall(SyncCalls):
    """List the memories of an agent: `GET /agents/{id}/memories`."""

    def __call__(
        self,
        *,
        id: str,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> AgentsMemoriesAnswer:
        """List the memories of an agent: `GET /agents/{id}/memories`.

        Memories of all its users, newest first. Takes the filters of retrieve. 404 if the key has neither
        registered this agent nor stored anything for it.

        Args:
            id: The agent's id (`agt_…`) or its name.
            user_id: Only memories of this user.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return self._call(_AGENTS_MEMORIES, {"id": id, "user_id": user_id, "limit": limit, "cursor": cursor, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def pages(
        self,
        *,
        id: str,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[AgentsMemoriesAnswer]:
        """Every page from here on."""
        return self._pages(_AGENTS_MEMORIES, {"id": id, "user_id": user_id, "limit": limit, "cursor": cursor, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def items(
        self,
        *,
        id: str,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[Memory]:
        """Every item of every page: its `memories`."""
        return self._items(_AGENTS_MEMORIES, {"id": id, "user_id": user_id, "limit": limit, "cursor": cursor, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)


class UsersListCall(SyncCalls):
    """List the users of the key: `GET /users`."""

    def __call__(
        self,
        *,
        prefix: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> UsersListAnswer:
        """List the users of the key: `GET /users`.

        Everybody of whom the key keeps something: a memory, an episode, an emotional record or an item of
        working memory. By name, in the order of its bytes.

        Args:
            prefix: What the names begin with.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_USERS_LIST, {"prefix": prefix, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        prefix: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[UsersListAnswer]:
        """Every page from here on."""
        return self._pages(_USERS_LIST, {"prefix": prefix, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        prefix: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[UsersListAnswerUsers]:
        """Every item of every page: its `users`."""
        return self._items(_USERS_LIST, {"prefix": prefix, "limit": limit, "cursor": cursor}, options)


class ErasuresListCall(SyncCalls):
    """List the receipts of erasures: `GET /erasures`."""

    def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> ErasuresListAnswer:
        """List the receipts of erasures: `GET /erasures`.

        Newest first. A receipt does not name the user: store its id with the request that it fulfils.

        Args:
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_ERASURES_LIST, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[ErasuresListAnswer]:
        """Every page from here on."""
        return self._pages(_ERASURES_LIST, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[ErasuresListAnswerErasures]:
        """Every item of every page: its `erasures`."""
        return self._items(_ERASURES_LIST, {"limit": limit, "cursor": cursor}, options)


class EventsHistoryCall(SyncCalls):
    """Look back at events: `GET /memory/events/history`."""

    def __call__(
        self,
        *,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> EventsHistoryAnswer:
        """Look back at events: `GET /memory/events/history`.

        What `GET /memory/events` told before now, newest first, as far back as the journal is kept.
        `last_event_id` is where it was read: handed to the stream, it goes on from there, without loss or
        repeats. A call looks through at most 20,000 lines of the journal, so with a filter a page may have
        fewer events than `limit`, or none, and still be followed by another: go on until `next_cursor` is
        null.

        Args:
            events: Kinds of events; `*` is every kind except `memory.retrieved`, which must be named.
                `memory.deleted` is another name for `memory.forgotten`.
            user_id: Only events of this user.
            agent_id: Only events of this agent.
            include_content: Whether events include the memory as it is when they are sent (`data.memory`;
                null if it is gone).
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_EVENTS_HISTORY, {"events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[EventsHistoryAnswer]:
        """Every page from here on."""
        return self._pages(_EVENTS_HISTORY, {"events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[EventsHistoryAnswerEvents]:
        """Every item of every page: its `events`."""
        return self._items(_EVENTS_HISTORY, {"events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "limit": limit, "cursor": cursor}, options)


class EventsListCall(SyncCalls):
    """List subscriptions: `GET /memory/subscriptions`."""

    def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> EventsListAnswer:
        """List subscriptions: `GET /memory/subscriptions`.

        Newest first, each with its state. Secrets are not shown again.

        Args:
            limit: How many to return, 1–100.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_EVENTS_LIST, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[EventsListAnswer]:
        """Every page from here on."""
        return self._pages(_EVENTS_LIST, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[EventsListAnswerSubscriptions]:
        """Every item of every page: its `subscriptions`."""
        return self._items(_EVENTS_LIST, {"limit": limit, "cursor": cursor}, options)


class EventsDeliveriesCall(SyncCalls):
    """List a webhook's deliveries: `GET /memory/subscriptions/{id}/deliveries`."""

    def __call__(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> EventsDeliveriesAnswer:
        """List a webhook's deliveries: `GET /memory/subscriptions/{id}/deliveries`.

        Deliveries that wait (`pending`), arrived (`delivered`) or were given up (`dead`, which can be
        replayed), newest events first, each with the last response. Kept are all pending ones, the last 100
        that arrived and the last 1000 that were given up.

        Args:
            id: A subscription's id.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_EVENTS_DELIVERIES, {"id": id, "status": status, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[EventsDeliveriesAnswer]:
        """Every page from here on."""
        return self._pages(_EVENTS_DELIVERIES, {"id": id, "status": status, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[EventsDeliveriesAnswerDeliveries]:
        """Every item of every page: its `deliveries`."""
        return self._items(_EVENTS_DELIVERIES, {"id": id, "status": status, "limit": limit, "cursor": cursor}, options)


class WebhooksLogsCall(SyncCalls):
    """List the deliveries of all webhooks: `GET /webhooks/logs`."""

    def __call__(
        self,
        *,
        subscription_id: str | None = None,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> WebhooksLogsAnswer:
        """List the deliveries of all webhooks: `GET /webhooks/logs`.

        Lists what `GET /memory/subscriptions/{id}/deliveries` lists, for every subscription of the key.

        Args:
            subscription_id: Only deliveries of this subscription.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_WEBHOOKS_LOGS, {"subscription_id": subscription_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        subscription_id: str | None = None,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[WebhooksLogsAnswer]:
        """Every page from here on."""
        return self._pages(_WEBHOOKS_LOGS, {"subscription_id": subscription_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        subscription_id: str | None = None,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[WebhooksLogsAnswerLogs]:
        """Every item of every page: its `logs`."""
        return self._items(_WEBHOOKS_LOGS, {"subscription_id": subscription_id, "status": status, "limit": limit, "cursor": cursor}, options)


class JobsListCall(SyncCalls):
    """List background jobs: `GET /admin/jobs`."""

    def __call__(
        self,
        *,
        kind: str | None = None,
        state: Literal["running", "due", "waiting", "asleep", "failing"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> JobsListAnswer:
        """List background jobs: `GET /admin/jobs`.

        Every recurring job, and one for each webhook. `running`: a node works on it, under a lease that
        others take over when it runs out; `due`: next in line; `waiting`: scheduled for later; `asleep`:
        waits for something to happen; `failing`: failed and will be retried.

        Args:
            limit: How many to return, 1–1000.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_JOBS_LIST, {"kind": kind, "state": state, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        kind: str | None = None,
        state: Literal["running", "due", "waiting", "asleep", "failing"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[JobsListAnswer]:
        """Every page from here on."""
        return self._pages(_JOBS_LIST, {"kind": kind, "state": state, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        kind: str | None = None,
        state: Literal["running", "due", "waiting", "asleep", "failing"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[JobsListAnswerJobs]:
        """Every item of every page: its `jobs`."""
        return self._items(_JOBS_LIST, {"kind": kind, "state": state, "limit": limit, "cursor": cursor}, options)


class AuditListCall(SyncCalls):
    """List the audit log, newest first: `GET /admin/audit`."""

    def __call__(
        self,
        *,
        key_id: str | None = None,
        user_id: str | None = None,
        action: str | None = None,
        outcome: Literal["ok", "refused", "failed"] | None = None,
        address: str | None = None,
        from_: float | str | None = None,
        to: float | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AuditListAnswer:
        """List the audit log, newest first: `GET /admin/audit`.

        Who did what through which key, when and from where. Changes, exports, and memories that were handed
        out to be given to a model have an entry each, with ids and never a text. Other reads and all failed
        calls are summed up per minute, caller, operation, status and address. A new entry appears within
        about a second. See `RECOLLECT_AUDIT_DAYS`.

        Args:
            key_id: Only this tenant, or this child key or issuer.
            user_id: Only entries about this user; needs `key_id`.
            action: Only this operation, such as `memory.store`; `keys.*` for all that begin so.
            address: Only calls from this address.
            from_: From this time on. Unix milliseconds or an ISO 8601 string.
            to: Before this time.
            limit: How many to return, 1–1000.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_AUDIT_LIST, {"key_id": key_id, "user_id": user_id, "action": action, "outcome": outcome, "address": address, "from": from_, "to": to, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        key_id: str | None = None,
        user_id: str | None = None,
        action: str | None = None,
        outcome: Literal["ok", "refused", "failed"] | None = None,
        address: str | None = None,
        from_: float | str | None = None,
        to: float | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[AuditListAnswer]:
        """Every page from here on."""
        return self._pages(_AUDIT_LIST, {"key_id": key_id, "user_id": user_id, "action": action, "outcome": outcome, "address": address, "from": from_, "to": to, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        key_id: str | None = None,
        user_id: str | None = None,
        action: str | None = None,
        outcome: Literal["ok", "refused", "failed"] | None = None,
        address: str | None = None,
        from_: float | str | None = None,
        to: float | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[AuditListAnswerEntries]:
        """Every item of every page: its `entries`."""
        return self._items(_AUDIT_LIST, {"key_id": key_id, "user_id": user_id, "action": action, "outcome": outcome, "address": address, "from": from_, "to": to, "limit": limit, "cursor": cursor}, options)


class KeysCalls(SyncCalls):
    """What `client.keys` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.list = KeysListCall(transport)
        self.children = KeysChildrenCall(transport)

    def signup(
        self,
        *,
        name: str,
        email: str | None = None,
        options: CallOptions | None = None,
    ) -> KeysSignupAnswer:
        """Create a free API key for yourself: `POST /signup`.

        The secret is in this response and nowhere else. Limited per client address (429); 403 if the operator
        has closed sign-up. An `Idempotency-Key` must have at least 16 characters here: it alone protects the
        stored response.

        Args:
            name: What the key is called.
            email: How to reach the owner.
        """
        return self._call(_KEYS_SIGNUP, {"name": name, "email": email}, options)

    def mint(
        self,
        *,
        name: str,
        owner: str | None = None,
        scopes: List[Literal["read", "write"]] | None = None,
        tier: Literal["free", "pro"] | None = None,
        expires_at: float | str | None | NotGiven = NOT_GIVEN,
        audit: bool | None = None,
        options: CallOptions | None = None,
    ) -> KeysMintAnswer:
        """Mint an API key: `POST /auth/keys`.

        Send the admin credential or an issuer credential as the bearer. The secret is in this response and
        nowhere else.

        Args:
            name: What the key is called.
            owner: Whom to contact about it. Default: the name.
            scopes: What the key may do: `read`, `write`.
            tier: `free`: 10,000 memories per month; `pro`: unlimited.
            expires_at: From this time on, calls with it return 401. Unix milliseconds or an ISO 8601 string.
            audit: Whether its calls are in the audit log; only the admin credential can switch that off.
        """
        return self._call(_KEYS_MINT, {"name": name, "owner": owner, "scopes": scopes, "tier": tier, "expires_at": expires_at, "audit": audit}, options)

    def change(
        self,
        *,
        id: str,
        name: str | None = None,
        tier: Literal["free", "pro"] | None = None,
        scopes: List[Literal["read", "write"]] | None = None,
        audit: bool | None = None,
        options: CallOptions | None = None,
    ) -> KeysChangeAnswer:
        """Change a key's name, tier, scopes or audit: `PATCH /auth/keys/{id}`.

        Fields that you leave out stay as they are. The change takes effect with the next call. A revoked key
        cannot be changed (409).

        Args:
            id: A key's public id (`rec_pk_…`).
            name: What the key is called.
            tier: `free`: 10,000 memories per month; `pro`: unlimited.
            scopes: What the key may do: `read`, `write`.
            audit: Whether its calls are in the audit log; only the admin credential can switch that off.
        """
        return self._call(_KEYS_CHANGE, {"id": id, "name": name, "tier": tier, "scopes": scopes, "audit": audit}, options)

    def revoke(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> KeysRevokeAnswer:
        """Revoke a key for good: `DELETE /auth/keys/{id}`.

        The admin credential can revoke any key; a key can revoke only itself and its child keys. From now on,
        calls with the key return 403 on every node. What it stored is kept. Revoking twice changes nothing.

        Args:
            id: A key's public id (`rec_pk_…`).
        """
        return self._call(_KEYS_REVOKE, {"id": id}, options)

    def rotate(
        self,
        *,
        id: str,
        grace_seconds: int | None = None,
        options: CallOptions | None = None,
    ) -> KeysRotateAnswer:
        """Give a key a new secret: `POST /auth/keys/{id}/rotate`.

        The admin credential can rotate any key; a key can rotate only itself and its child keys. Id, data and
        allowance stay the same. The old secret stops working at once, or works alongside the new one for
        `grace_seconds`. A revoked key cannot be rotated (409).

        Args:
            id: A key's public id (`rec_pk_…`).
            grace_seconds: How long the old secret keeps working.
        """
        return self._call(_KEYS_ROTATE, {"id": id, "grace_seconds": grace_seconds}, options)

    def mint_child(
        self,
        *,
        name: str,
        user_id: str,
        agent_id: str | None = None,
        namespace: str | None = None,
        scopes: List[Literal["read", "write"]] | None = None,
        expires_at: float | str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> KeysMintChildAnswer:
        """Create a child key for one user: `POST /keys/children`.

        A child key works on the data of the calling key but sees only one user, optionally only one agent or
        one namespace. You can hand it to a browser, a device or an agent: fields about the user that it
        leaves out are filled in, another user is refused (403), and other ids behave as if they did not
        exist. Operations on a whole key refuse it. It shares the allowance and the rate limit of its parent,
        can do no more than its parent, and ends with it. A key has at most 1,000 child keys. Erasing the user
        deletes the keys that are bound to that user.

        Args:
            name: What the key is called.
            user_id: The user whose memories it sees.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: Only this namespace. Default: all of them.
            scopes: What it may do: `read`, `write`. Default: the calling key's own scopes.
            expires_at: From this time on, calls with it return 401; without it or null, it ends with its
                parent. Unix milliseconds or an ISO 8601 string.
        """
        return self._call(_KEYS_MINT_CHILD, {"name": name, "user_id": user_id, "agent_id": agent_id, "namespace": namespace, "scopes": scopes, "expires_at": expires_at}, options)


class MemoryCalls(SyncCalls):
    """What `client.memory` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.list = MemoryListCall(transport)
        self.history = MemoryHistoryCall(transport)
        self.stale = MemoryStaleCall(transport)

    def store(
        self,
        *,
        user_id: str,
        content: str,
        agent_id: str | None = None,
        metadata: Dict[str, Any] | None = None,
        importance: float | None = None,
        ttl_seconds: float | None = None,
        tags: List[str] | None = None,
        namespace: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        detect_conflicts: bool | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        valid_from: float | str | None = None,
        valid_until: float | str | None = None,
        dedupe: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryStoreAnswer:
        """Store a memory: `POST /memory/store`.

        The content is embedded before the response, so the next search finds it. The same content in the same
        scope (user, agent, namespace, kind) is not stored twice: the response is 200 with the existing
        memory, which gets your tags added, your metadata keys written over its own, and counts as verified
        now. If the merged values would exceed a limit, the response is 400 and nothing changes. Nearly the
        same text is stored, and `near_duplicate_of` names the other memory; but if that memory was retrieved
        within the last hour, it is returned as a duplicate instead, so that agents do not fill the store with
        echoes. While embeddings are unavailable, the memory is stored with `embedded: false` and embedded
        later automatically. If you send no importance, it is estimated from the content
        (`importance_estimated: true`). Once the response is sent, the memory survives a crash.

        Args:
            user_id: Your end user whose memory it is.
            content: What to remember. Long texts are embedded passage by passage.
            agent_id: The agent it belongs to.
            metadata: Any JSON object.
            importance: 0 (trivia) to 10 (vital). Default: estimated from the content.
            ttl_seconds: Forget it after this many seconds.
            tags: Labels to filter by.
            namespace: A partition inside the scope.
            outcome: How acting on it went.
            detect_conflicts: Also report memories that contradict this one.
            kind: The kind of memory.
            valid_from: When it became true (Unix milliseconds or ISO 8601).
            valid_until: When it stops being true (Unix milliseconds or ISO 8601).
            dedupe: False stores the same text again instead of returning the existing memory.
        """
        return self._call(_MEMORY_STORE, {"user_id": user_id, "content": content, "agent_id": agent_id, "metadata": metadata, "importance": importance, "ttl_seconds": ttl_seconds, "tags": tags, "namespace": namespace, "outcome": outcome, "detect_conflicts": detect_conflicts, "kind": kind, "valid_from": valid_from, "valid_until": valid_until, "dedupe": dedupe}, options)

    def batch(
        self,
        *,
        memories: List[MemoryBatchInputMemories],
        options: CallOptions | None = None,
    ) -> MemoryBatchAnswer:
        """Store up to 100 memories: `POST /memory/batch`.

        Each entry is a body of `POST /memory/store`. The valid entries are stored in one transaction even if
        others are invalid: see `results`. More than 100 entries, or none, is 400 and nothing is stored. A
        batch that does not fit into the monthly allowance is refused as a whole.
        """
        return self._call(_MEMORY_BATCH, {"memories": memories}, options)

    def retrieve(
        self,
        *,
        q: str,
        user_id: str,
        limit: int | None = None,
        min_score: float | None = None,
        ranking: Literal["semantic", "composite", "hybrid", "words"] | None = None,
        explain: bool | None = None,
        around: int | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryRetrieveAnswer:
        """Find memories by meaning: `GET /memory/retrieve`.

        Searches every memory of the user, best first. The search is exact, except on PostgreSQL for users
        with more memories than `RECOLLECT_HNSW_FROM` (default: 200,000). Memories that have expired, are
        outside their validity or were superseded are left out unless asked for. `composite` weighs cosine
        0.5, outcome 0.25, importance 0.15 and recency 0.10 (e^(−days/30)). `words` makes no vector, so
        `semantic` is false. If no vector can be made for the question, `semantic` is false: `hybrid` then
        searches by words and fills up with the most recent memories; the others return the most recent.

        Args:
            q: What to search for, best phrased as a question.
            user_id: Your end user whose memory it is.
            limit: How many to return, 1–100.
            min_score: Leave out what scores lower. With the default model unrelated texts score 0.3–0.6,
                paraphrases 0.8–1. Ignored by `words`.
            ranking: `semantic`: cosine. `composite`: a weighted sum of cosine, outcome, importance and
                recency. `hybrid`: meaning, words, time, speakers and neighbours; the most accurate. `words`:
                full text; only memories that share a word with `q`, by BM25, whatever they mean.
            explain: Return the parts of `final_score` for each result.
            around: For each result that is an event of an episode, also return this many events before and
                after it.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return self._call(_MEMORY_RETRIEVE, {"q": q, "user_id": user_id, "limit": limit, "min_score": min_score, "ranking": ranking, "explain": explain, "around": around, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def forget(
        self,
        *,
        id: str | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryForgetAnswer:
        """Forget one memory, one episode, or everything about a user: `DELETE /memory/forget`.

        Give `id` to forget one memory (404 if it does not exist), or `user_id`, with `agent_id` to forget
        only what that agent knows. Links, earlier versions and vectors are deleted too; no later call finds
        any of it. The id of an episode forgets it with all its events and its summary. An event is removed
        from its episode, and a summary that the service wrote is rewritten from what is left. By user,
        episodes, procedures, working and emotional memory and everything else stored in the scope are
        forgotten too. `DELETE /users/{id}/memories` also removes the traces in the journal and returns a
        receipt.

        Args:
            id: A memory's id.
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
        """
        return self._call(_MEMORY_FORGET, {"id": id, "user_id": user_id, "agent_id": agent_id}, options)

    def facets(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryFacetsAnswer:
        """Count memories by category, tag, agent, user, namespace and month: `GET /memory/facets`.

        Takes the filters of the list and counts exactly what it would return. At most 50 values of each,
        those with the most memories first; months newest first. A memory counts once for each of its tags.
        Without `user_id`, counts the memories of all users of the key.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return self._call(_MEMORY_FACETS, {"user_id": user_id, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def names(
        self,
        *,
        field: Literal["user_id", "agent_id", "namespace"],
        prefix: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> MemoryNamesAnswer:
        """List the users, agents or namespaces that have memories: `GET /memory/names`.

        For autocompletion and pickers. Agents and namespaces are those of the 10000 newest memories.

        Args:
            field: Which names to list.
            prefix: What they begin with.
            limit: How many to return, 1–1000.
        """
        return self._call(_MEMORY_NAMES, {"field": field, "prefix": prefix, "limit": limit}, options)

    def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> MemoryGetAnswer:
        """Read one memory: `GET /memory/{id}`.

        Args:
            id: A memory's id.
        """
        return self._call(_MEMORY_GET, {"id": id}, options)

    def update(
        self,
        *,
        id: str,
        content: str | None = None,
        metadata: Dict[str, Any] | None = None,
        tags: List[str] | None = None,
        importance: float | None = None,
        namespace: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        valid_from: float | str | None | NotGiven = NOT_GIVEN,
        valid_until: float | str | None | NotGiven = NOT_GIVEN,
        ttl_seconds: float | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> MemoryUpdateAnswer:
        """Change a memory: `PATCH /memory/{id}`.

        Only the fields you send change. New content is embedded again, and an estimated importance is
        estimated again. Merged metadata must stay within the limits for metadata (400). The earlier version
        stays in the history. The content of a procedure (`proc_…`) is made from its parts: to change it,
        store the procedure again.

        Args:
            id: A memory's id.
            content: What to remember. Long texts are embedded passage by passage.
            metadata: Merged into the existing metadata: your keys win, null removes a key.
            tags: Replaces the tags.
            importance: 0 (trivia) to 10 (vital). No longer estimated from now on.
            namespace: A partition inside the scope.
            outcome: How acting on it went.
            valid_from: When it became true; null if unknown.
            valid_until: When it stops being true; null if no end is known.
            ttl_seconds: Forget it this many seconds from now; null keeps it.
        """
        return self._call(_MEMORY_UPDATE, {"id": id, "content": content, "metadata": metadata, "tags": tags, "importance": importance, "namespace": namespace, "outcome": outcome, "valid_from": valid_from, "valid_until": valid_until, "ttl_seconds": ttl_seconds}, options)

    def score(
        self,
        *,
        id: str,
        q: str,
        limit: int | None = None,
        min_score: float | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryScoreAnswer:
        """Explain how one memory scores for a question, and why it is not among the results: `GET
        /memory/{id}/score`.

        Runs the search of `GET /memory/retrieve` with `ranking=hybrid`, for the user whose memory it is and
        with the same filters, and reports where the memory ranks. The best 200 are considered. It does not
        count as a retrieval.

        Args:
            id: A memory's id.
            q: The question.
            limit: How many results the search would return.
            min_score: The lowest score that the search would return.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return self._call(_MEMORY_SCORE, {"id": id, "q": q, "limit": limit, "min_score": min_score, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def context(
        self,
        *,
        user_id: str,
        q: str | None = None,
        max_tokens: int | None = None,
        format: Literal["raw", "anthropic", "openai", "markdown"] | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        as_of: float | str | None = None,
        include_flagged: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryContextAnswer:
        """Get memories as text for a prompt: `GET /memory/context`.

        Returns the most useful memories first, as many as fit into `max_tokens`, each with its date
        (`valid_from`, or else when it was stored). With `q`, those that help to answer it; without `q`, by
        importance, activation and recency. Statements that repeat each other appear once. Memories that are
        superseded, expired, not valid (at `as_of`) or flagged as risky are left out. A memory that does not
        fit is cut at the end of a sentence and marked […]. Texts are fenced as data: no memory can close its
        wrapper or add a line. `anthropic` is meant for the `system` parameter, `openai` for the content of a
        system or developer message. The same memories always give the same text.

        Args:
            user_id: Your end user whose memory it is.
            q: What the context is for, best phrased as a question.
            max_tokens: Never exceeded; counted with o200k_base.
            format: What `context` holds.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            include_flagged: Include memories whose text looks like instructions (`risk` of 0.5 or more).
        """
        return self._call(_MEMORY_CONTEXT, {"user_id": user_id, "q": q, "max_tokens": max_tokens, "format": format, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "category": category, "min_importance": min_importance, "as_of": as_of, "include_flagged": include_flagged}, options)

    def ingest(
        self,
        *,
        user_id: str,
        messages: List[MemoryIngestInputMessages] | None = None,
        text: str | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        session_id: str | None = None,
        position: int | None = None,
        metadata: Dict[str, Any] | None = None,
        tags: List[str] | None = None,
        ttl_seconds: float | None = None,
        mode: Literal["auto", "local", "turns"] | None = None,
        wait: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryIngestAnswer:
        """Remember a conversation: `POST /memory/ingest`.

        Send a conversation, whole or turn by turn. Every turn is stored verbatim, as an event of an episode.
        What people state in it becomes separate memories within a second or two, each with
        `metadata.derived_from`: the turns it comes from and the places in them. Questions, small talk and
        what an assistant says stay turns only. You can send a session again, whole or just its last part:
        only what is new is added. `position` says where the first message belongs; without it the service
        finds the place itself, and a turn that only repeats the one before it counts as sent again. With it,
        a message that differs from the one at its position is 409, and a gap is 400. With `wait`, the
        statements are derived before the response and returned in `statements`; those that take longer than
        20 seconds follow later, and `deriving` says so. Each turn counts against the monthly allowance.

        Args:
            user_id: Your end user whose memory it is.
            messages: The turns, in order.
            text: Instead of `messages`: one turn of the user.
            agent_id: The agent it belongs to.
            namespace: A partition inside the scope.
            session_id: Names the conversation. Default: a new one.
            position: The position of the first message in the session, starting at 0.
            metadata: Stored with the turns and with what is derived from them.
            tags: Labels for the turns and for what is derived from them.
            ttl_seconds: Forget the turns, and what is derived from them, after this many seconds.
            mode: `auto`: derive statements, with the language model if one is configured; `local`: derive
                them without it; `turns`: derive nothing.
            wait: Derive the statements before responding.
        """
        return self._call(_MEMORY_INGEST, {"user_id": user_id, "messages": messages, "text": text, "agent_id": agent_id, "namespace": namespace, "session_id": session_id, "position": position, "metadata": metadata, "tags": tags, "ttl_seconds": ttl_seconds, "mode": mode, "wait": wait}, options)

    def profile(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        namespace: str | None = None,
        as_of: float | str | None = None,
        max_tokens: int | None = None,
        options: CallOptions | None = None,
    ) -> MemoryProfileAnswer:
        """Get what is known about a user now: `GET /memory/profile`.

        A page about a user: what holds now, grouped, each fact once, with its date and the turns it comes
        from. Superseded, contradicted and expired memories are left out, and so are texts that look like
        instructions. `text` is ready for a prompt and stays within `max_tokens`; the most important comes
        first.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            max_tokens: For `text`; counted with o200k_base.
        """
        return self._call(_MEMORY_PROFILE, {"user_id": user_id, "agent_id": agent_id, "namespace": namespace, "as_of": as_of, "max_tokens": max_tokens}, options)

    def export(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        format: Literal["json", "markdown", "md", "ndjson"] | None = None,
        options: CallOptions | None = None,
    ) -> MemoryExportAnswer:
        """Export memories: `GET /memory/export`.

        Exports everything that is stored, including what is expired, superseded or not yet true, oldest
        first. The export is streamed: it takes as little memory for a million memories as for ten. A memory
        that exists from the beginning to the end of the export is in it once. `ndjson` is one object per
        line, each with its `type`; the last line is `{"type":"end","count":…,"counts":{…}}`. An export that
        fails midway is cut off, so it never looks complete.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent.
            format: `md` is `markdown`.
        """
        return self._call(_MEMORY_EXPORT, {"user_id": user_id, "agent_id": agent_id, "format": format}, options)

    def import_(
        self,
        *,
        memories: List[MemoryImportInputMemories] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        source: Literal["recollect", "agentmemo", "mem0", "zep", "mcp-memory", "openmemory"] | None = None,
        format: str | None = None,
        dry_run: bool | None = None,
        links: List[Any] | None = None,
        episodes: List[Any] | None = None,
        procedures: List[Any] | None = None,
        emotional: List[Any] | None = None,
        results: List[Any] | None = None,
        items: List[Any] | None = None,
        facts: List[Any] | None = None,
        edges: List[Any] | None = None,
        messages: List[Any] | None = None,
        entities: List[Any] | None = None,
        relations: List[Any] | None = None,
        options: CallOptions | None = None,
    ) -> MemoryImportAnswer:
        """Import memories: `POST /memory/import`.

        Takes what `GET /memory/export` returns, and the exports of agentmemo, mem0, Zep, the MCP reference
        memory server and OpenMemory. Ids and times are kept. An existing id, or the same content in the same
        scope, is a duplicate: running an import twice adds nothing. As JSON lines (`Content-Type:
        application/x-ndjson`, one entry per line of at most 8 MB, the other fields in the query) a body may
        have any length. What is not embedded within the call is embedded soon after. A JSON body that does
        not fit into the monthly allowance is refused as a whole (429); JSON lines are counted 500 at a time,
        and what was imported before the refusal is in its `details`.

        Args:
            memories: The entries: bodies of store with the fields of a memory, or entries in the format of
                `source`.
            user_id: Import everything for this user, whoever it belonged to.
            agent_id: Import everything for this agent.
            source: The format of the entries. Default: detected from their fields.
            format: As in an export: `recollect.export.v1`.
            dry_run: Writes nothing and counts what an import would do. Memories are compared with what is
                stored, and with those around them in the file; of links and other records the form alone is
                looked at.
            links: Links between the memories, as in an export.
            episodes: Episodes, as in an export; their events are among the memories.
            procedures: Procedures, as in an export.
            emotional: Emotional records, as in an export.
            results: The entries in mem0 documents.
            items: The entries in OpenMemory documents.
            facts: Facts in Zep documents.
            edges: Edges in Zep documents.
            messages: Messages in Zep documents.
            entities: Entities in documents of the MCP reference memory server.
            relations: Relations in documents of the MCP reference memory server.
        """
        return self._call(_MEMORY_IMPORT, {"memories": memories, "user_id": user_id, "agent_id": agent_id, "source": source, "format": format, "dry_run": dry_run, "links": links, "episodes": episodes, "procedures": procedures, "emotional": emotional, "results": results, "items": items, "facts": facts, "edges": edges, "messages": messages, "entities": entities, "relations": relations}, options)

    def feedback(
        self,
        *,
        memory_id: str,
        outcome: Literal["success", "failure"],
        confidence: float | None = None,
        options: CallOptions | None = None,
    ) -> MemoryFeedbackAnswer:
        """Report how acting on a memory went: `POST /memory/feedback`.

        Updates `outcome_score`, which starts at 0.5, as an exponential moving average: 0.7 × score + 0.3 ×
        target. The target is the `confidence` on success and 1 − `confidence` on failure. Rankings that weigh
        outcomes put what has worked higher. Concurrent reports are all counted. 404 if the key has no such
        memory.

        Args:
            memory_id: The memory that was acted on.
            outcome: How it went.
            confidence: 0–1: how sure you are.
        """
        return self._call(_MEMORY_FEEDBACK, {"memory_id": memory_id, "outcome": outcome, "confidence": confidence}, options)

    def verify(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> MemoryVerifyAnswer:
        """Mark a memory as still valid: `POST /memory/verify/{id}`.

        Sets `verified_at` to now: the memory is not stale for another 30 days. Takes no body. 404 if the key
        has no such memory.

        Args:
            id: A memory's id.
        """
        return self._call(_MEMORY_VERIFY, {"id": id}, options)

    def stats(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryStatsAnswer:
        """Count memories and judge their quality: `GET /memory/stats`.

        Counts cover memories in force, neither expired nor superseded, unless the field says otherwise.
        `memory_quality_score` is the weighted sum of the five marks in `quality_breakdown`, each 0–100,
        higher is better: freshness 0.25, accuracy 0.30, diversity 0.10, coverage 0.20, redundancy 0.15.
        Redundancy covers the newest 1000 memories and the first 500 characters of each. `by_namespace` and
        `by_agent` list the 1000 largest. Without memories every mark is 0.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent. Default: all agents.
        """
        return self._call(_MEMORY_STATS, {"user_id": user_id, "agent_id": agent_id}, options)

    def expired(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryExpiredAnswer:
        """Delete expired memories: `DELETE /memory/expired`.

        Deletes every memory whose `expires_at` has passed, with its links, earlier versions and vectors.
        Expired memories never show up in a search, and a background sweep deletes them about once a minute:
        `deleted` counts those it had not reached yet.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent. Default: all agents.
        """
        return self._call(_MEMORY_EXPIRED, {"user_id": user_id, "agent_id": agent_id}, options)

    def compress(
        self,
        *,
        user_id: str,
        agent_id: str,
        keep: int | None = None,
        older_than_days: float | None = None,
        strategy: Literal["summarize", "merge"] | None = None,
        delete_originals: bool | None = None,
        dry_run: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryCompressAnswer:
        """Summarize or merge old memories: `POST /memory/compress`.

        Works on the semantic and episodic memories of one user and agent; the `keep` newest are left
        unchanged. `summarize` turns three or more about one subject into one summary made of their own
        sentences: no name, number, date or decision is lost. A summary has at most half of their tokens; if
        that is not possible, they are left unchanged. If a language model is configured, it writes the
        summary, and sentences whose facts it left out are added; it is not used for dry runs or if originals
        are deleted. `merge` reduces memories that say the same to the best wording. Whatever found an
        original finds its summary, by meaning with the same score and by words. The originals become
        superseded (`include_superseded` shows them, `POST /memory/compress/undo` restores them) unless
        `delete_originals` is set. Not compressed: memories that expire or have a `valid_until`, are in an
        open conflict with a confidence of 0.8 or more, or look like instructions, and earlier summaries. Each
        summary and its originals are written in one transaction. Compressing does not count against the
        monthly allowance. A call considers at most the 20,000 oldest memories.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            keep: How many of the newest to leave unchanged.
            older_than_days: Only memories stored longer ago than this.
            delete_originals: Delete the originals for good instead of superseding them.
            dry_run: Return what would happen, and change nothing.
        """
        return self._call(_MEMORY_COMPRESS, {"user_id": user_id, "agent_id": agent_id, "keep": keep, "older_than_days": older_than_days, "strategy": strategy, "delete_originals": delete_originals, "dry_run": dry_run}, options)

    def compress_preview(
        self,
        *,
        user_id: str,
        agent_id: str,
        keep: int | None = None,
        older_than_days: float | None = None,
        strategy: Literal["summarize", "merge"] | None = None,
        options: CallOptions | None = None,
    ) -> MemoryCompressPreviewAnswer:
        """Preview a compression: `GET /memory/compression/preview`.

        Returns what `POST /memory/compress` with `dry_run` returns; nothing is changed.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            keep: How many of the newest to leave unchanged.
            older_than_days: Only memories stored longer ago than this.
        """
        return self._call(_MEMORY_COMPRESS_PREVIEW, {"user_id": user_id, "agent_id": agent_id, "keep": keep, "older_than_days": older_than_days, "strategy": strategy}, options)

    def compress_undo(
        self,
        *,
        compressed_memory_id: str,
        options: CallOptions | None = None,
    ) -> MemoryCompressUndoAnswer:
        """Undo a compression: `POST /memory/compress/undo`.

        Puts the originals back in force, exactly as they were. A summary is deleted. A memory that others
        were merged into gets its earlier content back, or keeps its fields if it was changed since. 409 if
        the memory has no originals: it is not the result of a compression, or they were deleted.

        Args:
            compressed_memory_id: One of the `compressed_memory_ids`.
        """
        return self._call(_MEMORY_COMPRESS_UNDO, {"compressed_memory_id": compressed_memory_id}, options)

    def timeline(
        self,
        *,
        user_id: str,
        topic: str,
        agent_id: str | None = None,
        from_: float | str | None = None,
        to: float | str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> MemoryTimelineAnswer:
        """See how facts about a topic changed: `GET /memory/timeline`.

        The states of one topic, oldest first by the time they became true: the memories about the topic, and
        those known to have superseded or contradicted them. `from` and `to` say when each held, `current`
        whether it holds now. `change` says what happened: `added` it holds; `updated` it superseded another
        (`supersedes`) or its text was changed; `contradicted` another memory says otherwise and the conflict
        is open; `superseded` a newer one superseded it; `ended` it stopped being true. At most 200 memories
        are considered, the nearest to the topic.

        Args:
            user_id: Your end user whose memory it is.
            topic: What it is about, as a word, a phrase or a question: "home", "where she works".
            agent_id: The agent it belongs to.
            from_: Only what became true at or after this (Unix milliseconds or ISO 8601).
            to: Only what became true before this (Unix milliseconds or ISO 8601).
            limit: How many to return, 1–200.
        """
        return self._call(_MEMORY_TIMELINE, {"user_id": user_id, "topic": topic, "agent_id": agent_id, "from": from_, "to": to, "limit": limit}, options)

    def map(
        self,
        *,
        user_id: str,
        limit: int | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryMapAnswer:
        """Lay a user's memories out on a plane: `GET /memory/map`.

        Memories that mean something alike lie near each other: each stands where its vector falls on the two
        directions in which the vectors differ most. Takes the filters of the list. Of more than `limit`
        memories the newest are laid out, at most 5,000; those that wait to be embedded have no place yet and
        are counted in `without_vector`. The same memories give the same map; with others the directions
        change, so places of two maps do not compare.

        Args:
            user_id: Your end user whose memory it is.
            limit: How many to return, 1–5000.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return self._call(_MEMORY_MAP, {"user_id": user_id, "limit": limit, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def health(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryHealthAnswer:
        """Report problems with the memories and how to fix them: `GET /memory/health`.

        Counts cover memories in force, neither expired nor superseded, unless the field says otherwise. Each
        recommendation names up to 5 of the memories it is about. Duplicates are searched among memories of
        one user, agent, namespace and kind whose sketches meet, up to 4000 meetings; `considered` says
        whether those were all. `quality_score` is a tenth of the `memory_quality_score` of `GET
        /memory/stats`.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent. Default: all agents.
        """
        return self._call(_MEMORY_HEALTH, {"user_id": user_id, "agent_id": agent_id}, options)

    def insights(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryInsightsAnswer:
        """Report what memories are about, what changes and what needs attention: `GET /memory/insights`.

        Topics are clusters by meaning, named by a tag or phrase that their memories share. A topic rises or
        fades if its share of the last 30 days differs from the 30 days before by more than chance. Insights
        cover contradictions, what worked and failed according to feedback, knowledge worth verifying, trends
        and what is never retrieved: at most 3 of a kind, each with up to 5 of the memories it comes from. A
        scope of more than 2000 memories is sampled evenly for topics and trends; counts, tags, feedback and
        contradictions cover all of it. No language model is used; the same memories give the same response.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent. Default: all agents.
        """
        return self._call(_MEMORY_INSIGHTS, {"user_id": user_id, "agent_id": agent_id}, options)

    def predict(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        context: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> MemoryPredictAnswer:
        """Predict which memories will be needed next: `GET /memory/predict`.

        Learns from the newest 500 retrievals of the user and the newest 200 memories: how recently and often
        each was returned (a power law), what followed or accompanied what was just retrieved, the time of day
        and week, and what is new. The weight of each is learned by predicting the last 60 retrievals again.
        `probability` is the chance that the next retrieval returns the memory. Without any history,
        importance, activation and recency decide, and `strategy` says so. Superseded and expired memories are
        left out. A prediction does not count as a retrieval.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: Only this agent. Default: all agents of the user.
            context: The situation: a message, a task. Compared by meaning.
            limit: How many to return, 1–20.
        """
        return self._call(_MEMORY_PREDICT, {"user_id": user_id, "agent_id": agent_id, "context": context, "limit": limit}, options)

    def transfer(
        self,
        *,
        user_id: str,
        from_agent: str,
        to_agent: str,
        mode: Literal["copy", "move"] | None = None,
        filter: MemoryTransferInputFilter | None = None,
        summarize: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryTransferAnswer:
        """Transfer memories between agents: `POST /memory/transfer`.

        Gives what `from_agent` knows about a user to `to_agent`. A transfer is refused or carried out as a
        whole, in steps: one that a crash interrupts is finished within minutes. `copy` keeps the originals: a
        copy keeps every field, reuses the vectors, starts with an empty history and counts against the
        monthly allowance; links and conflicts between copied memories are copied too. `move` keeps ids, links
        and history; memories that a moved one superseded move along. `metadata.transferred_from` is
        `{agent_id, memory_id, at}` if the metadata has room for it. Memories whose text the target already
        knows are skipped and stay where they are, so repeating the call adds nothing; so are procedures whose
        name the target has and, on a move, the events of episodes. Expired and superseded memories are not
        selected. With `summarize` (only `copy`) the target gets one memory made of the most important
        sentences instead, linked to its sources: at most 1,000 of them, the most important ones, without
        those that expire, have ended or look like instructions. At most 100,000 memories per call (400).

        Args:
            user_id: Your end user whose memory it is.
            from_agent: Whose memories they are.
            to_agent: Who gets them.
            filter: Which memories. Default: all. A memory must pass every part of it.
            summarize: Give one summary instead of the memories.
        """
        return self._call(_MEMORY_TRANSFER, {"user_id": user_id, "from_agent": from_agent, "to_agent": to_agent, "mode": mode, "filter": filter, "summarize": summarize}, options)


class ConflictsCalls(SyncCalls):
    """What `client.conflicts` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.list = ConflictsListCall(transport)

    def resolve(
        self,
        *,
        id: str,
        keep: Literal["a", "b", "both"],
        options: CallOptions | None = None,
    ) -> ConflictsResolveAnswer:
        """Settle a contradiction: `POST /memory/conflicts/{id}/resolve`.

        Keeps the older memory (`a`), the newer one (`b`) or both. The other one is marked as superseded, not
        deleted: search leaves it out unless asked for it, and `as_of` still finds it for the time when it
        held. Resolving a conflict again changes the decision.

        Args:
            id: The conflict's id.
        """
        return self._call(_CONFLICTS_RESOLVE, {"id": id, "keep": keep}, options)


class GraphCalls(SyncCalls):
    """What `client.graph` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.conflicts = GraphConflictsCall(transport)

    def link(
        self,
        *,
        relationship: Literal["contradicts", "supports", "follows", "causes", "related_to", "supersedes", "part_of"],
        from_: str | None = None,
        to: str | None = None,
        memory_a: str | None = None,
        memory_b: str | None = None,
        weight: float | None = None,
        metadata: Dict[str, Any] | None = None,
        options: CallOptions | None = None,
    ) -> GraphLinkAnswer:
        """Link two memories: `POST /memory/graph/link`.

        Both must exist (404) and be different (400); they may belong to different users and agents of the
        key. Storing the same link again does not create a second one: the response is 200, and a weight or
        metadata that you send replaces what it had. A link that the service maintains (`automatic`) is
        returned as it is. A link is deleted with either of its memories. `contradicts` between two memories
        of one user is also listed by `GET /memory/conflicts`.

        Args:
            relationship: What `from` is to `to`: from *supersedes* to, from is *part_of* to.
            from_: Id of the memory that the link starts at. Required, here or as `memory_a`.
            to: Id of the memory that it leads to. Required, here or as `memory_b`.
            memory_a: Another name for `from`.
            memory_b: Another name for `to`.
            weight: How strong it is, 0–1. Default: 1.
            metadata: Any JSON object.
        """
        return self._call(_GRAPH_LINK, {"relationship": relationship, "from": from_, "to": to, "memory_a": memory_a, "memory_b": memory_b, "weight": weight, "metadata": metadata}, options)

    def explore(
        self,
        *,
        id: str,
        depth: int | None = None,
        relationship: Literal["contradicts", "supports", "follows", "causes", "related_to", "supersedes", "part_of"] | None = None,
        direction: Literal["out", "in", "both"] | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> GraphExploreAnswer:
        """Explore the memory graph: `GET /memory/graph/explore`.

        Starts at a memory and follows its links breadth-first: first everything one link away, then two, up
        to `depth`. Returns the memories found and the links followed. It stops at `limit` memories or five
        times as many links and keeps the heaviest of the links it met; `truncated` is true exactly when
        something was left out. Superseded memories are part of the graph, expired ones are not. Content
        longer than 2,000 characters is cut (`content_cut`). 404 if there is no such memory.

        Args:
            id: Where to start.
            depth: How many links away, 1–4.
            relationship: Follow only links of this kind.
            direction: Follow links from a memory (`out`), to it (`in`) or both.
            limit: How many memories to return, the start included, 1–1000.
        """
        return self._call(_GRAPH_EXPLORE, {"id": id, "depth": depth, "relationship": relationship, "direction": direction, "limit": limit}, options)

    def unlink(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> GraphUnlinkAnswer:
        """Remove a link: `DELETE /memory/graph/link/{id}`.

        The memories stay. A link that the service maintains (`automatic`) reflects a conflict, a
        supersession, a compression or the order of an episode and cannot be removed on its own (409).

        Args:
            id: The link's id.
        """
        return self._call(_GRAPH_UNLINK, {"id": id}, options)


class EpisodesCalls(SyncCalls):
    """What `client.episodes` offers."""

    def start(
        self,
        *,
        agent_id: str,
        user_id: str | None = None,
        title: str | None = None,
        metadata: Dict[str, Any] | None = None,
        options: CallOptions | None = None,
    ) -> EpisodesStartAnswer:
        """Begin an episode: `POST /memory/episodes/start`.

        An episode is a session whose events are stored in order: a conversation, a task, an incident. Append
        to it with `POST /memory/episodes/event` and close it with `POST /memory/episodes/end`. An episode
        without events for 24 hours is closed automatically.

        Args:
            agent_id: The agent it belongs to.
            user_id: Whose episode it is. Default: no user, only the agent.
            title: What it is about.
            metadata: Any JSON object.
        """
        return self._call(_EPISODES_START, {"agent_id": agent_id, "user_id": user_id, "title": title, "metadata": metadata}, options)

    def event(
        self,
        *,
        episode_id: str,
        content: str,
        type: str | None = None,
        metadata: Dict[str, Any] | None = None,
        options: CallOptions | None = None,
    ) -> EpisodesEventAnswer:
        """Append an event to an episode: `POST /memory/episodes/event`.

        The event becomes a memory of kind `episodic` with the same id: searchable at once, never treated as a
        duplicate, and counted against the monthly allowance. `seq` counts from 1 without gaps, even with
        concurrent appends. A closed episode takes no more events (409), nor does one with 10,000 events.
        While embeddings are unavailable, the event is stored with `embedded: false` and embedded later
        automatically.

        Args:
            episode_id: An episode's id.
            content: What happened, or what was said: "Ann: I will call you on Friday."
            type: The type of event, in your own words: message, tool_call, decision, question …
            metadata: Any JSON object.
        """
        return self._call(_EPISODES_EVENT, {"episode_id": episode_id, "content": content, "type": type, "metadata": metadata}, options)

    def end(
        self,
        *,
        episode_id: str,
        summary: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        options: CallOptions | None = None,
    ) -> EpisodesEndAnswer:
        """Close an episode and summarize it: `POST /memory/episodes/end`.

        Without `summary`, one is written: two to five sentences from the events, shortened, and in the third
        person if someone speaks. It is based on at most 1,000 events, evenly chosen, and the first 2,000
        characters of each; events that look like instructions to the agent are left out. The summary becomes
        a memory of kind `episodic` that does not count against the allowance, and the first 500 events are
        linked to it as `part_of`. Ending a closed episode changes nothing and returns the same response.

        Args:
            episode_id: An episode's id.
            summary: What happened, in your own words.
            outcome: How it went.
        """
        return self._call(_EPISODES_END, {"episode_id": episode_id, "summary": summary, "outcome": outcome}, options)

    def list(
        self,
        *,
        id: str | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "closed"] | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> EpisodesListAnswer:
        """List or replay episodes: `GET /memory/episodes`.

        Without `id`, lists episodes newest first. With `q`, lists the best match first among the 5,000 newest
        that pass the other filters, each with a `score` between 0 and 1 that is comparable only within this
        response. With `id`, returns that episode and its events in order, `limit` at a time; `event_count` is
        the total. Events whose memory was forgotten are missing from the replay too.

        Args:
            id: Replay this episode instead of listing.
            user_id: Only this user. Default: all users, and episodes without one.
            agent_id: Only this agent.
            q: Search titles and summaries by meaning and words.
            limit: How many to return, 1–500.
            cursor: `next_cursor` of the previous page.
        """
        return self._call(_EPISODES_LIST, {"id": id, "user_id": user_id, "agent_id": agent_id, "status": status, "q": q, "limit": limit, "cursor": cursor}, options)


class ProceduresCalls(SyncCalls):
    """What `client.procedures` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.list = ProceduresListCall(transport)

    def store(
        self,
        *,
        agent_id: str,
        name: str,
        steps: List[str],
        user_id: str | None = None,
        description: str | None = None,
        trigger: str | None = None,
        tags: List[str] | None = None,
        metadata: Dict[str, Any] | None = None,
        options: CallOptions | None = None,
    ) -> ProceduresStoreAnswer:
        """Store a procedure: `POST /memory/procedures`.

        Stores how to do something, with examples of the tasks that call for it. It is also a memory of kind
        `procedural` with the same id: it counts against the allowance, is exported, and is forgotten with
        `DELETE /memory/forget?id=…`. Storing the same name for the same agent and user again makes a new
        version (200): the earlier one is kept, tags and metadata stay unless given, and outcomes count from
        zero if the steps changed. The first 64 lines (name, description, examples, steps, in this order) are
        matched on their own, the rest as part of the whole.

        Args:
            agent_id: The agent it belongs to.
            name: Its name, unique per agent and user.
            steps: What to do, in order.
            user_id: Whose procedure it is. Default: available to every user.
            description: What it is good for.
            trigger: Tasks that call for it, one example per line (or separated by ` / ` or ` | `). Each is
                matched on its own.
            tags: Labels to filter by.
            metadata: Any JSON object.
        """
        return self._call(_PROCEDURES_STORE, {"agent_id": agent_id, "name": name, "steps": steps, "user_id": user_id, "description": description, "trigger": trigger, "tags": tags, "metadata": metadata}, options)

    def match(
        self,
        *,
        q: str,
        agent_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> ProceduresMatchAnswer:
        """Find a procedure for a task: `GET /memory/procedures/match`.

        Scores every procedure that passes the filters by meaning (name, description, examples and steps
        together, and the best single line) and by words. Reported outcomes reorder procedures that fit about
        equally well: what is known to work moves up, by a lower confidence bound. With the models that come
        with the service, a `score` below 0.5 means that a procedure probably does not fit: if the first one
        scores that low, there is no procedure for the task. If no vector can be made for the task, procedures
        are matched by words only, with `semantic: false`.

        Args:
            q: The task, in its original words.
            agent_id: Only procedures of this agent. Default: of all agents of the key.
            user_id: Only procedures of this user and those without a user. Default: of all users of the key.
            limit: How many to return, 1–20.
        """
        return self._call(_PROCEDURES_MATCH, {"q": q, "agent_id": agent_id, "user_id": user_id, "limit": limit}, options)

    def outcome(
        self,
        *,
        id: str,
        outcome: Literal["success", "failure"],
        options: CallOptions | None = None,
    ) -> ProceduresOutcomeAnswer:
        """Report how following a procedure went: `POST /memory/procedures/{id}/outcome`.

        Counts one use. The lower confidence bound of the success rate (`reliability`) moves the procedure up
        or down among others that fit a task about as well; it never lifts one that does not fit. Concurrent
        reports are all counted. Its memory takes the outcome as feedback. 404 if the key has no such
        procedure.

        Args:
            id: The procedure's id.
            outcome: How it went.
        """
        return self._call(_PROCEDURES_OUTCOME, {"id": id, "outcome": outcome}, options)

    def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> ProceduresGetAnswer:
        """Read a procedure with its earlier versions: `GET /memory/procedures/{id}`.

        The 100 latest earlier versions, newest first, each with its outcomes. 404 if the key has no such
        procedure.

        Args:
            id: The procedure's id.
        """
        return self._call(_PROCEDURES_GET, {"id": id}, options)


class WorkingCalls(SyncCalls):
    """What `client.working` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.sessions = WorkingSessionsCall(transport)

    def put(
        self,
        *,
        session_id: str,
        content: Any,
        agent_id: str | None = None,
        user_id: str | None = None,
        ttl_seconds: float | None = None,
        options: CallOptions | None = None,
    ) -> WorkingPutAnswer:
        """Store something in working memory: `POST /memory/working`.

        Appends an item to the session. A session keeps its last 100 items, each for its own time to live;
        items are as durable as memories. Working memory is neither embedded nor searched, and does not count
        against the monthly allowance. Sessions of different keys are separate.

        Args:
            session_id: Your name for the session; it belongs to your key alone.
            content: What to store: any JSON value of up to 65,536 bytes.
            agent_id: The agent it belongs to; forgetting that agent forgets it.
            user_id: The user it is about; forgetting that user forgets it.
            ttl_seconds: Forget it after this many seconds.
        """
        return self._call(_WORKING_PUT, {"session_id": session_id, "content": content, "agent_id": agent_id, "user_id": user_id, "ttl_seconds": ttl_seconds}, options)

    def get(
        self,
        *,
        session_id: str,
        options: CallOptions | None = None,
    ) -> WorkingGetAnswer:
        """Read a session's working memory: `GET /memory/working`.

        The items that have not expired, in the order they were stored. A session that nobody wrote to is
        empty.

        Args:
            session_id: Your name for the session; it belongs to your key alone.
        """
        return self._call(_WORKING_GET, {"session_id": session_id}, options)

    def clear(
        self,
        *,
        session_id: str,
        options: CallOptions | None = None,
    ) -> WorkingClearAnswer:
        """Clear a session's working memory: `DELETE /memory/working`.

        Removes every item of the session. Clearing a session that does not exist is not an error: `removed`
        is 0.

        Args:
            session_id: Your name for the session; it belongs to your key alone.
        """
        return self._call(_WORKING_CLEAR, {"session_id": session_id}, options)


class EmotionalCalls(SyncCalls):
    """What `client.emotional` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.list = EmotionalListCall(transport)

    def record(
        self,
        *,
        user_id: str,
        agent_id: str,
        sentiment: Literal["positive", "negative", "neutral"] | None = None,
        intensity: float | None = None,
        text: str | None = None,
        about: Literal["interaction", "world"] | None = None,
        note: str | None = None,
        options: CallOptions | None = None,
    ) -> EmotionalRecordAnswer:
        """Record how an interaction felt: `POST /memory/emotional`.

        A given `sentiment` is stored as it is. Without one, it is read from `text` (English): from its words
        with negation, degree, contrast, emoji and idioms, and from the embedding model if one is available
        (`read_by` says which). Of a very long text the model reads eight passages from beginning to end; the
        words are all read. Text in another language is `unknown`, unless its emoji are clear. Grief, fear and
        illness are `about` the world and do not lower trust in the agent. Does not count against the
        allowance of memories.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            sentiment: How it felt. Default: read from `text`.
            intensity: How strong it is. Default: 5 for a given sentiment, or the strength read from the text.
            text: What was said. Text without words or emoji is neutral.
            about: What the feeling is about: the `interaction` or the `world`. Default: read from `text`, or
                the interaction if `sentiment` is given.
            note: Your own remark; it is not analysed.
        """
        return self._call(_EMOTIONAL_RECORD, {"user_id": user_id, "agent_id": agent_id, "sentiment": sentiment, "intensity": intensity, "text": text, "about": about, "note": note}, options)

    def profile(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> EmotionalProfileAnswer:
        """Show a user's emotional profile and trust score: `GET /memory/emotional/profile`.

        Trust starts at 50, moves less with each interaction, decays with a half-life of 60 days, and weighs
        negative interactions twice; feelings about the world do not move it. The trend compares the two
        halves of the last 20 interactions; with fewer than 4 it is `unknown`. All figures cover all
        interactions of the user (with this agent, if given) except `series`, which covers the last `days`
        days, and `recent`, the last 10 records. The formulas are in docs/emotional.md.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: Only interactions with this agent. Default: all agents.
            days: Length of the series in days, ending today, 1–365.
        """
        return self._call(_EMOTIONAL_PROFILE, {"user_id": user_id, "agent_id": agent_id, "days": days}, options)


class AgentsCalls(SyncCalls):
    """What `client.agents` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.list = AgentsListCall(transport)
        self.memories = AgentsMemoriesCall(transport)

    def register(
        self,
        *,
        name: str,
        description: str | None = None,
        capabilities: List[str] | None = None,
        metadata: Dict[str, Any] | None = None,
        options: CallOptions | None = None,
    ) -> AgentsRegisterAnswer:
        """Register an agent: `POST /agents/register`.

        The name is what memories carry as `agent_id`. Memories can be stored without registering the agent;
        registering gives it a profile. Registering the same name again changes the agent: the fields you send
        replace what it had, the others stay, and the response is 200.

        Args:
            name: Its name, which is also its `agent_id`.
            description: What it is for.
            capabilities: What it can do, in your own words.
            metadata: Any JSON object.
        """
        return self._call(_AGENTS_REGISTER, {"name": name, "description": description, "capabilities": capabilities, "metadata": metadata}, options)

    def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> AgentsGetAnswer:
        """Read the profile of an agent: `GET /agents/{id}`.

        An agent that was never registered but has memories, episodes, procedures or emotional records also
        has a profile: `registered` is false, and the profile holds only its name. 404 if the agent is neither
        registered nor has any of these.

        Args:
            id: The agent's id (`agt_…`) or its name.
        """
        return self._call(_AGENTS_GET, {"id": id}, options)

    def stats(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> AgentsStatsAnswer:
        """Report statistics of an agent: `GET /agents/{id}/stats`.

        Only memories in force are counted: neither expired nor superseded. 404 if the key has neither
        registered this agent nor stored anything for it.

        Args:
            id: The agent's id (`agt_…`) or its name.
        """
        return self._call(_AGENTS_STATS, {"id": id}, options)


class AnalyticsCalls(SyncCalls):
    """What `client.analytics` offers."""

    def daily(
        self,
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> AnalyticsDailyAnswer:
        """Report what the calling key did, day by day: `GET /analytics/daily`.

        Oldest day first; the last one is today (UTC). Days without traffic have zeros. `stored` counts the
        memories of every kind that were stored on that day and still exist, so forgotten and expired ones are
        no longer counted. `retrieved` counts the memories that retrieve and context (with `q`) returned, each
        time they were returned. Errors are responses with status 400 and above. Tokens are those that the
        embedding model read.

        Args:
            days: How many days, ending today, 1–365.
        """
        return self._call(_ANALYTICS_DAILY, {"days": days}, options)

    def agents(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AnalyticsAgentsAnswer:
        """Report what each agent stores and does: `GET /analytics/agents`.

        Every agent that has memories or was named in a call within the last year, busiest first: by requests,
        then memories, then name. `memories` counts those in force, neither expired nor superseded. `requests`
        counts calls whose input names the agent, including failed ones; `retrievals` counts questions limited
        to it. `total` is the number of agents when `limit` shows fewer.

        Args:
            limit: How many to return, 1–1000.
        """
        return self._call(_ANALYTICS_AGENTS, {"limit": limit}, options)

    def patterns(
        self,
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> AnalyticsPatternsAnswer:
        """Report how the calling key is used: routes, hours, what is found: `GET /analytics/patterns`.

        Percentiles come from histograms whose buckets grow by 19 %, so they are at most 9 % off.
        `top_memories` and `top_queries_tags` come from the newest 5000 retrievals of the window (retrievals
        are kept for 90 days) and include only memories that are still in force. The questions themselves are
        never stored.

        Args:
            days: How many days, ending today, 1–365.
        """
        return self._call(_ANALYTICS_PATTERNS, {"days": days}, options)


class UsersCalls(SyncCalls):
    """What `client.users` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.list = UsersListCall(transport)

    def export(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> UsersExportAnswer:
        """Export everything about a user: `GET /users/{id}/memories`.

        Exports everything that is stored about one user under this key, of every kind: memories with their
        earlier versions, links, conflicts, and the records of every other kind. The export is streamed: it
        takes as little memory for a million memories as for ten. One that fails midway is cut off, so it
        never looks complete. What changes during the export may or may not be in it. A user about whom
        nothing is stored has empty lists. It can be posted to `/memory/import`.

        Args:
            id: The user, as in `user_id`.
        """
        return self._call(_USERS_EXPORT, {"id": id}, options)

    def erase(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> UsersEraseAnswer:
        """Erase everything about a user: `DELETE /users/{id}/memories`.

        Erases everything that is stored about one user under this key, of every kind, with history, indexes,
        journal and stored responses. It cannot be undone. An erasure that was interrupted, for example by a
        crash, may have removed only a part: repeat it. What remains is a receipt that contains neither the
        user nor any text, and the event `user.erased`, as long as the journal keeps it and at most 30 days,
        which names the user so that subscribers can erase what they hold. A user about whom nothing is stored
        gives zeros. Repeats of idempotent requests from the last 24 hours that named no user are no longer
        replayed and return 409.

        Args:
            id: The user, as in `user_id`.
        """
        return self._call(_USERS_ERASE, {"id": id}, options)


class ErasuresCalls(SyncCalls):
    """What `client.erasures` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.list = ErasuresListCall(transport)

    def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> ErasuresGetAnswer:
        """Read the receipt of an erasure: `GET /erasures/{id}`.

        Args:
            id: The receipt's id.
        """
        return self._call(_ERASURES_GET, {"id": id}, options)


class TemplatesCalls(SyncCalls):
    """What `client.templates` offers."""

    def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> TemplatesListAnswer:
        """List memory templates: `GET /templates`.

        Plans for what agents of one profession should remember: namespaces, tags, kinds of memory, how
        important and for how long, and questions that find it again.
        """
        return self._call(_TEMPLATES_LIST, {}, options)

    def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> TemplatesGetAnswer:
        """Read one template: `GET /templates/{id}`.

        Args:
            id: The template's id.
        """
        return self._call(_TEMPLATES_GET, {"id": id}, options)

    def apply(
        self,
        *,
        id: str,
        agent_id: str,
        options: CallOptions | None = None,
    ) -> TemplatesApplyAnswer:
        """Set an agent up with a template: `POST /templates/{id}/apply`.

        Registers the agent if it is not registered (201), records the template in its profile, and returns
        what to use from now on. A description and capabilities of its own stay; those of an earlier template
        are replaced. Applying the same template again changes nothing. Memories are not changed.

        Args:
            id: The template's id.
            agent_id: Name or id of the agent.
        """
        return self._call(_TEMPLATES_APPLY, {"id": id, "agent_id": agent_id}, options)


class EventsCalls(SyncCalls):
    """What `client.events` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.history = EventsHistoryCall(transport)
        self.list = EventsListCall(transport)
        self.deliveries = EventsDeliveriesCall(transport)

    def subscribe(
        self,
        *,
        url: str | None = None,
        webhook_url: str | None = None,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        description: str | None = None,
        secret: str | None = None,
        options: CallOptions | None = None,
    ) -> EventsSubscribeAnswer:
        """Subscribe to events: `POST /memory/subscribe`.

        With `url`, every event from now on is posted there following the Standard Webhooks convention: signed
        with the secret that this response shows once, delivered at least once (the same event always has the
        same `webhook-id`), in order per user, and retried for 24 hours with growing pauses. Without `url`, it
        is a stored filter for `GET /memory/events`; its address is in `stream_url`. Loopback, private and
        other non-public addresses are refused. A key has at most 100 subscriptions (409).

        Args:
            url: Where events are posted to: http or https, on the public internet.
            webhook_url: The same as `url`.
            events: Kinds of events; `*` is every kind except `memory.retrieved`, which must be named.
                `memory.deleted` is another name for `memory.forgotten`.
            user_id: Only events of this user.
            agent_id: Only events of this agent.
            include_content: Whether events include the memory as it is when they are sent (`data.memory`;
                null if it is gone).
            description: For people: what it is for.
            secret: What to sign with: `whsec_` and base64, or a text of 16–64 bytes. Default: generated.
        """
        return self._call(_EVENTS_SUBSCRIBE, {"url": url, "webhook_url": webhook_url, "events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "description": description, "secret": secret}, options)

    def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> EventsGetAnswer:
        """Get a subscription: `GET /memory/subscriptions/{id}`.

        Includes its state: what is pending, what was given up, and since when deliveries have been failing.

        Args:
            id: A subscription's id.
        """
        return self._call(_EVENTS_GET, {"id": id}, options)

    def change(
        self,
        *,
        id: str,
        url: str | None = None,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None | NotGiven = NOT_GIVEN,
        agent_id: str | None | NotGiven = NOT_GIVEN,
        include_content: bool | None = None,
        description: str | None | NotGiven = NOT_GIVEN,
        state: Literal["active", "paused"] | None = None,
        options: CallOptions | None = None,
    ) -> EventsChangeAnswer:
        """Change, pause or resume a subscription: `PATCH /memory/subscriptions/{id}`.

        A paused subscription keeps its position: once active again, it continues with what happened
        meanwhile, as far back as the journal reaches. Setting it to active also re-enables a disabled
        subscription. A new address is tried at once with everything that is pending. Changed filters apply to
        events that are not yet pending. A subscription that is a stream cannot be given an address (409).

        Args:
            id: A subscription's id.
            url: Where events are posted to: http or https, on the public internet.
            events: Kinds of events; `*` is every kind except `memory.retrieved`, which must be named.
                `memory.deleted` is another name for `memory.forgotten`.
            user_id: Only events of this user; null for all users.
            agent_id: Only events of this agent; null for all agents.
            include_content: Whether events include the memory as it is when they are sent (`data.memory`;
                null if it is gone).
        """
        return self._call(_EVENTS_CHANGE, {"id": id, "url": url, "events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "description": description, "state": state}, options)

    def unsubscribe(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> EventsUnsubscribeAnswer:
        """Remove a subscription: `DELETE /memory/subscriptions/{id}`.

        Removes it with its secret, its log and everything still pending. Deliveries in flight may still
        arrive.

        Args:
            id: A subscription's id.
        """
        return self._call(_EVENTS_UNSUBSCRIBE, {"id": id}, options)

    def rotate(
        self,
        *,
        id: str,
        grace_seconds: int | None = None,
        secret: str | None = None,
        options: CallOptions | None = None,
    ) -> EventsRotateAnswer:
        """Give a webhook a new secret: `POST /memory/subscriptions/{id}/rotate`.

        For `grace_seconds` every event is signed with both the new and the old secret, so that receivers can
        switch without a gap. Rotating again within that time ends the oldest secret. 404 for a subscription
        without an address.

        Args:
            id: A subscription's id.
            grace_seconds: How long events are also signed with the old secret.
            secret: The new secret. Default: generated.
        """
        return self._call(_EVENTS_ROTATE, {"id": id, "grace_seconds": grace_seconds, "secret": secret}, options)

    def test(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> EventsTestAnswer:
        """Send a test event: `POST /memory/subscriptions/{id}/test`.

        Posts an event of type `webhook.test` at once, signed like any other, even if the subscription is
        paused, and returns the response. It is tried once, is not logged as a delivery and changes nothing.
        404 for a subscription without an address.

        Args:
            id: A subscription's id.
        """
        return self._call(_EVENTS_TEST, {"id": id}, options)

    def replay(
        self,
        *,
        id: str,
        event_ids: List[str] | None = None,
        options: CallOptions | None = None,
    ) -> EventsReplayAnswer:
        """Replay dead deliveries, or try waiting ones now: `POST /memory/subscriptions/{id}/replay`.

        Queues dead deliveries again for another 24 hours: the named ones, or all. They keep their ids, are
        sent after newer events and do not hold those up. Named deliveries that wait for their next attempt
        are tried at once. Other ids are ignored.

        Args:
            id: A subscription's id.
            event_ids: Ids of events. Default: all dead deliveries.
        """
        return self._call(_EVENTS_REPLAY, {"id": id, "event_ids": event_ids}, options)

    def sealing(
        self,
        *,
        options: CallOptions | None = None,
    ) -> EventsSealingAnswer:
        """Check which keys seal the secrets of webhooks: `GET /admin/sealing`.

        Webhook secrets are stored sealed. A background job seals them again with the current key
        (`RECOLLECT_SEAL_KEY`). When `pending` is 0, nothing is left under another key, and the old key can be
        removed from the setting.
        """
        return self._call(_EVENTS_SEALING, {}, options)


class WebhooksCalls(SyncCalls):
    """What `client.webhooks` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.logs = WebhooksLogsCall(transport)

    def register(
        self,
        *,
        url: str | None = None,
        webhook_url: str | None = None,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        description: str | None = None,
        secret: str | None = None,
        options: CallOptions | None = None,
    ) -> WebhooksRegisterAnswer:
        """Subscribe to events, under another name: `POST /webhooks/register`.

        The same as `POST /memory/subscribe`.

        Args:
            url: Where events are posted to: http or https, on the public internet.
            webhook_url: The same as `url`.
            events: Kinds of events; `*` is every kind except `memory.retrieved`, which must be named.
                `memory.deleted` is another name for `memory.forgotten`.
            user_id: Only events of this user.
            agent_id: Only events of this agent.
            include_content: Whether events include the memory as it is when they are sent (`data.memory`;
                null if it is gone).
            description: For people: what it is for.
            secret: What to sign with: `whsec_` and base64, or a text of 16–64 bytes. Default: generated.
        """
        return self._call(_WEBHOOKS_REGISTER, {"url": url, "webhook_url": webhook_url, "events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "description": description, "secret": secret}, options)


class UsageCalls(SyncCalls):
    """What `client.usage` offers."""

    def read(
        self,
        *,
        from_: float | str | None = None,
        to: float | str | None = None,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> UsageReadAnswer:
        """Report what the calling key has used: `GET /usage`.

        `used` counts the memories created in this calendar month (UTC) against the allowance; the rest covers
        requests in the window. Errors are responses with status 400 and above; tokens are those the embedding
        model read. `days` counts back from `to` if `from` is not given. Days without traffic are listed with
        zeros.

        Args:
            from_: First day: `2026-11-01`, or a time on it.
            to: Last day. Default: today.
            days: How many days, ending with `to`.
        """
        return self._call(_USAGE_READ, {"from": from_, "to": to, "days": days}, options)


class ModelCalls(SyncCalls):
    """What `client.model` offers."""

    def use(
        self,
        *,
        model: Literal["recollect-embed-1", "bge-small-en-v1.5", "all-MiniLM-L6-v2"],
        options: CallOptions | None = None,
    ) -> ModelUseAnswer:
        """Change the embedding model: `POST /admin/model`.

        Makes a local model the wanted one, now and after a restart. All memories are embedded again in the
        background; until then the old model stays in use (see `changing` in `GET /health`). Naming the model
        in use cancels a change. 409 if a setting names the model or the embedder: settings take precedence.
        """
        return self._call(_MODEL_USE, {"model": model}, options)


class JobsCalls(SyncCalls):
    """What `client.jobs` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.list = JobsListCall(transport)


class AuditCalls(SyncCalls):
    """What `client.audit` offers."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.list = AuditListCall(transport)


class Operations(SyncCalls):
    """Every operation, by its group."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.keys = KeysCalls(transport)
        self.memory = MemoryCalls(transport)
        self.conflicts = ConflictsCalls(transport)
        self.graph = GraphCalls(transport)
        self.episodes = EpisodesCalls(transport)
        self.procedures = ProceduresCalls(transport)
        self.working = WorkingCalls(transport)
        self.emotional = EmotionalCalls(transport)
        self.agents = AgentsCalls(transport)
        self.analytics = AnalyticsCalls(transport)
        self.users = UsersCalls(transport)
        self.erasures = ErasuresCalls(transport)
        self.templates = TemplatesCalls(transport)
        self.events = EventsCalls(transport)
        self.webhooks = WebhooksCalls(transport)
        self.usage = UsageCalls(transport)
        self.model = ModelCalls(transport)
        self.jobs = JobsCalls(transport)
        self.audit = AuditCalls(transport)

    def health(
        self,
        *,
        options: CallOptions | None = None,
    ) -> HealthAnswer:
        """Check the health of the service: `GET /health`.

        200 while it can serve; `checks` shows degraded parts. 503 if the store cannot be reached, and with
        the status `stopping` while the service stops: calls are still served, but load balancers should send
        new ones elsewhere.
        """
        return self._call(_HEALTH, {}, options)


class AsyncKeysListCall(AsyncCalls):
    """List API keys, newest first: `GET /auth/keys`."""

    async def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> KeysListAnswer:
        """List API keys, newest first: `GET /auth/keys`.

        The admin credential sees all keys, an issuer credential those that it minted. Secrets are never
        shown.

        Args:
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_KEYS_LIST, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[KeysListAnswer]:
        """Every page from here on."""
        return self._pages(_KEYS_LIST, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Key]:
        """Every item of every page: its `keys`."""
        return self._items(_KEYS_LIST, {"limit": limit, "cursor": cursor}, options)


class AsyncKeysChildrenCall(AsyncCalls):
    """List the child keys of the calling key, newest first: `GET /keys/children`."""

    async def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> KeysChildrenAnswer:
        """List the child keys of the calling key, newest first: `GET /keys/children`.

        Includes those that applications got by signing in (`client`). Secrets are never shown. Revoke one
        with `DELETE /auth/keys/{id}`.

        Args:
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_KEYS_CHILDREN, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[KeysChildrenAnswer]:
        """Every page from here on."""
        return self._pages(_KEYS_CHILDREN, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Key]:
        """Every item of every page: its `keys`."""
        return self._items(_KEYS_CHILDREN, {"limit": limit, "cursor": cursor}, options)


class AsyncMemoryListCall(AsyncCalls):
    """List memories, newest first: `GET /memory`."""

    async def __call__(
        self,
        *,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryListAnswer:
        """List memories, newest first: `GET /memory`.

        Takes the filters of retrieve; `order=oldest` reverses the order. Without `user_id`, lists the
        memories of all users of the key. A page of very long memories has fewer than `limit`: it ends after
        about 4 million characters, and `next_cursor` continues from there.

        Args:
            user_id: Your end user whose memory it is.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
            order: Which come first, by the time they were stored.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return await self._call(_MEMORY_LIST, {"user_id": user_id, "limit": limit, "cursor": cursor, "order": order, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def pages(
        self,
        *,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[MemoryListAnswer]:
        """Every page from here on."""
        return self._pages(_MEMORY_LIST, {"user_id": user_id, "limit": limit, "cursor": cursor, "order": order, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def items(
        self,
        *,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        order: Literal["newest", "oldest"] | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Memory]:
        """Every item of every page: its `memories`."""
        return self._items(_MEMORY_LIST, {"user_id": user_id, "limit": limit, "cursor": cursor, "order": order, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)


class AsyncMemoryHistoryCall(AsyncCalls):
    """Read a memory's versions: `GET /memory/{id}/history`."""

    async def __call__(
        self,
        *,
        id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryHistoryAnswer:
        """Read a memory's versions: `GET /memory/{id}/history`.

        Newest first; the first one is in force. Every change keeps the version before it.

        Args:
            id: A memory's id.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_MEMORY_HISTORY, {"id": id, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[MemoryHistoryAnswer]:
        """Every page from here on."""
        return self._pages(_MEMORY_HISTORY, {"id": id, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        id: str,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[MemoryHistoryAnswerVersions]:
        """Every item of every page: its `versions`."""
        return self._items(_MEMORY_HISTORY, {"id": id, "limit": limit, "cursor": cursor}, options)


class AsyncMemoryStaleCall(AsyncCalls):
    """List memories that have not been verified for a while: `GET /memory/stale`."""

    async def __call__(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        days: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryStaleAnswer:
        """List memories that have not been verified for a while: `GET /memory/stale`.

        A memory is stale if it was neither stored nor verified within the last `days` days. The longest
        unverified come first. Expired and superseded memories are left out. Verify what still holds; change
        or forget the rest.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent. Default: all agents.
            days: Days without verification, 1–3650.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_MEMORY_STALE, {"user_id": user_id, "agent_id": agent_id, "days": days, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        days: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[MemoryStaleAnswer]:
        """Every page from here on."""
        return self._pages(_MEMORY_STALE, {"user_id": user_id, "agent_id": agent_id, "days": days, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        days: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Memory]:
        """Every item of every page: its `stale_memories`."""
        return self._items(_MEMORY_STALE, {"user_id": user_id, "agent_id": agent_id, "days": days, "limit": limit, "cursor": cursor}, options)


class AsyncConflictsListCall(AsyncCalls):
    """List contradictions: `GET /memory/conflicts`."""

    async def __call__(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> ConflictsListAnswer:
        """List contradictions: `GET /memory/conflicts`.

        Pairs of memories of one user and agent that cannot both be true, newest first, each with the reason.
        They are detected when a memory is stored with `detect_conflicts`, and in the background for all
        others.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_CONFLICTS_LIST, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ConflictsListAnswer]:
        """Every page from here on."""
        return self._pages(_CONFLICTS_LIST, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ConflictsListAnswerConflicts]:
        """Every item of every page: its `conflicts`."""
        return self._items(_CONFLICTS_LIST, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)


class AsyncGraphConflictsCall(AsyncCalls):
    """List contradicting pairs: `GET /memory/graph/conflicts`."""

    async def __call__(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> GraphConflictsAnswer:
        """List contradicting pairs: `GET /memory/graph/conflicts`.

        The conflicts as pairs of memory ids.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_GRAPH_CONFLICTS, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[GraphConflictsAnswer]:
        """Every page from here on."""
        return self._pages(_GRAPH_CONFLICTS, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "resolved", "all"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[GraphConflictsAnswerPairs]:
        """Every item of every page: its `pairs`."""
        return self._items(_GRAPH_CONFLICTS, {"user_id": user_id, "agent_id": agent_id, "status": status, "limit": limit, "cursor": cursor}, options)


class AsyncProceduresListCall(AsyncCalls):
    """List procedures, newest first: `GET /memory/procedures`."""

    async def __call__(
        self,
        *,
        agent_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> ProceduresListAnswer:
        """List procedures, newest first: `GET /memory/procedures`.

        Each in its latest version, with its outcomes.

        Args:
            agent_id: Only this agent. Default: all agents.
            user_id: Only this user. Default: all users and those stored without one.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_PROCEDURES_LIST, {"agent_id": agent_id, "user_id": user_id, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        agent_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ProceduresListAnswer]:
        """Every page from here on."""
        return self._pages(_PROCEDURES_LIST, {"agent_id": agent_id, "user_id": user_id, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        agent_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ProceduresListAnswerProcedures]:
        """Every item of every page: its `procedures`."""
        return self._items(_PROCEDURES_LIST, {"agent_id": agent_id, "user_id": user_id, "limit": limit, "cursor": cursor}, options)


class AsyncWorkingSessionsCall(AsyncCalls):
    """List the sessions that have working memory: `GET /memory/working/sessions`."""

    async def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> WorkingSessionsAnswer:
        """List the sessions that have working memory: `GET /memory/working/sessions`.

        Those with an item that has not expired, by name, in the order of its bytes.

        Args:
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_WORKING_SESSIONS, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[WorkingSessionsAnswer]:
        """Every page from here on."""
        return self._pages(_WORKING_SESSIONS, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[WorkingSessionsAnswerSessions]:
        """Every item of every page: its `sessions`."""
        return self._items(_WORKING_SESSIONS, {"limit": limit, "cursor": cursor}, options)


class AsyncEmotionalListCall(AsyncCalls):
    """List emotional records, newest first: `GET /memory/emotional`."""

    async def __call__(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        sentiment: Literal["positive", "negative", "neutral", "unknown"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> EmotionalListAnswer:
        """List emotional records, newest first: `GET /memory/emotional`.

        Without `user_id`, the records of all users of the key.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_EMOTIONAL_LIST, {"user_id": user_id, "agent_id": agent_id, "sentiment": sentiment, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        sentiment: Literal["positive", "negative", "neutral", "unknown"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[EmotionalListAnswer]:
        """Every page from here on."""
        return self._pages(_EMOTIONAL_LIST, {"user_id": user_id, "agent_id": agent_id, "sentiment": sentiment, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        sentiment: Literal["positive", "negative", "neutral", "unknown"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[EmotionalListAnswerRecords]:
        """Every item of every page: its `records`."""
        return self._items(_EMOTIONAL_LIST, {"user_id": user_id, "agent_id": agent_id, "sentiment": sentiment, "limit": limit, "cursor": cursor}, options)


class AsyncAgentsListCall(AsyncCalls):
    """List registered agents: `GET /agents`."""

    async def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AgentsListAnswer:
        """List registered agents: `GET /agents`.

        Newest first. Agents that only stored memories, without being registered, are not included.

        Args:
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_AGENTS_LIST, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[AgentsListAnswer]:
        """Every page from here on."""
        return self._pages(_AGENTS_LIST, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[AgentsListAnswerAgents]:
        """Every item of every page: its `agents`."""
        return self._items(_AGENTS_LIST, {"limit": limit, "cursor": cursor}, options)


class AsyncAgentsMemoriesCall(AsyncCalls):
    """List the memories of an agent: `GET /agents/{id}/memories`."""

    async def __call__(
        self,
        *,
        id: str,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> AgentsMemoriesAnswer:
        """List the memories of an agent: `GET /agents/{id}/memories`.

        Memories of all its users, newest first. Takes the filters of retrieve. 404 if the key has neither
        registered this agent nor stored anything for it.

        Args:
            id: The agent's id (`agt_…`) or its name.
            user_id: Only memories of this user.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return await self._call(_AGENTS_MEMORIES, {"id": id, "user_id": user_id, "limit": limit, "cursor": cursor, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def pages(
        self,
        *,
        id: str,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[AgentsMemoriesAnswer]:
        """Every page from here on."""
        return self._pages(_AGENTS_MEMORIES, {"id": id, "user_id": user_id, "limit": limit, "cursor": cursor, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    def items(
        self,
        *,
        id: str,
        user_id: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[Memory]:
        """Every item of every page: its `memories`."""
        return self._items(_AGENTS_MEMORIES, {"id": id, "user_id": user_id, "limit": limit, "cursor": cursor, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)


class AsyncUsersListCall(AsyncCalls):
    """List the users of the key: `GET /users`."""

    async def __call__(
        self,
        *,
        prefix: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> UsersListAnswer:
        """List the users of the key: `GET /users`.

        Everybody of whom the key keeps something: a memory, an episode, an emotional record or an item of
        working memory. By name, in the order of its bytes.

        Args:
            prefix: What the names begin with.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_USERS_LIST, {"prefix": prefix, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        prefix: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[UsersListAnswer]:
        """Every page from here on."""
        return self._pages(_USERS_LIST, {"prefix": prefix, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        prefix: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[UsersListAnswerUsers]:
        """Every item of every page: its `users`."""
        return self._items(_USERS_LIST, {"prefix": prefix, "limit": limit, "cursor": cursor}, options)


class AsyncErasuresListCall(AsyncCalls):
    """List the receipts of erasures: `GET /erasures`."""

    async def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> ErasuresListAnswer:
        """List the receipts of erasures: `GET /erasures`.

        Newest first. A receipt does not name the user: store its id with the request that it fulfils.

        Args:
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_ERASURES_LIST, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ErasuresListAnswer]:
        """Every page from here on."""
        return self._pages(_ERASURES_LIST, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[ErasuresListAnswerErasures]:
        """Every item of every page: its `erasures`."""
        return self._items(_ERASURES_LIST, {"limit": limit, "cursor": cursor}, options)


class AsyncEventsHistoryCall(AsyncCalls):
    """Look back at events: `GET /memory/events/history`."""

    async def __call__(
        self,
        *,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> EventsHistoryAnswer:
        """Look back at events: `GET /memory/events/history`.

        What `GET /memory/events` told before now, newest first, as far back as the journal is kept.
        `last_event_id` is where it was read: handed to the stream, it goes on from there, without loss or
        repeats. A call looks through at most 20,000 lines of the journal, so with a filter a page may have
        fewer events than `limit`, or none, and still be followed by another: go on until `next_cursor` is
        null.

        Args:
            events: Kinds of events; `*` is every kind except `memory.retrieved`, which must be named.
                `memory.deleted` is another name for `memory.forgotten`.
            user_id: Only events of this user.
            agent_id: Only events of this agent.
            include_content: Whether events include the memory as it is when they are sent (`data.memory`;
                null if it is gone).
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_EVENTS_HISTORY, {"events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[EventsHistoryAnswer]:
        """Every page from here on."""
        return self._pages(_EVENTS_HISTORY, {"events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[EventsHistoryAnswerEvents]:
        """Every item of every page: its `events`."""
        return self._items(_EVENTS_HISTORY, {"events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "limit": limit, "cursor": cursor}, options)


class AsyncEventsListCall(AsyncCalls):
    """List subscriptions: `GET /memory/subscriptions`."""

    async def __call__(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> EventsListAnswer:
        """List subscriptions: `GET /memory/subscriptions`.

        Newest first, each with its state. Secrets are not shown again.

        Args:
            limit: How many to return, 1–100.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_EVENTS_LIST, {"limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[EventsListAnswer]:
        """Every page from here on."""
        return self._pages(_EVENTS_LIST, {"limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[EventsListAnswerSubscriptions]:
        """Every item of every page: its `subscriptions`."""
        return self._items(_EVENTS_LIST, {"limit": limit, "cursor": cursor}, options)


class AsyncEventsDeliveriesCall(AsyncCalls):
    """List a webhook's deliveries: `GET /memory/subscriptions/{id}/deliveries`."""

    async def __call__(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> EventsDeliveriesAnswer:
        """List a webhook's deliveries: `GET /memory/subscriptions/{id}/deliveries`.

        Deliveries that wait (`pending`), arrived (`delivered`) or were given up (`dead`, which can be
        replayed), newest events first, each with the last response. Kept are all pending ones, the last 100
        that arrived and the last 1000 that were given up.

        Args:
            id: A subscription's id.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_EVENTS_DELIVERIES, {"id": id, "status": status, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[EventsDeliveriesAnswer]:
        """Every page from here on."""
        return self._pages(_EVENTS_DELIVERIES, {"id": id, "status": status, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        id: str,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[EventsDeliveriesAnswerDeliveries]:
        """Every item of every page: its `deliveries`."""
        return self._items(_EVENTS_DELIVERIES, {"id": id, "status": status, "limit": limit, "cursor": cursor}, options)


class AsyncWebhooksLogsCall(AsyncCalls):
    """List the deliveries of all webhooks: `GET /webhooks/logs`."""

    async def __call__(
        self,
        *,
        subscription_id: str | None = None,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> WebhooksLogsAnswer:
        """List the deliveries of all webhooks: `GET /webhooks/logs`.

        Lists what `GET /memory/subscriptions/{id}/deliveries` lists, for every subscription of the key.

        Args:
            subscription_id: Only deliveries of this subscription.
            limit: How many to return, 1–200.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_WEBHOOKS_LOGS, {"subscription_id": subscription_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        subscription_id: str | None = None,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[WebhooksLogsAnswer]:
        """Every page from here on."""
        return self._pages(_WEBHOOKS_LOGS, {"subscription_id": subscription_id, "status": status, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        subscription_id: str | None = None,
        status: Literal["pending", "delivered", "dead"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[WebhooksLogsAnswerLogs]:
        """Every item of every page: its `logs`."""
        return self._items(_WEBHOOKS_LOGS, {"subscription_id": subscription_id, "status": status, "limit": limit, "cursor": cursor}, options)


class AsyncJobsListCall(AsyncCalls):
    """List background jobs: `GET /admin/jobs`."""

    async def __call__(
        self,
        *,
        kind: str | None = None,
        state: Literal["running", "due", "waiting", "asleep", "failing"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> JobsListAnswer:
        """List background jobs: `GET /admin/jobs`.

        Every recurring job, and one for each webhook. `running`: a node works on it, under a lease that
        others take over when it runs out; `due`: next in line; `waiting`: scheduled for later; `asleep`:
        waits for something to happen; `failing`: failed and will be retried.

        Args:
            limit: How many to return, 1–1000.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_JOBS_LIST, {"kind": kind, "state": state, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        kind: str | None = None,
        state: Literal["running", "due", "waiting", "asleep", "failing"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[JobsListAnswer]:
        """Every page from here on."""
        return self._pages(_JOBS_LIST, {"kind": kind, "state": state, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        kind: str | None = None,
        state: Literal["running", "due", "waiting", "asleep", "failing"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[JobsListAnswerJobs]:
        """Every item of every page: its `jobs`."""
        return self._items(_JOBS_LIST, {"kind": kind, "state": state, "limit": limit, "cursor": cursor}, options)


class AsyncAuditListCall(AsyncCalls):
    """List the audit log, newest first: `GET /admin/audit`."""

    async def __call__(
        self,
        *,
        key_id: str | None = None,
        user_id: str | None = None,
        action: str | None = None,
        outcome: Literal["ok", "refused", "failed"] | None = None,
        address: str | None = None,
        from_: float | str | None = None,
        to: float | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AuditListAnswer:
        """List the audit log, newest first: `GET /admin/audit`.

        Who did what through which key, when and from where. Changes, exports, and memories that were handed
        out to be given to a model have an entry each, with ids and never a text. Other reads and all failed
        calls are summed up per minute, caller, operation, status and address. A new entry appears within
        about a second. See `RECOLLECT_AUDIT_DAYS`.

        Args:
            key_id: Only this tenant, or this child key or issuer.
            user_id: Only entries about this user; needs `key_id`.
            action: Only this operation, such as `memory.store`; `keys.*` for all that begin so.
            address: Only calls from this address.
            from_: From this time on. Unix milliseconds or an ISO 8601 string.
            to: Before this time.
            limit: How many to return, 1–1000.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_AUDIT_LIST, {"key_id": key_id, "user_id": user_id, "action": action, "outcome": outcome, "address": address, "from": from_, "to": to, "limit": limit, "cursor": cursor}, options)

    def pages(
        self,
        *,
        key_id: str | None = None,
        user_id: str | None = None,
        action: str | None = None,
        outcome: Literal["ok", "refused", "failed"] | None = None,
        address: str | None = None,
        from_: float | str | None = None,
        to: float | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[AuditListAnswer]:
        """Every page from here on."""
        return self._pages(_AUDIT_LIST, {"key_id": key_id, "user_id": user_id, "action": action, "outcome": outcome, "address": address, "from": from_, "to": to, "limit": limit, "cursor": cursor}, options)

    def items(
        self,
        *,
        key_id: str | None = None,
        user_id: str | None = None,
        action: str | None = None,
        outcome: Literal["ok", "refused", "failed"] | None = None,
        address: str | None = None,
        from_: float | str | None = None,
        to: float | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[AuditListAnswerEntries]:
        """Every item of every page: its `entries`."""
        return self._items(_AUDIT_LIST, {"key_id": key_id, "user_id": user_id, "action": action, "outcome": outcome, "address": address, "from": from_, "to": to, "limit": limit, "cursor": cursor}, options)


class AsyncKeysCalls(AsyncCalls):
    """What `client.keys` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.list = AsyncKeysListCall(transport)
        self.children = AsyncKeysChildrenCall(transport)

    async def signup(
        self,
        *,
        name: str,
        email: str | None = None,
        options: CallOptions | None = None,
    ) -> KeysSignupAnswer:
        """Create a free API key for yourself: `POST /signup`.

        The secret is in this response and nowhere else. Limited per client address (429); 403 if the operator
        has closed sign-up. An `Idempotency-Key` must have at least 16 characters here: it alone protects the
        stored response.

        Args:
            name: What the key is called.
            email: How to reach the owner.
        """
        return await self._call(_KEYS_SIGNUP, {"name": name, "email": email}, options)

    async def mint(
        self,
        *,
        name: str,
        owner: str | None = None,
        scopes: List[Literal["read", "write"]] | None = None,
        tier: Literal["free", "pro"] | None = None,
        expires_at: float | str | None | NotGiven = NOT_GIVEN,
        audit: bool | None = None,
        options: CallOptions | None = None,
    ) -> KeysMintAnswer:
        """Mint an API key: `POST /auth/keys`.

        Send the admin credential or an issuer credential as the bearer. The secret is in this response and
        nowhere else.

        Args:
            name: What the key is called.
            owner: Whom to contact about it. Default: the name.
            scopes: What the key may do: `read`, `write`.
            tier: `free`: 10,000 memories per month; `pro`: unlimited.
            expires_at: From this time on, calls with it return 401. Unix milliseconds or an ISO 8601 string.
            audit: Whether its calls are in the audit log; only the admin credential can switch that off.
        """
        return await self._call(_KEYS_MINT, {"name": name, "owner": owner, "scopes": scopes, "tier": tier, "expires_at": expires_at, "audit": audit}, options)

    async def change(
        self,
        *,
        id: str,
        name: str | None = None,
        tier: Literal["free", "pro"] | None = None,
        scopes: List[Literal["read", "write"]] | None = None,
        audit: bool | None = None,
        options: CallOptions | None = None,
    ) -> KeysChangeAnswer:
        """Change a key's name, tier, scopes or audit: `PATCH /auth/keys/{id}`.

        Fields that you leave out stay as they are. The change takes effect with the next call. A revoked key
        cannot be changed (409).

        Args:
            id: A key's public id (`rec_pk_…`).
            name: What the key is called.
            tier: `free`: 10,000 memories per month; `pro`: unlimited.
            scopes: What the key may do: `read`, `write`.
            audit: Whether its calls are in the audit log; only the admin credential can switch that off.
        """
        return await self._call(_KEYS_CHANGE, {"id": id, "name": name, "tier": tier, "scopes": scopes, "audit": audit}, options)

    async def revoke(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> KeysRevokeAnswer:
        """Revoke a key for good: `DELETE /auth/keys/{id}`.

        The admin credential can revoke any key; a key can revoke only itself and its child keys. From now on,
        calls with the key return 403 on every node. What it stored is kept. Revoking twice changes nothing.

        Args:
            id: A key's public id (`rec_pk_…`).
        """
        return await self._call(_KEYS_REVOKE, {"id": id}, options)

    async def rotate(
        self,
        *,
        id: str,
        grace_seconds: int | None = None,
        options: CallOptions | None = None,
    ) -> KeysRotateAnswer:
        """Give a key a new secret: `POST /auth/keys/{id}/rotate`.

        The admin credential can rotate any key; a key can rotate only itself and its child keys. Id, data and
        allowance stay the same. The old secret stops working at once, or works alongside the new one for
        `grace_seconds`. A revoked key cannot be rotated (409).

        Args:
            id: A key's public id (`rec_pk_…`).
            grace_seconds: How long the old secret keeps working.
        """
        return await self._call(_KEYS_ROTATE, {"id": id, "grace_seconds": grace_seconds}, options)

    async def mint_child(
        self,
        *,
        name: str,
        user_id: str,
        agent_id: str | None = None,
        namespace: str | None = None,
        scopes: List[Literal["read", "write"]] | None = None,
        expires_at: float | str | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> KeysMintChildAnswer:
        """Create a child key for one user: `POST /keys/children`.

        A child key works on the data of the calling key but sees only one user, optionally only one agent or
        one namespace. You can hand it to a browser, a device or an agent: fields about the user that it
        leaves out are filled in, another user is refused (403), and other ids behave as if they did not
        exist. Operations on a whole key refuse it. It shares the allowance and the rate limit of its parent,
        can do no more than its parent, and ends with it. A key has at most 1,000 child keys. Erasing the user
        deletes the keys that are bound to that user.

        Args:
            name: What the key is called.
            user_id: The user whose memories it sees.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: Only this namespace. Default: all of them.
            scopes: What it may do: `read`, `write`. Default: the calling key's own scopes.
            expires_at: From this time on, calls with it return 401; without it or null, it ends with its
                parent. Unix milliseconds or an ISO 8601 string.
        """
        return await self._call(_KEYS_MINT_CHILD, {"name": name, "user_id": user_id, "agent_id": agent_id, "namespace": namespace, "scopes": scopes, "expires_at": expires_at}, options)


class AsyncMemoryCalls(AsyncCalls):
    """What `client.memory` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.list = AsyncMemoryListCall(transport)
        self.history = AsyncMemoryHistoryCall(transport)
        self.stale = AsyncMemoryStaleCall(transport)

    async def store(
        self,
        *,
        user_id: str,
        content: str,
        agent_id: str | None = None,
        metadata: Dict[str, Any] | None = None,
        importance: float | None = None,
        ttl_seconds: float | None = None,
        tags: List[str] | None = None,
        namespace: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        detect_conflicts: bool | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        valid_from: float | str | None = None,
        valid_until: float | str | None = None,
        dedupe: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryStoreAnswer:
        """Store a memory: `POST /memory/store`.

        The content is embedded before the response, so the next search finds it. The same content in the same
        scope (user, agent, namespace, kind) is not stored twice: the response is 200 with the existing
        memory, which gets your tags added, your metadata keys written over its own, and counts as verified
        now. If the merged values would exceed a limit, the response is 400 and nothing changes. Nearly the
        same text is stored, and `near_duplicate_of` names the other memory; but if that memory was retrieved
        within the last hour, it is returned as a duplicate instead, so that agents do not fill the store with
        echoes. While embeddings are unavailable, the memory is stored with `embedded: false` and embedded
        later automatically. If you send no importance, it is estimated from the content
        (`importance_estimated: true`). Once the response is sent, the memory survives a crash.

        Args:
            user_id: Your end user whose memory it is.
            content: What to remember. Long texts are embedded passage by passage.
            agent_id: The agent it belongs to.
            metadata: Any JSON object.
            importance: 0 (trivia) to 10 (vital). Default: estimated from the content.
            ttl_seconds: Forget it after this many seconds.
            tags: Labels to filter by.
            namespace: A partition inside the scope.
            outcome: How acting on it went.
            detect_conflicts: Also report memories that contradict this one.
            kind: The kind of memory.
            valid_from: When it became true (Unix milliseconds or ISO 8601).
            valid_until: When it stops being true (Unix milliseconds or ISO 8601).
            dedupe: False stores the same text again instead of returning the existing memory.
        """
        return await self._call(_MEMORY_STORE, {"user_id": user_id, "content": content, "agent_id": agent_id, "metadata": metadata, "importance": importance, "ttl_seconds": ttl_seconds, "tags": tags, "namespace": namespace, "outcome": outcome, "detect_conflicts": detect_conflicts, "kind": kind, "valid_from": valid_from, "valid_until": valid_until, "dedupe": dedupe}, options)

    async def batch(
        self,
        *,
        memories: List[MemoryBatchInputMemories],
        options: CallOptions | None = None,
    ) -> MemoryBatchAnswer:
        """Store up to 100 memories: `POST /memory/batch`.

        Each entry is a body of `POST /memory/store`. The valid entries are stored in one transaction even if
        others are invalid: see `results`. More than 100 entries, or none, is 400 and nothing is stored. A
        batch that does not fit into the monthly allowance is refused as a whole.
        """
        return await self._call(_MEMORY_BATCH, {"memories": memories}, options)

    async def retrieve(
        self,
        *,
        q: str,
        user_id: str,
        limit: int | None = None,
        min_score: float | None = None,
        ranking: Literal["semantic", "composite", "hybrid", "words"] | None = None,
        explain: bool | None = None,
        around: int | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryRetrieveAnswer:
        """Find memories by meaning: `GET /memory/retrieve`.

        Searches every memory of the user, best first. The search is exact, except on PostgreSQL for users
        with more memories than `RECOLLECT_HNSW_FROM` (default: 200,000). Memories that have expired, are
        outside their validity or were superseded are left out unless asked for. `composite` weighs cosine
        0.5, outcome 0.25, importance 0.15 and recency 0.10 (e^(−days/30)). `words` makes no vector, so
        `semantic` is false. If no vector can be made for the question, `semantic` is false: `hybrid` then
        searches by words and fills up with the most recent memories; the others return the most recent.

        Args:
            q: What to search for, best phrased as a question.
            user_id: Your end user whose memory it is.
            limit: How many to return, 1–100.
            min_score: Leave out what scores lower. With the default model unrelated texts score 0.3–0.6,
                paraphrases 0.8–1. Ignored by `words`.
            ranking: `semantic`: cosine. `composite`: a weighted sum of cosine, outcome, importance and
                recency. `hybrid`: meaning, words, time, speakers and neighbours; the most accurate. `words`:
                full text; only memories that share a word with `q`, by BM25, whatever they mean.
            explain: Return the parts of `final_score` for each result.
            around: For each result that is an event of an episode, also return this many events before and
                after it.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return await self._call(_MEMORY_RETRIEVE, {"q": q, "user_id": user_id, "limit": limit, "min_score": min_score, "ranking": ranking, "explain": explain, "around": around, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    async def forget(
        self,
        *,
        id: str | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryForgetAnswer:
        """Forget one memory, one episode, or everything about a user: `DELETE /memory/forget`.

        Give `id` to forget one memory (404 if it does not exist), or `user_id`, with `agent_id` to forget
        only what that agent knows. Links, earlier versions and vectors are deleted too; no later call finds
        any of it. The id of an episode forgets it with all its events and its summary. An event is removed
        from its episode, and a summary that the service wrote is rewritten from what is left. By user,
        episodes, procedures, working and emotional memory and everything else stored in the scope are
        forgotten too. `DELETE /users/{id}/memories` also removes the traces in the journal and returns a
        receipt.

        Args:
            id: A memory's id.
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
        """
        return await self._call(_MEMORY_FORGET, {"id": id, "user_id": user_id, "agent_id": agent_id}, options)

    async def facets(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryFacetsAnswer:
        """Count memories by category, tag, agent, user, namespace and month: `GET /memory/facets`.

        Takes the filters of the list and counts exactly what it would return. At most 50 values of each,
        those with the most memories first; months newest first. A memory counts once for each of its tags.
        Without `user_id`, counts the memories of all users of the key.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return await self._call(_MEMORY_FACETS, {"user_id": user_id, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    async def names(
        self,
        *,
        field: Literal["user_id", "agent_id", "namespace"],
        prefix: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> MemoryNamesAnswer:
        """List the users, agents or namespaces that have memories: `GET /memory/names`.

        For autocompletion and pickers. Agents and namespaces are those of the 10000 newest memories.

        Args:
            field: Which names to list.
            prefix: What they begin with.
            limit: How many to return, 1–1000.
        """
        return await self._call(_MEMORY_NAMES, {"field": field, "prefix": prefix, "limit": limit}, options)

    async def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> MemoryGetAnswer:
        """Read one memory: `GET /memory/{id}`.

        Args:
            id: A memory's id.
        """
        return await self._call(_MEMORY_GET, {"id": id}, options)

    async def update(
        self,
        *,
        id: str,
        content: str | None = None,
        metadata: Dict[str, Any] | None = None,
        tags: List[str] | None = None,
        importance: float | None = None,
        namespace: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        valid_from: float | str | None | NotGiven = NOT_GIVEN,
        valid_until: float | str | None | NotGiven = NOT_GIVEN,
        ttl_seconds: float | None | NotGiven = NOT_GIVEN,
        options: CallOptions | None = None,
    ) -> MemoryUpdateAnswer:
        """Change a memory: `PATCH /memory/{id}`.

        Only the fields you send change. New content is embedded again, and an estimated importance is
        estimated again. Merged metadata must stay within the limits for metadata (400). The earlier version
        stays in the history. The content of a procedure (`proc_…`) is made from its parts: to change it,
        store the procedure again.

        Args:
            id: A memory's id.
            content: What to remember. Long texts are embedded passage by passage.
            metadata: Merged into the existing metadata: your keys win, null removes a key.
            tags: Replaces the tags.
            importance: 0 (trivia) to 10 (vital). No longer estimated from now on.
            namespace: A partition inside the scope.
            outcome: How acting on it went.
            valid_from: When it became true; null if unknown.
            valid_until: When it stops being true; null if no end is known.
            ttl_seconds: Forget it this many seconds from now; null keeps it.
        """
        return await self._call(_MEMORY_UPDATE, {"id": id, "content": content, "metadata": metadata, "tags": tags, "importance": importance, "namespace": namespace, "outcome": outcome, "valid_from": valid_from, "valid_until": valid_until, "ttl_seconds": ttl_seconds}, options)

    async def score(
        self,
        *,
        id: str,
        q: str,
        limit: int | None = None,
        min_score: float | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryScoreAnswer:
        """Explain how one memory scores for a question, and why it is not among the results: `GET
        /memory/{id}/score`.

        Runs the search of `GET /memory/retrieve` with `ranking=hybrid`, for the user whose memory it is and
        with the same filters, and reports where the memory ranks. The best 200 are considered. It does not
        count as a retrieval.

        Args:
            id: A memory's id.
            q: The question.
            limit: How many results the search would return.
            min_score: The lowest score that the search would return.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return await self._call(_MEMORY_SCORE, {"id": id, "q": q, "limit": limit, "min_score": min_score, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    async def context(
        self,
        *,
        user_id: str,
        q: str | None = None,
        max_tokens: int | None = None,
        format: Literal["raw", "anthropic", "openai", "markdown"] | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        as_of: float | str | None = None,
        include_flagged: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryContextAnswer:
        """Get memories as text for a prompt: `GET /memory/context`.

        Returns the most useful memories first, as many as fit into `max_tokens`, each with its date
        (`valid_from`, or else when it was stored). With `q`, those that help to answer it; without `q`, by
        importance, activation and recency. Statements that repeat each other appear once. Memories that are
        superseded, expired, not valid (at `as_of`) or flagged as risky are left out. A memory that does not
        fit is cut at the end of a sentence and marked […]. Texts are fenced as data: no memory can close its
        wrapper or add a line. `anthropic` is meant for the `system` parameter, `openai` for the content of a
        system or developer message. The same memories always give the same text.

        Args:
            user_id: Your end user whose memory it is.
            q: What the context is for, best phrased as a question.
            max_tokens: Never exceeded; counted with o200k_base.
            format: What `context` holds.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            include_flagged: Include memories whose text looks like instructions (`risk` of 0.5 or more).
        """
        return await self._call(_MEMORY_CONTEXT, {"user_id": user_id, "q": q, "max_tokens": max_tokens, "format": format, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "category": category, "min_importance": min_importance, "as_of": as_of, "include_flagged": include_flagged}, options)

    async def ingest(
        self,
        *,
        user_id: str,
        messages: List[MemoryIngestInputMessages] | None = None,
        text: str | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        session_id: str | None = None,
        position: int | None = None,
        metadata: Dict[str, Any] | None = None,
        tags: List[str] | None = None,
        ttl_seconds: float | None = None,
        mode: Literal["auto", "local", "turns"] | None = None,
        wait: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryIngestAnswer:
        """Remember a conversation: `POST /memory/ingest`.

        Send a conversation, whole or turn by turn. Every turn is stored verbatim, as an event of an episode.
        What people state in it becomes separate memories within a second or two, each with
        `metadata.derived_from`: the turns it comes from and the places in them. Questions, small talk and
        what an assistant says stay turns only. You can send a session again, whole or just its last part:
        only what is new is added. `position` says where the first message belongs; without it the service
        finds the place itself, and a turn that only repeats the one before it counts as sent again. With it,
        a message that differs from the one at its position is 409, and a gap is 400. With `wait`, the
        statements are derived before the response and returned in `statements`; those that take longer than
        20 seconds follow later, and `deriving` says so. Each turn counts against the monthly allowance.

        Args:
            user_id: Your end user whose memory it is.
            messages: The turns, in order.
            text: Instead of `messages`: one turn of the user.
            agent_id: The agent it belongs to.
            namespace: A partition inside the scope.
            session_id: Names the conversation. Default: a new one.
            position: The position of the first message in the session, starting at 0.
            metadata: Stored with the turns and with what is derived from them.
            tags: Labels for the turns and for what is derived from them.
            ttl_seconds: Forget the turns, and what is derived from them, after this many seconds.
            mode: `auto`: derive statements, with the language model if one is configured; `local`: derive
                them without it; `turns`: derive nothing.
            wait: Derive the statements before responding.
        """
        return await self._call(_MEMORY_INGEST, {"user_id": user_id, "messages": messages, "text": text, "agent_id": agent_id, "namespace": namespace, "session_id": session_id, "position": position, "metadata": metadata, "tags": tags, "ttl_seconds": ttl_seconds, "mode": mode, "wait": wait}, options)

    async def profile(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        namespace: str | None = None,
        as_of: float | str | None = None,
        max_tokens: int | None = None,
        options: CallOptions | None = None,
    ) -> MemoryProfileAnswer:
        """Get what is known about a user now: `GET /memory/profile`.

        A page about a user: what holds now, grouped, each fact once, with its date and the turns it comes
        from. Superseded, contradicted and expired memories are left out, and so are texts that look like
        instructions. `text` is ready for a prompt and stays within `max_tokens`; the most important comes
        first.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            max_tokens: For `text`; counted with o200k_base.
        """
        return await self._call(_MEMORY_PROFILE, {"user_id": user_id, "agent_id": agent_id, "namespace": namespace, "as_of": as_of, "max_tokens": max_tokens}, options)

    async def export(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        format: Literal["json", "markdown", "md", "ndjson"] | None = None,
        options: CallOptions | None = None,
    ) -> MemoryExportAnswer:
        """Export memories: `GET /memory/export`.

        Exports everything that is stored, including what is expired, superseded or not yet true, oldest
        first. The export is streamed: it takes as little memory for a million memories as for ten. A memory
        that exists from the beginning to the end of the export is in it once. `ndjson` is one object per
        line, each with its `type`; the last line is `{"type":"end","count":…,"counts":{…}}`. An export that
        fails midway is cut off, so it never looks complete.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent.
            format: `md` is `markdown`.
        """
        return await self._call(_MEMORY_EXPORT, {"user_id": user_id, "agent_id": agent_id, "format": format}, options)

    async def import_(
        self,
        *,
        memories: List[MemoryImportInputMemories] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        source: Literal["recollect", "agentmemo", "mem0", "zep", "mcp-memory", "openmemory"] | None = None,
        format: str | None = None,
        dry_run: bool | None = None,
        links: List[Any] | None = None,
        episodes: List[Any] | None = None,
        procedures: List[Any] | None = None,
        emotional: List[Any] | None = None,
        results: List[Any] | None = None,
        items: List[Any] | None = None,
        facts: List[Any] | None = None,
        edges: List[Any] | None = None,
        messages: List[Any] | None = None,
        entities: List[Any] | None = None,
        relations: List[Any] | None = None,
        options: CallOptions | None = None,
    ) -> MemoryImportAnswer:
        """Import memories: `POST /memory/import`.

        Takes what `GET /memory/export` returns, and the exports of agentmemo, mem0, Zep, the MCP reference
        memory server and OpenMemory. Ids and times are kept. An existing id, or the same content in the same
        scope, is a duplicate: running an import twice adds nothing. As JSON lines (`Content-Type:
        application/x-ndjson`, one entry per line of at most 8 MB, the other fields in the query) a body may
        have any length. What is not embedded within the call is embedded soon after. A JSON body that does
        not fit into the monthly allowance is refused as a whole (429); JSON lines are counted 500 at a time,
        and what was imported before the refusal is in its `details`.

        Args:
            memories: The entries: bodies of store with the fields of a memory, or entries in the format of
                `source`.
            user_id: Import everything for this user, whoever it belonged to.
            agent_id: Import everything for this agent.
            source: The format of the entries. Default: detected from their fields.
            format: As in an export: `recollect.export.v1`.
            dry_run: Writes nothing and counts what an import would do. Memories are compared with what is
                stored, and with those around them in the file; of links and other records the form alone is
                looked at.
            links: Links between the memories, as in an export.
            episodes: Episodes, as in an export; their events are among the memories.
            procedures: Procedures, as in an export.
            emotional: Emotional records, as in an export.
            results: The entries in mem0 documents.
            items: The entries in OpenMemory documents.
            facts: Facts in Zep documents.
            edges: Edges in Zep documents.
            messages: Messages in Zep documents.
            entities: Entities in documents of the MCP reference memory server.
            relations: Relations in documents of the MCP reference memory server.
        """
        return await self._call(_MEMORY_IMPORT, {"memories": memories, "user_id": user_id, "agent_id": agent_id, "source": source, "format": format, "dry_run": dry_run, "links": links, "episodes": episodes, "procedures": procedures, "emotional": emotional, "results": results, "items": items, "facts": facts, "edges": edges, "messages": messages, "entities": entities, "relations": relations}, options)

    async def feedback(
        self,
        *,
        memory_id: str,
        outcome: Literal["success", "failure"],
        confidence: float | None = None,
        options: CallOptions | None = None,
    ) -> MemoryFeedbackAnswer:
        """Report how acting on a memory went: `POST /memory/feedback`.

        Updates `outcome_score`, which starts at 0.5, as an exponential moving average: 0.7 × score + 0.3 ×
        target. The target is the `confidence` on success and 1 − `confidence` on failure. Rankings that weigh
        outcomes put what has worked higher. Concurrent reports are all counted. 404 if the key has no such
        memory.

        Args:
            memory_id: The memory that was acted on.
            outcome: How it went.
            confidence: 0–1: how sure you are.
        """
        return await self._call(_MEMORY_FEEDBACK, {"memory_id": memory_id, "outcome": outcome, "confidence": confidence}, options)

    async def verify(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> MemoryVerifyAnswer:
        """Mark a memory as still valid: `POST /memory/verify/{id}`.

        Sets `verified_at` to now: the memory is not stale for another 30 days. Takes no body. 404 if the key
        has no such memory.

        Args:
            id: A memory's id.
        """
        return await self._call(_MEMORY_VERIFY, {"id": id}, options)

    async def stats(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryStatsAnswer:
        """Count memories and judge their quality: `GET /memory/stats`.

        Counts cover memories in force, neither expired nor superseded, unless the field says otherwise.
        `memory_quality_score` is the weighted sum of the five marks in `quality_breakdown`, each 0–100,
        higher is better: freshness 0.25, accuracy 0.30, diversity 0.10, coverage 0.20, redundancy 0.15.
        Redundancy covers the newest 1000 memories and the first 500 characters of each. `by_namespace` and
        `by_agent` list the 1000 largest. Without memories every mark is 0.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent. Default: all agents.
        """
        return await self._call(_MEMORY_STATS, {"user_id": user_id, "agent_id": agent_id}, options)

    async def expired(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryExpiredAnswer:
        """Delete expired memories: `DELETE /memory/expired`.

        Deletes every memory whose `expires_at` has passed, with its links, earlier versions and vectors.
        Expired memories never show up in a search, and a background sweep deletes them about once a minute:
        `deleted` counts those it had not reached yet.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent. Default: all agents.
        """
        return await self._call(_MEMORY_EXPIRED, {"user_id": user_id, "agent_id": agent_id}, options)

    async def compress(
        self,
        *,
        user_id: str,
        agent_id: str,
        keep: int | None = None,
        older_than_days: float | None = None,
        strategy: Literal["summarize", "merge"] | None = None,
        delete_originals: bool | None = None,
        dry_run: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryCompressAnswer:
        """Summarize or merge old memories: `POST /memory/compress`.

        Works on the semantic and episodic memories of one user and agent; the `keep` newest are left
        unchanged. `summarize` turns three or more about one subject into one summary made of their own
        sentences: no name, number, date or decision is lost. A summary has at most half of their tokens; if
        that is not possible, they are left unchanged. If a language model is configured, it writes the
        summary, and sentences whose facts it left out are added; it is not used for dry runs or if originals
        are deleted. `merge` reduces memories that say the same to the best wording. Whatever found an
        original finds its summary, by meaning with the same score and by words. The originals become
        superseded (`include_superseded` shows them, `POST /memory/compress/undo` restores them) unless
        `delete_originals` is set. Not compressed: memories that expire or have a `valid_until`, are in an
        open conflict with a confidence of 0.8 or more, or look like instructions, and earlier summaries. Each
        summary and its originals are written in one transaction. Compressing does not count against the
        monthly allowance. A call considers at most the 20,000 oldest memories.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            keep: How many of the newest to leave unchanged.
            older_than_days: Only memories stored longer ago than this.
            delete_originals: Delete the originals for good instead of superseding them.
            dry_run: Return what would happen, and change nothing.
        """
        return await self._call(_MEMORY_COMPRESS, {"user_id": user_id, "agent_id": agent_id, "keep": keep, "older_than_days": older_than_days, "strategy": strategy, "delete_originals": delete_originals, "dry_run": dry_run}, options)

    async def compress_preview(
        self,
        *,
        user_id: str,
        agent_id: str,
        keep: int | None = None,
        older_than_days: float | None = None,
        strategy: Literal["summarize", "merge"] | None = None,
        options: CallOptions | None = None,
    ) -> MemoryCompressPreviewAnswer:
        """Preview a compression: `GET /memory/compression/preview`.

        Returns what `POST /memory/compress` with `dry_run` returns; nothing is changed.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            keep: How many of the newest to leave unchanged.
            older_than_days: Only memories stored longer ago than this.
        """
        return await self._call(_MEMORY_COMPRESS_PREVIEW, {"user_id": user_id, "agent_id": agent_id, "keep": keep, "older_than_days": older_than_days, "strategy": strategy}, options)

    async def compress_undo(
        self,
        *,
        compressed_memory_id: str,
        options: CallOptions | None = None,
    ) -> MemoryCompressUndoAnswer:
        """Undo a compression: `POST /memory/compress/undo`.

        Puts the originals back in force, exactly as they were. A summary is deleted. A memory that others
        were merged into gets its earlier content back, or keeps its fields if it was changed since. 409 if
        the memory has no originals: it is not the result of a compression, or they were deleted.

        Args:
            compressed_memory_id: One of the `compressed_memory_ids`.
        """
        return await self._call(_MEMORY_COMPRESS_UNDO, {"compressed_memory_id": compressed_memory_id}, options)

    async def timeline(
        self,
        *,
        user_id: str,
        topic: str,
        agent_id: str | None = None,
        from_: float | str | None = None,
        to: float | str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> MemoryTimelineAnswer:
        """See how facts about a topic changed: `GET /memory/timeline`.

        The states of one topic, oldest first by the time they became true: the memories about the topic, and
        those known to have superseded or contradicted them. `from` and `to` say when each held, `current`
        whether it holds now. `change` says what happened: `added` it holds; `updated` it superseded another
        (`supersedes`) or its text was changed; `contradicted` another memory says otherwise and the conflict
        is open; `superseded` a newer one superseded it; `ended` it stopped being true. At most 200 memories
        are considered, the nearest to the topic.

        Args:
            user_id: Your end user whose memory it is.
            topic: What it is about, as a word, a phrase or a question: "home", "where she works".
            agent_id: The agent it belongs to.
            from_: Only what became true at or after this (Unix milliseconds or ISO 8601).
            to: Only what became true before this (Unix milliseconds or ISO 8601).
            limit: How many to return, 1–200.
        """
        return await self._call(_MEMORY_TIMELINE, {"user_id": user_id, "topic": topic, "agent_id": agent_id, "from": from_, "to": to, "limit": limit}, options)

    async def map(
        self,
        *,
        user_id: str,
        limit: int | None = None,
        agent_id: str | None = None,
        namespace: str | None = None,
        kind: Literal["semantic", "episodic", "procedural", "working", "emotional"] | None = None,
        tags: List[str] | None = None,
        tags_all: List[str] | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        category: Literal["preferences", "people", "tasks", "events", "technical", "commerce", "location", "health", "facts", "other"] | None = None,
        min_importance: float | None = None,
        created_after: float | str | None = None,
        created_before: float | str | None = None,
        as_of: float | str | None = None,
        metadata: Dict[str, str] | None = None,
        include_expired: bool | None = None,
        include_superseded: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryMapAnswer:
        """Lay a user's memories out on a plane: `GET /memory/map`.

        Memories that mean something alike lie near each other: each stands where its vector falls on the two
        directions in which the vectors differ most. Takes the filters of the list. Of more than `limit`
        memories the newest are laid out, at most 5,000; those that wait to be embedded have no place yet and
        are counted in `without_vector`. The same memories give the same map; with others the directions
        change, so places of two maps do not compare.

        Args:
            user_id: Your end user whose memory it is.
            limit: How many to return, 1–5000.
            agent_id: Only this agent. Default: all agents of the user.
            namespace: A partition inside the scope.
            tags: Has any of these (comma-separated).
            tags_all: Has all of these (comma-separated).
            created_after: Stored later than this (Unix milliseconds or ISO 8601).
            created_before: Stored earlier than this (Unix milliseconds or ISO 8601).
            as_of: What was true at this time (Unix milliseconds or ISO 8601), instead of now.
            metadata: `metadata.<key>=<value>`: this top-level key of the metadata has this value, compared as
                text. At most 16.
            include_expired: Include memories that have expired but are not deleted yet.
            include_superseded: Include memories that a newer one has superseded.
        """
        return await self._call(_MEMORY_MAP, {"user_id": user_id, "limit": limit, "agent_id": agent_id, "namespace": namespace, "kind": kind, "tags": tags, "tags_all": tags_all, "outcome": outcome, "category": category, "min_importance": min_importance, "created_after": created_after, "created_before": created_before, "as_of": as_of, "metadata": metadata, "include_expired": include_expired, "include_superseded": include_superseded}, options)

    async def health(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryHealthAnswer:
        """Report problems with the memories and how to fix them: `GET /memory/health`.

        Counts cover memories in force, neither expired nor superseded, unless the field says otherwise. Each
        recommendation names up to 5 of the memories it is about. Duplicates are searched among memories of
        one user, agent, namespace and kind whose sketches meet, up to 4000 meetings; `considered` says
        whether those were all. `quality_score` is a tenth of the `memory_quality_score` of `GET
        /memory/stats`.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent. Default: all agents.
        """
        return await self._call(_MEMORY_HEALTH, {"user_id": user_id, "agent_id": agent_id}, options)

    async def insights(
        self,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        options: CallOptions | None = None,
    ) -> MemoryInsightsAnswer:
        """Report what memories are about, what changes and what needs attention: `GET /memory/insights`.

        Topics are clusters by meaning, named by a tag or phrase that their memories share. A topic rises or
        fades if its share of the last 30 days differs from the 30 days before by more than chance. Insights
        cover contradictions, what worked and failed according to feedback, knowledge worth verifying, trends
        and what is never retrieved: at most 3 of a kind, each with up to 5 of the memories it comes from. A
        scope of more than 2000 memories is sampled evenly for topics and trends; counts, tags, feedback and
        contradictions cover all of it. No language model is used; the same memories give the same response.

        Args:
            user_id: Only this user. Default: all users of the key.
            agent_id: Only this agent. Default: all agents.
        """
        return await self._call(_MEMORY_INSIGHTS, {"user_id": user_id, "agent_id": agent_id}, options)

    async def predict(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        context: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> MemoryPredictAnswer:
        """Predict which memories will be needed next: `GET /memory/predict`.

        Learns from the newest 500 retrievals of the user and the newest 200 memories: how recently and often
        each was returned (a power law), what followed or accompanied what was just retrieved, the time of day
        and week, and what is new. The weight of each is learned by predicting the last 60 retrievals again.
        `probability` is the chance that the next retrieval returns the memory. Without any history,
        importance, activation and recency decide, and `strategy` says so. Superseded and expired memories are
        left out. A prediction does not count as a retrieval.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: Only this agent. Default: all agents of the user.
            context: The situation: a message, a task. Compared by meaning.
            limit: How many to return, 1–20.
        """
        return await self._call(_MEMORY_PREDICT, {"user_id": user_id, "agent_id": agent_id, "context": context, "limit": limit}, options)

    async def transfer(
        self,
        *,
        user_id: str,
        from_agent: str,
        to_agent: str,
        mode: Literal["copy", "move"] | None = None,
        filter: MemoryTransferInputFilter | None = None,
        summarize: bool | None = None,
        options: CallOptions | None = None,
    ) -> MemoryTransferAnswer:
        """Transfer memories between agents: `POST /memory/transfer`.

        Gives what `from_agent` knows about a user to `to_agent`. A transfer is refused or carried out as a
        whole, in steps: one that a crash interrupts is finished within minutes. `copy` keeps the originals: a
        copy keeps every field, reuses the vectors, starts with an empty history and counts against the
        monthly allowance; links and conflicts between copied memories are copied too. `move` keeps ids, links
        and history; memories that a moved one superseded move along. `metadata.transferred_from` is
        `{agent_id, memory_id, at}` if the metadata has room for it. Memories whose text the target already
        knows are skipped and stay where they are, so repeating the call adds nothing; so are procedures whose
        name the target has and, on a move, the events of episodes. Expired and superseded memories are not
        selected. With `summarize` (only `copy`) the target gets one memory made of the most important
        sentences instead, linked to its sources: at most 1,000 of them, the most important ones, without
        those that expire, have ended or look like instructions. At most 100,000 memories per call (400).

        Args:
            user_id: Your end user whose memory it is.
            from_agent: Whose memories they are.
            to_agent: Who gets them.
            filter: Which memories. Default: all. A memory must pass every part of it.
            summarize: Give one summary instead of the memories.
        """
        return await self._call(_MEMORY_TRANSFER, {"user_id": user_id, "from_agent": from_agent, "to_agent": to_agent, "mode": mode, "filter": filter, "summarize": summarize}, options)


class AsyncConflictsCalls(AsyncCalls):
    """What `client.conflicts` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.list = AsyncConflictsListCall(transport)

    async def resolve(
        self,
        *,
        id: str,
        keep: Literal["a", "b", "both"],
        options: CallOptions | None = None,
    ) -> ConflictsResolveAnswer:
        """Settle a contradiction: `POST /memory/conflicts/{id}/resolve`.

        Keeps the older memory (`a`), the newer one (`b`) or both. The other one is marked as superseded, not
        deleted: search leaves it out unless asked for it, and `as_of` still finds it for the time when it
        held. Resolving a conflict again changes the decision.

        Args:
            id: The conflict's id.
        """
        return await self._call(_CONFLICTS_RESOLVE, {"id": id, "keep": keep}, options)


class AsyncGraphCalls(AsyncCalls):
    """What `client.graph` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.conflicts = AsyncGraphConflictsCall(transport)

    async def link(
        self,
        *,
        relationship: Literal["contradicts", "supports", "follows", "causes", "related_to", "supersedes", "part_of"],
        from_: str | None = None,
        to: str | None = None,
        memory_a: str | None = None,
        memory_b: str | None = None,
        weight: float | None = None,
        metadata: Dict[str, Any] | None = None,
        options: CallOptions | None = None,
    ) -> GraphLinkAnswer:
        """Link two memories: `POST /memory/graph/link`.

        Both must exist (404) and be different (400); they may belong to different users and agents of the
        key. Storing the same link again does not create a second one: the response is 200, and a weight or
        metadata that you send replaces what it had. A link that the service maintains (`automatic`) is
        returned as it is. A link is deleted with either of its memories. `contradicts` between two memories
        of one user is also listed by `GET /memory/conflicts`.

        Args:
            relationship: What `from` is to `to`: from *supersedes* to, from is *part_of* to.
            from_: Id of the memory that the link starts at. Required, here or as `memory_a`.
            to: Id of the memory that it leads to. Required, here or as `memory_b`.
            memory_a: Another name for `from`.
            memory_b: Another name for `to`.
            weight: How strong it is, 0–1. Default: 1.
            metadata: Any JSON object.
        """
        return await self._call(_GRAPH_LINK, {"relationship": relationship, "from": from_, "to": to, "memory_a": memory_a, "memory_b": memory_b, "weight": weight, "metadata": metadata}, options)

    async def explore(
        self,
        *,
        id: str,
        depth: int | None = None,
        relationship: Literal["contradicts", "supports", "follows", "causes", "related_to", "supersedes", "part_of"] | None = None,
        direction: Literal["out", "in", "both"] | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> GraphExploreAnswer:
        """Explore the memory graph: `GET /memory/graph/explore`.

        Starts at a memory and follows its links breadth-first: first everything one link away, then two, up
        to `depth`. Returns the memories found and the links followed. It stops at `limit` memories or five
        times as many links and keeps the heaviest of the links it met; `truncated` is true exactly when
        something was left out. Superseded memories are part of the graph, expired ones are not. Content
        longer than 2,000 characters is cut (`content_cut`). 404 if there is no such memory.

        Args:
            id: Where to start.
            depth: How many links away, 1–4.
            relationship: Follow only links of this kind.
            direction: Follow links from a memory (`out`), to it (`in`) or both.
            limit: How many memories to return, the start included, 1–1000.
        """
        return await self._call(_GRAPH_EXPLORE, {"id": id, "depth": depth, "relationship": relationship, "direction": direction, "limit": limit}, options)

    async def unlink(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> GraphUnlinkAnswer:
        """Remove a link: `DELETE /memory/graph/link/{id}`.

        The memories stay. A link that the service maintains (`automatic`) reflects a conflict, a
        supersession, a compression or the order of an episode and cannot be removed on its own (409).

        Args:
            id: The link's id.
        """
        return await self._call(_GRAPH_UNLINK, {"id": id}, options)


class AsyncEpisodesCalls(AsyncCalls):
    """What `client.episodes` offers."""

    async def start(
        self,
        *,
        agent_id: str,
        user_id: str | None = None,
        title: str | None = None,
        metadata: Dict[str, Any] | None = None,
        options: CallOptions | None = None,
    ) -> EpisodesStartAnswer:
        """Begin an episode: `POST /memory/episodes/start`.

        An episode is a session whose events are stored in order: a conversation, a task, an incident. Append
        to it with `POST /memory/episodes/event` and close it with `POST /memory/episodes/end`. An episode
        without events for 24 hours is closed automatically.

        Args:
            agent_id: The agent it belongs to.
            user_id: Whose episode it is. Default: no user, only the agent.
            title: What it is about.
            metadata: Any JSON object.
        """
        return await self._call(_EPISODES_START, {"agent_id": agent_id, "user_id": user_id, "title": title, "metadata": metadata}, options)

    async def event(
        self,
        *,
        episode_id: str,
        content: str,
        type: str | None = None,
        metadata: Dict[str, Any] | None = None,
        options: CallOptions | None = None,
    ) -> EpisodesEventAnswer:
        """Append an event to an episode: `POST /memory/episodes/event`.

        The event becomes a memory of kind `episodic` with the same id: searchable at once, never treated as a
        duplicate, and counted against the monthly allowance. `seq` counts from 1 without gaps, even with
        concurrent appends. A closed episode takes no more events (409), nor does one with 10,000 events.
        While embeddings are unavailable, the event is stored with `embedded: false` and embedded later
        automatically.

        Args:
            episode_id: An episode's id.
            content: What happened, or what was said: "Ann: I will call you on Friday."
            type: The type of event, in your own words: message, tool_call, decision, question …
            metadata: Any JSON object.
        """
        return await self._call(_EPISODES_EVENT, {"episode_id": episode_id, "content": content, "type": type, "metadata": metadata}, options)

    async def end(
        self,
        *,
        episode_id: str,
        summary: str | None = None,
        outcome: Literal["success", "failure", "unknown"] | None = None,
        options: CallOptions | None = None,
    ) -> EpisodesEndAnswer:
        """Close an episode and summarize it: `POST /memory/episodes/end`.

        Without `summary`, one is written: two to five sentences from the events, shortened, and in the third
        person if someone speaks. It is based on at most 1,000 events, evenly chosen, and the first 2,000
        characters of each; events that look like instructions to the agent are left out. The summary becomes
        a memory of kind `episodic` that does not count against the allowance, and the first 500 events are
        linked to it as `part_of`. Ending a closed episode changes nothing and returns the same response.

        Args:
            episode_id: An episode's id.
            summary: What happened, in your own words.
            outcome: How it went.
        """
        return await self._call(_EPISODES_END, {"episode_id": episode_id, "summary": summary, "outcome": outcome}, options)

    async def list(
        self,
        *,
        id: str | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        status: Literal["open", "closed"] | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> EpisodesListAnswer:
        """List or replay episodes: `GET /memory/episodes`.

        Without `id`, lists episodes newest first. With `q`, lists the best match first among the 5,000 newest
        that pass the other filters, each with a `score` between 0 and 1 that is comparable only within this
        response. With `id`, returns that episode and its events in order, `limit` at a time; `event_count` is
        the total. Events whose memory was forgotten are missing from the replay too.

        Args:
            id: Replay this episode instead of listing.
            user_id: Only this user. Default: all users, and episodes without one.
            agent_id: Only this agent.
            q: Search titles and summaries by meaning and words.
            limit: How many to return, 1–500.
            cursor: `next_cursor` of the previous page.
        """
        return await self._call(_EPISODES_LIST, {"id": id, "user_id": user_id, "agent_id": agent_id, "status": status, "q": q, "limit": limit, "cursor": cursor}, options)


class AsyncProceduresCalls(AsyncCalls):
    """What `client.procedures` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.list = AsyncProceduresListCall(transport)

    async def store(
        self,
        *,
        agent_id: str,
        name: str,
        steps: List[str],
        user_id: str | None = None,
        description: str | None = None,
        trigger: str | None = None,
        tags: List[str] | None = None,
        metadata: Dict[str, Any] | None = None,
        options: CallOptions | None = None,
    ) -> ProceduresStoreAnswer:
        """Store a procedure: `POST /memory/procedures`.

        Stores how to do something, with examples of the tasks that call for it. It is also a memory of kind
        `procedural` with the same id: it counts against the allowance, is exported, and is forgotten with
        `DELETE /memory/forget?id=…`. Storing the same name for the same agent and user again makes a new
        version (200): the earlier one is kept, tags and metadata stay unless given, and outcomes count from
        zero if the steps changed. The first 64 lines (name, description, examples, steps, in this order) are
        matched on their own, the rest as part of the whole.

        Args:
            agent_id: The agent it belongs to.
            name: Its name, unique per agent and user.
            steps: What to do, in order.
            user_id: Whose procedure it is. Default: available to every user.
            description: What it is good for.
            trigger: Tasks that call for it, one example per line (or separated by ` / ` or ` | `). Each is
                matched on its own.
            tags: Labels to filter by.
            metadata: Any JSON object.
        """
        return await self._call(_PROCEDURES_STORE, {"agent_id": agent_id, "name": name, "steps": steps, "user_id": user_id, "description": description, "trigger": trigger, "tags": tags, "metadata": metadata}, options)

    async def match(
        self,
        *,
        q: str,
        agent_id: str | None = None,
        user_id: str | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> ProceduresMatchAnswer:
        """Find a procedure for a task: `GET /memory/procedures/match`.

        Scores every procedure that passes the filters by meaning (name, description, examples and steps
        together, and the best single line) and by words. Reported outcomes reorder procedures that fit about
        equally well: what is known to work moves up, by a lower confidence bound. With the models that come
        with the service, a `score` below 0.5 means that a procedure probably does not fit: if the first one
        scores that low, there is no procedure for the task. If no vector can be made for the task, procedures
        are matched by words only, with `semantic: false`.

        Args:
            q: The task, in its original words.
            agent_id: Only procedures of this agent. Default: of all agents of the key.
            user_id: Only procedures of this user and those without a user. Default: of all users of the key.
            limit: How many to return, 1–20.
        """
        return await self._call(_PROCEDURES_MATCH, {"q": q, "agent_id": agent_id, "user_id": user_id, "limit": limit}, options)

    async def outcome(
        self,
        *,
        id: str,
        outcome: Literal["success", "failure"],
        options: CallOptions | None = None,
    ) -> ProceduresOutcomeAnswer:
        """Report how following a procedure went: `POST /memory/procedures/{id}/outcome`.

        Counts one use. The lower confidence bound of the success rate (`reliability`) moves the procedure up
        or down among others that fit a task about as well; it never lifts one that does not fit. Concurrent
        reports are all counted. Its memory takes the outcome as feedback. 404 if the key has no such
        procedure.

        Args:
            id: The procedure's id.
            outcome: How it went.
        """
        return await self._call(_PROCEDURES_OUTCOME, {"id": id, "outcome": outcome}, options)

    async def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> ProceduresGetAnswer:
        """Read a procedure with its earlier versions: `GET /memory/procedures/{id}`.

        The 100 latest earlier versions, newest first, each with its outcomes. 404 if the key has no such
        procedure.

        Args:
            id: The procedure's id.
        """
        return await self._call(_PROCEDURES_GET, {"id": id}, options)


class AsyncWorkingCalls(AsyncCalls):
    """What `client.working` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.sessions = AsyncWorkingSessionsCall(transport)

    async def put(
        self,
        *,
        session_id: str,
        content: Any,
        agent_id: str | None = None,
        user_id: str | None = None,
        ttl_seconds: float | None = None,
        options: CallOptions | None = None,
    ) -> WorkingPutAnswer:
        """Store something in working memory: `POST /memory/working`.

        Appends an item to the session. A session keeps its last 100 items, each for its own time to live;
        items are as durable as memories. Working memory is neither embedded nor searched, and does not count
        against the monthly allowance. Sessions of different keys are separate.

        Args:
            session_id: Your name for the session; it belongs to your key alone.
            content: What to store: any JSON value of up to 65,536 bytes.
            agent_id: The agent it belongs to; forgetting that agent forgets it.
            user_id: The user it is about; forgetting that user forgets it.
            ttl_seconds: Forget it after this many seconds.
        """
        return await self._call(_WORKING_PUT, {"session_id": session_id, "content": content, "agent_id": agent_id, "user_id": user_id, "ttl_seconds": ttl_seconds}, options)

    async def get(
        self,
        *,
        session_id: str,
        options: CallOptions | None = None,
    ) -> WorkingGetAnswer:
        """Read a session's working memory: `GET /memory/working`.

        The items that have not expired, in the order they were stored. A session that nobody wrote to is
        empty.

        Args:
            session_id: Your name for the session; it belongs to your key alone.
        """
        return await self._call(_WORKING_GET, {"session_id": session_id}, options)

    async def clear(
        self,
        *,
        session_id: str,
        options: CallOptions | None = None,
    ) -> WorkingClearAnswer:
        """Clear a session's working memory: `DELETE /memory/working`.

        Removes every item of the session. Clearing a session that does not exist is not an error: `removed`
        is 0.

        Args:
            session_id: Your name for the session; it belongs to your key alone.
        """
        return await self._call(_WORKING_CLEAR, {"session_id": session_id}, options)


class AsyncEmotionalCalls(AsyncCalls):
    """What `client.emotional` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.list = AsyncEmotionalListCall(transport)

    async def record(
        self,
        *,
        user_id: str,
        agent_id: str,
        sentiment: Literal["positive", "negative", "neutral"] | None = None,
        intensity: float | None = None,
        text: str | None = None,
        about: Literal["interaction", "world"] | None = None,
        note: str | None = None,
        options: CallOptions | None = None,
    ) -> EmotionalRecordAnswer:
        """Record how an interaction felt: `POST /memory/emotional`.

        A given `sentiment` is stored as it is. Without one, it is read from `text` (English): from its words
        with negation, degree, contrast, emoji and idioms, and from the embedding model if one is available
        (`read_by` says which). Of a very long text the model reads eight passages from beginning to end; the
        words are all read. Text in another language is `unknown`, unless its emoji are clear. Grief, fear and
        illness are `about` the world and do not lower trust in the agent. Does not count against the
        allowance of memories.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: The agent it belongs to.
            sentiment: How it felt. Default: read from `text`.
            intensity: How strong it is. Default: 5 for a given sentiment, or the strength read from the text.
            text: What was said. Text without words or emoji is neutral.
            about: What the feeling is about: the `interaction` or the `world`. Default: read from `text`, or
                the interaction if `sentiment` is given.
            note: Your own remark; it is not analysed.
        """
        return await self._call(_EMOTIONAL_RECORD, {"user_id": user_id, "agent_id": agent_id, "sentiment": sentiment, "intensity": intensity, "text": text, "about": about, "note": note}, options)

    async def profile(
        self,
        *,
        user_id: str,
        agent_id: str | None = None,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> EmotionalProfileAnswer:
        """Show a user's emotional profile and trust score: `GET /memory/emotional/profile`.

        Trust starts at 50, moves less with each interaction, decays with a half-life of 60 days, and weighs
        negative interactions twice; feelings about the world do not move it. The trend compares the two
        halves of the last 20 interactions; with fewer than 4 it is `unknown`. All figures cover all
        interactions of the user (with this agent, if given) except `series`, which covers the last `days`
        days, and `recent`, the last 10 records. The formulas are in docs/emotional.md.

        Args:
            user_id: Your end user whose memory it is.
            agent_id: Only interactions with this agent. Default: all agents.
            days: Length of the series in days, ending today, 1–365.
        """
        return await self._call(_EMOTIONAL_PROFILE, {"user_id": user_id, "agent_id": agent_id, "days": days}, options)


class AsyncAgentsCalls(AsyncCalls):
    """What `client.agents` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.list = AsyncAgentsListCall(transport)
        self.memories = AsyncAgentsMemoriesCall(transport)

    async def register(
        self,
        *,
        name: str,
        description: str | None = None,
        capabilities: List[str] | None = None,
        metadata: Dict[str, Any] | None = None,
        options: CallOptions | None = None,
    ) -> AgentsRegisterAnswer:
        """Register an agent: `POST /agents/register`.

        The name is what memories carry as `agent_id`. Memories can be stored without registering the agent;
        registering gives it a profile. Registering the same name again changes the agent: the fields you send
        replace what it had, the others stay, and the response is 200.

        Args:
            name: Its name, which is also its `agent_id`.
            description: What it is for.
            capabilities: What it can do, in your own words.
            metadata: Any JSON object.
        """
        return await self._call(_AGENTS_REGISTER, {"name": name, "description": description, "capabilities": capabilities, "metadata": metadata}, options)

    async def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> AgentsGetAnswer:
        """Read the profile of an agent: `GET /agents/{id}`.

        An agent that was never registered but has memories, episodes, procedures or emotional records also
        has a profile: `registered` is false, and the profile holds only its name. 404 if the agent is neither
        registered nor has any of these.

        Args:
            id: The agent's id (`agt_…`) or its name.
        """
        return await self._call(_AGENTS_GET, {"id": id}, options)

    async def stats(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> AgentsStatsAnswer:
        """Report statistics of an agent: `GET /agents/{id}/stats`.

        Only memories in force are counted: neither expired nor superseded. 404 if the key has neither
        registered this agent nor stored anything for it.

        Args:
            id: The agent's id (`agt_…`) or its name.
        """
        return await self._call(_AGENTS_STATS, {"id": id}, options)


class AsyncAnalyticsCalls(AsyncCalls):
    """What `client.analytics` offers."""

    async def daily(
        self,
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> AnalyticsDailyAnswer:
        """Report what the calling key did, day by day: `GET /analytics/daily`.

        Oldest day first; the last one is today (UTC). Days without traffic have zeros. `stored` counts the
        memories of every kind that were stored on that day and still exist, so forgotten and expired ones are
        no longer counted. `retrieved` counts the memories that retrieve and context (with `q`) returned, each
        time they were returned. Errors are responses with status 400 and above. Tokens are those that the
        embedding model read.

        Args:
            days: How many days, ending today, 1–365.
        """
        return await self._call(_ANALYTICS_DAILY, {"days": days}, options)

    async def agents(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AnalyticsAgentsAnswer:
        """Report what each agent stores and does: `GET /analytics/agents`.

        Every agent that has memories or was named in a call within the last year, busiest first: by requests,
        then memories, then name. `memories` counts those in force, neither expired nor superseded. `requests`
        counts calls whose input names the agent, including failed ones; `retrievals` counts questions limited
        to it. `total` is the number of agents when `limit` shows fewer.

        Args:
            limit: How many to return, 1–1000.
        """
        return await self._call(_ANALYTICS_AGENTS, {"limit": limit}, options)

    async def patterns(
        self,
        *,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> AnalyticsPatternsAnswer:
        """Report how the calling key is used: routes, hours, what is found: `GET /analytics/patterns`.

        Percentiles come from histograms whose buckets grow by 19 %, so they are at most 9 % off.
        `top_memories` and `top_queries_tags` come from the newest 5000 retrievals of the window (retrievals
        are kept for 90 days) and include only memories that are still in force. The questions themselves are
        never stored.

        Args:
            days: How many days, ending today, 1–365.
        """
        return await self._call(_ANALYTICS_PATTERNS, {"days": days}, options)


class AsyncUsersCalls(AsyncCalls):
    """What `client.users` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.list = AsyncUsersListCall(transport)

    async def export(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> UsersExportAnswer:
        """Export everything about a user: `GET /users/{id}/memories`.

        Exports everything that is stored about one user under this key, of every kind: memories with their
        earlier versions, links, conflicts, and the records of every other kind. The export is streamed: it
        takes as little memory for a million memories as for ten. One that fails midway is cut off, so it
        never looks complete. What changes during the export may or may not be in it. A user about whom
        nothing is stored has empty lists. It can be posted to `/memory/import`.

        Args:
            id: The user, as in `user_id`.
        """
        return await self._call(_USERS_EXPORT, {"id": id}, options)

    async def erase(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> UsersEraseAnswer:
        """Erase everything about a user: `DELETE /users/{id}/memories`.

        Erases everything that is stored about one user under this key, of every kind, with history, indexes,
        journal and stored responses. It cannot be undone. An erasure that was interrupted, for example by a
        crash, may have removed only a part: repeat it. What remains is a receipt that contains neither the
        user nor any text, and the event `user.erased`, as long as the journal keeps it and at most 30 days,
        which names the user so that subscribers can erase what they hold. A user about whom nothing is stored
        gives zeros. Repeats of idempotent requests from the last 24 hours that named no user are no longer
        replayed and return 409.

        Args:
            id: The user, as in `user_id`.
        """
        return await self._call(_USERS_ERASE, {"id": id}, options)


class AsyncErasuresCalls(AsyncCalls):
    """What `client.erasures` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.list = AsyncErasuresListCall(transport)

    async def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> ErasuresGetAnswer:
        """Read the receipt of an erasure: `GET /erasures/{id}`.

        Args:
            id: The receipt's id.
        """
        return await self._call(_ERASURES_GET, {"id": id}, options)


class AsyncTemplatesCalls(AsyncCalls):
    """What `client.templates` offers."""

    async def list(
        self,
        *,
        options: CallOptions | None = None,
    ) -> TemplatesListAnswer:
        """List memory templates: `GET /templates`.

        Plans for what agents of one profession should remember: namespaces, tags, kinds of memory, how
        important and for how long, and questions that find it again.
        """
        return await self._call(_TEMPLATES_LIST, {}, options)

    async def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> TemplatesGetAnswer:
        """Read one template: `GET /templates/{id}`.

        Args:
            id: The template's id.
        """
        return await self._call(_TEMPLATES_GET, {"id": id}, options)

    async def apply(
        self,
        *,
        id: str,
        agent_id: str,
        options: CallOptions | None = None,
    ) -> TemplatesApplyAnswer:
        """Set an agent up with a template: `POST /templates/{id}/apply`.

        Registers the agent if it is not registered (201), records the template in its profile, and returns
        what to use from now on. A description and capabilities of its own stay; those of an earlier template
        are replaced. Applying the same template again changes nothing. Memories are not changed.

        Args:
            id: The template's id.
            agent_id: Name or id of the agent.
        """
        return await self._call(_TEMPLATES_APPLY, {"id": id, "agent_id": agent_id}, options)


class AsyncEventsCalls(AsyncCalls):
    """What `client.events` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.history = AsyncEventsHistoryCall(transport)
        self.list = AsyncEventsListCall(transport)
        self.deliveries = AsyncEventsDeliveriesCall(transport)

    async def subscribe(
        self,
        *,
        url: str | None = None,
        webhook_url: str | None = None,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        description: str | None = None,
        secret: str | None = None,
        options: CallOptions | None = None,
    ) -> EventsSubscribeAnswer:
        """Subscribe to events: `POST /memory/subscribe`.

        With `url`, every event from now on is posted there following the Standard Webhooks convention: signed
        with the secret that this response shows once, delivered at least once (the same event always has the
        same `webhook-id`), in order per user, and retried for 24 hours with growing pauses. Without `url`, it
        is a stored filter for `GET /memory/events`; its address is in `stream_url`. Loopback, private and
        other non-public addresses are refused. A key has at most 100 subscriptions (409).

        Args:
            url: Where events are posted to: http or https, on the public internet.
            webhook_url: The same as `url`.
            events: Kinds of events; `*` is every kind except `memory.retrieved`, which must be named.
                `memory.deleted` is another name for `memory.forgotten`.
            user_id: Only events of this user.
            agent_id: Only events of this agent.
            include_content: Whether events include the memory as it is when they are sent (`data.memory`;
                null if it is gone).
            description: For people: what it is for.
            secret: What to sign with: `whsec_` and base64, or a text of 16–64 bytes. Default: generated.
        """
        return await self._call(_EVENTS_SUBSCRIBE, {"url": url, "webhook_url": webhook_url, "events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "description": description, "secret": secret}, options)

    async def get(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> EventsGetAnswer:
        """Get a subscription: `GET /memory/subscriptions/{id}`.

        Includes its state: what is pending, what was given up, and since when deliveries have been failing.

        Args:
            id: A subscription's id.
        """
        return await self._call(_EVENTS_GET, {"id": id}, options)

    async def change(
        self,
        *,
        id: str,
        url: str | None = None,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None | NotGiven = NOT_GIVEN,
        agent_id: str | None | NotGiven = NOT_GIVEN,
        include_content: bool | None = None,
        description: str | None | NotGiven = NOT_GIVEN,
        state: Literal["active", "paused"] | None = None,
        options: CallOptions | None = None,
    ) -> EventsChangeAnswer:
        """Change, pause or resume a subscription: `PATCH /memory/subscriptions/{id}`.

        A paused subscription keeps its position: once active again, it continues with what happened
        meanwhile, as far back as the journal reaches. Setting it to active also re-enables a disabled
        subscription. A new address is tried at once with everything that is pending. Changed filters apply to
        events that are not yet pending. A subscription that is a stream cannot be given an address (409).

        Args:
            id: A subscription's id.
            url: Where events are posted to: http or https, on the public internet.
            events: Kinds of events; `*` is every kind except `memory.retrieved`, which must be named.
                `memory.deleted` is another name for `memory.forgotten`.
            user_id: Only events of this user; null for all users.
            agent_id: Only events of this agent; null for all agents.
            include_content: Whether events include the memory as it is when they are sent (`data.memory`;
                null if it is gone).
        """
        return await self._call(_EVENTS_CHANGE, {"id": id, "url": url, "events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "description": description, "state": state}, options)

    async def unsubscribe(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> EventsUnsubscribeAnswer:
        """Remove a subscription: `DELETE /memory/subscriptions/{id}`.

        Removes it with its secret, its log and everything still pending. Deliveries in flight may still
        arrive.

        Args:
            id: A subscription's id.
        """
        return await self._call(_EVENTS_UNSUBSCRIBE, {"id": id}, options)

    async def rotate(
        self,
        *,
        id: str,
        grace_seconds: int | None = None,
        secret: str | None = None,
        options: CallOptions | None = None,
    ) -> EventsRotateAnswer:
        """Give a webhook a new secret: `POST /memory/subscriptions/{id}/rotate`.

        For `grace_seconds` every event is signed with both the new and the old secret, so that receivers can
        switch without a gap. Rotating again within that time ends the oldest secret. 404 for a subscription
        without an address.

        Args:
            id: A subscription's id.
            grace_seconds: How long events are also signed with the old secret.
            secret: The new secret. Default: generated.
        """
        return await self._call(_EVENTS_ROTATE, {"id": id, "grace_seconds": grace_seconds, "secret": secret}, options)

    async def test(
        self,
        *,
        id: str,
        options: CallOptions | None = None,
    ) -> EventsTestAnswer:
        """Send a test event: `POST /memory/subscriptions/{id}/test`.

        Posts an event of type `webhook.test` at once, signed like any other, even if the subscription is
        paused, and returns the response. It is tried once, is not logged as a delivery and changes nothing.
        404 for a subscription without an address.

        Args:
            id: A subscription's id.
        """
        return await self._call(_EVENTS_TEST, {"id": id}, options)

    async def replay(
        self,
        *,
        id: str,
        event_ids: List[str] | None = None,
        options: CallOptions | None = None,
    ) -> EventsReplayAnswer:
        """Replay dead deliveries, or try waiting ones now: `POST /memory/subscriptions/{id}/replay`.

        Queues dead deliveries again for another 24 hours: the named ones, or all. They keep their ids, are
        sent after newer events and do not hold those up. Named deliveries that wait for their next attempt
        are tried at once. Other ids are ignored.

        Args:
            id: A subscription's id.
            event_ids: Ids of events. Default: all dead deliveries.
        """
        return await self._call(_EVENTS_REPLAY, {"id": id, "event_ids": event_ids}, options)

    async def sealing(
        self,
        *,
        options: CallOptions | None = None,
    ) -> EventsSealingAnswer:
        """Check which keys seal the secrets of webhooks: `GET /admin/sealing`.

        Webhook secrets are stored sealed. A background job seals them again with the current key
        (`RECOLLECT_SEAL_KEY`). When `pending` is 0, nothing is left under another key, and the old key can be
        removed from the setting.
        """
        return await self._call(_EVENTS_SEALING, {}, options)


class AsyncWebhooksCalls(AsyncCalls):
    """What `client.webhooks` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.logs = AsyncWebhooksLogsCall(transport)

    async def register(
        self,
        *,
        url: str | None = None,
        webhook_url: str | None = None,
        events: List[Literal["memory.stored", "memory.derived", "memory.updated", "memory.forgotten", "memory.expired", "memory.verified", "memory.feedback", "memory.conflict", "memory.compressed", "memory.transferred", "episode.started", "episode.ended", "procedure.stored", "user.erased", "agent.registered", "usage.limit_approaching", "memory.retrieved", "memory.deleted", "*"]] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        description: str | None = None,
        secret: str | None = None,
        options: CallOptions | None = None,
    ) -> WebhooksRegisterAnswer:
        """Subscribe to events, under another name: `POST /webhooks/register`.

        The same as `POST /memory/subscribe`.

        Args:
            url: Where events are posted to: http or https, on the public internet.
            webhook_url: The same as `url`.
            events: Kinds of events; `*` is every kind except `memory.retrieved`, which must be named.
                `memory.deleted` is another name for `memory.forgotten`.
            user_id: Only events of this user.
            agent_id: Only events of this agent.
            include_content: Whether events include the memory as it is when they are sent (`data.memory`;
                null if it is gone).
            description: For people: what it is for.
            secret: What to sign with: `whsec_` and base64, or a text of 16–64 bytes. Default: generated.
        """
        return await self._call(_WEBHOOKS_REGISTER, {"url": url, "webhook_url": webhook_url, "events": events, "user_id": user_id, "agent_id": agent_id, "include_content": include_content, "description": description, "secret": secret}, options)


class AsyncUsageCalls(AsyncCalls):
    """What `client.usage` offers."""

    async def read(
        self,
        *,
        from_: float | str | None = None,
        to: float | str | None = None,
        days: int | None = None,
        options: CallOptions | None = None,
    ) -> UsageReadAnswer:
        """Report what the calling key has used: `GET /usage`.

        `used` counts the memories created in this calendar month (UTC) against the allowance; the rest covers
        requests in the window. Errors are responses with status 400 and above; tokens are those the embedding
        model read. `days` counts back from `to` if `from` is not given. Days without traffic are listed with
        zeros.

        Args:
            from_: First day: `2026-11-01`, or a time on it.
            to: Last day. Default: today.
            days: How many days, ending with `to`.
        """
        return await self._call(_USAGE_READ, {"from": from_, "to": to, "days": days}, options)


class AsyncModelCalls(AsyncCalls):
    """What `client.model` offers."""

    async def use(
        self,
        *,
        model: Literal["recollect-embed-1", "bge-small-en-v1.5", "all-MiniLM-L6-v2"],
        options: CallOptions | None = None,
    ) -> ModelUseAnswer:
        """Change the embedding model: `POST /admin/model`.

        Makes a local model the wanted one, now and after a restart. All memories are embedded again in the
        background; until then the old model stays in use (see `changing` in `GET /health`). Naming the model
        in use cancels a change. 409 if a setting names the model or the embedder: settings take precedence.
        """
        return await self._call(_MODEL_USE, {"model": model}, options)


class AsyncJobsCalls(AsyncCalls):
    """What `client.jobs` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.list = AsyncJobsListCall(transport)


class AsyncAuditCalls(AsyncCalls):
    """What `client.audit` offers."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.list = AsyncAuditListCall(transport)


class AsyncOperations(AsyncCalls):
    """Every operation, by its group."""

    def __init__(self, transport: AsyncTransport) -> None:
        super().__init__(transport)
        self.keys = AsyncKeysCalls(transport)
        self.memory = AsyncMemoryCalls(transport)
        self.conflicts = AsyncConflictsCalls(transport)
        self.graph = AsyncGraphCalls(transport)
        self.episodes = AsyncEpisodesCalls(transport)
        self.procedures = AsyncProceduresCalls(transport)
        self.working = AsyncWorkingCalls(transport)
        self.emotional = AsyncEmotionalCalls(transport)
        self.agents = AsyncAgentsCalls(transport)
        self.analytics = AsyncAnalyticsCalls(transport)
        self.users = AsyncUsersCalls(transport)
        self.erasures = AsyncErasuresCalls(transport)
        self.templates = AsyncTemplatesCalls(transport)
        self.events = AsyncEventsCalls(transport)
        self.webhooks = AsyncWebhooksCalls(transport)
        self.usage = AsyncUsageCalls(transport)
        self.model = AsyncModelCalls(transport)
        self.jobs = AsyncJobsCalls(transport)
        self.audit = AsyncAuditCalls(transport)

    async def health(
        self,
        *,
        options: CallOptions | None = None,
    ) -> HealthAnswer:
        """Check the health of the service: `GET /health`.

        200 while it can serve; `checks` shows degraded parts. 503 if the store cannot be reached, and with
        the status `stopping` while the service stops: calls are still served, but load balancers should send
        new ones elsewhere.
        """
        return await self._call(_HEALTH, {}, options)
