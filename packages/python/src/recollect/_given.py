from __future__ import annotations

from typing import Literal


class NotGiven:
    """The default of fields for which None has a meaning: it omits them."""

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()
