from __future__ import annotations

import asyncio
import importlib
import threading
from typing import Any, Callable, Dict, Iterable, List, Sequence, Tuple

import pytest
from langgraph.store.base import GetOp, Item, ListNamespacesOp, MatchCondition, PutOp, SearchOp

from conftest import Key, is_real
from recollect import Recollect
from recollect.langgraph import RecollectStore, _key_tag, _prefix_tag

NAMESPACES: List[Tuple[str, ...]] = [
    ("a", "b", "c"),
    ("a", "b", "d", "e"),
    ("a", "b", "d", "i"),
    ("a", "c", "f"),
    ("b", "a", "f"),
    ("users", "1"),
    ("users", "2", "settings"),
    ("team", "users", "2"),
]
PEOPLE: Dict[str, Dict[str, Any]] = {
    "ada": {"name": "Ada", "age": 36, "city": "London", "active": True, "score": 4.5, "home": {"zip": "1", "no": 2}},
    "bob": {"name": "Bob", "age": 17, "city": "Paris", "active": False, "score": 0, "tags": ["x", "y"]},
    "cyd": {"name": "Cyd", "age": "40", "city": None, "active": True, "score": 1, "home": {"zip": "1"}},
}
FILTERS: List[Dict[str, Any]] = [
    {"city": "London"},
    {"city": "London", "active": True},
    {"city": None},
    {"age": {"$eq": 36}},
    {"age": {"$ne": 36}},
    {"age": {"$gt": 17}},
    {"age": {"$gte": 17}},
    {"age": {"$lt": 40}},
    {"age": {"$lte": 40}},
    {"age": {"$gt": 10, "$lt": 38}},
    {"score": {"$lte": 0}},
    {"home": {"zip": "1"}},
    {"home": {"no": {"$ne": 2}, "zip": "1"}},
    {"tags": ["x", "y"]},
    {"tags": ["x"]},
    {"nothing": "here"},
    {"nothing": {"$ne": "here"}},
]

Say = Callable[[Any], None]
# Runs on any store: ours, or the framework's own.
Script = Callable[[Any, Say], None]


def plain(item: Item | None) -> Any:
    return item and (item.namespace, item.key, item.value)


def keys(items: Iterable[Item]) -> List[str]:
    return [f"{'/'.join(item.namespace)}:{item.key}" for item in items]


def put_get_delete(store: Any, say: Say) -> None:
    say(store.put(("n",), "k", {"a": 1, "b": [1, {"c": None}], "d": "ü"}))
    say(plain(store.get(("n",), "k")))
    say(store.get(("n",), "other"))
    say(store.get(("n", "deeper"), "k"))
    store.put(("n",), "k", {"a": 2})
    say(plain(store.get(("n",), "k")))
    say(store.delete(("n",), "k"))
    say(store.get(("n",), "k"))
    say(store.delete(("n",), "never there"))


def a_batch(store: Any, say: Say) -> None:
    store.put(("n",), "old", {"a": "before"})
    results = store.batch(
        [
            GetOp(("n",), "old"),
            PutOp(("n",), "one", {"a": 1}),
            PutOp(("n",), "two", {"a": 2}),
            PutOp(("n",), "one", {"a": 3}),
            PutOp(("n",), "old", None),
            SearchOp(("n",), limit=5),
            ListNamespacesOp((MatchCondition("prefix", ("n",)),), limit=5),
            GetOp(("n",), "one"),
        ]
    )
    say([plain(results[0]), results[1:5], keys(results[5]), results[6], results[7]])
    say([plain(item) for item in store.search(("n",))])


def in_the_order_of_the_puts(store: Any, say: Say) -> None:
    store.batch([PutOp(("n",), key, {"i": i}) for i, key in enumerate("cazby")])
    store.put(("n",), "late", {"i": 9})
    store.put(("n",), "a", {"i": "changed"})
    say([plain(item) for item in store.search(("n",))])
    store.delete(("n",), "c")
    store.put(("n",), "c", {"i": "again"})
    say(keys(store.search(("n",))))
    pages: List[Dict[str, int]] = [
        {"limit": 2},
        {"limit": 2, "offset": 2},
        {"limit": 2, "offset": 5},
        {"offset": 6},
        {"limit": 0},
    ]
    for page in pages:
        say(keys(store.search(("n",), **page)))
    say([item.score for item in store.search(("n",), limit=1)])


def below_a_namespace(store: Any, say: Say) -> None:
    for i, namespace in enumerate(NAMESPACES):
        store.put(namespace, "k", {"i": i})
    prefixes: List[Tuple[str, ...]] = [(), ("a",), ("a", "b"), ("a", "b", "d", "e"), ("users",), ("nobody",)]
    for prefix in prefixes:
        say(keys(store.search(prefix)))


def filters(store: Any, say: Say) -> None:
    for key, value in PEOPLE.items():
        store.put(("people",), key, value)
    for one in FILTERS:
        say((one, keys(store.search(("people",), filter=one))))
    say(keys(store.search(("people",), filter={"active": True}, limit=1, offset=1)))


