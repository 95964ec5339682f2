"""Planned faults of the network and of the provider."""

import threading
from dataclasses import dataclass
from enum import StrEnum

from sandbox_pay.protocol.errors import ProviderError


class ApiFault(StrEnum):
    """The kinds of faults. After `500_after` the stored response is the 500, as at Stripe."""

    TIMEOUT_BEFORE = "timeout_before"
    TIMEOUT_AFTER_CHARGE = "timeout_after_charge"
    FAILURE_BEFORE = "500_before"
    FAILURE_AFTER = "500_after"
    TOO_MANY = "429"


@dataclass
class _Plan:
    operation: str
    fault: ApiFault | ProviderError
    times: int


class Faults:
    """Faults planned for operations by name (`payment_intents.create`, or `*`), each for a number of requests.

    An `ProviderError` is a refusal of the provider's, with any code: most come by no test card.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._plans: list[_Plan] = []

    def plan(self, operation: str, fault: ApiFault | ProviderError, times: int) -> None:
        with self._lock:
            self._plans.append(_Plan(operation, fault, times))

    def take(self, operation: str) -> ApiFault | ProviderError | None:
        """Return the fault of this request, and count it."""
        with self._lock:
            for plan in self._plans:
                if plan.operation in {operation, "*"} and plan.times > 0:
                    plan.times -= 1
                    return plan.fault
        return None

    def left(self) -> int:
        """Return how many planned faults are left."""
        with self._lock:
            return sum(plan.times for plan in self._plans)

    def clear(self) -> None:
        with self._lock:
            self._plans.clear()
