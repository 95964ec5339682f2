"""Where the boxes of a subscription go, and who is billed."""

from datetime import datetime
from typing import Final

from vintner.cart.prices.quoted_cart import shipping_problem
from vintner.customers.models import User
from vintner.money import Money
from vintner.orders.models import Order
from vintner.refusal import Refusal
from vintner.shipping import age, ledger
from vintner.shipping.address_form import SHIPPING, find_field_to_change, find_stored_problem
from vintner.shipping.ledger import Bottles, Recipient
from vintner.shipping.regions import Address
from vintner.shipping.rules import DeliveryKind
from vintner.subscriptions import boxes, subscriptions
from vintner.subscriptions.addresses import BAD_ADDRESS, billing_of, find_address_problem, shipping_of
from vintner.subscriptions.changes import unpaid_order
from vintner.subscriptions.changes.change_emails import queue_address_email, queue_bill_email
from vintner.subscriptions.dates import day_of
from vintner.subscriptions.models import Box, Subscription
from vintner.subscriptions.recurring import place_of, quote_box
from vintner.subscriptions.rules import CHARGEABLE, BoxState

REPLACED: Final = "Replaced: the address was changed."
ENDED: Final = "The address of this subscription cannot be changed: nothing is sent any more."


def change_address(
    subscription: Subscription, address: Address, now: datetime, *, order: Order | None = None, by: User | None = None
) -> str:
    """Send the boxes of a locked subscription to another address, if wine may go there. Raises Refusal.

    Returns what becomes of a box that is not paid yet, in words. Its unpaid `order`, which is locked and which no
    attempt may pay any more, is cancelled, and the box placed anew. What was announced for the next box counts no more
    if it costs something else there. A box that could not be sent to the old address is tried again at once.
    """
    box = _require_changeable(subscription, address)
    before = _total_now(subscription, box, now)
    billing = billing_of(subscription)
    if billing.lines() == shipping_of(subscription).lines() and find_stored_problem(billing):
        subscription.billing = address.stored()  # one address, with one mistake
    subscription.shipping = address.stored()
    total = _require_deliverable(subscription, box, now)
    about_box = _redirect_box(subscription, box, order, total, now) if box is not None else ""
    if before is not None and before != total:
        about_box = f"{about_box} A box costs {total} there, with delivery and tax, instead of {before}.".strip()
    subscription.save(update_fields=["billing", "shipping", "shipping_rate"])
    text = f"The address was changed. {about_box}".strip()
    subscriptions.add_event(subscription, text, kind=subscriptions.kind_of(subscription, by), by=by)
    queue_address_email(subscription, about_box, by)
    return about_box


def change_bill(subscription: Subscription, address: Address, *, by: User | None = None) -> str:
    """Bill a locked subscription to another address; its boxes go where they went. Raises Refusal. Returns what becomes
    of a box that waited for it.
    """
    box = _require_changeable(subscription, address)
    subscription.billing = address.stored()
    subscription.save(update_fields=["billing"])
    about_box = ""
    if box is not None and box.reason == BAD_ADDRESS:
        about_box = f"The box of {day_of(box.due_at)}: {_settle_address(subscription, box)}"
    text = f"The billing address was changed. {about_box}".strip()
    subscriptions.add_event(subscription, text, kind=subscriptions.kind_of(subscription, by), by=by)
    queue_bill_email(subscription, about_box, by)
    return about_box


def _require_changeable(subscription: Subscription, address: Address) -> Box | None:
    """Return the locked open box of a locked subscription that may get this address. Raises Refusal."""
    if subscription.status not in CHARGEABLE:
        raise Refusal("ended", ENDED)
    box = subscriptions.lock_open_box(subscription)
    if box is not None and box.state == BoxState.CHARGING:
        raise Refusal("busy", subscriptions.BUSY)
    if problem := find_stored_problem(address):
        raise Refusal("address", problem, "shipping_state")
    return box


def _settle_address(subscription: Subscription, box: Box) -> str:
    """Let a locked box be announced that was not because of an address, unless there is still a problem. Returns which
    it is.
    """
    problem = find_address_problem(subscription)
    if problem:
        box.message = problem[:500]
    else:
        boxes.forget_address_problem(box)
    box.save()
    return f"It is still waiting. {problem}" if problem else "It is announced by email before it is charged."


def _total_now(subscription: Subscription, box: Box | None, now: datetime) -> Money | None:
    """Return what the next box costs at the former address, None without one or where it is not for sale."""
    quoted = quote_box(subscription, box.number, now=now) if box is not None else None
    return quoted.quote.total if quoted is not None and not quoted.problems else None


def _require_deliverable(subscription: Subscription, box: Box | None, now: datetime) -> Money:
    """Refuse an address to which a box may not be sent; take over the delivery there. Returns what the box costs."""
    quoted, field = quote_box(subscription, box.number if box is not None else 1, now=now), "shipping_state"
    if quoted.problems:
        raise Refusal("not_for_sale", quoted.problems[0].message, field)
    quote = quoted.quote
    if problem := shipping_problem(quote):
        raise Refusal("no_delivery", problem, find_field_to_change(SHIPPING, quote.place.country))
    product = subscription.variation.product
    is_sent = quote.shipping is not None and quote.shipping.kind is not DeliveryKind.LOCAL_PICKUP
    if product.alcoholic and is_sent:
        bottles = subscription.bottles * subscription.quantity
        goods = [Bottles(variation_id=subscription.variation_id, bottles=bottles)]
        # Nobody's earlier boxes count here: by the next box the month may be over. It is looked at again when charged.
        ruling = ledger.may_send(Recipient(place=place_of(subscription)), quote.destination, goods, now=now)
        if not ruling.allowed:
            raise Refusal("no_wine_there", ruling.reason, field)
        age.refuse_unless_of_age(_age_fields(subscription), quote.destination, alcoholic=True, now=now)
    subscription.shipping_rate = quote.shipping.rate_id if quote.shipping is not None else ""
    return quote.total


def _age_fields(subscription: Subscription) -> dict[str, str]:
    consent = getattr(subscription, "consent", None)
    return {name: str(value) for name, value in consent.age_fields.items()} if consent is not None else {}


def _redirect_box(subscription: Subscription, box: Box, order: Order | None, total: Money, now: datetime) -> str:
    """Let a locked box go to the new address, at what it costs there. Returns what becomes of it if it is due."""
    name = f"The box of {day_of(box.due_at)}"
    goes = "is picked up" if subscription.is_picked_up else "goes there, too"
    if box.state == BoxState.AWAITING:
        return "" if subscription.is_picked_up else f"{name} is already being paid and goes to the former address."
    had_order = unpaid_order.cancel_order(box, order, REPLACED)
    if had_order and box.state == BoxState.ACTION:
        boxes.place_by_hand(box, subscription, total, now)
        return f"{name} {goes}. It waits to be paid: we’ll email you a new link in a moment."
    is_told_anew = box.announced_total is not None and box.announced_total != total
    if is_told_anew:
        box.announced_at = box.announced_for = box.announced_total = None
    if box.state == BoxState.RETRYING and box.declines == 0:  # it could not be sent to the old address
        box.next_try_at = now
    if box.reason == BAD_ADDRESS:
        return f"{name} {goes}. {_settle_address(subscription, box)}"
    box.save()
    if not had_order:
        return ""
    when = "after we have written to you what it costs there" if is_told_anew else f"on {day_of(box.next_try_at)}"
    return f"{name} {goes}. It is charged again {when}."