def namespaces(store: Any, say: Say) -> None:
    say(store.list_namespaces())
    for i, namespace in enumerate(NAMESPACES):
        store.put(namespace, f"k{i}", {"i": i})
    store.put(("a", "b", "c"), "second", {"i": "the same namespace"})
    choices: List[Dict[str, Any]] = [
        {},
        {"prefix": ("a",)},
        {"prefix": ("a", "b", "d")},
        {"suffix": ("f",)},
        {"prefix": ("a",), "suffix": ("f",)},
        {"prefix": ("*", "b")},
        {"prefix": ("users", "*")},
        {"suffix": ("*", "2")},
        {"prefix": ("*", "users"), "suffix": ("settings", "*")},
        {"prefix": ("a", "b", "c", "d", "e")},
        {"max_depth": 1},
        {"max_depth": 2},
        {"prefix": ("a", "b"), "max_depth": 3},
        {"limit": 2},
        {"limit": 2, "offset": 3},
        {"offset": 6},
        {"max_depth": 2, "limit": 2, "offset": 1},
    ]
    for one in choices:
        say((one, store.list_namespaces(**one)))


SCRIPTS: Sequence[Script] = (
    put_get_delete,
    a_batch,
    in_the_order_of_the_puts,
    below_a_namespace,
    filters,
    namespaces,
)


def outcomes(store: Any, script: Script) -> List[Any]:
    results: List[Any] = []
    script(store, results.append)
    return results


@pytest.mark.skipif(not is_real("langgraph.store.base"), reason="langgraph-checkpoint is not installed")
@pytest.mark.parametrize("script", SCRIPTS, ids=[script.__name__ for script in SCRIPTS])
def test_behaves_like_the_in_memory_store_of_the_framework(client: Recollect, script: Script) -> None:
    memory = importlib.import_module("langgraph.store.memory").InMemoryStore()
    wanted = outcomes(memory, script)
    assert outcomes(RecollectStore(client), script) == wanted
    assert wanted


@pytest.mark.skipif(not is_real("langgraph.store.base"), reason="langgraph-checkpoint is not installed")
def test_rejects_what_the_framework_rejects(client: Recollect) -> None:
    store = RecollectStore(client)
    refused: List[Tuple[str, ...]] = [(), ("a.b",), ("",), ("langgraph", "x")]
    for namespace in refused:
        with pytest.raises(ValueError):
            store.put(namespace, "k", {})
    minute: Dict[str, Any] = {"ttl": 1}
    with pytest.raises(NotImplementedError):
        store.put(("n",), "k", {}, **minute)


def test_puts_lists_and_deletes(client: Recollect) -> None:
    store = RecollectStore(client)
    assert outcomes(store, put_get_delete)[1] == (("n",), "k", {"a": 1, "b": [1, {"c": None}], "d": "ü"})
    outcomes(store, below_a_namespace)
    assert keys(store.search(("a", "b"))) == ["a/b/c:k", "a/b/d/e:k", "a/b/d/i:k"]
    assert store.list_namespaces(suffix=("f",)) == [("a", "c", "f"), ("b", "a", "f")]
    first = store.get(("users", "1"), "k")
    store.put(("users", "1"), "k", {"i": "changed"})
    second = store.get(("users", "1"), "k")
    assert first and second and first.created_at == second.created_at and first.updated_at <= second.updated_at
    assert second.value == {"i": "changed"}


def test_filters_with_every_operator(client: Recollect) -> None:
    store = RecollectStore(client)
    for key, value in PEOPLE.items():
        store.put(("people",), key, value)
    cases: List[Tuple[Dict[str, Any], List[str]]] = [
        ({"age": {"$gt": 17}}, ["ada", "cyd"]),
        ({"city": {"$in": ["Paris", "Rome"]}}, ["bob"]),
        ({"city": {"$nin": ["Paris", "Rome"]}}, ["ada", "cyd"]),
        ({"home": {"zip": "1"}}, ["ada", "cyd"]),
        ({"missing": {"$lt": 3}}, []),
    ]
    for wanted, found in cases:
        assert [item.key for item in store.search(("people",), filter=wanted)] == found
    for wrong in ({"age": {"$near": 3}}, {"age": {"$in": 3}}):
        with pytest.raises(ValueError):
            store.search(("people",), filter=wrong)


