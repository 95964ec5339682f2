"""The subscriptions that are due: good ones, and among them every case in which nothing may be charged."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from enum import Enum
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from vintner.catalogue.plans.rules import Cadence, CadenceUnit
from vintner.customers.models import User
from vintner.payments.models import ProviderCustomer, SavedMethod
from vintner.pricing.models import TaxRate
from vintner.renewals.announcements import announce_due_boxes
from vintner.shipping.models import Destination
from vintner.subscriptions import cancellations, subscriptions
from vintner.subscriptions.models import Box, Subscription, SubscriptionConsent
from vintner.subscriptions.rules import NOTICE_AHEAD, BoxState
from vintner.testing.builders import make_box_wine, make_subscription, set_stock
from vintner.testing.sandbox import Sandbox
from vintner.web.catalogue_version import forget_version

AT_ONCE: Final = 4
EACH: Final = 40
"""One of so many subscriptions is planted, for each case."""


class Plant(Enum):
    """What is the matter with a subscription."""

    GOOD = "good"
    CLOSED = "state closed"
    VOLUME = "volume reached"
    ADDRESS = "bad address"
    AGE = "age missing"
    STOCK = "out of stock"
    HARD = "hard decline"
    SOFT = "soft decline"
    ASKS = "authentication"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    EXPIRED = "expired card"
    BY_HAND = "no method"

    @property
    def may_not_go(self) -> bool:
        return self is not Plant.GOOD


EXPECTED: Final[Mapping[Plant, tuple[str, str]]] = {
    Plant.GOOD: (BoxState.PAID, ""),
    Plant.CLOSED: (BoxState.RETRYING, "no_wine_there"),
    Plant.VOLUME: (BoxState.RETRYING, "no_wine_there"),
    Plant.ADDRESS: (BoxState.SCHEDULED, "address"),
    Plant.AGE: (BoxState.RETRYING, "age"),
    Plant.STOCK: (BoxState.RETRYING, "out_of_stock"),
    Plant.HARD: (BoxState.ACTION, "lost_card"),
    Plant.SOFT: (BoxState.RETRYING, "generic_decline"),
    Plant.ASKS: (BoxState.ACTION, "authentication_required"),
    Plant.PAUSED: (BoxState.SCHEDULED, ""),
    Plant.CANCELLED: (BoxState.CANCELLED, ""),
    Plant.EXPIRED: (BoxState.ACTION, "expired_card"),
    Plant.BY_HAND: (BoxState.ACTION, "by_hand"),
}
_CARDS: Final[Mapping[Plant, str]] = {
    Plant.HARD: "4000000000009987",
    Plant.SOFT: "4000000000000341",
    Plant.ASKS: "4000002760003184",
}


def plant(provider: Sandbox, count: int) -> dict[int, Plant]:
    """Make so many subscriptions whose second box is due now and was announced in time. Returns id → case."""
    now = timezone.now()
    monthly, zone = Cadence(1, CadenceUnit.MONTH), ZoneInfo(settings.TIME_ZONE)
    begun = monthly.after(now - timedelta(minutes=1), -1, zone)
    cases = [_case_of(number) for number in range(count)]
    wine, rare = make_box_wine(stock=10 * count), make_box_wine(stock=count)
    made = {}
    for case in cases:
        subscription = make_subscription(rare if case is Plant.STOCK else wine, now=begun)
        made[subscription.pk] = case
    _save_methods(provider, made)
    due = Box.objects.filter(number=2).latest("due_at").due_at
    announce_due_boxes(due - NOTICE_AHEAD)
    for subscription_id, case in made.items():
        _change(subscription_id, case, now)
    set_stock(rare, 0)
    Destination.objects.filter(state="NY").update(most_bottles=0)
    TaxRate.objects.filter(state="NY").delete()  # a higher tax would be announced first
    forget_version()
    return made


def _case_of(number: int) -> Plant:
    cases = list(Plant)[1:]
    position = number % EACH
    return cases[position] if position < len(cases) else Plant.GOOD


def _save_methods(provider: Sandbox, made: Mapping[int, Plant]) -> None:
    found = {each.pk: each for each in Subscription.objects.filter(pk__in=made)}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        names = list(pool.map(lambda pk: _make_card(provider, found[pk].email, made[pk]), found))
    for subscription, (customer_id, card) in zip(found.values(), names, strict=True):
        user = User.objects.get(subscriptions=subscription)
        customer = ProviderCustomer.objects.create(user=user, customer_id=customer_id)
        subscription.method = SavedMethod.objects.create(
            customer=customer,
            method_id=card,
            fingerprint=f"of {card}",
            brand="visa",
            last_four="4242",
            expires_year=2020 if made[subscription.pk] is Plant.EXPIRED else 2040,
            expires_month=12,
        )
        if made[subscription.pk] is not Plant.BY_HAND:
            subscription.save(update_fields=["method"])


def _make_card(provider: Sandbox, email: str, case: Plant) -> tuple[str, str]:
    customer_id, card = provider.open_customer(email), provider.card()
    provider.attach(card, customer_id)
    if case in _CARDS:
        provider.turn(card, _CARDS[case])
    return customer_id, card


def _change(subscription_id: int, case: Plant, now: datetime) -> None:
    """Let happen after the notice what is the matter with a subscription."""
    if case not in _CHANGES:
        return
    with transaction.atomic():
        _CHANGES[case](subscriptions.lock(subscription_id), now)


def _move(subscription: Subscription, **place: str) -> None:
    subscription.shipping = {**subscription.shipping, **place}
    subscription.save(update_fields=["shipping"])


def _lose_age(subscription: Subscription, now: datetime) -> None:
    SubscriptionConsent.objects.filter(subscription=subscription).update(age_fields={})


def _pause(subscription: Subscription, now: datetime) -> None:
    subscriptions.pause(subscription, now + timedelta(days=9), now)


def _cancel(subscription: Subscription, now: datetime) -> None:
    cancellations.cancel(subscription, now)


_CHANGES: Final[Mapping[Plant, Callable[[Subscription, datetime], None]]] = {
    Plant.CLOSED: lambda each, now: _move(each, state="UT", postcode="84101"),
    Plant.VOLUME: lambda each, now: _move(each, state="NY", postcode="12207"),
    Plant.ADDRESS: lambda each, now: _move(each, postcode="9000"),
    Plant.AGE: _lose_age,
    Plant.PAUSED: _pause,
    Plant.CANCELLED: _cancel,
}
