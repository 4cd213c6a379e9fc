"""LangGraph's long-term store (`BaseStore`) on Recollect. Needs `langgraph-checkpoint`, which comes with LangGraph."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import ExitStack, suppress
from datetime import datetime, timezone
from typing import Any, Dict, Iterable, List, Literal, Sequence, Tuple, TypedDict

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from ._client import Recollect
from ._hash import short_hash
from ._langgraph_values import gist_of, matches, passes, texts_at
from ._query import query_of
from .errors import NotFoundError
from .types import Memory

# Most results that one search by meaning can return.
MAX_RANKED = 100
# Size of a page of the list.
PAGE = 200
# Most tags in one filter.
MAX_TAGS = 64
# The content if nothing of a value is to be searched.
NO_TEXT = "(not searched)"
LONGEST_CONTENT = 100_000
# The path that stands for the whole value.
WHOLE = "$"
# Size of an item as JSON: what the service accepts as metadata.
MAX_BYTES = 65_536
LOCKS = 64

Name = Tuple[Tuple[str, ...], str]


class Scope(TypedDict):
    user_id: str
    include_superseded: bool


class RecollectStore(BaseStore):
    """A namespace and each of its prefixes is a tag, so that a search under a prefix is one filtered search.

    Reads and writes what the TypeScript adapter reads and writes. A value may have at most 64 KB as JSON. The asynchronous
    methods run in a thread.

    Args:
        client: A client of the service.
        user_id: The user under which the items of this store are stored.
        fields: Which fields of a value are searched by meaning, as paths. Default: all its texts, but of many
            short ones only the first 4,000 characters.
    """

    def __init__(self, client: Recollect, *, user_id: str = "langgraph", fields: Sequence[str] = (WHOLE,)) -> None:
        self._client = client
        self._fields = list(fields)
        # Items may contradict each other from the service's point of view: both stay.
        self._all: Scope = {"user_id": user_id, "include_superseded": True}
        # Only one call at a time writes a key, so that two puts of it make one item.
        self._locks = [threading.Lock() for _ in range(LOCKS)]

    def batch(self, ops: Iterable[Op]) -> List[Result]:
        """Reads see the state before the writes of the same batch; of two writes the last one wins."""
        given = list(ops)
        results = [self._read(op) for op in given]
        puts = {(op.namespace, op.key): op for op in given if isinstance(op, PutOp)}
        if puts:
            self._put_all(puts)
        return results

    async def abatch(self, ops: Iterable[Op]) -> List[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _read(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            return self._get(op)
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._list_namespaces(op)
        return None

    def _get(self, op: GetOp) -> Item | None:
        name = (tuple(op.namespace), op.key)
        found = self._versions_of([name]).get(name)
        return _item_of(found[0]) if found else None

    def _versions_of(self, names: Sequence[Name]) -> Dict[Name, List[Memory]]:
        """Newest first. Usually one per name; two processes that put a new key at the same moment can create two."""
        found: Dict[Name, List[Memory]] = {}
        tags = [_key_tag(name) for name in names]
        for start in range(0, len(tags), MAX_TAGS):
            for memory in self._client.memory.list.items(**self._all, tags=tags[start : start + MAX_TAGS], limit=PAGE):
                item = _item_of(memory)
                if item:
                    found.setdefault((item.namespace, item.key), []).append(memory)
        for memories in found.values():
            memories.sort(key=lambda memory: memory["updated_at"], reverse=True)
        return found

    def _put_all(self, puts: Dict[Name, PutOp]) -> None:
        with ExitStack() as held:
            # In one order, so that two batches cannot wait for each other.
            for at in sorted({hash(name) % LOCKS for name in puts}):
                held.enter_context(self._locks[at])
            versions = self._versions_of(list(puts))
            # Sequentially: a search without a query returns them in the order in which they were put.
            for name, op in puts.items():
                self._write(op, versions.get(name, []))

    def _write(self, op: PutOp, versions: List[Memory]) -> None:
        for memory in versions if op.value is None else versions[1:]:
            with suppress(NotFoundError):  # another process deleted it
                self._client.memory.forget(id=memory["id"])
        if op.value is None:
            return
        text = self._text_of(op.value, op.index)
        content = text or NO_TEXT
        metadata = {"namespace": list(op.namespace), "key": op.key, "value": op.value, "searched": text != ""}
        size = len(_json(metadata).encode("utf-8", "replace"))
        if size > MAX_BYTES:
            raise ValueError(
                f'The value of "{op.key}" is too large: with its namespace it has {size} bytes as JSON, and the limit is {MAX_BYTES}'
            )
        if versions:
            # Unchanged text need not be embedded again.
            changed = None if content == versions[0]["content"] else content
            # If another process deleted it in the meantime, it is a new item.
            with suppress(NotFoundError):
                self._client.memory.update(id=versions[0]["id"], content=changed, metadata=metadata)
                return
        beginnings = [op.namespace[: i + 1] for i in range(len(op.namespace))]
        tags = [_key_tag((op.namespace, op.key)), *map(_prefix_tag, beginnings)]
        self._client.memory.store(
            user_id=self._all["user_id"], content=content, metadata=metadata, tags=tags, dedupe=False
        )

    def _text_of(self, value: Dict[str, Any], index: Literal[False] | List[str] | None) -> str:
        if index is False:
            return ""
        paths = self._fields if index is None else index
        texts = [text for path in paths for text in (gist_of(value) if path == WHOLE else texts_at(value, path))]
        return "\n".join(dict.fromkeys(texts)).strip()[:LONGEST_CONTENT]

    def _search(self, op: SearchOp) -> List[SearchItem]:
        wanted = op.offset + op.limit
        if op.limit <= 0:
            return []
        tags = [_prefix_tag(op.namespace_prefix)] if op.namespace_prefix else None
        found: Dict[Name, SearchItem] = {}
        for memory, score in self._candidates(op, tags, wanted):
            item = _item_of(memory)
            if not item or (item.namespace, item.key) in found or not passes(item.value, op.filter or {}):
                continue
            found[(item.namespace, item.key)] = SearchItem(
                item.namespace, item.key, item.value, item.created_at, item.updated_at, score
            )
            if len(found) >= wanted:
                break
        return list(found.values())[op.offset : wanted]

    def _candidates(
        self, op: SearchOp, tags: List[str] | None, wanted: int
    ) -> Iterable[Tuple[Memory, float | None]]:
        if op.query:
            response = self._client.memory.retrieve(
                **self._all,
                q=query_of(op.query),
                tags=tags,
                metadata={"searched": "true"},
                ranking="hybrid",
                limit=MAX_RANKED,
            )
            for result in response["results"]:
                yield result, result["final_score"]
        # Without a query, or if ranking returned too few: in the order in which they were put.
        page = PAGE if op.filter or op.query else min(PAGE, wanted)
        for memory in self._client.memory.list.items(**self._all, tags=tags, order="oldest", limit=page):
            yield memory, None

    def _list_namespaces(self, op: ListNamespacesOp) -> List[Tuple[str, ...]]:
        """Reads every item of the store."""
        names = set()
        for memory in self._client.memory.list.items(**self._all, limit=PAGE):
            item = _item_of(memory)
            conditions = op.match_conditions or ()
            if item and all(matches(one.match_type, one.path, item.namespace) for one in conditions):
                names.add(item.namespace[: op.max_depth])
        return sorted(names)[op.offset : op.offset + op.limit]


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _key_tag(name: Name) -> str:
    return f"lgk:{short_hash(_json([list(name[0]), name[1]]))}"


def _prefix_tag(namespace: Sequence[str]) -> str:
    return f"lgn:{short_hash(_json(list(namespace)))}"


def _item_of(memory: Memory) -> Item | None:
    kept = memory["metadata"]
    namespace, key, value = kept.get("namespace"), kept.get("key"), kept.get("value")
    if not isinstance(namespace, list) or not isinstance(key, str) or not isinstance(value, dict):
        return None
    return Item(
        value=value,
        key=key,
        namespace=tuple(namespace),
        created_at=_time_of(memory["created_at"]),
        updated_at=_time_of(memory["updated_at"]),
    )


def _time_of(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1_000, timezone.utc)
