from __future__ import annotations

import asyncio
from typing import Any, Awaitable, Callable, Dict, List

import httpx
import pytest
from agents.memory import Session, SessionSettings

from conftest import Key
from recollect import AsyncRecollect
from recollect.openai_agents import RecollectSession

Body = Callable[[AsyncRecollect], Awaitable[None]]
Run = Callable[[Body], None]


@pytest.fixture
def run(url: str, new_key: Key) -> Run:
    """Runs a test with a client that has its own key."""

    def with_client(body: Body) -> None:
        async def go() -> None:
            async with AsyncRecollect(url, new_key()) as client:
                await body(client)

        asyncio.run(go())

    return with_client


def said(role: str, text: str) -> Dict[str, Any]:
    if role == "user":
        return {"role": role, "content": text}
    return {"type": "message", "role": role, "content": [{"type": "output_text", "text": text}]}


def test_stores_items_in_order_and_pops_the_last(run: Run) -> None:
    async def body(client: AsyncRecollect) -> None:
        session = RecollectSession(client, "ada", "s1")
        kept: Session = session
        assert isinstance(kept, Session) and session.session_id == "s1"
        assert await session.get_items() == []
        assert await session.pop_item() is None
        await session.add_items([])
        items = [said("assistant" if i % 2 else "user", f"turn {i % 7}") for i in range(130)]
        await session.add_items(items[:3])
        await session.add_items(items[3:])
        assert await session.get_items() == items
        assert await session.get_items(2) == items[-2:]
        assert await session.get_items(0) == []
        assert await session.pop_item() == items[-1]
        assert len(await session.get_items()) == 129
        limited = RecollectSession(client, "ada", "s1", session_settings=SessionSettings(limit=3))
        assert await limited.get_items() == items[-4:-1]
        assert await limited.get_items(1) == items[-2:-1]
        await session.clear_session()
        assert await session.get_items() == []

    run(body)


def test_sessions_are_separate_but_retrieval_covers_all_of_them(run: Run) -> None:
    async def body(client: AsyncRecollect) -> None:
        one, two = RecollectSession(client, "ada"), RecollectSession(client, "ada")
        assert one.session_id != two.session_id
        await one.add_items([said("assistant", "You have a heron called Bode")])
        await two.add_items([said("user", "What a day")])
        await two.clear_session()
        assert len(await one.get_items()) == 1
        found = await client.memory.retrieve(user_id="ada", q="heron called Bode")
        assert found["results"][0]["content"] == "You have a heron called Bode"

    run(body)


def test_tool_calls_and_items_too_long_for_metadata_are_stored_unchanged(run: Run) -> None:
    async def body(client: AsyncRecollect) -> None:
        session = RecollectSession(client, "ada")
        items: List[Dict[str, Any]] = [
            {"type": "function_call", "call_id": "c1", "name": "look_up", "arguments": '{"x":1}'},
            {"type": "function_call_output", "call_id": "c1", "output": "ü" * 60_000},
        ]
        await session.add_items(items)
        assert await session.get_items() == items
        with pytest.raises(ValueError, match="characters"):
            await session.add_items([said("user", "kept?"), said("user", "x" * 100_001)])
        assert await session.get_items() == items

    run(body)


def test_keeps_items_that_were_superseded_and_returns_nothing_but_items(run: Run) -> None:
    async def body(client: AsyncRecollect) -> None:
        session = RecollectSession(client, "ada", "s")
        items = [
            said("user", "Ada lives in Rome"),
            said("user", "On a long hike with friends in the Swiss Alps Ann saw 3 eagles."),
            said("user", "On a long hike with friends in the Swiss Alps Ann met Bob."),
            said("user", "On a long hike with friends in the Swiss Alps Ann lost her map."),
        ]
        await session.add_items(items)
        content = "Ada no longer lives in Rome"
        stored = await client.memory.store(
            user_id="ada", agent_id="session:s", content=content, detect_conflicts=True
        )
        assert len(stored["conflicts"]) == 1
        await client.memory.store(user_id="ada", agent_id="session:s", content="Not an item", kind="episodic")
        compressed = await client.memory.compress(user_id="ada", agent_id="session:s", keep=0)
        assert compressed["compressed_memory_ids"]
        assert await session.get_items() == items
        assert await session.pop_item() == items[-1]
        assert await session.get_items() == items[:-1]

    run(body)


def test_pops_the_item_before_one_that_another_session_object_pops(url: str, new_key: Key) -> None:
    class Late(httpx.AsyncHTTPTransport):
        other: RecollectSession | None = None

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            other, self.other = (self.other, None) if request.method == "DELETE" else (None, self.other)
            if other is not None:
                await other.pop_item()
            return await super().handle_async_request(request)

    async def go() -> None:
        late = Late()
        async with httpx.AsyncClient(transport=late) as http_client:
            client = AsyncRecollect(url, new_key(), http_client=http_client)
            session = RecollectSession(client, "ada")
            items = [said("user", "one"), said("assistant", "two")]
            await session.add_items(items)
            late.other = RecollectSession(client, "ada", session_id=session.session_id)
            assert await session.pop_item() == items[0]
            assert await session.get_items() == []

    asyncio.run(go())


def test_pops_an_item_although_the_response_to_its_deletion_is_lost(url: str, new_key: Key, pauses: List[float]) -> None:
    class Losing(httpx.AsyncHTTPTransport):
        deletions = 0

        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            response = await super().handle_async_request(request)
            if request.method == "DELETE":
                self.deletions += 1
                if self.deletions == 1:
                    raise httpx.ReadError("reset")
            return response

    async def go() -> None:
        losing = Losing()
        async with httpx.AsyncClient(transport=losing) as http_client:
            session = RecollectSession(AsyncRecollect(url, new_key(), http_client=http_client), "ada")
            items = [said("user", "one"), said("assistant", "two")]
            await session.add_items(items)
            assert await session.pop_item() == items[1]
            assert losing.deletions == 2
            assert await session.get_items() == items[:1]

    asyncio.run(go())


def test_explains_why_an_item_cannot_be_stored(run: Run) -> None:
    async def body(client: AsyncRecollect) -> None:
        session = RecollectSession(client, "x" * 300)
        with pytest.raises(ValueError, match="user_id"):
            await session.add_items([said("user", "hello")])

    run(body)
