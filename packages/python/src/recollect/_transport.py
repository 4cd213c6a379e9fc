"""Sends calls, waits when the service asks for it, and turns error responses into exceptions.

`Exchange` decides what is sent, what is retried and when; the two transports only carry it out.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
import re
import time
import uuid
from dataclasses import dataclass
from typing import Any, Dict, FrozenSet, Generator, Generic, Mapping, TypedDict, TypeVar, Union, cast
from urllib.parse import quote, urlencode

import httpx

from ._given import NOT_GIVEN
from ._version import __version__
from .errors import (
    ApiError,
    CallTimeoutError,
    ConnectionFailedError,
    RateLimitedError,
    RecollectError,
    ServerError,
    kind_of,
)

DEFAULT_URL = "http://127.0.0.1:7326"
DEFAULT_TIMEOUT = 30.0
DEFAULT_RETRIES = 3
# The first pause; each later one is twice as long, randomised between half and all of it.
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 20.0

Result = TypeVar("Result")
Item = TypeVar("Item")
Fields = Mapping[str, Any]


class CallOptions(TypedDict, total=False):
    """Options of one call."""

    timeout: float
    """Seconds to connect, and to wait for each part of the response. Default: the client's."""
    retries: int
    """How often a failed call is retried. Default: the client's."""
    idempotency_key: str
    """Makes a POST safe to retry. Default: generated for each call."""


@dataclass(frozen=True)
class Operation(Generic[Result]):
    method: str
    path: str
    """With `{name}` for fields in the path."""
    nullable: FrozenSet[str] = frozenset()
    """Fields for which None has a meaning; None omits all others."""


@dataclass(frozen=True)
class PagedOperation(Operation[Result], Generic[Result, Item]):
    items: str = ""
    """The field that contains the list in each page."""


@dataclass(frozen=True)
class Send:
    """A request to make."""

    method: str
    url: str
    headers: Dict[str, str]
    content: bytes | None
    timeout: float


@dataclass(frozen=True)
class Wait:
    """A pause to make."""

    seconds: float


Step = Union[Send, Wait]
Outcome = Union[httpx.Response, RecollectError, None]


class Exchange:
    """How calls are made, by either client."""

    def __init__(self, url: str, key: str | None, timeout: float, retries: int) -> None:
        self.url = url.rstrip("/")
        self.timeout = timeout
        self._key = None if key is None else valid_key(key)
        self._retries = retries

    def headers(self) -> Dict[str, str]:
        own = {"user-agent": f"recollect-python/{__version__}"}
        return own if self._key is None else {**own, "authorization": f"Bearer {self._key}"}

    def steps(
        self, operation: Operation[Result], fields: Fields, options: CallOptions
    ) -> Generator[Step, Outcome, Result]:
        send = self._request(operation, fields, options)
        retries = options.get("retries", self._retries)
        tried = 0
        may_be_done = False
        while True:
            outcome = yield send
            try:
                return cast(Result, result_of(outcome))
            except RecollectError as error:
                error.retried = may_be_done
                if tried >= retries or not is_worth_retrying(error):
                    raise
                pause = wait_before(tried, error)
                # With `retry_after` the service says when to come back: it has done nothing.
                may_be_done = may_be_done or not (isinstance(error, ApiError) and error.retry_after is not None)
            yield Wait(pause)
            tried += 1

    def _request(self, operation: Operation[Any], fields: Fields, options: CallOptions) -> Send:
        rest = {
            name: value
            for name, value in fields.items()
            if value is not NOT_GIVEN and (value is not None or name in operation.nullable)
        }
        path = re.sub(r"\{(\w+)\}", lambda found: in_path(found[1], rest.pop(found[1], None)), operation.path)
        headers = self.headers()
        content = None
        if operation.method in ("GET", "DELETE"):
            query = query_of(rest)
            path = f"{path}?{query}" if query else path
        else:
            headers["content-type"] = "application/json"
            content = json.dumps(rest, allow_nan=False).encode()
        if operation.method == "POST":
            # The same for every attempt: a repeated POST finds what the first one did.
            headers["idempotency-key"] = options.get("idempotency_key") or str(uuid.uuid4())
        return Send(operation.method, self.url + path, headers, content, options.get("timeout", self.timeout))


def valid_key(given: str) -> str:
    """A key travels in a header: it fails there with an error that does not name it."""
    key = given.strip()
    stray = re.search(r"[^\x21-\x7e]", key)
    if stray:
        raise ValueError(f"The key contains {stray[0]!r}, which no key contains: copy it again")
    return key


def in_path(name: str, value: Any) -> str:
    text = "" if value is None else str(value)
    # Such a path would belong to another operation.
    if text in ("", ".", ".."):
        raise ValueError(f"`{name}` cannot be {text!r}")
    return quote(text, safe="")


