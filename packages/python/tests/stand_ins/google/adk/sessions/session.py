from __future__ import annotations

from dataclasses import dataclass, field
from typing import List

from google.adk.events.event import Event


@dataclass
class Session:
    id: str
    app_name: str
    user_id: str
    events: List[Event] = field(default_factory=list)