def test_searches_by_meaning_and_only_in_indexed_fields(client: Recollect) -> None:
    store = RecollectStore(client)
    store.put(("q",), "hidden", {"text": "heron heron water"}, False)
    store.put(("q",), "boat", {"text": "A canoe lies on the beach"})
    store.put(("q",), "bird", {"text": "The heron stands in the water"})
    store.put(("q",), "absent", {"text": "heron"}, ["missing", "also.missing"])
    store.put(("other",), "bird", {"text": "The heron of somebody else in the water"})
    found = store.search(("q",), query="Where is the heron?")
    assert [item.key for item in found] == ["bird", "boat", "hidden", "absent"]
    assert [item.score is None for item in found] == [False, False, True, True]
    assert keys(store.search(("q",), query="canoe on a beach", limit=1)) == ["q:boat"]
    assert keys(store.search(("q",), query="heron", filter={"text": {"$ne": "heron"}}, limit=1, offset=1)) == ["q:boat"]
    store.put(("q",), "boat", {"text": "A heron drinks water"})
    store.put(("q",), "bird", {"text": "Tea from the kettle"})
    assert keys(store.search(("q",), query="heron water", limit=1)) == ["q:boat"]


def test_index_fields_of_the_store_and_of_a_single_put(client: Recollect) -> None:
    store = RecollectStore(client, fields=["text", "meta.title"])
    store.put(("f",), "text", {"text": "heron", "other": "canoe", "meta": {"title": "tea"}})
    store.put(("f",), "parts", {"parts": [{"body": "canoe"}, {"body": "beach"}], "text": "kettle"}, ["parts[*].body"])
    store.put(("f",), "last", {"list": ["heron", "kettle"], "text": "beach"}, ["list[-1]"])
    store.put(("f",), "either", {"a": "water", "b": {"c": "canoe"}, "text": "tea"}, ["{a,b.c}"])
    contents = {memory["metadata"]["key"]: memory["content"] for memory in client.memory.list.items(user_id="langgraph")}
    assert contents == {"text": "heron\ntea", "parts": "canoe\nbeach", "last": "kettle", "either": "water\ncanoe"}


def test_a_large_value_is_rejected_and_only_some_of_many_short_texts_are_indexed(client: Recollect) -> None:
    store = RecollectStore(client)
    with pytest.raises(ValueError, match="too large"):
        store.put(("n",), "k", {"text": "x" * 70_000})
    rows = [f"row number {i}" for i in range(1_000)]
    store.put(("n",), "table", {"rows": rows, "note": "y" * 300})
    found = store.get(("n",), "table")
    assert found and found.value["rows"] == rows
    (memory,) = client.memory.list(user_id="langgraph")["memories"]
    assert len(memory["content"]) < 5_000 and "y" * 300 in memory["content"]


def test_concurrent_puts_of_a_new_key_create_one_item(client: Recollect) -> None:
    store = RecollectStore(client)
    threads = [threading.Thread(target=store.put, args=(("n",), "k", {"i": i})) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert client.memory.list(user_id="langgraph")["count"] == 1


def test_the_asynchronous_methods(client: Recollect) -> None:
    store = RecollectStore(client)

    async def run() -> None:
        await asyncio.gather(*(store.aput(("n", str(i)), "k", {"i": i}) for i in range(4)))
        found = await store.aget(("n", "2"), "k")
        assert found and found.value == {"i": 2}
        assert len(await store.asearch(("n",))) == 4

    asyncio.run(run())


def test_deletes_and_puts_what_another_process_deletes_at_the_same_moment(
    client: Recollect, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = RecollectStore(client)
    forget, update = client.memory.forget, client.memory.update

    def after_another(call: Callable[..., Any]) -> Callable[..., Any]:
        def racing(*, id: str, **fields: Any) -> Any:
            forget(id=id)
            return call(id=id, **fields)

        return racing

    monkeypatch.setattr(client.memory, "forget", after_another(forget))
    monkeypatch.setattr(client.memory, "update", after_another(update))
    store.put(("r",), "k", {"n": 1})
    store.put(("r",), "k", {"n": 2})
    item = store.get(("r",), "k")
    assert item is not None and item.value == {"n": 2}
    store.delete(("r",), "k")
    assert store.get(("r",), "k") is None


def test_a_query_that_does_not_fit_into_a_url_is_searched_by_its_beginning(client: Recollect) -> None:
    store = RecollectStore(client)
    store.put(("q",), "bird", {"text": "The heron stands in the shallow water"})
    for filler in ("word ", "🪿", "鷺"):
        assert keys(store.search(("q",), query=f"Where does the heron stand? {filler * 9_000}")) == ["q:bird"]


def test_stores_of_two_users_are_separate(client: Recollect) -> None:
    one, other = RecollectStore(client, user_id="one"), RecollectStore(client, user_id="other")
    one.put(("n",), "k", {"a": 1})
    assert other.get(("n",), "k") is None and other.list_namespaces() == []


def test_item_names_match_the_typescript_adapter() -> None:
    assert _key_tag((("users", 'ünï "q"\u2028\u0001'), "k/1")) == "lgk:1wXg9ZZsKtr5-Nqfbh-5Xw"
    assert _prefix_tag(("users",)) == "lgn:6kRUJk4mjBnxnMeEWSW1Hg"


def test_another_key_sees_nothing(client: Recollect, url: str, new_key: Key) -> None:
    RecollectStore(client).put(("n",), "k", {"a": 1})
    with Recollect(url, new_key()) as other:
        assert RecollectStore(other).get(("n",), "k") is None
