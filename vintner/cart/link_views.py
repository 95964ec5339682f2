"""Links from e-mails and other sites that change a cart: `?add-to-cart=ID&quantity=N` and `/cart/?remove_coupon=CODE`.

A GET changes nothing, because browsers and mail scanners follow links by themselves. Such a link leads to a page that
asks for a confirmation and posts.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers

from vintner.cart import add_form, coupons
from vintner.cart.models import Cart
from vintner.cart.pages import ConfirmCartChangePage, HiddenField, confirm_page
from vintner.cart.rules import read_quantity
from vintner.catalogue.models import Variation
from vintner.catalogue.wine_label import label_of, labelled
from vintner.pricing.field_checks import read_coupon_code
from vintner.refusal import Refusal
from vintner.web.answers import page_response
from vintner.web.page import Link
from vintner.web.shared_props import shared_props

ADD = "add-to-cart"
REMOVE_COUPON = "remove_coupon"


def confirm_addition(request: HttpRequest) -> HttpResponse:
    """Show what would be added. If nothing can be added, redirect to a page with the reason."""
    instead = reverse("shop")
    try:
        found = add_form.find_item(request.GET)
        if not found.product.published:
            raise Refusal("unknown_item", "We do not have that wine.")
        instead = found.product.get_absolute_url()
        variation = found.require_variation()
        quantity = read_quantity(request.GET.get("quantity"), least=1)
    except Refusal as refusal:
        messages.error(request, refusal.message)
        return HttpResponseRedirect(instead)
    return _ask(
        request,
        confirm_page(
            shared_props(request),
            heading="Add this wine to your cart?",
            text=f"{quantity} × {label_of(labelled(Variation.objects.filter(pk=variation.pk)).get()).text}",
            action=reverse("cart_add"),
            fields=(
                HiddenField(name="add-to-cart", value=str(variation.pk)),
                HiddenField(name="quantity", value=str(quantity)),
            ),
            button="Add to cart",
            instead=Link(label="See the wine first", url=instead),
        ),
    )


def confirm_coupon_removal(request: HttpRequest, cart: Cart | None) -> HttpResponse:
    """Show which coupon would be removed. If it is not on the visitor's cart, redirect to the cart with a message."""
    code = read_coupon_code(request.GET[REMOVE_COUPON])
    if cart is None or code not in coupons.codes_on(cart):
        messages.error(request, "That coupon is not in your cart.")
        return HttpResponseRedirect(reverse("cart"))
    return _ask(
        request,
        confirm_page(
            shared_props(request),
            heading="Remove this coupon from your cart?",
            text=code,
            action=reverse("cart"),
            fields=(HiddenField(name=REMOVE_COUPON, value=code),),
            button="Remove coupon",
            instead=Link(label="Keep it", url=reverse("cart")),
        ),
    )


def _ask(request: HttpRequest, page: ConfirmCartChangePage) -> HttpResponse:
    response = page_response(request, page)
    add_never_cache_headers(response)
    return response
