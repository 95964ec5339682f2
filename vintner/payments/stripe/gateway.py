"""Implements the gateway with Stripe's API. Only the modules of this folder import the SDK."""

import json
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

import stripe

from vintner.money import Money
from vintner.payments.gateway import (
    BadSignature,
    Charge,
    Claim,
    Intent,
    NewIntent,
    ProviderCase,
    ProviderDown,
    ProviderRefund,
    RefundRequest,
    WebhookEvent,
    expect_found,
)
from vintner.payments.stripe.answers import (
    cancel_or_find,
    find_or_none,
    read_declined,
    read_rejection,
    translate_errors,
    translate_rejections,
)
from vintner.payments.stripe.cards import SavedMethodCalls
from vintner.payments.stripe.cases import find_case
from vintner.payments.stripe.charging import create_params, open_params, update_params
from vintner.payments.stripe.claims import earliest_created, read_intent_claim
from vintner.payments.stripe.domains import DomainCalls
from vintner.payments.stripe.network import LimitedNetwork
from vintner.payments.stripe.reading import read_intent, read_refund
from vintner.payments.stripe.reports import read_report
from vintner.payments.webhooks.events import ReportedPayment

if TYPE_CHECKING:  # hundreds of classes that only type checkers need: loading them would slow down every start
    from stripe import RequestOptions
    from stripe.params import (
        PaymentIntentCancelParams,
        PaymentIntentCaptureParams,
        RefundCreateParams,
    )

RETRIES = 2
SIGNATURE_TOLERANCE = 300
"""Seconds for which a webhook's signature is valid, and by which its time may be ahead of the store's clock."""

log = logging.getLogger(__name__)
# Below this level the SDK logs whole answers, with the secrets that let a browser confirm a payment.
logging.getLogger("stripe").setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProviderAccess:
    """How to reach the provider. `url` is empty for the real one."""

    secret_key: str
    api_version: str
    url: str
    webhook_secrets: tuple[str, ...]

    @property
    def live(self) -> bool:
        return "_live_" in self.secret_key


class StripeGateway(SavedMethodCalls, DomainCalls):
    """See `Gateway` for the contracts of the methods."""

    def __init__(self, access: ProviderAccess, network: stripe.HTTPClient | None = None) -> None:
        self._access = access
        self._client = stripe.StripeClient(
            access.secret_key,
            stripe_version=access.api_version,
            base_addresses={"api": access.url} if access.url else {},
            max_network_retries=RETRIES,
            http_client=network or LimitedNetwork(),
        )

    def pay(self, charge: Charge) -> Intent:
        intents = self._client.v1.payment_intents
        try:
            with translate_errors(), translate_rejections():
                if charge.intent_id:
                    return read_intent(intents.update(charge.intent_id, update_params(charge), _idempotent(charge.key)))
                return read_intent(intents.create(create_params(charge), _idempotent(charge.key)))
        except stripe.CardError as error:
            return read_intent(stripe.PaymentIntent.construct_from(read_declined(error, "payment_intent"), None))

    def open(self, new: NewIntent) -> Intent:
        with translate_errors(), translate_rejections():
            return read_intent(self._client.v1.payment_intents.create(open_params(new), _idempotent(new.key)))

    def find(self, intent_id: str) -> Intent | None:
        intents = self._client.v1.payment_intents
        return find_or_none(lambda: read_intent(intents.retrieve(intent_id, {"expand": ["latest_charge"]})))

    def find_claimed(self, claims: Sequence[Claim], since: datetime) -> Sequence[Intent]:
        with translate_errors():
            page = self._client.v1.payment_intents.list(
                {"created": {"gte": earliest_created(since)}, "limit": 100, "expand": ["data.latest_charge"]}
            )
            claimed = (raw for raw in page.auto_paging_iter() if read_intent_claim(raw) in claims)
            return [read_intent(raw) for raw in islice(claimed, len(claims))]

    def cancel(self, intent_id: str) -> Intent:
        params: PaymentIntentCancelParams = {"cancellation_reason": "abandoned"}
        return cancel_or_find(
            f"intent {intent_id}",
            lambda: read_intent(self._client.v1.payment_intents.cancel(intent_id, params)),
            lambda: self.find(intent_id),
        )

    def capture(self, intent_id: str, amount: Money, key: str) -> Intent:
        params: PaymentIntentCaptureParams = {"amount_to_capture": amount.minor, "expand": ["latest_charge"]}
        try:
            with translate_errors():
                return read_intent(self._client.v1.payment_intents.capture(intent_id, params, {"idempotency_key": key}))
        except (stripe.CardError, stripe.InvalidRequestError) as error:
            if error.code != "payment_intent_unexpected_state":
                raise read_rejection(error) from error
        return expect_found(self.find(intent_id), f"intent {intent_id}")

    def refund(self, back: RefundRequest) -> ProviderRefund:
        params: RefundCreateParams = {
            "payment_intent": back.intent_id,
            "amount": back.amount.minor,
            "metadata": {"refund": back.key},
        }
        try:
            with translate_errors():
                return read_refund(self._client.v1.refunds.create(params, {"idempotency_key": back.key}))
        except (stripe.CardError, stripe.InvalidRequestError) as error:
            raise read_rejection(error) from error

    def refunds_of(self, intent_id: str) -> Sequence[ProviderRefund]:
        try:
            with translate_errors():
                page = self._client.v1.refunds.list({"payment_intent": intent_id, "limit": 100})
                return [read_refund(refund) for refund in page.auto_paging_iter()]
        except stripe.InvalidRequestError as error:
            raise ProviderDown(f"the refunds of {intent_id} are not to be had: {error.code}") from error

    def find_case(self, case_id: str) -> ProviderCase | None:
        return find_case(self._client, case_id)

    def read_event(self, body: bytes, signature: str) -> WebhookEvent:
        _verify_signature(body, signature, self._access.webhook_secrets)
        event = _read_event(body)
        if event.livemode is not self._access.live:
            raise BadSignature("an event of the other mode")
        return WebhookEvent(id=event.id, type=event.type, object_id=event.object_id, report=event.report)


