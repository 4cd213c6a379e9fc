"""Client for Recollect, memory for AI agents."""

from ._client import AsyncRecollect, Recollect
from ._given import NOT_GIVEN, NotGiven
from ._transport import CallOptions
from ._version import __version__
from .errors import (
    ApiError,
    AuthenticationError,
    CallTimeoutError,
    ConflictError,
    ConnectionFailedError,
    InvalidRequestError,
    NotFoundError,
    PermissionDeniedError,
    QuotaExceededError,
    RateLimitedError,
    RecollectError,
    ServerError,
)
from .webhooks import WebhookError, WebhookEvent, verify_webhook

__all__ = [
    "NOT_GIVEN",
    "ApiError",
    "AsyncRecollect",
    "AuthenticationError",
    "CallOptions",
    "CallTimeoutError",
    "ConflictError",
    "ConnectionFailedError",
    "InvalidRequestError",
    "NotFoundError",
    "NotGiven",
    "PermissionDeniedError",
    "QuotaExceededError",
    "RateLimitedError",
    "Recollect",
    "RecollectError",
    "ServerError",
    "WebhookError",
    "WebhookEvent",
    "__version__",
    "verify_webhook",
]
