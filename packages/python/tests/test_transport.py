from __future__ import annotations

import asyncio
import pickle
import socket
from typing import Any, List

import httpx
import pytest

from both import BOTH, NAMES, Runner, Script, failing, reply
from recollect import AsyncRecollect, Recollect, __version__, errors

both = pytest.mark.parametrize("run", BOTH, ids=NAMES)


@both
def test_fields_go_where_they_belong(run: Runner) -> None:
    script = Script()
    run(script, lambda c: c.memory.store(user_id="ada", content="x", tags=["a"], agent_id=None, importance=0))
    run(script, lambda c: c.memory.update(id="mem/1 ü", valid_until=None, metadata={"n": None}))
    run(script, lambda c: c.memory.list(tags=["a", "b"], metadata={"k": 1, "t": True}, include_expired=False, limit=3))
    run(script, lambda c: c.usage.read(from_="2026-01-01"))
    run(script, lambda c: c.memory.forget(user_id="a&b"))
    run(script, lambda c: c.graph.link(from_="mem_1", to="mem_2", relationship="supports"))
    requests = [f"{one.method} {one.url.raw_path.decode()}" for one in script.sent]
    assert requests == [
        "POST /memory/store",
        "PATCH /memory/mem%2F1%20%C3%BC",
        "GET /memory?limit=3&tags=a%2Cb&metadata.k=1&metadata.t=true&include_expired=false",
        "GET /usage?from=2026-01-01",
        "DELETE /memory/forget?user_id=a%26b",
        "POST /memory/graph/link",
    ]
    assert script.body(0) == {"user_id": "ada", "content": "x", "tags": ["a"], "importance": 0}
    # None is sent if null has a meaning; what is not given is not sent.
    assert script.body(1) == {"valid_until": None, "metadata": {"n": None}}
    assert script.body(5) == {"from": "mem_1", "to": "mem_2", "relationship": "supports"}
    assert {one.headers["authorization"] for one in script.sent} == {"Bearer rec_sk_x"}
    assert {one.headers["user-agent"] for one in script.sent} == {f"recollect-python/{__version__}"}
    assert ["idempotency-key" in one.headers for one in script.sent] == [True, False, False, False, False, True]


@both
def test_a_filter_without_a_value_is_refused(run: Runner) -> None:
    script = Script()
    with pytest.raises(ValueError, match="`metadata.session` cannot be None"):
        run(script, lambda c: c.memory.list(user_id="ada", metadata={"session": None}))
    assert script.sent == []


@pytest.mark.parametrize("kind", [Recollect, AsyncRecollect])
@pytest.mark.parametrize(("key", "stray"), [("rec_sk_…", "'…'"), ("rec_sk_1 2", "' '"), ("rec_sk_1\n2", r"'\\n'")])
def test_a_character_that_no_key_contains_is_named(kind: Any, key: str, stray: str) -> None:
    with pytest.raises(ValueError, match=f"The key contains {stray}"):
        kind(key=key)


def test_space_around_a_key_is_ignored() -> None:
    script = Script()
    http_client = httpx.Client(transport=httpx.MockTransport(script))
    Recollect("http://service", " rec_sk_x\n", http_client=http_client).memory.stats()
    assert script.sent[0].headers["authorization"] == "Bearer rec_sk_x"


@both
@pytest.mark.parametrize("given", ["", ".", ".."])
def test_an_id_that_would_form_another_path_is_rejected(run: Runner, given: str) -> None:
    script = Script()
    with pytest.raises(ValueError, match="id"):
        run(script, lambda c: c.users.erase(id=given))
    assert script.sent == []


@both
def test_an_item_with_a_comma_in_a_list_of_a_query_is_rejected(run: Runner) -> None:
    script = Script()
    with pytest.raises(ValueError, match="`tags` cannot contain 'Lisbon, Portugal'"):
        run(script, lambda c: c.memory.list(tags=["a", "Lisbon, Portugal"]))
    assert script.sent == []
    run(script, lambda c: c.memory.store(user_id="ada", content="x", tags=["Lisbon, Portugal"]))
    assert len(script.sent) == 1


