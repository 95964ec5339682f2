"""What subscriptions know of a customer: collected for the archive, and erased with the account."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q

from vintner.cart.models import Cart
from vintner.customers.models import User
from vintner.orders.erase_orders import cut_address, erase_emails
from vintner.orders.models import Email
from vintner.subscriptions.links import mark_of
from vintner.subscriptions.models import (
    Box,
    Subscription,
    SubscriptionConsent,
    SubscriptionEvent,
    SubscriptionNotice,
)

ERASED: Final = "This was erased with the customer’s account."


def collect_subscriptions(user: User) -> list[Mapping[str, object]]:
    """Return what is known of each subscription, as values that JSON can hold after `default=str`. Seven queries."""
    parts = ("boxes__order", "events", "notices", "announced_prices")
    found = Subscription.objects.filter(user=user).select_related("method", "consent", "variation__product")
    return [_entry(each) for each in found.prefetch_related(*parts).order_by("pk")]


def _entry(subscription: Subscription) -> Mapping[str, object]:
    consent = getattr(subscription, "consent", None)
    return {
        "number": subscription.number,
        "wine": subscription.variation.product.name,
        "quantity": subscription.quantity,
        "bottles in a box": subscription.bottles,
        "status": subscription.status,
        "price": subscription.price.text,
        "cadence": subscription.cadence.words,
        "coupon": subscription.coupon_code,
        "email": subscription.email,
        "billing": subscription.billing,
        "shipping": subscription.shipping,
        "payment_method": str(subscription.method or ""),
        "started_at": subscription.started_at,
        "paused_until": subscription.paused_until,
        "cancelled_at": subscription.cancelled_at,
        "ended_at": subscription.ended_at,
        "agreed_to": _agreement(consent),
        "boxes": _boxes(list(subscription.boxes.all())),
        "announced_prices": [
            {"price": each.price.text, "announced_at": each.announced_at, "applies_from": each.applies_from}
            for each in subscription.announced_prices.all()
        ],
        "notices": [
            {"kind": each.kind, "subject": each.subject, "text": each.text, "to": each.to, "at": each.at}
            for each in subscription.notices.all()
        ],
        "history": [
            {"at": each.at, "was": each.was, "became": each.became, "text": each.text}
            for each in subscription.events.all()
            if each.kind != SubscriptionEvent.Kind.NOTE
        ],
    }


def _agreement(consent: SubscriptionConsent | None) -> Mapping[str, object]:
    if consent is None:
        return {}
    return {
        "words": consent.words,
        "age": consent.age_fields,
        "internet_address": consent.sent_from,
        "at": consent.at,
    }


def _boxes(boxes: Sequence[Box]) -> list[Mapping[str, object]]:
    return [
        {
            "number": box.number,
            "state": box.state,
            "due_at": box.due_at,
            "order": box.order.number if box.order is not None else "",
            "message": box.message,
        }
        for box in boxes
    ]


def erase_subscriptions(user: User, now: datetime) -> None:
    """Take out of an account's ended subscriptions whose they were, in the caller's transaction.

    Wine, price, dates, states and the words that were agreed to stay. The account's deletion cuts the rest.
    """
    _erase_emails(user, now)
    Cart.objects.filter(pk__in=Box.objects.filter(subscription__user=user).values("cart_id")).delete()
    own = list(Subscription.objects.select_for_update(of=("self",)).filter(user=user).order_by("pk"))
    for subscription in own:
        subscription.email = ""
        subscription.billing, subscription.shipping = (
            cut_address(subscription.billing),
            cut_address(subscription.shipping),
        )
    Subscription.objects.bulk_update(own, ["email", "billing", "shipping"])
    SubscriptionConsent.objects.filter(subscription__in=own).update(age_fields={}, sent_from="")
    SubscriptionNotice.objects.filter(subscription__in=own).update(to="", subject=ERASED, text=ERASED)
    SubscriptionEvent.objects.filter(subscription__in=own).update(text=ERASED)


def _erase_emails(user: User, now: datetime) -> None:
    """Erase the e-mails about an account's subscriptions, wherever they went.

    The address was typed at the checkout. It may be another person's, whose own e-mails stay.
    """
    about = Q(pk=None)
    for subscription in Subscription.objects.filter(user=user):
        about |= Q(text__contains=mark_of(subscription))
    erase_emails(Email.objects.filter(about, order=None, kind__startswith="subscription_"), now)