def query_of(fields: Fields) -> str:
    """Lists as comma-separated values; an object as `name.key=value`."""
    pairs: list[tuple[str, str]] = []
    for name, value in fields.items():
        if value is None or value is NOT_GIVEN:
            continue
        if isinstance(value, Mapping):
            pairs += [(f"{name}.{key}", in_filter(f"{name}.{key}", item)) for key, item in value.items()]
        elif isinstance(value, (list, tuple, set, frozenset)):
            pairs.append((name, ",".join(in_list(name, item) for item in value)))
        else:
            pairs.append((name, in_query(value)))
    return urlencode(pairs)


def in_list(name: str, item: Any) -> str:
    text = in_query(item)
    if "," in text:
        raise ValueError(f"`{name}` cannot contain {text!r}: a list in a URL is separated by commas")
    return text


def in_filter(name: str, value: Any) -> str:
    # Without one of its conditions a filter would return what it is there to keep out.
    if value is None:
        raise ValueError(f"`{name}` cannot be None: leave it out")
    return in_query(value)


def in_query(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def result_of(outcome: Outcome) -> Any:
    """Returns the content of a response; raises it if it is an error."""
    if not isinstance(outcome, httpx.Response):
        raise outcome or ConnectionFailedError("No response")
    body = body_of(outcome)
    if outcome.is_success:
        return body
    error = body.get("error") if isinstance(body, dict) else None
    error = error if isinstance(error, dict) else {}
    code = error.get("code") or "unknown"
    raise kind_of(outcome.status_code, code)(
        error.get("message") or f"The service returned {outcome.status_code}",
        status=outcome.status_code,
        code=code,
        request_id=error.get("request_id") or outcome.headers.get("x-request-id"),
        details=error.get("details"),
        retry_after=retry_after_of(outcome),
    )


def body_of(response: httpx.Response) -> Any:
    # JSON lines are text.
    if not re.search(r"[/+]json\b", response.headers.get("content-type", "")) or not response.content:
        return response.text
    try:
        return json.loads(response.content)
    except ValueError as error:
        raise ConnectionFailedError("The response was cut off") from error


def retry_after_of(response: httpx.Response) -> float | None:
    try:
        seconds = float(response.headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds > 0 else None


def is_worth_retrying(error: RecollectError) -> bool:
    return isinstance(error, (RateLimitedError, ServerError, ConnectionFailedError, CallTimeoutError))


def wait_before(tried: int, error: RecollectError) -> float:
    if isinstance(error, ApiError) and error.retry_after is not None:
        return min(error.retry_after, LONGEST_PAUSE)
    longest = min(FIRST_PAUSE * 2.0**tried, LONGEST_PAUSE)
    return longest / 2 + random.random() * longest / 2


def failure_of(error: httpx.RequestError, url: str) -> RecollectError:
    """Why there was no response."""
    failure: RecollectError
    if isinstance(error, httpx.TimeoutException):
        failure = CallTimeoutError(f"No response in time from the service at {url}")
    else:
        failure = ConnectionFailedError(f"The service at {url} cannot be reached: {error}")
    failure.__cause__ = error
    return failure


@dataclass(frozen=True)
class Done(Generic[Result]):
    """The end of a call."""

    result: Result


def next_step(steps: Generator[Step, Outcome, Result], outcome: Outcome) -> Union[Step, Done[Result]]:
    try:
        return steps.send(outcome)
    except StopIteration as done:
        return Done(done.value)


class Transport:
    def __init__(self, exchange: Exchange, client: httpx.Client | None) -> None:
        self.exchange = exchange
        self.is_own = client is None
        self.client = client or httpx.Client(follow_redirects=True)

    def call(self, operation: Operation[Result], fields: Fields, options: CallOptions | None) -> Result:
        steps = self.exchange.steps(operation, fields, options or {})
        step = next_step(steps, None)
        while not isinstance(step, Done):
            step = next_step(steps, self._do(step))
        return step.result

    def _do(self, step: Step) -> Outcome:
        if isinstance(step, Wait):
            time.sleep(step.seconds)
            return None
        try:
            return self.client.request(
                step.method, step.url, headers=step.headers, content=step.content, timeout=step.timeout
            )
        except httpx.RequestError as error:
            return failure_of(error, self.exchange.url)


class AsyncTransport:
    def __init__(self, exchange: Exchange, client: httpx.AsyncClient | None) -> None:
        self.exchange = exchange
        self.is_own = client is None
        self.client = client or httpx.AsyncClient(follow_redirects=True)

    async def call(self, operation: Operation[Result], fields: Fields, options: CallOptions | None) -> Result:
        steps = self.exchange.steps(operation, fields, options or {})
        step = next_step(steps, None)
        while not isinstance(step, Done):
            step = next_step(steps, await self._do(step))
        return step.result

    async def _do(self, step: Step) -> Outcome:
        if isinstance(step, Wait):
            await asyncio.sleep(step.seconds)
            return None
        try:
            return await self.client.request(
                step.method, step.url, headers=step.headers, content=step.content, timeout=step.timeout
            )
        except httpx.RequestError as error:
            return failure_of(error, self.exchange.url)
