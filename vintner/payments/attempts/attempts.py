"""Attempts to pay an order (Payment), and what they share with attempts to save a payment method (CardSetup): claims,
signatures, errors, and how the provider is called.

Each kind has its own locks, and its own handlers of what an intent means: `apply_intent.py` and
`saved_methods/setups.py`. Nothing else signs an attempt or verifies what was signed: an intent belongs to the attempt
that signed the claim in its metadata, and a shopper who comes back from a bank is recognized by the signature in the
return URL.
"""

import hashlib
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeVar

from django.conf import settings
from django.db import connection
from django.db.models import Max, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.http import urlencode

from vintner.cart.models import Cart
from vintner.customers.models import User
from vintner.orders import orders
from vintner.orders.models import Order
from vintner.orders.rules import Status
from vintner.payments.attempts import card_testing, open_intents, sent_wine
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.attempts.rules import PaymentStatus
from vintner.payments.gateway import Charge, Claim, Intent, PaymentError, Rejected, SetupIntent
from vintner.payments.messages import find_message, find_setup_message
from vintner.payments.models import CardSetup, Payment
from vintner.payments.saved_methods import saved_methods
from vintner.payments.types import CARD
from vintner.refusal import Refusal
from vintner.shipping.regions import Address
from vintner.web.client_address import BrowserInfo

CALL_TIMEOUT: Final = timedelta(seconds=25)
"""A call to the provider ends well within this time: its tries have 6 s in all (payments/stripe/network.py)."""

AnyAttempt = TypeVar("AnyAttempt", Payment, CardSetup)
AnyIntent = TypeVar("AnyIntent", Intent, SetupIntent)


def assert_no_transaction() -> None:
    """Raise RuntimeError inside a transaction: a provider that hangs must not keep rows locked."""
    outer = [block for block in connection.atomic_blocks if not block._from_testcase]  # type: ignore[attr-defined]
    if outer:
        raise RuntimeError("the card provider is never called inside a transaction")


def call_for_customer(attempt: Payment | CardSetup, call: Callable[[], AnyIntent]) -> AnyIntent:
    """Call the provider about an attempt, and once more if its customer was deleted there.

    Raises ProviderDown and Rejected.
    """
    try:
        if attempt.saves_for is not None:
            saved_methods.ensure_customer(attempt, attempt.saves_for)
        return call()
    except Rejected as rejection:
        if rejection.parameter != "customer" or not saved_methods.replace_lost_customer(attempt):
            raise
        return call()


def find_named(rows: QuerySet[AnyAttempt], intent: Intent | SetupIntent) -> AnyAttempt | None:
    """Read the attempts that an intent may be of, with the locks of `rows`, and return the one that `find_claimed`
    finds among them.
    """
    named = Q(intent_id=intent.id)
    return find_claimed(rows.filter(named | Q(**intent.claim.lookup) if intent.claim else named), intent)


def find_claimed(rows: Collection[AnyAttempt], intent: Intent | SetupIntent) -> AnyAttempt | None:
    """Return the attempt among locked rows whose id an intent has or that, if the answer was lost, its metadata names.

    The caller verifies the claim.
    """
    attempt = next((row for row in rows if row.intent_id == intent.id), None)
    if attempt is None and intent.claim is not None:
        attempt = next((row for row in rows if _lookup(row) == intent.claim.lookup), None)
    return attempt if attempt is not None and attempt.intent_id in (None, intent.id) else None


def is_unsent(attempt: Payment | CardSetup) -> bool:
    """Return whether a locked attempt has no intent yet, and was not closed."""
    return attempt.status == PaymentStatus.CREATED and attempt.intent_id is None


def record_error(attempt: Payment | CardSetup, error: PaymentError) -> None:
    """Set the provider's code and the message for the shopper."""
    attempt.error_code = (error.decline_code or error.code)[:60]
    if isinstance(attempt, CardSetup):
        attempt.error_message = find_setup_message(error.code, error.decline_code, attempt.method_type)
    else:
        attempt.error_message = find_message(error.code, error.decline_code)


def build_claim(attempt: Payment | CardSetup) -> Claim:
    """Return the claim that an intent must have in its metadata to belong to this attempt."""
    return Claim(lookup=_lookup(attempt), signature=_signed_claim(attempt).sign())


def is_ours(attempt: Payment | CardSetup, claim: Claim | None) -> bool:
    """Return whether an intent's claim is signed for this attempt, by the current or an earlier secret key."""
    return claim is not None and claim.lookup == _lookup(attempt) and _signed_claim(attempt).verify(claim.signature)


def sign_return(payment: Payment) -> str:
    """Return the signature of an attempt's return URL."""
    return _signed_return(payment).sign()


def is_return_signature(payment: Payment, signature: str) -> bool:
    """Return whether a return URL's signature is of this attempt, by the current or an earlier secret key."""
    return _signed_return(payment).verify(signature)