def _verify_signature(body: bytes, signature: str, secrets: Sequence[str]) -> None:
    """Verify a signature by any of the secrets: there are two while one is replaced. Raises BadSignature."""
    for secret in secrets:
        try:
            stripe.WebhookSignature.verify_header(body.decode(), signature, secret, SIGNATURE_TOLERANCE)
        except (stripe.SignatureVerificationError, UnicodeDecodeError, TypeError):  # TypeError: not ASCII
            continue
        if _signed_at(signature) > time.time() + SIGNATURE_TOLERANCE:
            raise BadSignature("signed in the future")
        return
    raise BadSignature("no secret fits")


def _signed_at(signature: str) -> int:
    """Return the time in a valid signature, read as the SDK does, which refuses only old ones."""
    return int(next(item.split("=")[1] for item in signature.split(",") if item.startswith("t=")))


@dataclass(frozen=True, slots=True)
class _SignedEvent:
    id: str
    type: str
    livemode: bool
    object_id: str
    report: ReportedPayment | None


_SUBJECTS = ("payment_intent", "setup_intent", "payment_method", "customer", "dispute", "review")
"""Objects that the store reads again itself. Of all others it reads the intent that they belong to."""


_MAX_NAME_LENGTH = 80
"""The longest id or type in an event, in characters. The provider's have some thirty."""


def _read_event(body: bytes) -> _SignedEvent:
    """Read a signed body. Raises BadSignature also for a signed body that is no event."""
    try:
        event = json.loads(body)
        subject = event["data"]["object"]
        object_id = subject["id"] if subject.get("object") in _SUBJECTS else subject.get("payment_intent")
        kind = _read_name(event["type"])
        return _SignedEvent(
            _read_name(event["id"]),
            kind,
            bool(event.get("livemode")),
            _read_name(object_id) if isinstance(object_id, str) else "",
            read_report(kind, subject),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadSignature("signed, but not an event") from error


def _read_name(value: object) -> str:
    """Return an id or type as text. Raises ValueError for one that cannot be stored."""
    name = str(value)
    if len(name) > _MAX_NAME_LENGTH or not name.isprintable():
        raise ValueError("no name")
    return name


def _idempotent(key: str) -> "RequestOptions":
    return {"idempotency_key": key}
