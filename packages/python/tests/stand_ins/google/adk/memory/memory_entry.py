from __future__ import annotations

from dataclasses import dataclass

from google.genai.types import Content


@dataclass
class MemoryEntry:
    content: Content
    id: str | None = None
    author: str | None = None
    timestamp: str | None = None
