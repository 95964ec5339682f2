"""A card provider in memory: the same promises as the real one, and faults on demand. For tests without a network."""

import threading
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count

from vintner.money import ZERO, Money
from vintner.payments.attempts.rules import IntentStatus
from vintner.payments.gateway import (
    BadSignature,
    CardOnFile,
    Charge,
    Claim,
    Intent,
    NewCustomer,
    NewIntent,
    NewSetup,
    NotSent,
    PaymentError,
    ProviderCase,
    ProviderDown,
    ProviderRefund,
    RefundRequest,
    RefundResult,
    Rejected,
    ReusableMethod,
    SetupIntent,
    WebhookEvent,
)
from vintner.payments.wallets.registry import WalletDomain

GOOD, DECLINED, BROKE, THREE_D_SECURE, UNKNOWN, SLOW_BANK = (
    "pm_good",
    "pm_declined",
    "pm_broke",
    "pm_3ds",
    "pm_unknown",
    "pm_slow",
)
PREPAID = "pm_prepaid"
_ERRORS = {
    DECLINED: PaymentError(code="card_declined", decline_code="generic_decline", message="No."),
    BROKE: PaymentError(code="card_declined", decline_code="insufficient_funds", message="No money."),
}
PAID_CARD = ReusableMethod(
    method_id=GOOD, fingerprint="of 4242", brand="visa", last_four="4242", expires_year=2040, expires_month=12
)
AUTHENTICATION_FAILED = PaymentError(code="payment_intent_authentication_failure", decline_code="", message="No.")


