"""What the generated classes are built on: one call, its pages, their items."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, List, TypeVar, cast

from ._transport import AsyncTransport, CallOptions, Fields, Operation, PagedOperation, Transport

Result = TypeVar("Result")
Item = TypeVar("Item")


class SyncCalls:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, operation: Operation[Result], fields: Fields, options: CallOptions | None) -> Result:
        return self._transport.call(operation, fields, options)

    def _pages(
        self, operation: PagedOperation[Result, Item], fields: Fields, options: CallOptions | None
    ) -> Iterator[Result]:
        while True:
            page = self._call(operation, fields, options)
            yield page
            cursor = _content_of(page)["next_cursor"]
            if not cursor:
                return
            fields = {**fields, "cursor": cursor}

    def _items(
        self, operation: PagedOperation[Result, Item], fields: Fields, options: CallOptions | None
    ) -> Iterator[Item]:
        for page in self._pages(operation, fields, options):
            yield from _items_of(page, operation)


class AsyncCalls:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _call(self, operation: Operation[Result], fields: Fields, options: CallOptions | None) -> Result:
        return await self._transport.call(operation, fields, options)

    async def _pages(
        self, operation: PagedOperation[Result, Item], fields: Fields, options: CallOptions | None
    ) -> AsyncIterator[Result]:
        while True:
            page = await self._call(operation, fields, options)
            yield page
            cursor = _content_of(page)["next_cursor"]
            if not cursor:
                return
            fields = {**fields, "cursor": cursor}

    async def _items(
        self, operation: PagedOperation[Result, Item], fields: Fields, options: CallOptions | None
    ) -> AsyncIterator[Item]:
        async for page in self._pages(operation, fields, options):
            for item in _items_of(page, operation):
                yield item


def _content_of(page: object) -> Dict[str, Any]:
    return cast(Dict[str, Any], page)


def _items_of(page: Result, operation: PagedOperation[Result, Item]) -> List[Item]:
    return cast(List[Item], _content_of(page)[operation.items])
