"""The way from the store to the provider, on which requests and answers get lost."""

import json
import re
from collections.abc import Mapping
from enum import StrEnum

import stripe

from vintner.payments.stripe.network import TRY_SECONDS


class Fault(StrEnum):
    """What becomes of a request. After `… after`, the provider has done what it was asked to, unheard."""

    TIMEOUT_BEFORE = "timeout before"
    TIMEOUT_AFTER = "timeout after"
    RESET_BEFORE = "reset before"
    RESET_AFTER = "reset after"
    FAILURE_BEFORE = "500 before"
    FAILURE_AFTER = "500 after"
    CONFLICT = "409"


LOST_AFTER = (Fault.TIMEOUT_AFTER, Fault.RESET_AFTER)
AT_THE_PROVIDER = {Fault.FAILURE_BEFORE: "500_before", Fault.FAILURE_AFTER: "500_after"}
"""Its own failures the sandbox makes itself: the answer of the second is what its idempotency key keeps."""
CONFLICT = json.dumps({"error": {"type": "idempotency_error", "code": "idempotency_key_in_use", "message": "In use."}})


class Network(stripe.RequestsClient):
    """The SDK's own client. It takes no pauses between its tries, and every fault comes as it would from a socket."""

    def __init__(self) -> None:
        super().__init__(timeout=TRY_SECONDS * 4)  # slow machines make no faults of their own
        self._planned: list[tuple[str, str, Fault]] = []
        self.met = 0
        self.keys: list[tuple[str, str]] = []
        """Of all that was to be changed, the path after /v1/ and the idempotency key that went with it."""

    def break_down(self, fault: Fault, method: str, path: str, times: int) -> None:
        """Let the next requests of a kind meet a fault. `path` is a pattern of all that comes after /v1/."""
        self._planned += [(method, rf"/v1/{path}(\?.*)?$", fault)] * times

    def mend(self) -> None:
        self._planned.clear()

    def keys_of(self, path: str) -> list[str]:
        """Return the keys of the requests to a path, a pattern as in `break_down`."""
        return [key for sent, key in self.keys if re.fullmatch(path, sent)]

    def request(  # type: ignore[override]  # the SDK's subclasses differ from their base in the same way
        self, method: str, url: str, headers: Mapping[str, str] | None, post_data: object = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        if method.upper() == "POST":
            self.keys.append((url.partition("/v1/")[2], (headers or {}).get("Idempotency-Key", "")))
        fault = self._next(method, url)
        if fault is Fault.CONFLICT:
            return CONFLICT.encode(), 409, {}
        if fault in AT_THE_PROVIDER:
            headers = {**(headers or {}), "Sandbox-Fault": AT_THE_PROVIDER[fault]}
        elif fault is not None and fault not in LOST_AFTER:
            self._lose(fault)
        answer = super().request(method, url, headers, post_data)
        if fault in LOST_AFTER:
            self._lose(fault)
        return answer

    def _next(self, method: str, url: str) -> Fault | None:
        for number, (verb, path, fault) in enumerate(self._planned):
            if verb == method.upper() and re.search(path, url):
                self.met += 1
                del self._planned[number]
                return fault
        return None

    def _lose(self, fault: Fault) -> None:
        errors = self.requests.exceptions
        waited = fault in (Fault.TIMEOUT_BEFORE, Fault.TIMEOUT_AFTER)
        self._handle_request_error(errors.ReadTimeout() if waited else errors.ConnectionError(ConnectionResetError()))

    def _sleep_time_seconds(self, num_retries: int) -> float:
        return 0.0
