from __future__ import annotations

from dataclasses import dataclass
from typing import List, Protocol, runtime_checkable

from agents.items import TResponseInputItem


@dataclass
class SessionSettings:
    limit: int | None = None


@runtime_checkable
class Session(Protocol):
    session_id: str
    session_settings: SessionSettings | None

    async def get_items(self, limit: int | None = None) -> List[TResponseInputItem]: ...

    async def add_items(self, items: List[TResponseInputItem]) -> None: ...

    async def pop_item(self) -> TResponseInputItem | None: ...

    async def clear_session(self) -> None: ...
