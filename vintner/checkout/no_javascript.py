"""Places the order without JavaScript. It works with a saved card, and when there is nothing to pay."""

from django.http import HttpRequest
from django.utils import timezone

from vintner.cart import carts
from vintner.cart.models import Cart
from vintner.checkout import charge
from vintner.checkout.accounts import EmailTaken
from vintner.checkout.forms import CheckoutForm
from vintner.checkout.place_order import place_order
from vintner.customers.models import User
from vintner.orders.models import Order
from vintner.payments.attempts.apply_intent import ForeignIntent
from vintner.payments.gateway import ProviderDown
from vintner.payments.messages import NO_ANSWER

AUTHENTICATION_NEEDS_SCRIPT = (
    "Your bank wants to ask you something first, and its question needs JavaScript: please turn it on and place the"
    " order again, or choose another card. Nothing was charged."
)


def needs_script(form: CheckoutForm, cart: Cart) -> bool:
    """Return whether a card is still to be entered, in the card service's own form."""
    return not form.payment_input.has_method and bool(carts.quote_cart(cart, now=timezone.now()).quote.total)


def place_and_charge(request: HttpRequest, cart: Cart, form: CheckoutForm, user: User | None) -> Order:
    """Place the order and charge it. Raises Refusal, Refusals or PaymentFailed."""
    charge.refuse_too_many_tries(request, cart.pk, opens=bool(form.password))
    try:
        placed = place_order(cart.pk, form, user=user, now=timezone.now())
    except EmailTaken:
        charge.count_taken_email(request)
        raise
    except (ProviderDown, ForeignIntent) as error:
        raise charge.PaymentFailed(NO_ANSWER) from error
    if charge.charge_order(request, placed) is not None:
        raise charge.PaymentFailed(AUTHENTICATION_NEEDS_SCRIPT)
    return placed.order
