"""The way to the provider: what a call may take in all, and how many may wait at a time."""

import threading
import time
from collections.abc import Mapping
from typing import Any, Final

import stripe

from vintner.web.outside.waits import OutsideService, ServiceBusy

CALL_SECONDS: Final = 8.0
"""What a call may take in all, the SDK's further tries included. Whoever pays looks at a spinning wheel meanwhile."""
TRY_SECONDS: Final = 5.0
"""What one try may wait for the connection, and for its answer."""
_LEAST_SECONDS: Final = 0.5
"""With less time left there is no further try."""


class LimitedNetwork(stripe.HTTPClient):
    """The SDK's client by `requests`, with a deadline for each call.

    Raises stripe.APIConnectionError at once, and sends nothing, when too many requests wait for outside services
    already or the provider has not answered lately.
    """

    name = "requests"

    def __init__(self, call_seconds: float = CALL_SECONDS, try_seconds: float = TRY_SECONDS) -> None:
        super().__init__()
        self._call_seconds, self._try_seconds = call_seconds, try_seconds
        self._client = stripe.RequestsClient(timeout=try_seconds)
        self._own = threading.local()
        self._service = OutsideService("card service")

    def request_with_retries(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        post_data: Any = None,  # noqa: ANN401 - the SDK's
        max_network_retries: int | None = None,
        *,
        _usage: list[str] | None = None,
    ) -> tuple[str, int, Mapping[str, str]]:
        """See the SDK."""
        try:
            with self._service.waiting():
                self._own.deadline = time.monotonic() + self._call_seconds
                return super().request_with_retries(method, url, headers, post_data, max_network_retries, _usage=_usage)
        except ServiceBusy as error:
            raise _refusal(f"not asked: {error}") from error

    def request(  # type: ignore[override]  # the SDK's subclasses differ from their base in the same way
        self, method: str, url: str, headers: Mapping[str, str] | None, post_data: object = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        """Send one try. One that has less time than usual is a further one, and gets a connection of its own."""
        left = self._own.deadline - time.monotonic()
        if left < _LEAST_SECONDS:
            raise _refusal("no time is left for another try")
        if left >= self._try_seconds:
            return self._client.request(method, url, headers, post_data)
        client = stripe.RequestsClient(timeout=left)
        try:
            return client.request(method, url, headers, post_data)
        finally:
            client.close()  # type: ignore[no-untyped-call]


def _refusal(reason: str) -> stripe.APIConnectionError:
    return stripe.APIConnectionError(reason, should_retry=False)  # type: ignore[no-untyped-call]