@dataclass
class ProviderDouble:
    """`ledger` maps orders to what was really charged; `faults` are used up by calls of `pay`, `refund_faults` by
    those of `refund`: 'before' or 'after'. `unsent` names calls that are not sent, as too many wait (`is_crowded`) or
    because nothing was answered for a while.
    """

    intents: dict[str, Intent] = field(default_factory=dict)
    ledger: dict[int, list[Money]] = field(default_factory=lambda: defaultdict(list))
    faults: list[str] = field(default_factory=list)
    refunds: list[ProviderRefund] = field(default_factory=list)
    refund_faults: list[str] = field(default_factory=list)
    domains: dict[str, WalletDomain] = field(default_factory=dict)
    capture_faults: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    is_down: bool = False
    unsent: set[str] = field(default_factory=set)
    is_crowded: bool = True
    customers: dict[str, NewCustomer] = field(default_factory=dict)
    detached: list[str] = field(default_factory=list)
    cards: dict[str, CardOnFile] = field(default_factory=dict)
    setups: dict[str, SetupIntent] = field(default_factory=dict)
    cases: dict[str, ProviderCase] = field(default_factory=dict)

    @property
    def refunded_amounts(self) -> list[Money]:
        """The amounts of all refunds, in the order in which they were made."""
        return [each.amount for each in self.refunds]

    def __post_init__(self) -> None:
        self._by_key: dict[str, str] = {}
        self._set_aside: set[str] = set()
        self._numbers = count(1)
        self._lock = threading.Lock()

    def pay(self, charge: Charge) -> Intent:
        self._called("pay")
        fault = self.faults.pop(0) if self.faults else ""
        if fault == "before":
            raise ProviderDown("timeout")
        if charge.method == UNKNOWN:
            raise Rejected("resource_missing", "No such payment_method", "payment_method")
        if charge.customer_id and charge.customer_id not in self.customers:
            raise Rejected("resource_missing", "No such customer", "customer")
        with self._lock:
            if charge.intent_id:
                self._change(charge.intent_id, amount=charge.amount, claim=charge.claim)
                return self.intents[charge.intent_id]
            if charge.key not in self._by_key:
                self._by_key[charge.key] = self._create(charge).id
            intent = self.intents[self._by_key[charge.key]]
        if fault == "after":
            raise ProviderDown("timeout")
        return intent

    def open(self, new: NewIntent) -> Intent:
        self._called("open")
        with self._lock:
            if new.key not in self._by_key:
                opened = Intent(
                    id=f"pi_{next(self._numbers)}",
                    status=IntentStatus.REQUIRES_PAYMENT_METHOD,
                    amount=new.amount,
                    received=ZERO,
                    currency=new.currency,
                    client_secret="secret",
                    claim=None,
                    types=(new.type,),
                )
                self.intents[opened.id] = opened
                self._by_key[new.key] = opened.id
            return self.intents[self._by_key[new.key]]

    def open_customer(self, new: NewCustomer) -> str:
        self._called("open_customer")
        with self._lock:
            known = next((number for number, each in self.customers.items() if each.key == new.key), None)
            number = known or f"cus_{next(self._numbers)}"
            self.customers[number] = new
        return number

    def detach(self, method_id: str) -> None:
        self._called("detach")
        self.detached.append(method_id)
        self.cards.pop(method_id, None)

    def delete_customer(self, customer_id: str) -> None:
        self._called("delete_customer")
        self.customers.pop(customer_id, None)

    def knows_customer(self, customer_id: str) -> bool:
        self._called("knows_customer")
        return customer_id in self.customers

    def find_card(self, method_id: str) -> CardOnFile | None:
        self._called("find_card")
        return self.cards.get(method_id)

    def find_funding(self, method_id: str, token: str) -> str:
        self._called("find_funding")
        return "prepaid" if PREPAID in (method_id, token.replace("ctoken_", "pm_", 1)) else "credit"

    def set_up(self, new: NewSetup) -> SetupIntent:
        self._called("set_up")
        with self._lock:
            if new.key not in self._by_key:
                self._by_key[new.key] = self._create_setup(new).id
            return self.setups[self._by_key[new.key]]

    def find_setup(self, intent_id: str) -> SetupIntent | None:
        self._called("find_setup")
        return self.setups.get(intent_id)

    def find_claimed_setup(self, claim: Claim, customer_id: str, since: datetime) -> SetupIntent | None:
        self._called("find_claimed_setup")
        return next((each for each in self.setups.values() if each.claim == claim), None)

    def cancel_setup(self, intent_id: str) -> SetupIntent:
        self._called("cancel_setup")
        setup = self.setups[intent_id]
        if setup.status is not IntentStatus.SUCCEEDED:
            self.setups[intent_id] = replace(setup, status=IntentStatus.CANCELED)
        return self.setups[intent_id]

    def find(self, intent_id: str) -> Intent | None:
        self._called("find")
        return self.intents.get(intent_id)

    def find_claimed(self, claims: Sequence[Claim], since: datetime) -> list[Intent]:
        self._called("find_claimed")
        return [intent for intent in self.intents.values() if intent.claim in claims]

    def cancel(self, intent_id: str) -> Intent:
        self._called("cancel")
        if self.intents[intent_id].status is not IntentStatus.SUCCEEDED:
            self._change(intent_id, status=IntentStatus.CANCELED)
        return self.intents[intent_id]

    def capture(self, intent_id: str, amount: Money, key: str) -> Intent:
        self._called("capture")
        fault = self.capture_faults.pop(0) if self.capture_faults else ""
        if fault == "before":
            raise ProviderDown("timeout")
        if fault == "refused":
            raise Rejected("charge_expired_for_capture", "The authorization has expired.")
        intent = self.intents[intent_id]
        if intent.status is IntentStatus.REQUIRES_CAPTURE:
            self._change(intent_id, status=IntentStatus.SUCCEEDED, received=amount)
            assert intent.claim is not None
            self.ledger[intent.claim.lookup["order_id"]].append(amount)
        if fault == "after":
            raise ProviderDown("timeout")
        return self.intents[intent_id]

    def refund(self, back: RefundRequest) -> ProviderRefund:
        self._called("refund")
        fault = self.refund_faults.pop(0) if self.refund_faults else ""
        if fault == "before":
            raise ProviderDown("timeout")
        with self._lock:
            made = next((each for each in self.refunds if each.key == back.key), None) or self._give_back(back)
        if fault == "after":
            raise ProviderDown("timeout")
        return made

    def _give_back(self, back: RefundRequest) -> ProviderRefund:
        given = Money.total(each.amount for each in self.refunds if each.intent_id == back.intent_id)
        if given + back.amount > self.intents[back.intent_id].received:
            raise Rejected("charge_already_refunded", "Too much.")
        made = ProviderRefund(
            id=f"re_{next(self._numbers)}",
            intent_id=back.intent_id,
            amount=back.amount,
            key=back.key,
            returned=RefundResult.YES,
        )
        self.refunds.append(made)
        return made

    def refunds_of(self, intent_id: str) -> list[ProviderRefund]:
        self._called("refunds_of")
        return [each for each in reversed(self.refunds) if each.intent_id == intent_id]

    def find_case(self, case_id: str) -> ProviderCase | None:
        self._called("find_case")
        return self.cases.get(case_id)

    def find_domain(self, name: str) -> WalletDomain | None:
        self._called("find_domain")
        return self.domains.get(name)

    def register_domain(self, name: str) -> WalletDomain:
        self._called("register_domain")
        if name.startswith("refused."):
            raise Rejected("invalid_request_error", "That is not a domain of yours.", "domain_name")
        known = self.domains.get(name) or WalletDomain(id=f"pmd_{name}", name=name, enabled=True, inactive={})
        self.domains[name] = replace(known, enabled=True)
        return self.domains[name]

    def read_event(self, body: bytes, signature: str) -> WebhookEvent:
        raise BadSignature("the double signs nothing")

    def confirm(self, intent_id: str, *, is_shopper: bool = True) -> Intent:
        """Answer the bank's question, or let the money of a slow bank arrive."""
        if not is_shopper:
            self._change(intent_id, status=IntentStatus.REQUIRES_PAYMENT_METHOD, error=AUTHENTICATION_FAILED)
        else:
            intent = self.intents[intent_id]
            if intent_id in self._set_aside:
                self._change(intent_id, status=IntentStatus.REQUIRES_CAPTURE, charge_id=f"ch_{intent_id}")
                return self.intents[intent_id]
            self._change(intent_id, status=IntentStatus.SUCCEEDED, received=intent.amount, charge_id=f"ch_{intent_id}")
            assert intent.claim is not None
            self.ledger[intent.claim.lookup["order_id"]].append(intent.amount)
        return self.intents[intent_id]

    def _create(self, charge: Charge) -> Intent:
        method = charge.method or charge.token.replace("ctoken_", "pm_", 1)
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
            customer_id=charge.customer_id,
            paid_with=replace(PAID_CARD, method_id=method),
            method_id=method,
            types=(charge.type,),
            saves_method=charge.save,
        )
        if charge.capture_later:
            self._set_aside.add(intent_id)
        if method in _ERRORS:
            self._change(intent_id, status=IntentStatus.REQUIRES_PAYMENT_METHOD, error=_ERRORS[method])
        elif method == SLOW_BANK:
            self._change(intent_id, status=IntentStatus.PROCESSING)
        elif method != THREE_D_SECURE:
            self.confirm(intent_id)
        return self.intents[intent_id]

    def _create_setup(self, new: NewSetup) -> SetupIntent:
        error, asks = _ERRORS.get(new.method), new.method == THREE_D_SECURE
        card = None if error or asks or not new.method else replace(PAID_CARD, method_id=new.method)
        waits = IntentStatus.REQUIRES_ACTION if asks else IntentStatus.REQUIRES_PAYMENT_METHOD
        setup = SetupIntent(
            id=f"seti_{next(self._numbers)}",
            status=IntentStatus.SUCCEEDED if card else waits,
            client_secret="secret",
            claim=new.claim,
            customer_id=new.customer_id,
            method=card,
            error=error,
        )
        self.setups[setup.id] = setup
        if card is not None:
            self.cards[new.method] = CardOnFile(card=card, customer_id=new.customer_id)
        return setup

    def _change(self, intent_id: str, **changes: object) -> None:
        self.intents[intent_id] = replace(self.intents[intent_id], **changes)  # type: ignore[arg-type]

    def _called(self, name: str) -> None:
        self.calls.append(name)
        if self.is_down:
            raise ProviderDown("connection refused")
        if name in self.unsent:
            raise NotSent("not asked", crowded=self.is_crowded)
