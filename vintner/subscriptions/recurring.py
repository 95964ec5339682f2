"""What later boxes of subscriptions cost with delivery and tax. Notices, renewals and pages quote them here."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Q
from django.utils.timezone import localtime

from vintner.cart.items import variations_with_details
from vintner.cart.models import CartLine
from vintner.cart.prices.quoted_cart import QuotedCart
from vintner.cart.prices.recurring import quote_agreed
from vintner.cart.rows import CartLineRow, chosen_options, picture_key
from vintner.catalogue.models import Variation
from vintner.catalogue.plans.plans import attach_plans
from vintner.catalogue.plans.words import BoxTotal, recurring_total_words
from vintner.catalogue.wine_label import label_of
from vintner.money import Money
from vintner.orders.models import Order
from vintner.pricing import books
from vintner.pricing.quote import PriceBook
from vintner.shipping.rules import Place
from vintner.subscriptions.addresses import shipping_of
from vintner.subscriptions.box_dates import next_due
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.rules import CHARGEABLE, ENDED, OPEN_BOXES, BoxState, SubscriptionStatus
from vintner.web.dates import day_in_words

NO_METHOD = (
    "We could not keep a payment method for later boxes. We write to you before each box, and you pay it by hand until"
    " you add one."
)


def price_of_box(subscription: Subscription, number: int) -> Money:
    """Return what one unit costs in box `number` (the first is 1), before tax and delivery."""
    if subscription.trial_price is not None and number <= subscription.trial_boxes:
        return subscription.trial_price
    return subscription.price


def place_of(subscription: Subscription) -> Place:
    """Return where the boxes are sent."""
    to = shipping_of(subscription)
    return Place(country=to.country, state=to.state, postcode=to.postcode, city=to.city)


def quote_box(
    subscription: Subscription,
    number: int,
    *,
    now: datetime,
    variation: Variation | None = None,
    book: PriceBook | None = None,
    with_stock: bool = False,
) -> QuotedCart:
    """Return the quote of one box, for the place and the delivery of the subscription. Nothing is saved.

    Whether there are bottles counts only `with_stock`: they may come before the box is due.

    `variation` is the subscription's with all details, `book` a price book that was just loaded; either is read when it
    is not given. Four queries without them.
    """
    wine = variation or variations_with_details().get(pk=subscription.variation_id)
    if not with_stock:
        wine.manage_stock, wine.available = False, True
    line = CartLine(
        variation=wine,
        quantity=subscription.quantity,
        agreed_price=price_of_box(subscription, number),
        agreed_bottles=subscription.bottles,
    )
    row = CartLineRow(line, label_of(wine), chosen_options(wine), picture_key(wine))
    return quote_agreed([row], place=place_of(subscription), rate_id=subscription.shipping_rate, now=now, book=book)


class RecurringSentence(NamedTuple):
    """What recurs with one subscription: `label` and `text` are a sentence. `next_step` is about the next box."""

    subscription: Subscription | None
    label: str
    text: str
    next_step: str = ""


def subscription_words(order: Order, now: datetime, *, tell_missing_method: bool = True) -> tuple[str, ...]:
    """Return what recurs after an order that opened subscriptions or is a box of one, for its e-mails."""
    found = recurring_sentences(order, now, tell_missing_method=tell_missing_method)
    return tuple(f"{each.label}{each.text}" for each in found)


def recurring_sentences(
    order: Order, now: datetime, *, tell_missing_method: bool = True
) -> tuple[RecurringSentence, ...]:
    """Return what recurs after an order, each sentence with its subscription, for its pages.

    `tell_missing_method`: also that no method is saved for it, which is not known while the order is being paid. One
    query for an order without subscriptions, none for a guest's, at most six more for any number of them.
    """
    if order.user_id is None:
        return ()
    is_box = Q(boxes__cart_id=order.cart_id) if order.cart_id is not None else Q(pk=None)
    found = list(Subscription.objects.filter(Q(first_order=order) | is_box).distinct().order_by("pk"))
    if not found:
        return ()
    wines = {each.pk: each for each in variations_with_details().filter(pk__in={row.variation_id for row in found})}
    attach_plans(each.product for each in wines.values())
    boxes = _open_boxes(found)
    book = books.load()
    sentences: list[RecurringSentence] = []
    for each in found:
        wine, box = wines[each.variation_id], boxes.get(each.pk)
        name = label_of(wine).name
        by_hand = tell_missing_method and each.method_id is None
        words, step = _later_words(each, wine, box, book, now), _next_step(each, name, box, by_hand=by_hand)
        sentences.append(RecurringSentence(each, f"Subscription {each.number}", f", {name}{words}", step))
        if by_hand and box is not None:
            sentences.append(RecurringSentence(None, "", NO_METHOD))
    return tuple(sentences)


def _next_step(subscription: Subscription, name: str, box: Box | None, *, by_hand: bool) -> str:
    """Return when the next box is due and what comes before, '' if none is planned. `by_hand`: no method pays it."""
    if box is None or subscription.status not in CHARGEABLE or box.state != BoxState.SCHEDULED:
        return ""
    day = day_in_words(localtime(next_due(subscription, box)).date())
    asks = "We’ll email you a link to pay for it" if by_hand else "We write to you before it is charged"
    notice = f"{asks}, and you can change it until then."
    return f"The next box of {name} is due on {day}. {notice}"


def _open_boxes(found: Iterable[Subscription]) -> Mapping[int, Box]:
    states = [each.value for each in OPEN_BOXES]
    rows = Box.objects.filter(subscription__in=[each.pk for each in found], state__in=states)
    return {box.subscription_id: box for box in rows}


def _later_words(subscription: Subscription, wine: Variation, box: Box | None, book: PriceBook, now: datetime) -> str:
    """Return what follows the name of a subscription: what later boxes cost, and when."""
    if subscription.status in ENDED:
        return ": it has ended."
    if subscription.status == SubscriptionStatus.PENDING or box is None:
        price = subscription.price * subscription.quantity
        recurs = f"{price} {subscription.cadence.words}, plus delivery and tax"
        return f": {recurs}." if subscription.most_boxes != 1 else ": one box."
    quoted = quote_box(subscription, box.number, now=now, variation=wine, book=book)
    if quoted.problems:
        return "."
    due_at = next_due(subscription, box)
    totals = [BoxTotal(quoted.quote.total, localtime(due_at).date())]
    full, zone = subscription.trial_boxes + 1, ZoneInfo(settings.TIME_ZONE)
    if box.number < full and subscription.trial_price is not None and subscription.most_boxes not in range(1, full):
        later = subscription.cadence.after(due_at, full - box.number, zone)
        after = quote_box(subscription, full, now=now, variation=wine, book=book)
        totals.append(BoxTotal(after.quote.total, localtime(later).date()))
    sentence = recurring_total_words(subscription.cadence, totals, is_first=box.number == 2)
    return f". {sentence}."
