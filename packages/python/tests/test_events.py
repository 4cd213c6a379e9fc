from __future__ import annotations

import asyncio
import json
import threading
from contextlib import closing
from typing import Any, Iterator, List

import httpx
import pytest

from both import BOTH, NAMES, Runner, Script, failing
from conftest import Key
from recollect import AsyncRecollect, AuthenticationError, InvalidRequestError, Recollect, WebhookEvent
from recollect._events import Message, MessageReader

both = pytest.mark.parametrize("run", BOTH, ids=NAMES)


def event(number: int) -> WebhookEvent:
    return {"id": f"msg_{number}", "type": "memory.stored", "timestamp": "t", "data": {"text": "a\u2028ü😀", "n": number}}


def frame(number: int) -> bytes:
    text = json.dumps(event(number), ensure_ascii=False)
    return f"id: msg_{number}\nevent: memory.stored\ndata: {text}\n\n".encode()


class Pieces(httpx.SyncByteStream, httpx.AsyncByteStream):
    """A stream of given pieces that then breaks, or ends."""

    def __init__(self, pieces: List[bytes], breaks: bool = False) -> None:
        self.pieces = pieces
        self.breaks = breaks

    def __iter__(self) -> Iterator[bytes]:
        yield from self.pieces
        if self.breaks:
            raise httpx.ReadError("the line broke")

    async def __aiter__(self) -> Any:
        for piece in self:
            yield piece


def stream(*pieces: bytes, breaks: bool = False) -> httpx.Response:
    return httpx.Response(200, stream=Pieces(list(pieces), breaks), headers={"content-type": "text/event-stream"})


def first(count: int, **fields: Any) -> Any:
    """Takes so many events and then hangs up, whichever client it is."""

    def call(client: Any) -> Any:
        if isinstance(client, Recollect):
            with closing(client.events(**fields)) as events:
                return [next(events) for _ in range(count)]

        async def take() -> List[WebhookEvent]:
            events = client.events(**fields)
            taken = [await events.__anext__() for _ in range(count)]
            await events.aclose()
            return taken

        return take()

    return call


def test_messages_are_parsed_wherever_the_bytes_are_split() -> None:
    content = b": hello\nretry: 1000\nid: msg_0\n\n" + frame(1) + b"id: a\r\ndata: one\r\ndata:two\r\ndata\r\n\r\n" + frame(2)
    wanted = [
        Message("msg_0", ""),
        Message("msg_1", json.dumps(event(1), ensure_ascii=False)),
        Message("a", "one\ntwo"),
        Message("msg_2", json.dumps(event(2), ensure_ascii=False)),
    ]
    for size in (1, 2, 3, 7, len(content)):
        reader = MessageReader()
        pieces = [content[start : start + size] for start in range(0, len(content), size)]
        assert [message for piece in pieces for message in reader.feed(piece)] == wanted


@both
def test_resumes_where_the_connection_broke(run: Runner, pauses: List[float]) -> None:
    script = Script(
        stream(b"retry: 1\nid: msg_0\n\n", breaks=True),
        stream(frame(1), frame(2)[:20], breaks=True),
        httpx.ConnectError("refused"),
        failing(503, "unavailable", {"retry-after": "7"}),
        stream(frame(2), b": still here\nid: msg_3\n\n"),
        stream(frame(4)),
    )
    received = run(script, first(3, user_id="eve", events=["memory.stored", "memory.forgotten"], include_content=True))
    assert received == [event(1), event(2), event(4)]
    assert [one.headers.get("last-event-id") for one in script.sent] == [
        None, "msg_0", "msg_1", "msg_1", "msg_1", "msg_3",
    ]  # fmt: skip
    assert {one.url.query.decode() for one in script.sent} == {
        "events=memory.stored%2Cmemory.forgotten&user_id=eve&include_content=true"
    }
    # Longer each time until something arrives, or as long as Retry-After says.
    assert pauses == [0.5, 0.5, 1.0, 7, 0.5]


@both
def test_reconnects_soon_after_a_connection_that_was_good_but_quiet(run: Runner, pauses: List[float]) -> None:
    quiet = [stream(b"id: msg_0\n\n", b": still here\nid: msg_1\n\n") for _ in range(4)]
    assert run(Script(*quiet, stream(frame(2))), first(1)) == [event(2)]
    assert pauses == [0.5] * 4


@both
def test_starts_after_the_given_event(run: Runner) -> None:
    script = Script(stream(frame(6)))
    assert run(script, first(1, last_event_id="msg_5")) == [event(6)]
    assert script.sent[0].headers["last-event-id"] == "msg_5"
    assert script.sent[0].url.query == b""


@both
def test_raises_errors_that_a_retry_cannot_fix(run: Runner, pauses: List[float]) -> None:
    script = Script(failing(400, "invalid_request"))
    with pytest.raises(InvalidRequestError):
        run(script, first(1))
    assert len(script.sent) == 1 and pauses == []


def test_receives_every_event(url: str, new_key: Key) -> None:
    with Recollect(url, new_key()) as client:
        over = threading.Event()

        def keep_storing() -> None:
            # The stream begins when it is open: what is stored before that is not in it.
            for i in range(10_000):
                client.memory.store(user_id="eve", content=f"Number {i} of Eve")
                if over.wait(0.05):
                    return

        storing = threading.Thread(target=keep_storing)
        storing.start()
        try:
            with closing(client.events(user_id="eve", events=["memory.stored"])) as heard:
                begun = next(heard)
        finally:
            over.set()
            storing.join()
        assert begun["type"] == "memory.stored" and begun["data"]["user_id"] == "eve"
        last = client.memory.store(user_id="eve", content="The last of Eve")
        ids: List[str] = []
        with closing(client.events(user_id="eve", last_event_id=begun["id"])) as missed:
            for one in missed:
                ids.append(one["data"]["memory_id"])
                if ids[-1] == last["id"]:
                    break
        assert begun["data"]["memory_id"] not in ids and len(set(ids)) == len(ids)

        async def again() -> None:
            async with AsyncRecollect(url, client._transport.exchange._key) as other:
                heard = []
                async for one in other.events(user_id="eve", last_event_id=begun["id"]):
                    heard.append(one["data"]["memory_id"])
                    if heard[-1] == last["id"]:
                        break
                assert heard == ids

        asyncio.run(again())
    with Recollect(url, "rec_sk_wrong") as nobody, pytest.raises(AuthenticationError):
        next(nobody.events())
