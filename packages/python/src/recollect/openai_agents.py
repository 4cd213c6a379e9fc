"""A session for the OpenAI Agents SDK. Nothing of the SDK is imported: a session is any object with these methods."""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING, Any, AsyncIterator, Dict, List, TypedDict, cast

from ._client import AsyncRecollect
from .errors import NotFoundError
from .types import Memory, MemoryBatchInputMemories

if TYPE_CHECKING:
    from agents.items import TResponseInputItem
    from agents.memory import SessionSettings

# Items per request: the service's own limit for a batch.
BATCH = 100
LONGEST_CONTENT = 100_000
# A longer item is stored as the content instead of as metadata, which holds 64 KB.
MAX_METADATA_CHARACTERS = 15_000


class Scope(TypedDict):
    user_id: str
    agent_id: str


class RecollectSession:
    """The history of one conversation, item by item.

    Every item is also an `episodic` memory of its user, so what was said in one session can be retrieved from all others.

    Args:
        client: A client of the service.
        user_id: Whose conversation it is.
        session_id: Default: a new one.
        session_settings: The SDK's own; its `limit` applies if `get_items` gets none.
    """

    session_settings: SessionSettings | None

    def __init__(
        self,
        client: AsyncRecollect,
        user_id: str,
        session_id: str | None = None,
        *,
        session_settings: SessionSettings | None = None,
    ) -> None:
        self.session_id = session_id or str(uuid.uuid4())
        self.session_settings = session_settings
        self._client = client
        self._scope: Scope = {"user_id": user_id, "agent_id": f"session:{self.session_id}"}

    async def get_items(self, limit: int | None = None) -> List[TResponseInputItem]:
        """The newest items, all by default, in the order in which they were added."""
        if limit is None and self.session_settings is not None:
            limit = self.session_settings.limit
        newest: List[TResponseInputItem] = []
        if limit is not None and limit <= 0:
            return newest
        page = BATCH if limit is None else min(limit, BATCH)
        async for memory in self._newest_first(page):
            newest.append(_item_of(memory))
            if len(newest) == limit:
                break
        return newest[::-1]

    async def add_items(self, items: List[TResponseInputItem]) -> None:
        kept = [self._kept_as(item) for item in items]
        for start in range(0, len(kept), BATCH):
            response = await self._client.memory.batch(memories=kept[start : start + BATCH])
            for result in response["results"]:
                if result["status"] == "error":
                    raise ValueError(f"An item could not be stored: {result.get('error')}")

    async def pop_item(self) -> TResponseInputItem | None:
        """Removes and returns the newest item."""
        async for last in self._newest_first(1):
            try:
                await self._client.memory.forget(id=last["id"])
            except NotFoundError as error:
                if not error.retried:
                    continue  # somebody else popped it
            return _item_of(last)
        return None

    async def clear_session(self) -> None:
        await self._client.memory.forget(**self._scope)

    async def _newest_first(self, page: int) -> AsyncIterator[Memory]:
        """Every item, also those that a later one contradicts; but not summaries and other memories of the same agent."""
        async for memory in self._client.memory.list.items(
            **self._scope, kind="episodic", include_superseded=True, limit=page
        ):
            # A summary of items has the metadata that they have in common.
            if "item_in" in memory["metadata"] and "compressed_from" not in memory["metadata"]:
                yield memory

    def _kept_as(self, item: TResponseInputItem) -> MemoryBatchInputMemories:
        text = json.dumps(item, ensure_ascii=False)
        content = text
        metadata: Dict[str, Any] = {"item_in": "content"}
        if len(text) > LONGEST_CONTENT:
            raise ValueError(f"An item may have at most {LONGEST_CONTENT} characters as JSON; this one has {len(text)}")
        if len(text) <= MAX_METADATA_CHARACTERS:
            said = _text_of(item)
            content = said if said.strip() else text
            metadata = {"item_in": "metadata", "item": item}
        return {
            "user_id": self._scope["user_id"],
            "agent_id": self._scope["agent_id"],
            "content": content,
            "metadata": metadata,
            "kind": "episodic",
            "dedupe": False,
        }


def _item_of(memory: Memory) -> TResponseInputItem:
    metadata = memory["metadata"]
    item = json.loads(memory["content"]) if metadata.get("item_in") == "content" else metadata.get("item")
    return cast("TResponseInputItem", item)


def _text_of(item: TResponseInputItem) -> str:
    """What was said, for search by meaning."""
    content = cast(Dict[str, Any], item).get("content")
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    texts = [part.get("text") for part in content if isinstance(part, dict)]
    return "\n".join(text for text in texts if isinstance(text, str))
