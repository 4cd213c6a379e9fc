"""A memory service for Google's Agent Development Kit. Needs `google-adk`."""

from __future__ import annotations

import asyncio
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Dict, List, Mapping, Sequence, TypedDict

from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.genai import types as genai

from ._client import AsyncRecollect
from ._hash import short_hash
from ._query import query_of
from .types import MemoryBatchInputMemories, MemoryRetrieveResponseResults

if TYPE_CHECKING:
    from google.adk.events.event import Event
    from google.adk.sessions.session import Session

# Items per request: the service's own limit for a batch.
BATCH = 100
PAGE = 200
LONGEST_CONTENT = 100_000
# Texts that read like instructions to the agent stay out of its prompt.
RISKY = 0.5
NO_SESSION = ""


class Scope(TypedDict):
    user_id: str
    agent_id: str


class RecollectMemoryService(BaseMemoryService):
    """Stores sessions: one `episodic` memory for each event that has text; the app is its agent.

    Args:
        client: A client of the service.
        limit: How many memories a search returns.
    """

    def __init__(self, client: AsyncRecollect, *, limit: int = 10) -> None:
        self._client = client
        self._limit = limit
        # Two concurrent calls would both find that an event is not stored yet.
        self._adding = asyncio.Lock()

    async def add_session_to_memory(self, session: Session) -> None:
        """Adds the events of the session that are not stored yet; call it again as the session continues."""
        await self.add_events_to_memory(
            app_name=session.app_name, user_id=session.user_id, events=session.events, session_id=session.id
        )

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Adds events; those already stored are skipped. `custom_metadata` is stored with them."""
        scope: Scope = {"user_id": user_id, "agent_id": app_name}
        session = session_id or NO_SESSION
        async with self._adding:
            known = await self._known(scope, session)
            new = [event for event in events if event.id not in known and _text_of(event)]
            for start in range(0, len(new), BATCH):
                memories = [_kept_as(event, scope, session, custom_metadata or {}) for event in new[start : start + BATCH]]
                response = await self._client.memory.batch(memories=memories)
                for result in response["results"]:
                    if result["status"] == "error":
                        raise ValueError(f"An event could not be stored: {result.get('error')}")

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        """The memories that help with the query, best first."""
        if not query.strip():
            return SearchMemoryResponse(memories=[])
        response = await self._client.memory.retrieve(
            user_id=user_id, agent_id=app_name, q=query_of(query), ranking="hybrid", limit=self._limit
        )
        return SearchMemoryResponse(memories=[_entry_of(one) for one in response["results"] if one["risk"] < RISKY])

    async def _known(self, scope: Scope, session: str) -> set[str]:
        found = set()
        tags = [_session_tag(session)]
        async for memory in self._client.memory.list.items(**scope, tags=tags, include_superseded=True, limit=PAGE):
            found.add(str(memory["metadata"].get("event_id")))
        return found


def _session_tag(session: str) -> str:
    return f"adk:{short_hash(session)}"


def _text_of(event: Event) -> str:
    parts = (event.content.parts if event.content else None) or []
    return "\n".join(part.text for part in parts if part.text).strip()


def _kept_as(
    event: Event, scope: Scope, session: str, custom_metadata: Mapping[str, object]
) -> MemoryBatchInputMemories:
    metadata: Dict[str, object] = {
        **custom_metadata,
        "event_id": event.id,
        "session_id": session,
        "author": event.author,
        "role": event.content.role if event.content else None,
        "timestamp": event.timestamp,
    }
    return {
        "user_id": scope["user_id"],
        "agent_id": scope["agent_id"],
        "content": _text_of(event)[:LONGEST_CONTENT],
        "metadata": metadata,
        "tags": [_session_tag(session)],
        "kind": "episodic",
        "dedupe": False,
    }


def _entry_of(memory: MemoryRetrieveResponseResults) -> MemoryEntry:
    metadata = memory["metadata"]
    said_at = metadata.get("timestamp")
    seconds = said_at if isinstance(said_at, (int, float)) else memory["created_at"] / 1_000
    parts: List[genai.Part] = [genai.Part(text=memory["content"])]
    return MemoryEntry(
        id=memory["id"],
        content=genai.Content(role=metadata.get("role") or "user", parts=parts),
        author=metadata.get("author"),
        timestamp=datetime.fromtimestamp(seconds, timezone.utc).isoformat(),
    )
