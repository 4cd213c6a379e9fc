from __future__ import annotations

from dataclasses import dataclass

from google.genai.types import Content


@dataclass
class Event:
    id: str
    author: str
    timestamp: float
    content: Content | None = None
