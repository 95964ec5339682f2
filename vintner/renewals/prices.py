"""Prices of subscriptions that follow the price of their wine: a higher one is announced, a lower one counts soon."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from vintner import chaos
from vintner.catalogue.plans.rules import PriceRule
from vintner.money import ZERO, Money
from vintner.renewals import notice_emails, notices
from vintner.subscriptions import subscriptions
from vintner.subscriptions.models import AnnouncedPrice, Box, Subscription
from vintner.subscriptions.rules import CHARGEABLE, PRICE_NOTICE
from vintner.web.isolation import isolated


def announce_price_changes(now: datetime) -> None:
    """Announce the higher prices of wines to those whose subscriptions follow them."""
    found = Subscription.objects.filter(status__in=CHARGEABLE, price_rule=PriceRule.CURRENT)
    announced = AnnouncedPrice.objects.filter(applied_at=None, subscription=OuterRef("pk"))
    found = found.annotate(known=Coalesce(Subquery(announced.values("price")[:1]), F("full_price")))
    for subscription in found.select_related("variation__product").order_by("pk").iterator(chunk_size=500):
        price = _price_now(subscription, now)
        if price is not None and price != subscription.known:
            with isolated(f"the price of subscription {subscription.pk}"):
                announce_price(subscription.pk, now)


def announce_price(subscription_id: int, now: datetime) -> None:
    """Compare what was agreed with what the wine costs now. A higher price applies 30 days after its announcement."""
    with transaction.atomic():
        subscription = subscriptions.lock(subscription_id)
        price, announced = _price_now(subscription, now), _find_announced(subscription)
        if price is None or subscription.status not in CHARGEABLE:
            return
        if announced is not None and announced.price == price:
            return
        if announced is not None:
            announced.delete()  # the wine has another price again
        if price <= subscription.full_price:
            return
        from_day = now + PRICE_NOTICE
        AnnouncedPrice.objects.create(subscription=subscription, price=price, announced_at=now, applies_from=from_day)
        email = notice_emails.write_price_email(subscription, _with_saving(subscription, price), from_day)
        notices.send(subscription, notices.Kind.PRICE, f"{price.minor} from {from_day:%Y-%m-%d}", email, now)
        subscriptions.add_event(subscription, f"The price {price} was announced for {notice_emails.day(from_day)}.")
        chaos.point("before_price_commit")


def apply_changes(subscription: Subscription, box: Box, now: datetime) -> None:
    """Let a locked box that is about to be announced cost what applies by then, and all that follow.

    The price of a box that was announced does not change any more.
    """
    price = _price_now(subscription, now)
    if subscription.price_rule != PriceRule.CURRENT or price is None:
        return
    announced = _find_announced(subscription)
    agreed = subscription.full_price
    if announced is not None and announced.applies_from <= box.due_at:
        agreed = announced.price
        announced.applied_at = now
        announced.save(update_fields=["applied_at"])
    agreed = min(agreed, price)
    if agreed == subscription.full_price:
        return
    subscription.price, subscription.full_price = _with_saving(subscription, agreed), agreed
    subscription.save(update_fields=["price", "full_price"])
    subscriptions.add_event(subscription, f"From box {box.number} on, the price is {subscription.price}.")


def _find_announced(subscription: Subscription) -> AnnouncedPrice | None:
    return AnnouncedPrice.objects.filter(subscription=subscription, applied_at=None).first()


def _with_saving(subscription: Subscription, full_price: Money) -> Money:
    """Return the price less what a recurring coupon takes off."""
    return max(ZERO, full_price - (subscription.full_price - subscription.price))


def _price_now(subscription: Subscription, now: datetime) -> Money | None:
    price = subscription.variation.price(now)
    return None if price is None else price.current
