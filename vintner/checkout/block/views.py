"""The block checkout's page. Orders are placed through the Store API."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from vintner.attribution.middleware import fields_for_form
from vintner.cart import carts
from vintner.cart.middleware import cart_of, correct_ship_to, set_cart_hash
from vintner.checkout.block.page import block_checkout_page
from vintner.checkout.checkout_page import CheckoutFormState
from vintner.checkout.forms import price_for_initial_values
from vintner.checkout.initial_values import initial_values, load_initial_values
from vintner.checkout.place_order_views import pop_decline
from vintner.checkout.saved_cards import saved_cards
from vintner.customers.middleware import user_of
from vintner.payments.appearance import APPEARANCES, read_appearances
from vintner.shipping.address_form import BILLING
from vintner.web.answers import page_response
from vintner.web.shared_props import shared_props


@never_cache
@require_safe
def block_checkout(request: HttpRequest) -> HttpResponse:
    """Show the form, or redirect to the cart if it is empty."""
    cart, now = cart_of(request), timezone.now()
    if cart is None:
        return HttpResponseRedirect(reverse("cart"))
    user = user_of(request)
    values = load_initial_values(cart, user)
    if (cart.addresses.get(BILLING) or {}).get("country"):  # entered for this cart: newer than any order
        values |= initial_values(cart, None)
    price_for_initial_values(cart, values)
    quoted = carts.quote_cart(cart, now=now)
    if not quoted.lines:
        return HttpResponseRedirect(reverse("cart"))
    cards, errors = saved_cards(user, now), pop_decline(request)
    form_state = CheckoutFormState(
        values=values,
        user=user,
        cards=cards,
        appearances=read_appearances(APPEARANCES.read(request)),
        errors=errors,
        attribution=fields_for_form(request),
    )
    response = page_response(request, block_checkout_page(quoted, shared_props(request), form_state))
    set_cart_hash(response, quoted.cart_hash)
    correct_ship_to(request, response, quoted.cart)
    return response
