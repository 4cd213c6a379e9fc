"""Runs one test with both clients, on the same script."""

from __future__ import annotations

import asyncio
import inspect
import json
from typing import Any, Callable, Dict, List, Union

import httpx

from recollect import AsyncRecollect, Recollect

Reply = Union[httpx.Response, Exception]
AnyClient = Union[Recollect, AsyncRecollect]


def reply(status: int, body: Any, headers: Dict[str, str] | None = None) -> httpx.Response:
    return httpx.Response(status, json=body, headers=headers)


def failing(status: int, code: str, headers: Dict[str, str] | None = None) -> httpx.Response:
    return reply(status, {"error": {"code": code, "message": f"it is {code}", "request_id": "req_1"}}, headers)


class Script:
    """Returns replies in turn and records the requests; `{"ok": True}` when they are used up."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)
        self.sent: List[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        response = self.replies.pop(0) if self.replies else reply(200, {"ok": True})
        if isinstance(response, Exception):
            raise response
        return response

    def body(self, at: int = 0) -> Any:
        return json.loads(self.sent[at].content)


def sync_client(script: Script, **options: Any) -> Recollect:
    http_client = httpx.Client(transport=httpx.MockTransport(script))
    return Recollect("http://service/", "rec_sk_x", http_client=http_client, **options)


def async_client(script: Script, **options: Any) -> AsyncRecollect:
    http_client = httpx.AsyncClient(transport=httpx.MockTransport(script))
    return AsyncRecollect("http://service/", "rec_sk_x", http_client=http_client, **options)


class Runner:
    """Creates a client of either kind and calls it."""

    def __init__(self, make: Callable[..., AnyClient]) -> None:
        self.make = make

    def __call__(self, script: Script, call: Callable[[Any], Any], **options: Any) -> Any:
        async def run() -> Any:
            result = call(self.make(script, **options))
            if inspect.isasyncgen(result):
                return [one async for one in result]
            return await result if inspect.isawaitable(result) else result

        result = asyncio.run(run())
        return list(result) if inspect.isgenerator(result) else result


BOTH = [Runner(sync_client), Runner(async_client)]
NAMES = ["Recollect", "AsyncRecollect"]
