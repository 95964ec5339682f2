"""Takes out of orders whose they were. What was bought, where to and for how much stays.

The rules and their reasons are in docs/behaviour/accounts.md.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Final

from django.db.models import F, Func, JSONField, QuerySet, Value
from django.db.models.functions import Concat, Left

from vintner.orders import orders
from vintner.orders.models import CouponClaim, Email, Order, OrderEdit, OrderEvent, Shipment
from vintner.orders.rules import Status
from vintner.shipping.models import Sent

KEPT_OF_POSTCODE: Final = 3
"""Characters of a postcode that stay: they tell the region, as the reports about taxes and wine need it."""
ERASED_NOTE: Final = "This note was erased with the customer’s account."
ERASED_TEXT: Final = "The text of this email was erased with the customer’s account."
_OF_EDITS: Final = ("email", "user_id", "customer_note", "gift_message", "billing", "shipping")

_ERASED_FIELDS: Final = ("email", "user", "customer_note", "gift_message", "erased_at", "billing", "shipping")


def erase_orders(order_ids: Collection[int], now: datetime, *, people: str) -> None:
    """Blot everything that names the customer of these orders, in the caller's transaction.

    Drafts are deleted, failed orders cancelled: nobody is left to pay them. `people` stands in the ledger of wine
    instead of the person, so that what one person was sent can still be added up.
    """
    found = Order.objects.filter(pk__in=order_ids)
    found.filter(status=Status.DRAFT).delete()
    kept = list(found.select_for_update(of=("self",)).order_by("pk"))
    for order in kept:
        if order.status == Status.FAILED:
            orders.move(order, Status.CANCELLED, quietly=True)
            orders.release_holds(order)
        order.email, order.user, order.customer_note, order.gift_message, order.erased_at = "", None, "", "", now
        order.billing, order.shipping = cut_address(order.billing), cut_address(order.shipping)
    Order.objects.bulk_update(kept, _ERASED_FIELDS)
    ids = [order.pk for order in kept]
    OrderEvent.objects.filter(order__in=ids).exclude(note="").update(note=ERASED_NOTE)
    _blot_edits(ids)
    CouponClaim.objects.filter(redemption__order__in=ids).update(who=Concat(Value("erased:"), F("pk")))
    Sent.objects.filter(order__in=ids).update(
        people=[people], name="", email="", address="", postcode=Left("postcode", KEPT_OF_POSTCODE)
    )
    # The carrier's page tells who lives where.
    Shipment.objects.filter(order__in=ids).update(tracking_number="", tracking_address="")
    erase_emails(Email.objects.filter(order__in=ids), now)


def erase_emails(emails: QuerySet[Email], now: datetime) -> None:
    """Delete texts and recipients of e-mails. Their kinds and times stay; none of them is sent any more."""
    emails.filter(sent_at=None, given_up_at=None).update(given_up_at=now)
    emails.update(to="", subject="", text=ERASED_TEXT, html=ERASED_TEXT, context={}, error="")


def cut_address(address: Mapping[str, object]) -> dict[str, str]:
    """Return what stays of an address: country, state, and the beginning of the postcode."""
    kept = {name: str(address.get(name, "")) for name in ("country", "state")}
    return {**kept, "postcode": str(address.get("postcode", ""))[:KEPT_OF_POSTCODE]}


def _blot_edits(order_ids: Collection[int]) -> None:
    """Take the customer out of what edits kept of the orders. The database allows nothing else (sql/erasing.sql)."""
    was: Func | F = F("was")
    for name in _OF_EDITS:
        path = Value(f"{{order,{name}}}")
        was = Func(was, path, template="(%(expressions)s::text[])", arg_joiner=" #- ", output_field=JSONField())
    OrderEdit.objects.filter(order__in=order_ids).update(was=was)
