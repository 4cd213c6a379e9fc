from __future__ import annotations

from types import TracebackType
from typing import Generic, TypeVar

import httpx

from ._events import AsyncEvents, Events
from ._generated import AsyncOperations, Operations
from ._transport import DEFAULT_RETRIES, DEFAULT_TIMEOUT, DEFAULT_URL, AsyncTransport, Exchange, Transport


Http = TypeVar("Http")


class _Client(Generic[Http]):
    """What both clients have in common."""

    def __init__(
        self,
        url: str = DEFAULT_URL,
        key: str | None = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        retries: int = DEFAULT_RETRIES,
        http_client: Http | None = None,
    ) -> None:
        self._exchange = Exchange(url, key, timeout, retries)
        self._open(http_client)

    def _open(self, http_client: Http | None) -> None:
        raise NotImplementedError

    @property
    def url(self) -> str:
        """The URL of the service."""
        return self._exchange.url


class Recollect(_Client[httpx.Client], Operations):
    """The client: every operation as a method, its fields as keywords, named as on the wire.

        client = Recollect(key="rec_sk_…")
        client.memory.store(user_id="ada", content="Ada prefers window seats.")
        found = client.memory.retrieve(user_id="ada", q="Where does Ada sit?")

    None omits a field; if null has a meaning, `NOT_GIVEN` omits it instead. A client may be shared by threads.

    Args:
        url: Where the service is.
        key: `rec_sk_…`
        timeout: Seconds to connect, and to wait for each part of a response.
        retries: How often a failed call is retried.
        http_client: Your own `httpx.Client`, for example with a proxy or certificates; you close it yourself.
    """

    events: Events

    def _open(self, http_client: httpx.Client | None) -> None:
        transport = Transport(self._exchange, http_client)
        Operations.__init__(self, transport)
        self.events = Events(transport)

    def close(self) -> None:
        """Closes the connections."""
        if self._transport.is_own:
            self._transport.client.close()

    def __enter__(self) -> Recollect:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class AsyncRecollect(_Client[httpx.AsyncClient], AsyncOperations):
    """`Recollect` for asyncio: every method is awaited, and pages, items and events are iterated with `async for`.

    Args:
        url: Where the service is.
        key: `rec_sk_…`
        timeout: Seconds to connect, and to wait for each part of a response.
        retries: How often a failed call is retried.
        http_client: Your own `httpx.AsyncClient`; you close it yourself.
    """

    events: AsyncEvents

    def _open(self, http_client: httpx.AsyncClient | None) -> None:
        transport = AsyncTransport(self._exchange, http_client)
        AsyncOperations.__init__(self, transport)
        self.events = AsyncEvents(transport)

    async def close(self) -> None:
        """Closes the connections."""
        if self._transport.is_own:
            await self._transport.client.aclose()

    async def __aenter__(self) -> AsyncRecollect:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
