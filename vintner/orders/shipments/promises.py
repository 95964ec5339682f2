"""By whom and when an order was promised to arrive (docs/behaviour/orders.md#the-promised-arrival), and until when it
waits for better weather (#weather-holds there).
"""

from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils.timezone import localdate

from vintner.orders.models import Order
from vintner.orders.rules import PAID, Status
from vintner.shipping.dispatch import find_promise
from vintner.shipping.models import HoldSeason
from vintner.shipping.regions import Address
from vintner.shipping.rules import Place, Promise
from vintner.shipping.rules.delivery import NOTHING_PROMISED
from vintner.web.dates import day_in_words

LATE: Final = timedelta(hours=1)
"""From when on a payment is late: nothing is packed before it."""
BETTER_WEATHER: Final = {HoldSeason.Kind.HEAT.value: "cooler", HoldSeason.Kind.COLD.value: "milder"}
SIGNED_FOR: Final = "An adult must be there to sign for it."
"""Of a parcel with alcohol."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromisedDays:
    """The columns of an order that say when it comes, and until when it waits for better weather."""

    arrives_from: date | None = None
    arrives_to: date | None = None
    hold_kind: str = ""
    ship_not_before: date | None = None


def read_promise(promise: Promise, *, ships_now: bool) -> PromisedDays:
    """Return the columns for what a delivery promises. A shopper who may decline its hold does with `ships_now`."""
    hold, arrival = promise.hold, promise.arrival
    is_declined = hold is not None and hold.is_optional and ships_now
    if hold is not None and is_declined:
        arrival = hold.at_once.arrival
    return PromisedDays(
        arrives_from=arrival.earliest if arrival else None,
        arrives_to=arrival.latest if arrival else None,
        hold_kind=hold.kind.value if hold else "",
        ship_not_before=hold.safe.leaves if hold and not is_declined else None,
    )


def is_declined(order: Order) -> bool:
    """Return whether its customer wanted the order at once, in spite of a season."""
    return bool(order.hold_kind) and order.ship_not_before is None


def promised_delivery(order: Order) -> str:
    """Return by whom and when the order arrives, '' for one that is not paid or that ended."""
    return order.arrival_words if order.status in PAID else ""


def promise_anew(order: Order, now: datetime) -> dict[str, object]:
    """Return the columns of the promise for an order that is paid at this moment: of one that is paid late they are
    counted from the payment. Five queries then, none otherwise.
    """
    if (order.arrives_from is None and not order.hold_kind) or now - order.placed_at < LATE:
        return {}
    found = _find_promise(order, now)
    if found is NOTHING_PROMISED:  # the delivery is gone, or a promotion paid it: a hold stays as it is
        return {"arrives_from": None, "arrives_to": None}
    return asdict(read_promise(found, ships_now=is_declined(order)))


def promise_at_once(order: Order, now: datetime) -> dict[str, object]:
    """Return the columns of the arrival for an order that leaves as soon as it is packed. Five queries."""
    days = read_promise(_find_promise(order, now, has_wine=False), ships_now=True)
    return {"arrives_from": days.arrives_from, "arrives_to": days.arrives_to}


def _find_promise(order: Order, now: datetime, *, has_wine: bool | None = None) -> Promise:
    to = Address.read(order.shipping)
    place = Place(country=to.country, state=to.state, postcode=to.postcode, city=to.city)
    wine = order.sent.exists() if has_wine is None else has_wine
    return find_promise(order.shipping_rate, place, now, has_wine=wine)


def held_until(order: Order, today: date) -> date | None:
    """Return the day on which a held order leaves. None for one that is not held, or not any more, and for one that is
    not paid: its days are counted from the payment.
    """
    if order.ship_not_before is None or order.hold_released_at is not None or order.status != Status.PROCESSING:
        return None
    return order.ship_not_before if today < order.ship_not_before else None


def hold_label(order: Order) -> str:
    """Return 'Held for cooler weather until September 16, 2027', '' for an order that was never to wait."""
    if order.ship_not_before is None:
        return ""
    return f"Held for {BETTER_WEATHER[order.hold_kind]} weather until {day_in_words(order.ship_not_before)}"


def hold_sentence(order: Order) -> str:
    """Return 'Your wine is held for cooler weather until September 16, 2027', '' as above."""
    label = hold_label(order)
    return f"Your wine is {label[0].lower()}{label[1:]}" if label else ""


def hold_words(order: Order, now: datetime) -> str:
    """Return the label of an order that is held at this moment, '' for others."""
    return hold_label(order) if held_until(order, localdate(now)) else ""


def completion_problem(order: Order, now: datetime) -> str:
    """Return why an order is not ready to be completed, '' if it is: it is held and nothing of it is recorded as sent.
    A query if it is held.
    """
    held = hold_words(order, now)
    return f"{held}, and nothing is recorded as sent." if held and not order.shipments.exists() else ""


def held_orders(now: datetime) -> Q:
    """Return the condition for orders that are held at this moment."""
    return Q(ship_not_before__gt=localdate(now), hold_released_at=None, status=Status.PROCESSING)


def declined_orders() -> Q:
    """Return the condition for orders in a season whose customers wanted them at once."""
    return ~Q(hold_kind="") & Q(ship_not_before=None)