class _SignedText(NamedTuple):
    """A text with the salt of its purpose: a signature is not valid for another one."""

    salt: str
    text: str
    length: int = 64

    def sign(self, secret: str = "") -> str:
        key = secret or str(settings.SECRET_KEY)
        return salted_hmac(self.salt, self.text, secret=key, algorithm="sha256").hexdigest()[: self.length]

    def verify(self, signature: str) -> bool:
        keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        return any(constant_time_compare(signature, self.sign(str(key))) for key in keys)


def _signed_claim(attempt: Payment | CardSetup) -> _SignedText:
    if isinstance(attempt, CardSetup):
        return _SignedText("vintner.payments.setup", f"{attempt.pk}:{attempt.user_id}:{attempt.attempt}")
    text = f"{attempt.order_id}:{attempt.attempt}:{attempt.amount.minor}:{attempt.currency}"
    return _SignedText("vintner.payments.claim", text)


def _signed_return(payment: Payment) -> _SignedText:
    text = f"{payment.order_id}:{payment.attempt}:{payment.idempotency_key}"
    return _SignedText("vintner.payments.return", text, 32)


def _lookup(attempt: Payment | CardSetup) -> dict[str, int]:
    if isinstance(attempt, CardSetup):
        return {"pk": attempt.pk}
    return {"order_id": attempt.order_id, "attempt": attempt.attempt}


PAID_ALREADY = "This order was paid for already. Please write to us if something is wrong with it."


def create_next_attempt(
    order: Order, payment_input: PaymentInput, now: datetime, *, payer: User | None = None
) -> Payment:
    """Create a further attempt for a locked order. Raises Refusal: `paid`, when an earlier one has paid for it."""
    if Payment.objects.filter(order=order, status=PaymentStatus.SUCCEEDED).exists():
        raise Refusal("paid", PAID_ALREADY)
    last = Payment.objects.filter(order=order).aggregate(last=Max("attempt"))["last"] or 0
    return create_attempt(order, payment_input, now, payer=payer, attempt=last + 1)


def create_attempt(
    order: Order, payment_input: PaymentInput, now: datetime, *, payer: User | None = None, attempt: int = 1
) -> Payment:
    """Create an attempt to pay an order, with the idempotency key that makes its call repeatable.

    A method is saved only for a `payer` with an account. Raises Refusal when the browser's intent is not of this order.
    """
    browser = (
        payment_input.browser if payment_input.method_type.mandate else BrowserInfo()
    )  # needed for a mandate only, so not stored otherwise
    if payment_input.intent_id:
        open_intents.take_over(payment_input.intent_id, order, payment_input.method_type, now)
    return Payment.objects.create(
        order=order,
        attempt=attempt,
        amount=order.total,
        currency=order.currency,
        type=payment_input.method_type.name,
        wallet=payment_input.wallet,
        method=payment_input.method,
        token=payment_input.token,
        intent_id=payment_input.intent_id or None,
        code=payment_input.code,
        page=payment_input.page,
        sent_from=browser.address,
        user_agent=browser.user_agent,
        origin=card_testing.hash_address(payment_input.browser.address),
        customer_id=payment_input.customer_id,
        keep_for=payer if payment_input.save else None,
        off_session=payment_input.off_session,
        capture_later=settings.CAPTURE_LATER and payment_input.method_type.captures_later,
        idempotency_key=_idempotency_key(order, attempt),
        busy_until=now + CALL_TIMEOUT,
    )


def _idempotency_key(order: Order, attempt: int) -> str:
    """Return the same key for the same attempt. Another database has other keys for the same order number."""
    mark = hashlib.sha256(order.key.encode()).hexdigest()[:12]
    return f"order:{order.pk}-{mark}:attempt:{attempt}:confirm"


def lock_order(order_id: int) -> Order:
    """Return the order with its row locked, after its cart's and, if it has failed, after who is sent its wine: the
    wine of a failed order counts for nobody, so it may be asked about again. Raises Order.DoesNotExist.
    """
    cart = Cart.objects.select_for_update().filter(pk__in=Order.objects.filter(pk=order_id).values("cart_id"))
    list(cart.values_list("pk"))
    locked = Order.objects.select_for_update(of=("self",)).filter(pk=order_id).exclude(status=Status.FAILED).first()
    if locked is not None:
        return locked
    sent_wine.lock_recipient(Order.objects.get(pk=order_id))
    return orders.lock(order_id)


def lock_payment(payment_id: int) -> tuple[Order, Payment]:
    """Return an attempt with its row locked, after its order."""
    order = lock_order(Payment.objects.values_list("order_id", flat=True).get(pk=payment_id))
    return order, Payment.objects.select_for_update().get(pk=payment_id)


def is_in_progress(order: Order, now: datetime) -> bool:
    """Return whether a charge of this order may be on its way to the provider."""
    return _list_in_progress(order, now).exists()


