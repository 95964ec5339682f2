"""What the next days take in bottles and money, which wines will be short, and a dry run: who would be charged what,
and who cannot be.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Q, QuerySet, Sum

from vintner.cart.carts import QuotedCart
from vintner.cart.items import variations_with_details
from vintner.catalogue.models import Variation
from vintner.catalogue.plans.words import unit_words
from vintner.catalogue.wine_label import label_of, labelled
from vintner.checkout.wine_shipments import shipment_problem
from vintner.money import ZERO, Money
from vintner.orders.models import StockReservation
from vintner.pricing import books
from vintner.pricing.quote import PriceBook
from vintner.refusal import Refusal
from vintner.shipping import age
from vintner.shipping.ledger import Recipient
from vintner.subscriptions.addresses import BAD_ADDRESS, find_address_problem, shipping_of
from vintner.subscriptions.boxes import is_announced
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.recurring import place_of, price_of_box, quote_box
from vintner.subscriptions.rules import CHARGEABLE, LEAST_AHEAD, SHORTEST_NOTICE, UNTOUCHED_BOXES, BoxState

AHEAD: Final = timedelta(days=30)
NO_METHOD: Final = "Is paid by hand: the subscriber gets an email with a link."


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastDay:
    """What is due on a day: boxes, bottles, and the price of the wine before delivery, taxes and coupons."""

    day: date
    boxes: int
    bottles: int
    wine: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortage:
    """A wine of which fewer units are free than the boxes of the next weeks take. `day` and `box` are of the first box
    that gets too little, `number` is that box's: it may come after `box`, which is the subscription's next one.
    """

    wine: str
    needed: int
    free: int
    day: date
    box: Box
    number: int

    @property
    def missing(self) -> int:
        return self.needed - self.free

    @property
    def unit(self) -> str:
        """What the numbers count: 'bottles', or 'boxes of 6 bottles'."""
        return unit_words(self.box.subscription.bottles)


@dataclass(frozen=True, slots=True, kw_only=True)
class DryRun:
    """What would happen to a box if it were charged now. `obstacles` say why it could not be sent, `remarks` who has to
    act, or what happened before.

    `total` is what would be charged with delivery and tax, None when that cannot be said.
    """

    box: Box
    wine: str
    bottles: int
    total: Money | None
    obstacles: tuple[str, ...]
    remarks: tuple[str, ...]

    @property
    def subscription(self) -> Subscription:
        return self.box.subscription

    @property
    def problems(self) -> tuple[str, ...]:
        return (*self.obstacles, *self.remarks)


def forecast_days(now: datetime, ahead: timedelta = AHEAD) -> list[ForecastDay]:
    """Return the days of the next weeks on which boxes are due, skips and pauses as they are now. One query.

    Boxes after the next one are counted as well: a weekly subscription has four or five in a month.
    """
    zone, until = ZoneInfo(settings.TIME_ZONE), now + ahead
    days: dict[date, list[tuple[int, Money]]] = {}
    for box in _open_boxes(until).order_by():
        for number, due_at in _dates(box, now, until, zone):
            entry = (_bottles(box.subscription), price_of_box(box.subscription, number) * box.subscription.quantity)
            days.setdefault(due_at.astimezone(zone).date(), []).append(entry)
    return [
        ForecastDay(
            day=day,
            boxes=len(entries),
            bottles=sum(bottles for bottles, _ in entries),
            wine=Money.total(wine for _, wine in entries),
        )
        for day, entries in sorted(days.items())
    ]


def find_shortages(now: datetime, ahead: timedelta = AHEAD) -> list[Shortage]:
    """Return the wines that will be short within the next weeks, the most urgent first. Bottles that unpaid orders of
    these boxes hold are free for them. Two queries, three where a box has been tried.
    """
    zone, until = ZoneInfo(settings.TIME_ZONE), now + ahead
    boxes = list(_open_boxes(until).order_by())
    due: dict[int, list[tuple[datetime, int, Box]]] = {}
    for box in boxes:
        dates = due.setdefault(box.subscription.variation_id, [])
        dates += [(due_at, number, box) for number, due_at in _dates(box, now, until, zone)]
    held = _held_by(boxes)
    found = []
    for wine in labelled(Variation.objects.filter(pk__in=due)).order_by("pk"):
        limit = wine.stock.limit
        if limit is not None and (short := _first_short(due[wine.pk], limit + held[wine.pk])):
            due_at, number, box = short
            needed = sum(box.subscription.quantity for _, _, box in due[wine.pk])
            name, day = label_of(wine).text, due_at.astimezone(zone).date()
            found.append(
                Shortage(wine=name, needed=needed, free=limit + held[wine.pk], day=day, box=box, number=number)
            )
    return sorted(found, key=lambda each: (each.day, each.wine))


def _first_short(due: list[tuple[datetime, int, Box]], free: int) -> tuple[datetime, int, Box] | None:
    """Return the first box, in the order of dates, for which too few units are left."""
    for due_at, number, box in sorted(due, key=lambda each: (each[0], each[2].pk)):
        free -= box.subscription.quantity
        if free < 0:
            return due_at, number, box
    return None


def _held_by(boxes: Iterable[Box]) -> Counter[int]:
    """Return variation id → units that unpaid orders of these boxes hold."""
    carts = [box.cart_id for box in boxes if box.state != BoxState.SCHEDULED]
    rows = StockReservation.objects.filter(order__cart_id__in=carts, ended_at=None)
    return Counter(dict(rows.values_list("variation").annotate(Sum("quantity")).order_by()))


def _open_boxes(until: datetime) -> QuerySet[Box]:
    rows = Box.objects.filter(
        state__in=[each.value for each in UNTOUCHED_BOXES],
        due_at__lte=until,
        subscription__status__in=[each.value for each in CHARGEABLE],
        subscription__paused_until=None,
    )
    return rows.select_related("subscription__method", "subscription__consent")


def _dates(box: Box, now: datetime, until: datetime, zone: ZoneInfo) -> list[tuple[int, datetime]]:
    """Return number and date of a box and of those that follow it until then. What is late is due now.

    No box is charged earlier than `SHORTEST_NOTICE` after its notice. One that follows gets its date when the box
    before is paid: the next date of its cadence that lies ahead (`schedule_box`). A daily box is therefore charged
    every other day.
    """
    subscription, cadence = box.subscription, box.subscription.cadence
    last = subscription.cancel_after_box or subscription.most_boxes or None
    number, times = box.number, box.number - subscription.anchor_number
    due_at = max(box.due_at, now if is_announced(box) else now + SHORTEST_NOTICE)
    found = [(number, due_at)]
    while last is None or number < last:
        number, times = number + 1, times + 1
        while (planned := cadence.after(subscription.anchor_at, times, zone)) <= due_at + LEAST_AHEAD:
            times += 1
        due_at = max(planned, due_at + SHORTEST_NOTICE)
        if due_at > until:
            break
        found.append((number, due_at))
    return found


def _bottles(subscription: Subscription) -> int:
    return subscription.bottles * subscription.quantity


def dry_run(now: datetime, *, first: int = 0, most: int = 50, ahead: timedelta = AHEAD) -> list[DryRun]:
    """Return the boxes that are due next, from the `first` one on, as if each were charged now.

    Nothing is written and nobody is asked. Two queries, one for the price book, and at most two for each box whose
    state limits wine.
    """
    boxes = list(_open_boxes(now + ahead).order_by("next_try_at", "pk")[first : first + most])
    ids = {box.subscription.variation_id for box in boxes}
    wines = {each.pk: each for each in variations_with_details().filter(pk__in=ids)}
    book = books.load()
    return [_try(box, wines[box.subscription.variation_id], book, now) for box in boxes]


def try_box(box: Box, now: datetime) -> DryRun:
    """Return what would happen to one box if it were charged now. Its own order may hold the bottles that it needs, so
    the stock is not looked at.
    """
    wine = variations_with_details().get(pk=box.subscription.variation_id)
    return _try(box, wine, books.load(), now, with_stock=False)


def count_boxes(now: datetime, ahead: timedelta = AHEAD) -> int:
    """Return how many boxes a dry run has."""
    return _open_boxes(now + ahead).count()


def list_troubled(most: int = 200) -> Sequence[Box]:
    """Return the boxes that could not be charged, the longest waiting first. One query."""
    stopped = Q(state__in=(BoxState.RETRYING.value, BoxState.ACTION.value))
    waiting = Q(state=BoxState.SCHEDULED.value, reason=BAD_ADDRESS)
    rows = Box.objects.filter(stopped | waiting).select_related("subscription__method", "order")
    return list(rows.order_by("due_at", "pk")[:most])


def _try(box: Box, wine: Variation, book: PriceBook, now: datetime, *, with_stock: bool = True) -> DryRun:
    subscription = box.subscription
    quoted = quote_box(subscription, box.number, now=now, variation=wine, book=book, with_stock=with_stock)
    problems = [problem.message for problem in quoted.problems]
    if not problems and (bad_address := find_address_problem(subscription)):
        problems = [bad_address]
    if not problems:
        to = _recipient(subscription)
        problems = [
            text for text in (shipment_problem(quoted, to, now), _age_problem(subscription, quoted, now)) if text
        ]
        if quoted.quote.needs_shipping and quoted.quote.shipping is None:
            problems.append("Nothing is delivered to this address.")
    return DryRun(
        box=box,
        wine=label_of(wine).name,
        bottles=_bottles(subscription),
        total=None if quoted.problems else quoted.quote.total,
        obstacles=tuple(problems),
        remarks=tuple(_payment_remarks(subscription, box, quoted.quote.total)),
    )


def _recipient(subscription: Subscription) -> Recipient:
    to = shipping_of(subscription)
    return Recipient(
        place=place_of(subscription),
        name=to.name,
        street=to.address_1,
        email=subscription.email,
        user_id=subscription.user_id,
    )


def _age_problem(subscription: Subscription, quoted: QuotedCart, now: datetime) -> str:
    consent = getattr(subscription, "consent", None)
    fields = consent.age_fields if consent else {}
    try:
        age.refuse_unless_of_age(fields, quoted.quote.destination, alcoholic=quoted.alcoholic, now=now)
    except Refusal as refusal:
        return refusal.message
    return ""


def _payment_remarks(subscription: Subscription, box: Box, total: Money) -> list[str]:
    problems = []
    method = subscription.method
    if method is None:
        problems.append(NO_METHOD)
    elif method.has_expired(max(box.due_at, box.next_try_at)):
        problems.append(f"{method.label} has expired by then ({method.expiry}).")
    if box.message and box.reason != BAD_ADDRESS:
        problems.append(f"Last try: {box.message}")
    if box.announced_total is not None and total > (box.announced_total or ZERO):
        problems.append(f"{box.announced_total} was announced: the box is announced again before it is charged.")
    return problems
