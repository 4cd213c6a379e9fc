"""Every error that a call can raise."""

from __future__ import annotations

from typing import Any


class RecollectError(Exception):
    """Every error that a call can raise; the classes below say which kind."""

    retried: bool = False
    """An earlier attempt of the same call failed, but may have been carried out."""


class ApiError(RecollectError):
    """The service returned an error."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        request_id: str | None = None,
        details: Any = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.details = details
        self.retry_after = retry_after
        """Seconds after which a retry makes sense."""

    def __reduce__(self) -> tuple[Any, ...]:
        # By default pickle passes only positional arguments; these are keyword arguments.
        return (_restored, (type(self), self.message, {k: v for k, v in vars(self).items() if k != "message"}))


class InvalidRequestError(ApiError):
    """400: a field is missing or wrong; the message names it."""


class AuthenticationError(ApiError):
    """401: no key, or an invalid one."""


class PermissionDeniedError(ApiError):
    """403: the key is revoked or lacks a scope."""


class NotFoundError(ApiError):
    """404"""


class ConflictError(ApiError):
    """409"""


class RateLimitedError(ApiError):
    """429: too many requests. Retried automatically first."""


class QuotaExceededError(ApiError):
    """429: the monthly allowance or the storage is used up. Not retried."""


class ServerError(ApiError):
    """5xx. Retried automatically first."""


class ConnectionFailedError(RecollectError, ConnectionError):
    """No response: nothing listens there, or the connection broke. Retried automatically first."""


class CallTimeoutError(RecollectError, TimeoutError):
    """No response in time. Retried automatically first."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitedError,
}


def kind_of(status: int, code: str) -> type[ApiError]:
    """The class of an error that the service returned."""
    if code in ("quota_exceeded", "storage_exceeded"):
        return QuotaExceededError
    return _BY_STATUS.get(status, ServerError if status >= 500 else ApiError)


def _restored(kind: type[ApiError], message: str, rest: dict[str, Any]) -> ApiError:
    return kind(message, **rest)
