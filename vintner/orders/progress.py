"""How an order stands for its customer, and what has happened to it: from rows of the database alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from django.utils.timezone import localtime

from vintner.orders.models import Order, OrderEvent, Refund, Shipment
from vintner.orders.rules import PAID, Status
from vintner.orders.shipments.promises import held_until, hold_label

ON_ITS_WAY: Final = timedelta(days=14)
"""How long a parcel is said to be on its way when nobody recorded that it arrived."""


class Stage(StrEnum):
    """How an order stands: its status, and of paid orders what is recorded as sent."""

    WAITING = "waiting"
    FAILED = "failed"
    ON_HOLD = "on_hold"
    HELD = "held"
    """Waits for better weather."""
    PACKING = "packing"
    PARTLY_SENT = "partly_sent"
    ON_ITS_WAY = "on_its_way"
    """Of a pickup: ready."""
    SENT = "sent"
    """Sent so long ago that it has arrived, as far as anybody knows."""
    ARRIVED = "arrived"
    """Of a pickup: collected."""
    CANCELLED = "cancelled"
    REFUNDED = "refunded"


_UNPAID: Final = {
    Status.DRAFT: Stage.WAITING,
    Status.PENDING: Stage.WAITING,
    Status.FAILED: Stage.FAILED,
    Status.ON_HOLD: Stage.ON_HOLD,
    Status.CANCELLED: Stage.CANCELLED,
    Status.REFUNDED: Stage.REFUNDED,
}
STATES: Final = {
    Stage.WAITING: "Waiting for payment",
    Stage.FAILED: "Payment did not go through",
    Stage.ON_HOLD: "On hold",
    Stage.HELD: "Held for better weather",
    Stage.PACKING: "Being packed",
    Stage.PARTLY_SENT: "Partly on its way",
    Stage.ON_ITS_WAY: "On its way",
    Stage.SENT: "Sent",
    Stage.ARRIVED: "Delivered",
    Stage.CANCELLED: "Canceled",
    Stage.REFUNDED: "Refunded",
}
PICKUP_STATES: Final = STATES | {
    Stage.HELD: "Being set aside",
    Stage.PACKING: "Being set aside",
    Stage.PARTLY_SENT: "Partly collected",
    Stage.ON_ITS_WAY: "Ready to pick up",
    Stage.SENT: "Ready to pick up",
    Stage.ARRIVED: "Picked up",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of an order. `at` is a moment, or a day where no more is known; None for a step that is still to come."""

    label: str
    at: date | datetime | None = None
    is_bad: bool = False

    @property
    def day(self) -> date:
        """The day in the store's time zone; steps to come are the last."""
        if isinstance(self.at, datetime):
            return localtime(self.at).date()
        return self.at or date.max


TONES: Final = {
    Stage.PARTLY_SENT: "good",
    Stage.ON_ITS_WAY: "good",
    Stage.SENT: "good",
    Stage.ARRIVED: "good",
    Stage.FAILED: "bad",
}
"""What a state is for its customer; the others are neither."""


def find_stage(order: Order, shipments: Sequence[Shipment], now: datetime) -> Stage:
    """Return how the order stands. One query for the lines of an order in processing of which something was sent, and
    one for the events of a completed order without shipments; none where they are prefetched.
    """
    status = Status(order.status)
    if status not in PAID:
        return _UNPAID[status]
    if shipments and all(each.delivered_on for each in shipments) and _is_all_sent(order, shipments):
        return Stage.ARRIVED
    if status is Status.PROCESSING and not shipments:
        return Stage.PACKING if held_until(order, localtime(now).date()) is None else Stage.HELD
    if status is Status.PROCESSING and not _is_all_sent(order, shipments):
        return Stage.PARTLY_SENT
    return Stage.ON_ITS_WAY if _sent_on(order, shipments) + ON_ITS_WAY > localtime(now).date() else Stage.SENT


def state_words(order: Order, stage: Stage) -> str:
    """Return the state in plain words."""
    if stage is Stage.HELD:
        return hold_label(order)
    return (PICKUP_STATES if order.is_pickup else STATES)[stage]