def is_awaited(order: Order, now: datetime) -> bool:
    """Return whether an order in progress is not to be paid again yet.

    Where the call ended without an answer it may be: the next payment first sends the same charge again, by its key. A
    charge of a renewal is not sent again, so its outcome is waited for.
    """
    ended = Q(unanswered_at__isnull=False, off_session=False)
    return _list_in_progress(order, now).exclude(ended).exists()


def _list_in_progress(order: Order, now: datetime) -> QuerySet[Payment]:
    return Payment.objects.filter(order=order, status=PaymentStatus.CREATED, busy_until__gt=now)


def is_of_renewal(order: Order) -> bool:
    """Return whether an order is a box of a subscription that was charged without its subscriber."""
    return Payment.objects.filter(order=order, off_session=True).exists()


def find_repeated(order: Order, payment_input: PaymentInput, now: datetime) -> Payment | None:
    """Return the attempt that the same press of a wallet's button has made already, None for a new press.

    A confirmation token is good for one charge, so the same token means the same press. An attempt whose answer was
    lost is no answer: it is charged again by its key.
    """
    if payment_input.page != Payment.Page.EXPRESS or not payment_input.token:
        return None
    last = Payment.objects.filter(order=order).order_by("-attempt").first()
    if last is None or last.token != payment_input.token:
        return None
    is_over = last.busy_until is None or last.busy_until <= now or last.unanswered_at is not None
    is_lost = last.status == PaymentStatus.CREATED and is_over
    is_unsent = last.status == PaymentStatus.CANCELLED and last.intent_id is None
    return None if is_lost or is_unsent else last


def take_turn(payment: Payment) -> bool:
    """Mark the attempt as being charged, so that other requests wait. Returns False when it was closed meanwhile."""
    still_wanted = Payment.objects.filter(pk=payment.pk, closed_at=None, given_up_at=None)
    return bool(still_wanted.update(busy_until=timezone.now() + CALL_TIMEOUT, unanswered_at=None))


def restart_turn(payment: Payment) -> None:
    """Mark an attempt without an answer as being charged again."""
    lost = Payment.objects.filter(pk=payment.pk, status=PaymentStatus.CREATED)
    lost.update(busy_until=timezone.now() + CALL_TIMEOUT, unanswered_at=None)


def end_turn(payment: Payment) -> None:
    """Note that the call of an attempt ended without an answer."""
    Payment.objects.filter(pk=payment.pk, status=PaymentStatus.CREATED).update(unanswered_at=timezone.now())


def build_charge(payment: Payment) -> Charge:
    """Return the charge of an attempt. It is the same each time, or the idempotency key would be refused."""
    order, method_type = payment.order, payment.method_type
    address = Address.read(order.shipping)
    is_saved = bool(payment.customer_id) and payment.keep_for_id is None
    confirms = bool(payment.token) or is_saved or not method_type.in_browser
    return Charge(
        amount=payment.amount,
        currency=payment.currency,
        method=payment.method,
        key=payment.idempotency_key,
        claim=build_claim(payment),
        description=f"{settings.STORE_NAME} - Order {order.number}",
        recipient=address if address.postcode else None,
        customer_id=payment.customer_id,
        save=payment.keep_for_id is not None and bool(payment.customer_id),
        capture_later=payment.capture_later,
        type=method_type.name,
        token=payment.token,
        intent_id=str(payment.intent_id) if payment.is_of_open_intent else "",
        confirm=confirms,
        return_url=build_return_url(payment) if confirms and _may_leave(payment) else "",
        browser=(payment.sent_from, payment.user_agent) if method_type.mandate and not payment.off_session else None,
        code=payment.code,
        off_session=payment.off_session,
    )


def _may_leave(payment: Payment) -> bool:
    """Return whether the shopper may be sent to another page, and back."""
    method_type = payment.method_type
    return method_type is not CARD and not method_type.in_browser and not payment.off_session


def find_order_id(intent: Intent) -> int | None:
    """Return the id of the order that an intent belongs to, None when it is not the store's."""
    known = Payment.objects.filter(intent_id=intent.id).values_list("order_id", flat=True).first()
    if known is not None or intent.claim is None:
        return known
    claimed = Payment.objects.filter(**intent.claim.lookup).first()
    return claimed.order_id if claimed and is_ours(claimed, intent.claim) else None


def build_return_url(payment: Payment) -> str:
    """Return the URL to which a bank sends the shopper back. It names the attempt.

    The provider stores it, so it has a signature instead of the order's key, which would open the order's pages.
    """
    path = reverse("order_received", args=[payment.order_id])
    query = {"wc_payment_method": "stripe", "attempt": str(payment.attempt), "signature": sign_return(payment)}
    return f"{settings.STORE_URL}{path}?{urlencode(query)}"
