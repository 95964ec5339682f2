"""A card provider in memory: the same promises as the real one, and faults on demand. For tests without a network."""

import threading
from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count

from vintner.money import ZERO, Money
from vintner.payments.gateway import (
    BadSignature,
    Charge,
    Claim,
    Intent,
    PaymentError,
    ProviderDown,
    ProviderNotice,
    Rejected,
)
from vintner.payments.rules import IntentStatus

GOOD, DECLINED, BROKE, THREE_D_SECURE, UNKNOWN, SLOW_BANK = (
    "pm_good",
    "pm_declined",
    "pm_broke",
    "pm_3ds",
    "pm_unknown",
    "pm_slow",
)
_ERRORS = {
    DECLINED: PaymentError(code="card_declined", decline_code="generic_decline", message="No."),
    BROKE: PaymentError(code="card_declined", decline_code="insufficient_funds", message="No money."),
}
AUTHENTICATION_FAILED = PaymentError(code="payment_intent_authentication_failure", decline_code="", message="No.")


@dataclass
class ProviderDouble:
    """`ledger` maps orders to what was really charged; `faults` are used up by calls of `pay`: 'before' or 'after'."""

    intents: dict[str, Intent] = field(default_factory=dict)
    ledger: dict[int, list[Money]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    is_down: bool = False

    def __post_init__(self) -> None:
        self._by_key: dict[str, str] = {}
        self._numbers = count(1)
        self._lock = threading.Lock()

    def pay(self, charge: Charge) -> Intent:
        self._called("pay")
        fault = self.faults.pop(0) if self.faults else ""
        if fault == "before":
            raise ProviderDown("timeout")
        if charge.method == UNKNOWN:
            raise Rejected("resource_missing", "No such payment_method")
        with self._lock:
            if charge.key not in self._by_key:
                self._by_key[charge.key] = self._create(charge).id
            intent = self.intents[self._by_key[charge.key]]
        if fault == "after":
            raise ProviderDown("timeout")
        return intent

    def find(self, intent_id: str) -> Intent | None:
        self._called("find")
        return self.intents.get(intent_id)

    def find_claimed(self, claim: Claim, since: datetime) -> Intent | None:
        self._called("find_claimed")
        return next((intent for intent in self.intents.values() if intent.claim == claim), None)

    def cancel(self, intent_id: str) -> Intent:
        self._called("cancel")
        if self.intents[intent_id].status is not IntentStatus.SUCCEEDED:
            self._change(intent_id, status=IntentStatus.CANCELED)
        return self.intents[intent_id]

    def read_notice(self, body: bytes, signature: str) -> ProviderNotice:
        raise BadSignature("the double signs nothing")

    def confirm(self, intent_id: str, *, is_shopper: bool = True) -> Intent:
        """Answer the bank's question, or let the money of a slow bank arrive."""
        if not is_shopper:
            self._change(intent_id, status=IntentStatus.REQUIRES_PAYMENT_METHOD, error=AUTHENTICATION_FAILED)
        else:
            intent = self.intents[intent_id]
            self._change(intent_id, status=IntentStatus.SUCCEEDED, received=intent.amount, charge_id=f"ch_{intent_id}")
            assert intent.claim is not None
            self.ledger[intent.claim.order_id].append(intent.amount)
        return self.intents[intent_id]

    def _create(self, charge: Charge) -> Intent:
        intent_id = f"pi_{next(self._numbers)}"
        self.intents[intent_id] = Intent(
            id=intent_id,
            status=IntentStatus.REQUIRES_ACTION,
            amount=charge.amount,
            received=ZERO,
            currency=charge.currency,
            client_secret=f"{intent_id}_secret",
            claim=charge.claim,
            card="Visa •••• 4242",
        )
        if charge.method in _ERRORS:
            self._change(intent_id, status=IntentStatus.REQUIRES_PAYMENT_METHOD, error=_ERRORS[charge.method])
        elif charge.method == SLOW_BANK:
            self._change(intent_id, status=IntentStatus.PROCESSING)
        elif charge.method != THREE_D_SECURE:
            self.confirm(intent_id)
        return self.intents[intent_id]

    def _change(self, intent_id: str, **changes: object) -> None:
        self.intents[intent_id] = replace(self.intents[intent_id], **changes)  # type: ignore[arg-type]

    def _called(self, name: str) -> None:
        self.calls.append(name)
        if self.is_down:
            raise ProviderDown("connection refused")
