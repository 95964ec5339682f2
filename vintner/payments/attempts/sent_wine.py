"""The wine that an unpaid order would send: whether it may still go to its recipient.

While an order is failed its wine counts for nobody, so others may have been sent the rest of the limit meanwhile; and
the law of the place may have changed since (docs/behaviour/checkout.md#limits-of-wine).
"""

from datetime import datetime

from vintner.orders.models import Order
from vintner.pricing import books
from vintner.refusal import Refusal
from vintner.shipping import ledger
from vintner.shipping.ledger import Recipient
from vintner.shipping.models import Sent
from vintner.shipping.regions import Address
from vintner.shipping.rules import Place


def lock_recipient(order: Order) -> None:
    """Let nobody else ask about who is sent the order's wine until the transaction ends."""
    ledger.lock_people(_recipient(order))


def refuse_wine(order: Order, now: datetime) -> None:
    """Refuse an order whose wine may not be sent any more. The order was locked by `attempts.lock_order`."""
    if problem := find_wine_problem(order, now):
        raise Refusal("no_wine_there", problem)


def find_wine_problem(order: Order, now: datetime) -> str:
    """Return why the order's wine may not be sent any more, '' if it may or there is none to be sent."""
    row = Sent.objects.filter(order=order).first()
    if row is None:
        return ""
    there = books.load().destination(Place(country=row.country, state=row.state))
    return ledger.may_still_send(order.pk, _recipient(order), there, now=now).reason


def _recipient(order: Order) -> Recipient:
    """Return whom the order is sent to, as the ledger has them."""
    to = Address.read(order.shipping)
    return Recipient(
        place=Place(country=to.country, state=to.state, postcode=to.postcode, city=to.city),
        name=to.name,
        street=to.address_1,
        email=order.email,
        user_id=order.user_id,
    )
