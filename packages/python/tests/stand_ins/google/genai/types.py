"""Contents and their parts, as `google.genai.types` documents them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List


@dataclass
class Part:
    text: str | None = None


@dataclass
class Content:
    parts: List[Part] | None = None
    role: str | None = None
