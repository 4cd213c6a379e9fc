from __future__ import annotations

# Percent-encoded, 2,000 characters of any script fit into a URL.
MAX_QUERY = 2_000


def query_of(text: str) -> str:
    """The beginning of a message, to search by."""
    return text[:MAX_QUERY]