def list_steps(order: Order, shipments: Sequence[Shipment], stage: Stage) -> tuple[Step, ...]:
    """Return what happened to the order, the first step first, and what is still to come. Two queries."""
    events = list(order.events.exclude(became="").order_by("id"))
    steps = [Step(label="Placed", at=order.placed_at), *_payment(order, stage, events)]
    if stage is Stage.HELD:
        steps.append(Step(label=hold_label(order), at=order.paid_at))
    steps += _parcels(order, shipments, stage, events)
    steps += _ends(order, stage, events)
    return tuple(sorted(steps, key=lambda step: step.day))


def _is_all_sent(order: Order, shipments: Sequence[Shipment]) -> bool:
    """Whether nothing is left to send. A completed order has been sent, whatever was recorded of it."""
    if order.status == Status.COMPLETED or any(not each.lines.all() for each in shipments):
        return True
    sent = sum(part.quantity for each in shipments for part in each.lines.all())
    return sent >= sum(line.quantity for line in order.lines.all())


def _sent_on(order: Order, shipments: Sequence[Shipment]) -> date:
    if shipments:
        return max(each.shipped_on for each in shipments)
    return localtime(_time_of(list(order.events.all()), Status.COMPLETED) or order.placed_at).date()


def _payment(order: Order, stage: Stage, events: Sequence[OrderEvent]) -> Iterator[Step]:
    if order.paid_at is not None:
        yield Step(label="Paid" if order.total else "Confirmed", at=order.paid_at)
    if stage is Stage.FAILED:
        yield Step(label="Payment did not go through", at=_time_of(events, Status.FAILED), is_bad=True)
    elif stage is Stage.ON_HOLD:
        yield Step(label="On hold", at=_time_of(events, Status.ON_HOLD))
    if order.paid_at is None and stage in (Stage.WAITING, Stage.FAILED, Stage.ON_HOLD):
        yield Step(label="Payment")


def _parcels(order: Order, shipments: Sequence[Shipment], stage: Stage, events: Sequence[OrderEvent]) -> Iterator[Step]:
    for each in shipments:
        if each.carrier == Shipment.Carrier.PICKUP:
            yield Step(label="Picked up", at=each.shipped_on)
            continue
        yield Step(label=f"Sent with {each.carrier_label}", at=each.shipped_on)
        if each.delivered_on:
            yield Step(label="Delivered", at=each.delivered_on)
    sent = "Ready to pick up" if order.is_pickup else "Sent"
    if not shipments and order.status == Status.COMPLETED:
        yield Step(label=sent, at=_time_of(events, Status.COMPLETED) or order.placed_at)
    elif stage in (Stage.PACKING, Stage.HELD) or (
        stage in (Stage.WAITING, Stage.FAILED, Stage.ON_HOLD) and not shipments
    ):
        yield Step(label=sent if order.is_pickup else "Packed and sent")
    elif stage is Stage.PARTLY_SENT:
        yield Step(label="The rest is sent")


def _ends(order: Order, stage: Stage, events: Sequence[OrderEvent]) -> Iterator[Step]:
    refunds = list(_made(order.refunds.all()))
    for refund in refunds:
        label = f"Refund of {refund.amount} on its way" if refund.is_pending else f"{refund.amount} refunded"
        yield Step(label=label, at=refund.ended_at)
    if stage is Stage.REFUNDED and not refunds:
        yield Step(label="Refunded", at=_time_of(events, Status.REFUNDED))
    elif stage is Stage.CANCELLED:
        yield Step(label="Canceled", at=_time_of(events, Status.CANCELLED) or order.placed_at, is_bad=True)


def _made(refunds: Iterable[Refund]) -> Iterator[Refund]:
    return (each for each in refunds if each.state == Refund.State.DONE and each.ended_at is not None)


def _time_of(events: Sequence[OrderEvent], status: Status) -> datetime | None:
    return next((event.at for event in reversed(events) if event.became == status), None)
