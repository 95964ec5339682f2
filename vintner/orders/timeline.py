"""The history of an order for staff: moves, notes, e-mails and entries of other packages, the newest first."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse

from vintner.customers.models import User
from vintner.orders.models import Email, Order, OrderEvent, Refund, Shipment

_GOOD: Final = frozenset({"processing", "completed"})
_BAD: Final = frozenset({"failed", "cancelled"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of the history. `who` is blank for the store itself; `tone` is good, bad, alert or blank.

    `icon` names an icon of the admin's font; `link` is the text of a link to `url`.
    """

    at: datetime
    icon: str
    title: str
    text: str = ""
    who: str = ""
    tone: str = ""
    link: str = ""
    url: str = ""


def timeline(order: Order, more: Iterable[Entry] = (), *, links_to_emails: bool = True) -> tuple[Entry, ...]:
    """Return the order's history with `more`, newest first. Four queries."""
    entries = [*more]
    entries += [_event(event) for event in order.events.select_related("by").order_by("id")]
    entries += [_open_refund(refund) for refund in order.refunds.select_related("by") if refund.state == "requested"]
    entries += [_email(email, has_link=links_to_emails) for email in order.emails.order_by("id")]
    entries += [_shipment(each) for each in order.shipments.select_related("by")]
    return tuple(sorted(entries, key=lambda entry: entry.at, reverse=True))


def name_of(by: User | None) -> str:
    """Return the name of the member of staff, '' for the store itself."""
    return "" if by is None else by.full_name or by.email


def _event(event: OrderEvent) -> Entry:
    who = name_of(event.by)
    if event.became:
        was, became = (dict(Order.Status.choices).get(status, "") for status in (event.was, event.became))
        tone = "alert" if event.alert else "good" if event.became in _GOOD else "bad" if event.became in _BAD else ""
        title = f"{was} → {became}" if was else became
        return Entry(at=event.at, icon="sync_alt", title=str(title), text=event.note, who=who, tone=tone)
    if event.alert:
        return Entry(at=event.at, icon="error", title="Needs a decision", text=event.note, who=who, tone="alert")
    icons = {OrderEvent.Kind.CUSTOMER: "sms", OrderEvent.Kind.PRIVATE: "edit_note"}
    title = event.get_kind_display() if event.kind in icons else "Noted"
    return Entry(at=event.at, icon=icons.get(event.kind, "history"), title=str(title), text=event.note, who=who)  # type: ignore[call-overload]


def _open_refund(refund: Refund) -> Entry:
    text = "The card service has not answered yet; it is asked again within five minutes."
    title = f"Refund of {refund.amount} asked for"
    return Entry(at=refund.requested_at, icon="undo", title=title, text=text, who=name_of(refund.by), tone="alert")


def _shipment(shipment: Shipment) -> Entry:
    is_pickup = shipment.carrier == Shipment.Carrier.PICKUP
    title = "Collected" if is_pickup else f"Shipment by {shipment}"
    return Entry(at=shipment.recorded_at, icon="local_shipping", title=title, who=name_of(shipment.by), tone="good")


def _email(email: Email, *, has_link: bool) -> Entry:
    is_open = email.sent_at is None
    text = (
        f"To {email.to}{f', {email.state}' if is_open else ''}{f': {email.error}' if is_open and email.error else ''}"
    )
    return Entry(
        at=email.created_at,
        icon="mail",
        title=email.subject,
        text=text,
        tone="alert" if email.given_up_at else "",
        link="Read",
        url=reverse("outbox_email", args=[email.pk]) if has_link else "",
    )
