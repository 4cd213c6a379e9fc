"""Against the built service."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from conftest import ADMIN_KEY, Key
from recollect import (
    AsyncRecollect,
    AuthenticationError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    Recollect,
)
from recollect.types import MemoryStoreInput


def test_stores_retrieves_updates_and_forgets(client: Recollect) -> None:
    stored = client.memory.store(
        user_id="ada", content="Ada prefers window seats", tags=["travel"], metadata={"source": "chat"}
    )
    assert stored["status"] == "stored"
    found = client.memory.retrieve(user_id="ada", q="window seats", tags=["travel", "food"], metadata={"source": "chat"})
    assert [one["id"] for one in found["results"]] == [stored["id"]]
    assert client.memory.retrieve(user_id="ada", q="window seats", tags=["food"])["results"] == []
    changed = client.memory.update(id=stored["id"], importance=9, valid_until="2999-01-01T00:00:00Z")
    assert changed["importance"] == 9 and changed["valid_until"] is not None
    assert client.memory.update(id=stored["id"], importance=8)["valid_until"] is not None
    assert client.memory.update(id=stored["id"], valid_until=None)["valid_until"] is None
    assert client.memory.forget(id=stored["id"]) == {"deleted": 1}
    assert client.health()["status"] == "ok"


def test_a_typed_input_is_accepted_as_keywords(client: Recollect) -> None:
    given: MemoryStoreInput = {"user_id": "ada", "content": "Ada has a heron", "kind": "episodic"}
    assert client.memory.store(**given)["kind"] == "episodic"


def test_an_idempotency_key_stores_once(client: Recollect) -> None:
    def store() -> str:
        response = client.memory.store(user_id="a", content="x", dedupe=False, options={"idempotency_key": "the same"})
        return response["id"]

    assert store() == store()
    assert client.memory.list(user_id="a")["count"] == 1


def test_iterates_over_pages_and_items(client: Recollect) -> None:
    for i in range(7):
        client.memory.store(user_id="pat", content=f"Number {i} of Pat")
    assert [len(page["memories"]) for page in client.memory.list.pages(user_id="pat", limit=3)] == [3, 3, 1]
    assert len({memory["content"] for memory in client.memory.list.items(user_id="pat", limit=3)}) == 7


def test_accepts_a_field_whose_name_is_reserved_in_python(client: Recollect) -> None:
    one = client.memory.store(user_id="ada", content="The pot is blue")
    other = client.memory.store(user_id="ada", content="Ada bought the pot in Lyon")
    link = client.graph.link(from_=other["id"], to=one["id"], relationship="related_to")
    assert link["from"] == other["id"]


def test_raises_the_errors_of_the_service(client: Recollect, url: str) -> None:
    with pytest.raises(InvalidRequestError, match="content") as caught:
        client.memory.store(user_id="ada", content="")
    assert (caught.value.request_id or "").startswith("req_")
    with pytest.raises(NotFoundError):
        client.memory.get(id="mem_nobody")
    with pytest.raises(PermissionDeniedError):
        client.keys.list()
    with Recollect(url) as nobody, pytest.raises(AuthenticationError):
        nobody.memory.stats()
    with Recollect(url, ADMIN_KEY) as admin:
        assert admin.keys.list()["count"] > 0


def test_an_export_can_be_imported(client: Recollect, url: str, new_key: Key) -> None:
    client.memory.store(user_id="ada", content="Ada drinks tea")
    lines = client.memory.export(user_id="ada", format="ndjson")
    assert isinstance(lines, str) and lines.count("Ada drinks tea") == 1
    exported = client.memory.export(user_id="ada")
    assert not isinstance(exported, str)
    with Recollect(url, new_key()) as other:
        memories: Any = exported["memories"]
        assert other.memory.import_(memories=memories)["imported"] == 1
        assert [one["content"] for one in other.memory.list.items(user_id="ada")] == ["Ada drinks tea"]


def test_the_asynchronous_client(url: str, new_key: Key) -> None:
    async def run() -> None:
        async with AsyncRecollect(url, new_key()) as client:
            stored = await asyncio.gather(
                *(client.memory.store(user_id="pat", content=f"Number {i} of Pat") for i in range(7))
            )
            sizes = [len(page["memories"]) async for page in client.memory.list.pages(user_id="pat", limit=3)]
            assert sizes == [3, 3, 1]
            found = {memory["id"] async for memory in client.memory.list.items(user_id="pat", limit=3)}
            assert found == {one["id"] for one in stored}
            assert (await client.health())["status"] == "ok"
            with pytest.raises(NotFoundError):
                await client.memory.get(id="mem_nobody")

    asyncio.run(run())
