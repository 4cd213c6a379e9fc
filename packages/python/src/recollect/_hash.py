from __future__ import annotations

import base64
import hashlib


def short_hash(text: str) -> str:
    """A short name for a text of any length, the same as in the TypeScript adapters."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")
