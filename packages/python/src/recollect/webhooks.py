"""Checks that a webhook comes from the service."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Iterable, List, Mapping, Sequence, TypedDict, cast

TOLERANCE_SECONDS = 300
PREFIX = "whsec_"


class WebhookError(Exception):
    """Why a webhook cannot be trusted."""


class WebhookEvent(TypedDict):
    """The event in a webhook's body, and in the `data` of an event stream."""

    id: str
    type: str
    timestamp: str
    """When it happened, ISO 8601."""
    data: Dict[str, Any]


def verify_webhook(
    body: str | bytes,
    headers: Mapping[str, str] | Iterable[tuple[str, str]],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: float | None = None,
) -> WebhookEvent:
    """Checks the signature of a webhook (Standard Webhooks) and returns its event.

    Raises `WebhookError` for anything that the owner of the secret did not send just now.

    Args:
        body: The body as it was received, before any parsing.
        headers: The headers of the request; names are case-insensitive.
        secret: `whsec_…`, or several of them while one is replaced.
        tolerance_seconds: How far the clocks of sender and receiver may differ, and how old a message may be.
        now: Unix seconds. Default: the clock of this machine.
    """
    named = {name.lower(): value for name, value in (headers.items() if isinstance(headers, Mapping) else headers)}
    message_id = _header(named, "webhook-id")
    timestamp = _header(named, "webhook-timestamp")
    signatures = _header(named, "webhook-signature")
    _check_age(timestamp, tolerance_seconds, time.time() if now is None else now)
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    given = [one for one in (_from_base64(text[3:]) for text in signatures.split(" ") if text[:3] == "v1,") if one]
    if not any(_fits(one, signed, given) for one in ([secret] if isinstance(secret, str) else secret)):
        raise WebhookError("No signature of this webhook matches the secret")
    return cast(WebhookEvent, json.loads(content))


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookError(f"The header {name} is missing")
    return value


def _check_age(timestamp: str, tolerance: float, now: float) -> None:
    if not re.fullmatch(r"[0-9]{1,15}", timestamp):
        raise WebhookError("The header webhook-timestamp is not a timestamp")
    age = now - int(timestamp)
    if age > tolerance:
        raise WebhookError("The webhook is too old")
    if age < -tolerance:
        raise WebhookError("The webhook is from the future")


def _fits(secret: str, signed: bytes, given: List[bytes]) -> bool:
    key = _from_base64(secret[len(PREFIX) :] if secret.startswith(PREFIX) else secret)
    if not key:
        raise WebhookError("The secret must be whsec_ followed by base64")
    expected = hmac.new(key, signed, hashlib.sha256).digest()
    return any(hmac.compare_digest(expected, one) for one in given)


def _from_base64(text: str) -> bytes | None:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
