"""Reads subscriptions with all that the account's pages show of them, in few queries."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from vintner.cart.items import variations_with_details
from vintner.catalogue.models import Variation
from vintner.catalogue.pictures import image
from vintner.catalogue.wine_label import WineLabel, label_of
from vintner.customers.models import User
from vintner.pricing import books
from vintner.pricing.quote import PriceBook
from vintner.shipping.regions import Address
from vintner.subscriptions.addresses import shipping_of
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.recurring import quote_box
from vintner.subscriptions.rules import CHARGEABLE, ENDED, OPEN_BOXES
from vintner.web.page import Image


@dataclass(frozen=True, slots=True)
class SubscriptionRow:
    """A subscription with its wine and its boxes, the newest first. `amount` is what the next box costs, '' if none."""

    subscription: Subscription
    wine: Variation
    label: WineLabel
    boxes: tuple[Box, ...]
    amount: str

    @property
    def open_box(self) -> Box | None:
        states = {each.value for each in OPEN_BOXES}
        return next((box for box in self.boxes if box.state in states), None)

    @property
    def recipient(self) -> Address:
        """Where the boxes go."""
        return shipping_of(self.subscription)

    @property
    def image(self) -> Image | None:
        picture = self.wine.picture or self.wine.product.picture
        return image(picture) if picture else None

    @property
    def wine_url(self) -> str:
        return self.wine.product.get_absolute_url() if self.wine.product.published else ""


def read_all(user: User, now: datetime) -> list[SubscriptionRow]:
    """Return the user's subscriptions, those that live first, then the newest."""
    ended = {each.value for each in ENDED}
    rows = _rows(Subscription.objects.filter(user=user), now)
    return sorted(rows, key=lambda row: (row.subscription.status in ended, -row.subscription.pk))


def read_one(user: User, number: int, now: datetime) -> SubscriptionRow | None:
    """Return the user's own subscription, None if there is none of this number."""
    return next(iter(_rows(Subscription.objects.filter(user=user, pk=number), now)), None)


def _rows(found: QuerySet[Subscription], now: datetime) -> list[SubscriptionRow]:
    boxes = Prefetch("boxes", Box.objects.select_related("order").order_by("-number"))
    known = list(found.select_related("method", "consent", "plan").prefetch_related(boxes))
    if not known:
        return []
    wines = {each.pk: each for each in variations_with_details().filter(pk__in={row.variation_id for row in known})}
    book = books.load()
    return [_row(each, wines[each.variation_id], book, now) for each in known]


def _row(subscription: Subscription, wine: Variation, book: PriceBook, now: datetime) -> SubscriptionRow:
    subscription.variation = wine
    row = SubscriptionRow(subscription, wine, label_of(wine), tuple(subscription.boxes.all()), "")
    box = row.open_box
    if box is None or subscription.status not in CHARGEABLE:
        return row
    if box.order is not None:
        amount = box.order.total
    else:
        quoted = quote_box(subscription, box.number, now=now, variation=wine, book=book)
        if quoted.problems:
            return row
        amount = quoted.quote.total
    return SubscriptionRow(subscription, wine, row.label, row.boxes, amount.text)