@both
def test_a_number_without_a_json_form_is_rejected(run: Runner) -> None:
    script = Script()
    with pytest.raises(ValueError):
        run(script, lambda c: c.memory.store(user_id="ada", content="x", importance=float("nan")))
    assert script.sent == []


@both
def test_retries_with_the_same_idempotency_key_after_retry_after(run: Runner, pauses: List[float]) -> None:
    script = Script(
        failing(429, "rate_limited", {"retry-after": "7"}),
        failing(503, "unavailable", {"retry-after": "900"}),
        httpx.ConnectError("refused"),
        reply(201, {"id": "mem_1"}),
    )
    assert run(script, lambda c: c.memory.store(user_id="ada", content="x")) == {"id": "mem_1"}
    assert pauses[:2] == [7, 20]
    assert 0.5 <= pauses[2] <= 1
    keys = {one.headers["idempotency-key"] for one in script.sent}
    assert len(script.sent) == 4 and len(keys) == 1 and len(keys.pop()) == 36


@both
def test_pauses_grow(run: Runner, pauses: List[float]) -> None:
    script = Script(*[httpx.ReadTimeout("slow")] * 9)
    with pytest.raises(errors.CallTimeoutError):
        run(script, lambda c: c.memory.stats(), retries=8)
    assert len(script.sent) == 9
    for tried, pause in enumerate(pauses):
        longest = min(0.25 * 2**tried, 20)
        assert longest / 2 <= pause <= longest


@both
def test_each_call_has_its_own_idempotency_key_or_the_given_one(run: Runner) -> None:
    script = Script()
    run(script, lambda c: c.memory.store(user_id="ada", content="x"))
    run(script, lambda c: c.memory.store(user_id="ada", content="x"))
    run(script, lambda c: c.memory.store(user_id="ada", content="x", options={"idempotency_key": "mine"}))
    keys = [one.headers["idempotency-key"] for one in script.sent]
    assert len(set(keys)) == 3 and keys[2] == "mine"


@both
def test_gives_up_after_its_retries(run: Runner, pauses: List[float]) -> None:
    script = Script(*[failing(500, "internal") for _ in range(5)])
    with pytest.raises(errors.ServerError):
        run(script, lambda c: c.memory.stats(), retries=1)
    assert len(script.sent) == 2
    with pytest.raises(errors.ServerError):
        run(script, lambda c: c.memory.stats(options={"retries": 0}), retries=1)
    assert len(script.sent) == 3


@both
@pytest.mark.parametrize(
    ("status", "code", "kind", "is_retried"),
    [
        (400, "invalid_request", errors.InvalidRequestError, False),
        (401, "unauthorized", errors.AuthenticationError, False),
        (403, "forbidden", errors.PermissionDeniedError, False),
        (404, "not_found", errors.NotFoundError, False),
        (409, "conflict", errors.ConflictError, False),
        (413, "too_large", errors.ApiError, False),
        (429, "rate_limited", errors.RateLimitedError, True),
        (429, "quota_exceeded", errors.QuotaExceededError, False),
        (429, "storage_exceeded", errors.QuotaExceededError, False),
        (502, "bad_gateway", errors.ServerError, True),
    ],
)
def test_errors_have_the_class_of_their_code(
    run: Runner, pauses: List[float], status: int, code: str, kind: type[errors.ApiError], is_retried: bool
) -> None:
    script = Script(*[failing(status, code) for _ in range(9)])
    with pytest.raises(errors.ApiError) as caught:
        run(script, lambda c: c.memory.stats())
    assert type(caught.value) is kind
    assert (caught.value.status, caught.value.code, caught.value.request_id) == (status, code, "req_1")
    assert str(caught.value) == f"it is {code}"
    assert len(script.sent) == (4 if is_retried else 1)


@both
def test_error_responses_of_proxies_raise_errors(run: Runner, pauses: List[float]) -> None:
    for response in (
        httpx.Response(404, text="<h1>no</h1>", headers={"x-request-id": "req_2"}),
        reply(404, ["no"], {"x-request-id": "req_2"}),
        reply(404, {"error": "no"}, {"x-request-id": "req_2"}),
    ):
        with pytest.raises(errors.NotFoundError, match="404") as caught:
            run(Script(response), lambda c: c.memory.stats())
        assert (caught.value.code, caught.value.request_id) == ("unknown", "req_2")


