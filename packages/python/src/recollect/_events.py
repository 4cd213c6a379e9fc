"""Events as they happen, as Server-Sent Events."""

from __future__ import annotations

import asyncio
import codecs
import json
import re
import time
from typing import Any, AsyncGenerator, Dict, Generator, Generic, Iterator, List, NamedTuple, TypeVar, cast

import httpx

from ._generated import AsyncEventsCalls, EventsCalls
from ._transport import Exchange, failure_of, query_of, result_of
from .errors import ApiError, RateLimitedError, RecollectError, ServerError
from .webhooks import WebhookEvent

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 30.0
# The service sends a heartbeat every 15 seconds: a connection that is silent for this long is dead.
LONGEST_SILENCE = 60.0


class Message(NamedTuple):
    id: str | None
    data: str


class MessageReader:
    """Parses Server-Sent Events from bytes."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""

    def feed(self, chunk: bytes) -> Iterator[Message]:
        self._rest += self._decoder.decode(chunk)
        *blocks, self._rest = re.split(r"\r?\n\r?\n", self._rest)
        for block in blocks:
            yield _message_of(block)


def _message_of(block: str) -> Message:
    message_id = None
    data: List[str] = []
    for line in re.split(r"\r?\n", block):
        name, colon, value = line.partition(":")
        if not colon or not name:
            continue  # a comment
        value = value[1:] if value.startswith(" ") else value
        if name == "data":
            data.append(value)
        elif name == "id":
            message_id = value
    return Message(message_id, "\n".join(data))


class Listening:
    """The position of a listener across reconnects: nothing is lost and nothing is repeated."""

    def __init__(self, exchange: Exchange, fields: Dict[str, object], last_event_id: str | None) -> None:
        query = query_of(fields)
        self._exchange = exchange
        self._place = last_event_id
        self._pause = FIRST_PAUSE
        self._reader = MessageReader()
        self._messages = 0
        self.url = f"{exchange.url}/memory/events{'?' + query if query else ''}"
        self.timeout = httpx.Timeout(exchange.timeout, read=LONGEST_SILENCE)

    def begin(self) -> Dict[str, str]:
        """The headers of the next connection."""
        self._reader = MessageReader()
        self._messages = 0
        place = {"last-event-id": self._place} if self._place else {}
        return {**self._exchange.headers(), "accept": "text/event-stream", **place}

    def take(self, chunk: bytes) -> Iterator[WebhookEvent]:
        for message in self._reader.feed(chunk):
            self._messages += 1
            if message.data or self._messages > 1:  # more than the greeting: the connection is good
                self._pause = FIRST_PAUSE
            if message.id is not None:
                self._place = message.id
            if message.data:
                yield cast(WebhookEvent, json.loads(message.data))

    def broke(self, error: httpx.RequestError | RecollectError | None) -> float:
        """How long to wait before reconnecting; raises what a retry cannot fix: a wrong key, a wrong filter."""
        failure = failure_of(error, self._exchange.url) if isinstance(error, httpx.RequestError) else error
        if isinstance(failure, ApiError) and not isinstance(failure, (RateLimitedError, ServerError)):
            raise failure
        asked = failure.retry_after if isinstance(failure, ApiError) else None
        pause = self._pause if asked is None else asked
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
        return min(pause, LONGEST_PAUSE)


Stream = TypeVar("Stream")


class _Listener(Generic[Stream]):
    """How the events of both clients are called."""

    _transport: Any

    def __call__(
        self,
        *,
        events: List[str] | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
        include_content: bool | None = None,
        subscription_id: str | None = None,
        last_event_id: str | None = None,
    ) -> Stream:
        """Events as they happen. A connection that breaks is resumed where it broke.

        Args:
            events: Kinds such as `memory.stored`. Default: all.
            user_id: Only events of this user.
            agent_id: Only events of this agent.
            include_content: Include the memory as it is when the event is sent.
            subscription_id: Use the filters of this subscription.
            last_event_id: Continue after this event. Default: from now on.
        """
        fields: Dict[str, object] = {
            "events": events,
            "user_id": user_id,
            "agent_id": agent_id,
            "include_content": include_content,
            "subscription_id": subscription_id,
        }
        return self._listen(Listening(self._transport.exchange, fields, last_event_id))

    def _listen(self, listening: Listening) -> Stream:
        raise NotImplementedError


class Events(EventsCalls, _Listener[Generator[WebhookEvent, None, None]]):
    """Events as they happen: `for event in client.events(user_id="ada")`; and the operations on subscriptions."""

    def _listen(self, listening: Listening) -> Generator[WebhookEvent, None, None]:
        while True:
            ended: httpx.RequestError | RecollectError | None = None
            try:
                with self._transport.client.stream(
                    "GET", listening.url, headers=listening.begin(), timeout=listening.timeout
                ) as response:
                    if not response.is_success:
                        response.read()
                        result_of(response)
                    for chunk in response.iter_bytes():
                        yield from listening.take(chunk)
            except (httpx.RequestError, RecollectError) as error:
                ended = error
            time.sleep(listening.broke(ended))


class AsyncEvents(AsyncEventsCalls, _Listener[AsyncGenerator[WebhookEvent, None]]):
    """Events as they happen: `async for event in client.events(user_id="ada")`; and the operations on subscriptions."""

    async def _listen(self, listening: Listening) -> AsyncGenerator[WebhookEvent, None]:
        while True:
            ended: httpx.RequestError | RecollectError | None = None
            try:
                async with self._transport.client.stream(
                    "GET", listening.url, headers=listening.begin(), timeout=listening.timeout
                ) as response:
                    if not response.is_success:
                        await response.aread()
                        result_of(response)
                    async for chunk in response.aiter_bytes():
                        for event in listening.take(chunk):
                            yield event
            except (httpx.RequestError, RecollectError) as error:
                ended = error
            await asyncio.sleep(listening.broke(ended))
