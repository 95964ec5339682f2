"""The order that a cart would make, before it is placed: the Store API reads and changes it at /checkout."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from vintner.cart import carts
from vintner.cart.carts import QuotedCart
from vintner.cart.models import Cart
from vintner.cart.prices.quoted_cart import payment_method_of
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import snapshot
from vintner.orders import drafts
from vintner.orders.models import Order
from vintner.orders.rules import PAYABLE
from vintner.payments import offered_types
from vintner.payments.attempts.payment_input import PaymentInput
from vintner.payments.types import CARD
from vintner.refusal import Refusal
from vintner.shipping.regions import Address


def write_draft(cart_id: UUID, *, note: str | None = None, now: datetime) -> Order:
    """Rewrite the cart's draft for the cart as it is now, and return it; or return the unpaid order of this cart.

    A `note` replaces the earlier one. Raises Refusal for an empty cart. A draft belongs to no account.
    """
    with transaction.atomic():
        cart = carts.lock(cart_id)
        quoted = carts.quote_cart(cart, now=now)
        if not quoted.lines:
            raise Refusal("empty_cart", "Your cart is empty.")
        unpaid = _find_unpaid(quoted)
        if unpaid is not None:
            return unpaid
        known = drafts.find_draft(cart_id)
        if note is None:
            note = known.customer_note if known else ""
        return drafts.write(snapshot(quoted, _form_from_cart(cart, note), None))


def _find_unpaid(quoted: QuotedCart) -> Order | None:
    """Return the order of a declined payment, if the cart would still make the same order."""
    same = Order.objects.filter(cart_id=quoted.cart.pk, status__in=PAYABLE, cart_hash=quoted.cart_hash)
    return same.filter(total=quoted.quote.total).order_by("-id").first()


def _form_from_cart(cart: Cart, note: str) -> CheckoutForm:
    billing, shipping = (Address.read(cart.addresses.get(group) or {}) for group in ("billing", "shipping"))
    return CheckoutForm(
        billing=billing,
        shipping=shipping,
        separate=billing != shipping,
        email=cart.email,
        note=note,
        rate_id=None,
        payment_input=PaymentInput("", method_type=offered_types.find_by_code(payment_method_of(cart)) or CARD),
        shown_total=None,
    )