@both
def test_a_response_that_breaks_off_is_retried(run: Runner, pauses: List[float]) -> None:
    broken = httpx.Response(200, text='{"count": 1', headers={"content-type": "application/json"})
    script = Script(broken, reply(200, {"count": 2}))
    assert run(script, lambda c: c.memory.stats()) == {"count": 2}
    with pytest.raises(errors.ConnectionFailedError, match="cut off"):
        run(Script(broken), lambda c: c.memory.stats(), retries=0)


@both
def test_text_is_returned_as_text(run: Runner) -> None:
    lines = httpx.Response(200, text='{"a":1}\n{"a":2}\n', headers={"content-type": "application/x-ndjson"})
    plain = httpx.Response(200, text="# Notes", headers={"content-type": "text/markdown"})
    assert run(Script(plain), lambda c: c.memory.export(user_id="ada")) == "# Notes"
    assert run(Script(lines), lambda c: c.memory.export(user_id="ada", format="ndjson")) == '{"a":1}\n{"a":2}\n'


def test_errors_survive_a_pickle() -> None:
    error = errors.RateLimitedError("slow down", status=429, code="rate_limited", request_id="r", retry_after=3)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is errors.RateLimitedError
    assert str(copy) == "slow down" and vars(copy) == vars(error)


def test_connection_refused() -> None:
    with Recollect("http://127.0.0.1:9", retries=0) as client, pytest.raises(errors.ConnectionFailedError) as caught:
        client.health()
    # It is also an instance of Python's own matching error.
    assert isinstance(caught.value, ConnectionError) and isinstance(caught.value, errors.RecollectError)

    async def ask() -> None:
        async with AsyncRecollect("http://127.0.0.1:9", retries=0) as other:
            await other.health()

    with pytest.raises(errors.ConnectionFailedError):
        asyncio.run(ask())


def test_no_response_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        with Recollect(url, timeout=0.05, retries=0) as client, pytest.raises(errors.CallTimeoutError) as caught:
            client.health()
        assert isinstance(caught.value, TimeoutError)

        async def ask() -> None:
            async with AsyncRecollect(url, retries=0) as other:
                await other.health(options={"timeout": 0.05})

        with pytest.raises(errors.CallTimeoutError):
            asyncio.run(ask())


@both
def test_a_given_http_client_stays_open(run: Runner) -> None:
    def closed(client: Any) -> Any:
        return client.close()

    script = Script()
    made: List[Any] = []

    def keep(client: Any) -> Any:
        made.append(client._transport.client)
        return closed(client)

    run(script, keep)
    assert not made[0].is_closed


def test_its_own_http_client_is_closed() -> None:
    with Recollect() as client:
        http_client = client._transport.client
    assert http_client.is_closed


@both
def test_pages_follow_their_cursor(run: Runner) -> None:
    def pages() -> Script:
        return Script(
            reply(200, {"memories": [{"id": "1"}, {"id": "2"}], "next_cursor": "c1"}),
            reply(200, {"memories": [], "next_cursor": "c2"}),
            reply(200, {"memories": [{"id": "3"}], "next_cursor": None}),
        )

    script = pages()
    assert [one["id"] for one in run(script, lambda c: c.memory.list.items(user_id="ada"))] == ["1", "2", "3"]
    assert [one.url.params.get("cursor") for one in script.sent] == [None, "c1", "c2"]
    assert {one.url.params.get("user_id") for one in script.sent} == {"ada"}
    script = pages()
    assert [len(page["memories"]) for page in run(script, lambda c: c.memory.list.pages(cursor="c0"))] == [2, 0, 1]
    assert [one.url.params.get("cursor") for one in script.sent] == ["c0", "c1", "c2"]


def test_pages_are_requested_lazily() -> None:
    script = Script(reply(200, {"memories": [{"id": "1"}], "next_cursor": "c1"}))
    http_client = httpx.Client(transport=httpx.MockTransport(script))
    items = Recollect("http://service", http_client=http_client).memory.list.items()
    assert script.sent == []
    next(items)
    assert len(script.sent) == 1
