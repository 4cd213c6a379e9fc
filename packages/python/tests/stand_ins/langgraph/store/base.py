"""The part of `langgraph.store.base` that a store uses, by its documented interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Dict, Iterable, List, Literal, NamedTuple, Tuple, Union, cast

Namespace = Tuple[str, ...]


@dataclass
class Item:
    value: Dict[str, Any]
    key: str
    namespace: Namespace
    created_at: datetime
    updated_at: datetime


class SearchItem(Item):
    def __init__(
        self,
        namespace: Namespace,
        key: str,
        value: Dict[str, Any],
        created_at: datetime,
        updated_at: datetime,
        score: float | None = None,
    ) -> None:
        super().__init__(value, key, namespace, created_at, updated_at)
        self.score = score


class GetOp(NamedTuple):
    namespace: Namespace
    key: str
    refresh_ttl: bool = True


class SearchOp(NamedTuple):
    namespace_prefix: Namespace
    filter: Dict[str, Any] | None = None
    limit: int = 10
    offset: int = 0
    query: str | None = None
    refresh_ttl: bool = True


class MatchCondition(NamedTuple):
    match_type: Literal["prefix", "suffix"]
    path: Namespace


class ListNamespacesOp(NamedTuple):
    match_conditions: Tuple[MatchCondition, ...] | None = None
    max_depth: int | None = None
    limit: int = 100
    offset: int = 0


class PutOp(NamedTuple):
    namespace: Namespace
    key: str
    value: Dict[str, Any] | None
    index: Literal[False] | List[str] | None = None  # type: ignore[assignment]
    ttl: float | None = None


Op = Union[GetOp, SearchOp, PutOp, ListNamespacesOp]
Result = Union[Item, List[Item], List[SearchItem], List[Namespace], None]


class BaseStore(ABC):
    @abstractmethod
    def batch(self, ops: Iterable[Op]) -> List[Result]: ...

    @abstractmethod
    async def abatch(self, ops: Iterable[Op]) -> List[Result]: ...

    def get(self, namespace: Namespace, key: str) -> Item | None:
        return cast("Item | None", self.batch([GetOp(namespace, key)])[0])

    def put(
        self, namespace: Namespace, key: str, value: Dict[str, Any], index: Literal[False] | List[str] | None = None
    ) -> None:
        self.batch([PutOp(namespace, key, value, index)])

    def delete(self, namespace: Namespace, key: str) -> None:
        self.batch([PutOp(namespace, key, None)])

    def search(
        self,
        namespace_prefix: Namespace,
        /,
        *,
        query: str | None = None,
        filter: Dict[str, Any] | None = None,
        limit: int = 10,
        offset: int = 0,
    ) -> List[SearchItem]:
        return cast(List[SearchItem], self.batch([SearchOp(namespace_prefix, filter, limit, offset, query)])[0])

    def list_namespaces(
        self,
        *,
        prefix: Namespace | None = None,
        suffix: Namespace | None = None,
        max_depth: int | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> List[Namespace]:
        conditions = [MatchCondition("prefix", prefix)] if prefix else []
        conditions += [MatchCondition("suffix", suffix)] if suffix else []
        op = ListNamespacesOp(tuple(conditions), max_depth, limit, offset)
        return cast(List[Namespace], self.batch([op])[0])

    async def aget(self, namespace: Namespace, key: str) -> Item | None:
        return cast("Item | None", (await self.abatch([GetOp(namespace, key)]))[0])

    async def aput(self, namespace: Namespace, key: str, value: Dict[str, Any]) -> None:
        await self.abatch([PutOp(namespace, key, value)])

    async def asearch(self, namespace_prefix: Namespace, /, *, query: str | None = None) -> List[SearchItem]:
        return cast(List[SearchItem], (await self.abatch([SearchOp(namespace_prefix, query=query)]))[0])
