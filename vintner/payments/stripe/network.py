"""The way to the provider: how many requests ask it at a time, how many more wait, and what all of it may take."""

import threading
import time
from collections.abc import Mapping
from typing import Any, Final

import stripe

from vintner.web.outside.waits import OutsideService, ServiceBusy, ServiceCrowded

CALLS: Final = 32
"""At a time, by requests of a process. Stripe takes 100 a second of a live account."""
QUEUE: Final = 64
QUEUE_SECONDS: Final = 5.0
CALL_SECONDS: Final = 6.0
"""What a call may take in all, the wait for its turn and the SDK's further tries included. Whoever pays looks at a
spinning wheel meanwhile.
"""
TRY_SECONDS: Final = 4.0
"""What one try may wait for the connection, and for its answer."""
_LEAST_SECONDS: Final = 0.5
"""With less time left there is no further try."""


class NotSentError(stripe.APIConnectionError):
    """The provider was not asked: it has not answered lately, or too many requests wait for it (`crowded`)."""

    def __init__(self, reason: str, *, crowded: bool) -> None:
        super().__init__(reason, should_retry=False)  # type: ignore[no-untyped-call]
        self.crowded = crowded


class LimitedNetwork(stripe.HTTPClient):
    """The SDK's client by `requests`, with a deadline for each call.

    Raises NotSentError when the provider is not asked, and stripe.APIConnectionError when it does not answer in time.
    """

    name = "requests"

    def __init__(self, call_seconds: float = CALL_SECONDS, try_seconds: float = TRY_SECONDS) -> None:
        super().__init__()
        self._call_seconds, self._try_seconds = call_seconds, try_seconds
        self._client = stripe.RequestsClient(timeout=try_seconds)
        self._own = threading.local()
        self._service = OutsideService("card service", calls=CALLS, queue=QUEUE, queue_seconds=QUEUE_SECONDS)

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
        self._own.deadline, self._own.is_sent = time.monotonic() + self._call_seconds, False
        try:
            with self._service.waiting():
                return super().request_with_retries(method, url, headers, post_data, max_network_retries, _usage=_usage)
        except ServiceBusy as error:
            raise NotSentError(f"not asked: {error}", crowded=isinstance(error, ServiceCrowded)) from error

    def request(  # type: ignore[override]  # the SDK's subclasses differ from their base in the same way
        self, method: str, url: str, headers: Mapping[str, str] | None, post_data: object = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        """Send one try. One that has less time than usual is a further one, and gets a connection of its own."""
        left = self._own.deadline - time.monotonic()
        if left < _LEAST_SECONDS and not self._own.is_sent:
            raise NotSentError("its turn came too late", crowded=True)
        if left < _LEAST_SECONDS:
            raise stripe.APIConnectionError("no time is left for another try", should_retry=False)  # type: ignore[no-untyped-call]
        self._own.is_sent = True
        if left >= self._try_seconds:
            return self._client.request(method, url, headers, post_data)
        client = stripe.RequestsClient(timeout=left)
        try:
            return client.request(method, url, headers, post_data)
        finally:
            client.close()  # type: ignore[no-untyped-call]
