"""The checkout's form of a renewal, filled in by what the subscriber agreed to."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from vintner.checkout.forms import CheckoutForm
from vintner.money import ZERO, Money
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.models import Payment, SavedMethod
from vintner.refusal import Refusal
from vintner.subscriptions.addresses import BAD_ADDRESS, billing_of, find_address_problem, shipping_of
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import RETRY_PAUSES

MORE_THAN_ANNOUNCED: Final = "more_than_announced"
METHOD_CHANGED: Final = "method_changed"
TO_PAY_BY_HAND: Final = timedelta(days=7)
"""How long a box that is not charged by itself waits to be paid. Its bottles are held."""


@dataclass(frozen=True, slots=True)
class AgreedCharge:
    """What a subscriber was told, compared right before the order is written."""

    subscription_id: int
    announced: Money
    method_id: int | None

    def __call__(self, *, total: Money, cart_hash: str) -> None:
        """Raise Refusal for a higher total, and when the subscriber has chosen another method a moment ago."""
        if total > self.announced:
            raise Refusal(MORE_THAN_ANNOUNCED, f"The box costs {total} by now, and {self.announced} was announced.")
        if not Subscription.objects.filter(pk=self.subscription_id, method_id=self.method_id).exists():
            raise Refusal(METHOD_CHANGED, "Another payment method was chosen.")


def usable_method(subscription: Subscription) -> SavedMethod | None:
    """Return the method that is charged, None when boxes are paid by hand. Nobody else's method is charged."""
    method = subscription.method
    return method if method is not None and method.customer.user_id == subscription.user_id else None


def method_to_charge(subscription: Subscription, box: Box) -> SavedMethod | None:
    """Return the method that a box is charged to. None when it is to be paid by hand: without a method, or after the
    last try to charge it.
    """
    return usable_method(subscription) if box.declines <= len(RETRY_PAUSES) else None


def build_form(subscription: Subscription, box: Box, now: datetime) -> CheckoutForm:
    """Return the form by which the order of a box is placed: to be charged without the subscriber, or paid by hand.

    Raises Refusal for an address that no checkout would take.
    """
    if problem := find_address_problem(subscription):
        raise Refusal(BAD_ADDRESS, problem)
    method, billing, shipping = method_to_charge(subscription, box), billing_of(subscription), shipping_of(subscription)
    return CheckoutForm(
        billing=billing,
        shipping=shipping,
        separate=billing != shipping,
        email=subscription.email,
        note="",
        rate_id=subscription.shipping_rate or None,
        payment_input=_payment_input(method),
        shown_total=None,
        age_fields=subscription.consent.age_fields,
        sent_from=subscription.consent.sent_from,
        check=AgreedCharge(subscription.pk, box.announced_total or ZERO, subscription.method_id),
        unpaid_until=now + TO_PAY_BY_HAND if method is None else None,
    )


def _payment_input(method: SavedMethod | None) -> PaymentInput:
    if method is None:
        return PaymentInput("", page=Payment.Page.ORDER)
    return PaymentInput(
        method.method_id,
        method.customer.customer_id,
        method_type=method.method_type,
        page=Payment.Page.ORDER,
        off_session=True,
    )
